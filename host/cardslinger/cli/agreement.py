"""Questions whose answer is a yes or the end."""

from collections.abc import Sequence

import click

from cardslinger.cli.ask import check_terminal
from cardslinger.flash.errors import NotAgreed
from cardslinger.words.printable import printable


def agree(questions: Sequence[str], yes: bool) -> None:
    """Tell each of what somebody has to agree to, and ask for all of it; not if it is said already.

    Raises NotAgreed, UsageError where there is no terminal.
    """
    if yes or not questions:
        return
    told = "; ".join(questions)
    check_terminal(f"{printable(told)}: --yes agrees to that")
    if not click.confirm(f"{printable(told)}. Go on?", err=True):
        raise NotAgreed("nothing was written")
