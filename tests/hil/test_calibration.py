"""The figures come out of cards that follow the law, and nothing comes out of cards that don't."""

from random import Random

import pytest
from cardslinger.hil.calibration import (
    BATTERY_PERCENT_MAX,
    NORMAL_MV,
    SPREAD_MAX,
    Card,
    fit,
    normal_us,
)
from cardslinger.hil.errors import BadCards
from hypothesis import given
from hypothesis import strategies as st

FULL, SLOW = 60, 48
FIRE = 5

times_us = st.integers(20_000, 110_000)
percents = st.integers(0, BATTERY_PERCENT_MAX)
batteries_mv = st.integers(3300, 5600)


def cards_by_law(
    card_us: int, percent: int, batteries_mv: list[int], noise: float = 0.0, seed: int = 0
) -> list[Card]:
    """Ten cards of a machine with these figures; those that come first take longer."""
    chance = Random(seed)
    cards = []
    for place, battery_mv in enumerate(batteries_mv):
        duty = FULL if place < FIRE else SLOW
        volts = battery_mv * duty / FULL / NORMAL_MV
        first = place % FIRE == 0
        blocked_us = card_us / (1 + percent / 100 * (volts - 1)) * (1.3 if first else 1.0)
        blocked_us *= 1 + chance.uniform(-noise, noise)
        cards.append(Card(duty, first, round(blocked_us), battery_mv))
    return cards


@given(times_us, percents, st.lists(batteries_mv, min_size=10, max_size=10))
def test_the_law_is_found_again(card_us: int, percent: int, millivolts: list[int]) -> None:
    """The battery sags alike in both fires: one that jumps about by a volt is no battery."""
    steady = [4000 + (mv - 4000) // 20 for mv in millivolts]
    found = fit(cards_by_law(card_us, percent, steady), FULL)
    assert found.battery_percent == pytest.approx(percent, abs=10)
    assert found.card_us == pytest.approx(card_us, rel=0.03)


@given(times_us, percents)
def test_the_figures_can_be_meant_for_the_lower_duty(card_us: int, percent: int) -> None:
    cards = cards_by_law(card_us, percent, [4200] * 10)
    faster = [Card(75 if c.percent == FULL else FULL, c.first, c.blocked_us, 4200) for c in cards]
    found = fit(faster, FULL)
    assert found.card_us > card_us or percent == 0
    assert found == fit(list(reversed(faster)), FULL)


@given(times_us, st.integers(0, 150), batteries_mv, st.integers(0, 99))
def test_cards_that_scatter_a_little_give_about_the_same(
    card_us: int, percent: int, battery_mv: int, seed: int
) -> None:
    found = fit(cards_by_law(card_us, percent, [battery_mv] * 10, 0.02, seed), FULL)
    assert found.spread <= SPREAD_MAX
    assert found.card_us == pytest.approx(card_us, rel=0.15)
    assert found.battery_percent == pytest.approx(percent, abs=35)


@given(times_us, percents, st.integers(1, 4), st.floats(0.1, 0.5) | st.floats(1.5, 3.0))
def test_a_double_or_half_card_leaves_too_few(
    card_us: int, percent: int, place: int, factor: float
) -> None:
    cards = cards_by_law(card_us, percent, [4200] * 10)
    odd = cards[place]
    cards[place] = Card(odd.percent, False, round(odd.blocked_us * factor), odd.battery_mv)
    with pytest.raises(BadCards, match="7 cards to go by, 8 are needed: square the cards"):
        fit(cards, FULL)


def test_cards_that_differ_too_much_give_nothing() -> None:
    cards = cards_by_law(50_000, 100, [4200] * 10)
    cards[2] = Card(FULL, False, round(cards[2].blocked_us * 1.25), 4200)
    with pytest.raises(BadCards, match=r"differ by 2\d% of their time, more than 10%"):
        fit(cards, FULL)


def test_cards_that_are_faster_with_less_power_give_nothing() -> None:
    cards = [Card(FULL, i == 0, 60_000, 4200) for i in range(5)]
    cards += [Card(SLOW, i == 0, 40_000, 4200) for i in range(5)]
    with pytest.raises(BadCards, match="differ by"):
        fit(cards, FULL)


@given(st.lists(st.builds(Card, st.sampled_from([FULL, SLOW]), st.booleans(),
                          st.integers(0, 400_000), st.integers(0, 6000)), max_size=14))  # fmt: skip
def test_any_cards_give_figures_in_range_or_a_reason(cards: list[Card]) -> None:
    try:
        found = fit(cards, FULL)
    except BadCards:
        return
    assert found.card_us > 0
    assert 0 <= found.battery_percent <= BATTERY_PERCENT_MAX
    assert 0 <= found.spread <= SPREAD_MAX
    assert found.speed_mm_s(88.0) == pytest.approx(91.0 / found.card_us * 1e6)


@given(times_us, batteries_mv)
def test_a_normal_battery_changes_no_time_and_nothing_follows_at_0_percent(
    blocked_us: int, battery_mv: int
) -> None:
    assert normal_us(blocked_us, NORMAL_MV, 130) == blocked_us
    assert normal_us(blocked_us, battery_mv, 0) == blocked_us
    assert normal_us(blocked_us, battery_mv, 100) == blocked_us * battery_mv // NORMAL_MV
