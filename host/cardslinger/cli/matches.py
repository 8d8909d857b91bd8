"""Which match of a journal goes on."""

from cardslinger.table.errors import BadSetup, NoMatch
from cardslinger.table.history import History
from cardslinger.table.resume import latest_open, resumed
from cardslinger.table.table import Table


def find_match(journal: History, number: int | None) -> tuple[int, Table]:
    """A match that is not over, as the journal has it; without a number the latest.

    Raises NoMatch, or BadSetup for a match that is over.
    """
    if number is not None:
        table = resumed(journal, number)
        if table.over:
            raise BadSetup(f"match {number} is over: begin another one, without --match")
        return number, table
    latest = latest_open(journal)
    if latest is None:
        raise NoMatch("there is no match to go on with: begin one, without --resume")
    return latest, resumed(journal, latest)
