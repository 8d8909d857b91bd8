"""One card or more, by how long the beam was blocked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slinger.lengths import KEPT, LEARNING, UNLEARN, Lengths

CARD_US = 80_000
FULL_MV = 4500


def taught(card_us: int = CARD_US, cards: int = KEPT) -> Lengths:
    lengths = Lengths()
    for _ in range(cards):
        assert lengths.cards(card_us, FULL_MV, False) == 1
    return lengths


@pytest.mark.parametrize(
    ("share", "cards"),
    [(0.05, 0), (0.59, 0), (0.61, 1), (1.0, 1), (1.34, 1), (1.37, 2), (2.0, 2), (2.6, 3), (3.1, 3)],
)
def test_a_pulse_is_judged_by_its_share_of_a_single_card(share: float, cards: int) -> None:
    assert taught().cards(int(CARD_US * share), FULL_MV, False) == cards


def test_nothing_is_judged_before_some_cards_are_known() -> None:
    lengths = taught(cards=LEARNING - 1)
    assert lengths.cards(3 * CARD_US, FULL_MV, False) == 1


def test_a_calibrated_machine_judges_from_the_first_card() -> None:
    lengths = Lengths(usual=CARD_US * FULL_MV // 1000)
    assert lengths.cards(2 * CARD_US, FULL_MV, False) == 2


def test_a_falling_battery_makes_no_card_a_double() -> None:
    lengths = taught()
    for battery_mv in range(FULL_MV, 3000, -100):
        assert lengths.cards(CARD_US * FULL_MV // battery_mv, battery_mv, False) == 1


def test_the_first_card_of_a_burst_is_measured_by_other_first_cards() -> None:
    lengths = taught()
    for _ in range(LEARNING):
        assert lengths.cards(2 * CARD_US, FULL_MV, True) == 1
    assert lengths.cards(4 * CARD_US, FULL_MV, True) == 2
    assert lengths.cards(2 * CARD_US, FULL_MV, False) == 2


def test_outliers_do_not_shift_the_median() -> None:
    lengths = taught()
    for _ in range(UNLEARN - 1):
        assert lengths.cards(2 * CARD_US, FULL_MV, False) == 2
    assert lengths.usual == CARD_US * FULL_MV // 1000


def test_other_cards_are_learnt_anew_after_some_outliers() -> None:
    lengths = taught()
    for _ in range(UNLEARN):
        assert lengths.cards(CARD_US // 2, FULL_MV, False) == 0
    assert lengths.usual == 0
    for _ in range(LEARNING + 1):
        assert lengths.cards(CARD_US // 2, FULL_MV, False) == 1


@given(st.lists(st.tuples(st.integers(1, 2**28), st.integers(0, 6000), st.booleans())))
def test_any_pulses_at_any_voltage_are_judged(pulses: list[tuple[int, int, bool]]) -> None:
    lengths = Lengths()
    for blocked_us, battery_mv, first in pulses:
        assert lengths.cards(blocked_us, battery_mv, first) >= 0
