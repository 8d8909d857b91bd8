"""What the table needs of the launcher now."""

from dataclasses import dataclass
from enum import StrEnum

from slinger.arms import PRESSES_MAX
from slinger.signals import ARMED, YOUR_PRESS

from cardslinger.rules.decide import FIRE_MAX
from cardslinger.rules.legal import legal
from cardslinger.rules.moves import PRESS
from cardslinger.rules.state import Phase, Way
from cardslinger.table.table import Table


class Kind(StrEnum):
    NOTHING = "nothing"
    PRESSES = "presses"  # a person's, at the button
    CARDS = "cards"  # exactly so many, by order


@dataclass(frozen=True, slots=True)
class Need:
    """`amount` presses or cards of the seat; `light` is the button's. A `due` one is owed; else
    the seat may press, or do something else."""

    kind: Kind = Kind.NOTHING
    seat: int = -1
    amount: int = 0
    light: str = ARMED
    due: bool = False


NOTHING = Need()


def need(table: Table) -> Need:
    """Nothing while the game stands still, a fire is under way, or somebody has to choose."""
    state = table.state
    if table.pause or table.fire or table.lid_open or state.seat < 0:
        return NOTHING
    due = state.owed[0] if state.phase is Phase.PAY else None
    if due and due.way is Way.EXACT:
        return Need(Kind.CARDS, due.seat, min(due.amount, FIRE_MAX), due=True)
    if table.bot(state.seat) or PRESS not in legal(state):
        return NOTHING  # a bot says itself that it presses
    if due is None:
        return Need(Kind.PRESSES, state.seat, 1, ARMED)
    presses = due.amount if due.way is Way.PRESSES else 1
    return Need(Kind.PRESSES, due.seat, min(presses, PRESSES_MAX), YOUR_PRESS, due=True)
