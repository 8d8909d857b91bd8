"""What counts as a turn."""

from cardslinger.rules.events import Event, Fired, Moved
from cardslinger.rules.moves import CARDS_END, CUT, DRAW, LAY, PASS
from cardslinger.rules.state import Phase, State


def begins_turn(state: State, event: Event) -> bool:
    """Whether a turn begins with the event that is about to happen to the state.

    A turn is a card laid in turn or by a cut-in, a press out of choice, a special draw or a pass.
    What follows from it (an extra card, a colour, cards under a Discard All) is the same turn, and
    a turn that is skipped or lost is none.
    """
    if isinstance(event, Fired):
        return not state.owed
    if not isinstance(event, Moved):
        return False
    if event.move < CARDS_END:  # in phase PAY: a Hit is stacked on
        return state.phase in (Phase.TURN, Phase.PAY)
    return CUT <= event.move < LAY or event.move in (DRAW, PASS)
