"""A match that goes on where its journal ends."""

from cardslinger.table.history import History
from cardslinger.table.table import Table


def resumed(history: History, match: int) -> Table:
    """The table as it was after the last entry. Raises NoMatch, JournalError."""
    table = Table(history.setup(match))
    table.take([kept.entry for kept in history.entries(match)])
    return table


def latest_open(history: History) -> int | None:
    """The latest match that is not over. Raises JournalError."""
    for row in reversed(history.matches()):
        if not resumed(history, row.number).over:
            return row.number
    return None
