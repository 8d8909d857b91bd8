"""What comes of a press: the launcher's side of a fire, for a hopper whose cards are known."""

from collections.abc import Callable

from cardslinger.rules.events import Fired, Outcome
from cardslinger.rules.state import State, Way

_EXACT = Way.EXACT  # bound once: reading a member off its enum costs CPython 3.11 some 60 ns


def fired(state: State, wanted: Callable[[], int]) -> Fired:
    """What the launcher gives the seat that has to press; `wanted()` says how many cards a press
    would like to give, and is asked only where chance decides.

    An exact draw wants what is owed. Never more comes than the hopper holds: less is EMPTY.
    """
    exact = state.owed and state.owed[0].way is _EXACT
    cards = state.owed[0].amount if exact else wanted()
    held = len(state.hopper)
    if cards <= held:
        return Fired(state.seat, cards)
    return Fired(state.seat, held, Outcome.EMPTY)
