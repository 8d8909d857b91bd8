"""For whom a table waits: somebody has to be asked, or it goes on by itself."""

from dataclasses import dataclass
from enum import Enum, auto

from cardslinger.rules.state import Phase
from cardslinger.table.table import Table


class Who(Enum):
    NOBODY = auto()  # bots, the launcher, the table itself
    SEAT = auto()  # the person on it
    TABLE = auto()  # whoever sits there
    OVER = auto()  # the match is


@dataclass(frozen=True, slots=True)
class Waits:
    """`seat` is the one that is asked, or for whom a fire goes on; -1 if there is none."""

    who: Who
    seat: int = -1


def waits(table: Table) -> Waits:
    """For whom the table waits now."""
    state = table.state
    if table.over:
        return Waits(Who.OVER)
    if table.pause or (table.lid_open and not table.fire):
        return Waits(Who.TABLE)
    if table.fire:
        seat = table.fire.seat
        return Waits(Who.NOBODY, -1 if seat is None else seat)
    if state.seat >= 0:
        return Waits(Who.NOBODY if table.bot(state.seat) else Who.SEAT, state.seat)
    drawing = state.phase is Phase.DEALER and bool(state.contenders)
    by_itself = drawing or state.phase is Phase.RELOAD or not persons(table)
    return Waits(Who.NOBODY if by_itself and not table.setup.physical else Who.TABLE)


def persons(table: Table) -> tuple[int, ...]:
    """The seats of people."""
    return tuple(seat for seat in table.state.seated if not table.bot(seat))
