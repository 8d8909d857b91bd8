"""The figures come out of cards that follow the law, and nothing comes out of cards that don't."""

from random import Random

import pytest
from cardslinger.hil.calibration import (
    BATTERY_PERCENT_MAX,
    MOTOR_MV,
    SPREAD_MAX,
    Card,
    fit,
    is_outlier,
)
from cardslinger.hil.errors import BadCards
from hypothesis import assume, given
from hypothesis import strategies as st
from slinger.lengths import LEARNING, Lengths, at_motor_mv
from slinger.settings import DEFAULTS, SPECS

FULL, SLOW = 60, 48
FIRE = 5

times_us = st.integers(20_000, 110_000)
percents = st.integers(0, BATTERY_PERCENT_MAX)
motors_mv = st.integers(2200, 3200)


def cards_by_law(
    card_us: int, percent: int, motor_mv: int = MOTOR_MV, noise: float = 0.0, seed: int = 0
) -> list[Card]:
    """Ten cards of a machine with these figures; those that come first take longer. `motor_mv`:
    what the motor gets at full duty."""
    chance = Random(seed)
    cards = []
    for place in range(2 * FIRE):
        duty = FULL if place < FIRE else SLOW
        millivolts = motor_mv * duty // FULL
        first = place % FIRE == 0
        blocked_us = card_us / (1 + percent / 100 * (millivolts - MOTOR_MV) / MOTOR_MV)
        blocked_us *= (1.3 if first else 1.0) * (1 + chance.uniform(-noise, noise))
        cards.append(Card(duty, first, round(blocked_us), millivolts))
    return cards


@given(times_us, percents, motors_mv)
def test_the_law_is_found_again(card_us: int, percent: int, motor_mv: int) -> None:
    found = fit(cards_by_law(card_us, percent, motor_mv))
    assert found.battery_percent == pytest.approx(percent, abs=1)
    assert found.card_us == pytest.approx(card_us, rel=0.01)


@given(times_us, st.integers(0, 150), motors_mv, st.integers(0, 99))
def test_cards_that_scatter_a_little_give_about_the_same(
    card_us: int, percent: int, motor_mv: int, seed: int
) -> None:
    found = fit(cards_by_law(card_us, percent, motor_mv, 0.02, seed))
    assert found.spread <= SPREAD_MAX
    assert found.card_us == pytest.approx(card_us, rel=0.15)
    assert found.battery_percent == pytest.approx(percent, abs=35)


@given(st.permutations(cards_by_law(50_000, 100)))
def test_the_order_of_the_cards_says_nothing(cards: list[Card]) -> None:
    assert fit(cards) == fit(sorted(cards, key=lambda card: card.percent))


@given(times_us, percents, st.integers(1, 4), st.floats(0.1, 0.5) | st.floats(1.5, 3.0))
def test_a_double_or_half_card_leaves_too_few(
    card_us: int, percent: int, place: int, factor: float
) -> None:
    cards = cards_by_law(card_us, percent)
    odd = cards[place]
    cards[place] = Card(odd.percent, False, round(odd.blocked_us * factor), odd.motor_mv)
    with pytest.raises(BadCards, match="7 cards to go by, 8 are needed: square the cards"):
        fit(cards)


def test_cards_that_differ_too_much_give_nothing() -> None:
    cards = cards_by_law(50_000, 100)
    for place, factor in ((1, 1.25), (2, 0.8), (6, 1.25), (7, 0.8)):
        card = cards[place]
        cards[place] = Card(card.percent, False, round(card.blocked_us * factor), card.motor_mv)
    with pytest.raises(BadCards, match=r"scatter by 16\.\d%, more than 10%: square the cards"):
        fit(cards)


def test_cards_that_are_faster_with_less_power_give_nothing() -> None:
    cards = [Card(FULL, i == 0, 60_000, 2700) for i in range(5)]
    cards += [Card(SLOW, i == 0, 40_000, 2160) for i in range(5)]
    with pytest.raises(BadCards, match="scatter by"):
        fit(cards)


@given(st.lists(st.builds(Card, st.sampled_from([FULL, SLOW]), st.booleans(),
                          st.integers(0, 400_000), st.integers(0, 6000)), max_size=14))  # fmt: skip
def test_any_cards_give_figures_in_range_or_a_reason(cards: list[Card]) -> None:
    try:
        found = fit(cards)
    except BadCards:
        return
    assert found.card_us > 0
    assert 0 <= found.battery_percent <= BATTERY_PERCENT_MAX
    assert 0 <= found.spread <= SPREAD_MAX
    assert found.speed_mm_s(88.0) == pytest.approx(91.0 / found.card_us * 1e6)


@given(times_us, motors_mv)
def test_the_usual_voltage_changes_no_time_and_nothing_follows_at_0_percent(
    blocked_us: int, motor_mv: int
) -> None:
    assert at_motor_mv(blocked_us, MOTOR_MV, 130) == blocked_us
    assert at_motor_mv(blocked_us, motor_mv, 0) == blocked_us
    assert at_motor_mv(blocked_us, motor_mv, 100) == blocked_us * motor_mv // MOTOR_MV


def test_a_result_is_one_that_the_setting_can_be() -> None:
    assert SPECS["battery_percent"][1:] == (0, BATTERY_PERCENT_MAX)


@given(times_us, percents, motors_mv, st.integers(1_000, 400_000))
def test_host_and_firmware_agree_on_what_is_no_single_card(
    card_us: int, percent: int, motor_mv: int, blocked_us: int
) -> None:
    """The firmware at its most lenient, once it knows how the cards run."""
    lengths = Lengths({**DEFAULTS, "card_us": card_us, "battery_percent": percent})
    usual_us = round(card_us / (1 + percent / 100 * (motor_mv - MOTOR_MV) / MOTOR_MV))
    for _ in range(LEARNING):
        assert lengths.cards(usual_us, motor_mv, False) == 1
    card = Card(FULL, False, blocked_us, motor_mv)
    cards = [Card(FULL, False, usual_us, motor_mv)] * 5 + [card]
    assume(min(abs(blocked_us / usual_us - edge) for edge in (0.6, 1.35)) > 0.01)  # rounding
    assert is_outlier(card, cards) == (lengths.cards(blocked_us, motor_mv, False) != 1)
