"""A match that goes on where its journal ends."""

from cardslinger.table.errors import JournalError
from cardslinger.table.history import History
from cardslinger.table.table import Table


def resumed(history: History, match: int) -> Table:
    """The table as it was after the last entry. Raises NoMatch, JournalError."""
    table = Table(history.setup(match))
    entries = [kept.entry for kept in history.entries(match)]
    try:
        table.take(entries)
    except (AssertionError, LookupError, StopIteration, TypeError, ValueError) as error:
        raise JournalError(
            f"match {match}, after entry {table.number}: this can't have happened ({error!r}); put "
            "a copy of the journal back, or begin another match"
        ) from error
    return table


def latest_open(history: History) -> int | None:
    """The latest match that is not over. Raises JournalError."""
    for row in reversed(history.matches()):
        if not resumed(history, row.number).over:
            return row.number
    return None
