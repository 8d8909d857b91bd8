"""A match that goes on where its journal ends."""

from cardslinger.bridge import Heard
from cardslinger.table.entries import Entry, LauncherBegan, LauncherRestarted
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
    """What a match has to know before it goes on, if others were played with the launcher since:
    what that has told is theirs, and of a fire that was under way nobody knows the end.

    Raises JournalError.
    """
    heard = table.heard
    if not heard.boot:
        return ()
    latest = _heard_since(history, match)
    if not latest.boot or (latest.boot == heard.boot and latest.number <= heard.number):
        return ()
    entries: list[Entry] = []
    if latest.boot != heard.boot:
        entries.append(LauncherRestarted(latest.boot))
    entries.append(LauncherBegan(latest.boot, latest.number))
    if table.fire and not table.doubt_of(table.fire.id):
        entries.append(in_doubt_of(table.fire, 0))
    return tuple(entries)


def _heard_since(history: History, match: int) -> Heard:
    """What the latest match after this one has heard of a launcher; a damaged one is left out."""
    rows = sorted(history.matches(), key=lambda row: row.last_at_s, reverse=True)
    for row in rows:
        if row.number == match:
            break
        try:
            if (heard := resumed(history, row.number).heard).boot:
                return heard
        except JournalError:
            continue
    return Heard()


def latest_open(history: History) -> int | None:
    """The latest match that is not over. Raises JournalError."""
    for row in reversed(history.matches()):
        if not resumed(history, row.number).over:
            return row.number
    return None
