"""What comes of a press, or of an exact draw."""

from collections.abc import Callable

import pytest
from cardslinger.rules.events import Fired, Outcome
from cardslinger.rules.launching import fired
from cardslinger.rules.state import Obligation, State, Way, Why

from tests.rules.positions import position


def never() -> int:
    raise AssertionError("an exact draw is no matter of chance")


def table(held: int, *owed: Obligation) -> State:
    state = position("attack", ["R7 R8", "B1 B2"], "Y5")
    del state.hopper[held:]
    state.owed[:] = owed
    return state


@pytest.mark.parametrize(
    ("held", "wanted", "cards", "outcome"),
    [
        (5, 0, 0, Outcome.OK),
        (5, 5, 5, Outcome.OK),
        (5, 6, 5, Outcome.EMPTY),
        (0, 0, 0, Outcome.OK),
        (0, 3, 0, Outcome.EMPTY),
    ],
)
def test_a_press_gives_what_it_wants_or_what_there_is(
    held: int, wanted: int, cards: int, outcome: Outcome
) -> None:
    state = table(held)
    assert fired(state, lambda: wanted) == Fired(state.seat, cards, outcome)


@pytest.mark.parametrize(
    ("way", "press", "cards"),
    [(Way.EXACT, never, 3), (Way.PRESSES, lambda: 1, 1), (Way.UNTIL_CARD, lambda: 0, 0)],
)
def test_only_an_exact_debt_says_how_many(way: Way, press: Callable[[], int], cards: int) -> None:
    state = table(5, Obligation(0, way, 3, Why.HIT_2))
    assert fired(state, press).cards == cards
    state = table(0, Obligation(0, way, 3, Why.HIT_2))
    assert fired(state, press).outcome is (Outcome.EMPTY if cards else Outcome.OK)
