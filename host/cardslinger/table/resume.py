"""A match that goes on where its journal ends."""

from cardslinger.table.entries import Entry, LauncherBegan
from cardslinger.table.errors import JournalError
from cardslinger.table.hearing import in_doubt_of
from cardslinger.table.history import History
from cardslinger.table.standing import IMPOSSIBLE
from cardslinger.table.table import Table


def resumed(history: History, match: int) -> Table:
    """The table as it was after the last entry. Raises NoMatch, JournalError."""
    table = Table(history.setup(match))
    entries = [kept.entry for kept in history.entries(match)]
    try:
        table.take(entries)
    except IMPOSSIBLE as error:
        raise JournalError(
            f"match {match}, after entry {table.number}: this can't have happened ({error!r}); put "
            "a copy of the journal back, or begin another match"
        ) from error
    return table


def heard_elsewhere(history: History, match: int, table: Table) -> tuple[Entry, ...]:
    """What a match has to know before it goes on, if others were played with the same launcher
    since: what that has told is theirs, and of a fire that was under way nobody knows the end.

    Raises JournalError.
    """
    heard = table.heard
    if not heard.boot:
        return ()
    for row in history.matches():
        if row.number != match:
            other = resumed(history, row.number).heard
            if other.boot == heard.boot and other.number > heard.number:
                heard = other
    if heard is table.heard:
        return ()
    began = LauncherBegan(heard.boot, heard.number)
    return (began, in_doubt_of(table.fire, 0)) if table.fire else (began,)


def latest_open(history: History) -> int | None:
    """The latest match that is not over. Raises JournalError."""
    for row in reversed(history.matches()):
        if not resumed(history, row.number).over:
            return row.number
    return None
