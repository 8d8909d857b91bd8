"""Who sits together, saved under a name."""

import sys

from cardslinger.cli.ask import agrees
from cardslinger.cli.keys import keys
from cardslinger.table.errors import BadSetup
from cardslinger.table.history import History
from cardslinger.table.journal import Journal
from cardslinger.table.setup import Sitter
from cardslinger.table.table import Table
from cardslinger.words import Words
from cardslinger.words.printable import printable


def find_group(journal: History, name: str) -> dict[int, Sitter]:
    """The sitters of a saved group, on seats 0, 1, ... Raises BadSetup."""
    groups = journal.groups()
    if name not in groups:
        known = ", ".join(map(repr, groups)) or "none yet; --save-group NAME saves one"
        raise BadSetup(f"there is no group {name!r}; there are: {known}")
    return dict(enumerate(groups[name]))


async def save_group(journal: Journal, name: str, table: Table, words: Words) -> None:
    """Those who sit at the table. Raises BadSetup if there is another group of that name, and
    nobody says that it may go."""
    sitters = tuple(table.sitters[seat] for seat in table.state.seated)
    known = journal.groups().get(name, sitters)
    if known != sitters:
        names = ", ".join(sitter.name for sitter in known)
        if not sys.stdin.isatty():
            raise BadSetup(
                f"there is a group {name!r} already ({names}): save these players under "
                "another name"
            )
        question = words.say("screen.replace_group", group=name, names=names)
        with keys() as pressed:
            replaces = await agrees(pressed, printable(question))
        if not replaces:
            raise BadSetup(
                f"the group {name!r} stays as it is: save these players under another name"
            )
    await journal.save_group(name, sitters)
