"""Who sits where, as written after `--seats`: "North,East,bot,bot:random"."""

from cardslinger.rules.bots import USUAL_BOT
from cardslinger.rules.ruleset import PLAYERS_MAX, PLAYERS_MIN
from cardslinger.table.errors import BadSetup
from cardslinger.table.setup import Sitter

BOT = "bot"


def parse_seats(text: str) -> dict[int, Sitter]:
    """The sitters of seats 0, 1, ...: a name is a person, `bot` a bot, `bot:random` such a one.

    Raises BadSetup for more than there is room for, where nothing stands between two commas, and
    for a name that can't be printed.
    """
    written = text.split(",")
    if len(written) > PLAYERS_MAX:
        raise BadSetup(
            f"--seats names {len(written)} players: it is {PLAYERS_MIN} to {PLAYERS_MAX} players"
        )
    sitters: dict[int, Sitter] = {}
    bots = 0
    for seat, word in enumerate(written):
        name, _, kind = word.strip().partition(":")
        if name == BOT:
            bots += 1
            sitters[seat] = Sitter(f"Bot {bots}", kind or USUAL_BOT)
        elif not name:
            raise BadSetup(f"--seats {text!r}: seat {seat} has no name; write `bot` for a bot")
        elif not word.strip().isprintable():
            raise BadSetup(
                f"{word.strip()!r} is no name: letters, digits and signs that can be printed, and "
                "no joined ones"
            )
        else:
            sitters[seat] = Sitter(word.strip())
    return sitters


def next_bot(names: set[str]) -> int:
    """The number of the next bot that sits down among these."""
    number = 1
    while f"Bot {number}" in names:
        number += 1
    return number
