"""One card or more, by how long the beam was blocked."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slinger.lengths import GIVEN_AT_ONCE, KEPT, LEARNING, MOTOR_MV, UNLEARN, Lengths
from slinger.limits import LENGTHS_KEPT
from slinger.settings import DEFAULTS

CARD_US = 80_000


def fresh(**settings: int) -> Lengths:
    return Lengths({**DEFAULTS, **settings})


def taught(shares: tuple[float, ...] = (1.0,), cards: int = KEPT, first: bool = False) -> Lengths:
    """Has seen single cards whose lengths are these shares of the usual, in turn."""
    lengths = fresh()
    for number in range(cards):
        share = shares[number % len(shares)]
        assert lengths.cards(int(CARD_US * share), MOTOR_MV, first) == 1
    return lengths


def judged(lengths: Lengths, share: float, first: bool = False) -> int:
    return lengths.cards(round(CARD_US * share), MOTOR_MV, first)


@pytest.mark.parametrize(
    ("share", "cards"),
    [(0.05, 0), (0.59, 0), (0.61, 1), (1.0, 1), (1.15, 1), (1.17, 2), (2.0, 2), (2.6, 3), (3.1, 3)],
)
def test_a_pulse_is_judged_by_its_share_of_a_single_card(share: float, cards: int) -> None:
    assert judged(taught(), share) == cards


@pytest.mark.parametrize(
    ("spread", "room"), [(0.05, 0.16), (0.10, 0.20), (0.16, 0.32), (0.3, 0.35)]
)
def test_the_limit_follows_the_spread_of_the_cards(spread: float, room: float) -> None:
    shares = (1 + spread, 1.0, 1 - spread)
    assert judged(taught(shares), 1 + room - 0.01) == 1
    assert judged(taught(shares), 1 + room + 0.01) == 2


def test_a_pair_that_nobody_noticed_makes_no_room_for_the_next() -> None:
    lengths = taught()
    assert judged(lengths, 1.15) == 1
    assert judged(lengths, 1.20) == 2


def test_before_the_spread_is_known_a_third_more_is_still_one_card() -> None:
    assert judged(taught(cards=LEARNING), 1.34) == 1
    assert judged(taught(cards=LEARNING), 1.37) == 2


def test_nothing_is_judged_before_some_cards_are_known() -> None:
    assert judged(taught(cards=LEARNING - 1), 3) == 1


def test_a_calibrated_machine_judges_from_the_first_card() -> None:
    assert judged(fresh(card_us=CARD_US), 1.25) == 1, "a full hopper may slow it down"
    assert judged(fresh(card_us=CARD_US), 1.9) == 2


@pytest.mark.parametrize("percent", [100, 130, 200])
@pytest.mark.parametrize("step_mv", [20, 700])
def test_a_falling_battery_makes_no_card_a_double(percent: int, step_mv: int) -> None:
    """Of a motor that MOTOR_MV - 100 * MOTOR_MV / percent only just moves."""
    lengths = fresh(battery_percent=percent)
    idle_mv = MOTOR_MV - 100 * MOTOR_MV // percent
    for _ in range(KEPT):
        lengths.cards(CARD_US, MOTOR_MV, False)
    for motor_mv in range(MOTOR_MV, idle_mv + 500, -step_mv):
        blocked_us = CARD_US * (MOTOR_MV - idle_mv) // (motor_mv - idle_mv)
        assert lengths.cards(blocked_us, motor_mv, False) == 1
        assert lengths.cards(2 * blocked_us, motor_mv, False) == 2


def test_a_voltage_at_which_nothing_could_move_is_no_reason_for_doubt() -> None:
    """The reading must be wrong."""
    lengths = fresh(battery_percent=200)
    for _ in range(2 * KEPT):
        assert lengths.cards(CARD_US, 500, False) == 1


def test_the_first_card_of_a_burst_is_measured_by_other_first_cards() -> None:
    lengths = taught()
    for _ in range(KEPT):
        assert judged(lengths, 1.5, first=True) == 1
    assert judged(lengths, 1.8, first=True) == 2
    assert judged(lengths, 1.5) == 2


def test_a_first_card_of_twice_the_others_time_is_two_even_when_no_first_card_is_known() -> None:
    assert judged(taught(), 1.85, first=True) == 1
    assert judged(taught(), 2.0, first=True) == 2


@pytest.mark.parametrize("after", ["loosen", "forget"])
def test_outliers_from_before_a_refill_do_not_make_it_learn_anew(after: str) -> None:
    lengths = Lengths({"battery_percent": 100, "card_us": 70_000})
    for blocked_us in (70_000,) * 6 + (300_000,) * (UNLEARN - 1):
        lengths.cards(blocked_us, MOTOR_MV, False)
    getattr(lengths, after)()
    lengths.cards(300_000, MOTOR_MV, False)
    assert lengths.cards(300_000, MOTOR_MV, False) > 1


def test_outliers_do_not_shift_the_median() -> None:
    lengths = taught()
    for _ in range(UNLEARN - 1):
        assert judged(lengths, 2) == 2
    assert judged(lengths, 1) == 1
    assert judged(lengths, 1.17) == 2


def test_other_cards_are_learnt_anew_after_some_outliers() -> None:
    for lengths in (taught(), fresh(card_us=CARD_US)):
        for _ in range(UNLEARN):
            assert judged(lengths, 0.5) == 0
        for _ in range(LEARNING):
            assert judged(lengths, 0.5) == 1
        assert judged(lengths, 1) == 2


def test_a_full_hopper_slows_cards_down_and_makes_them_no_doubles() -> None:
    lengths = taught()
    lengths.loosen()
    for _ in range(KEPT):
        assert judged(lengths, 1.35) == 1
    assert judged(lengths, 1.6) == 2


def test_two_without_a_gap_are_seen_right_after_a_full_hopper_too() -> None:
    lengths = taught()
    lengths.loosen()
    lengths.loosen()
    assert judged(lengths, 2) == 2


def test_most_pairs_that_lag_by_a_quarter_of_a_card_are_seen_and_single_cards_hardly_doubted() -> (
    None
):
    """Cards spread evenly by 10 %, as the twin's do with a full hopper."""
    chance = random.Random(3)
    lengths, seen, doubted = taught(), 0, 0
    for _ in range(1000):
        for _ in range(9):
            doubted += judged(lengths, chance.uniform(0.91, 1.1)) != 1
        seen += judged(lengths, chance.uniform(0.91, 1.1) * 1.25) == 2
    assert seen > 800
    assert doubted < 9000 / 500


def test_the_last_cards_can_be_read_back_as_they_were_measured() -> None:
    lengths = fresh()
    assert lengths.recent(1) == (1, [])
    for number in range(1, 5):
        lengths.note(1000 * number, 2600 + number, number == 1)
    assert lengths.recent(1) == (
        1,
        [[1000, 2601, 1], [2000, 2602, 0], [3000, 2603, 0], [4000, 2604, 0]],
    )
    assert lengths.recent(4) == (4, [[4000, 2604, 0]])
    assert lengths.recent(5) == (5, [])


@given(st.integers(0, 100), st.integers(-5, 120))
def test_reading_on_from_any_card_gives_each_kept_card_once(noted: int, number: int) -> None:
    lengths = fresh()
    for card in range(1, noted + 1):
        lengths.note(card, MOTOR_MV, False)
    read = []
    while True:
        number, cards = lengths.recent(number)
        assert len(cards) <= GIVEN_AT_ONCE
        if not cards:
            break
        read += [card[0] for card in cards]
        number += len(cards)
    oldest = max(1, noted - LENGTHS_KEPT + 1)
    assert set(read) <= set(range(oldest, noted + 1))
    assert read == list(range(read[0], noted + 1)) if read else number > noted


PULSES = st.lists(
    st.tuples(st.integers(1, 2**28), st.integers(0, 6000), st.booleans(), st.booleans())
)


@given(PULSES, st.integers(0, 250_000), st.integers(0, 200))
def test_any_pulses_at_any_voltage_are_judged(
    pulses: list[tuple[int, int, bool, bool]], card_us: int, percent: int
) -> None:
    lengths = fresh(card_us=card_us, battery_percent=percent)
    for blocked_us, motor_mv, first, loosen in pulses:
        if loosen:
            lengths.loosen()
        assert lengths.cards(blocked_us, motor_mv, first) >= 0


@given(st.lists(st.floats(0.93, 1.07), min_size=20, max_size=60), st.integers(20_000, 200_000))
def test_cards_that_differ_by_less_than_the_least_room_are_never_doubted(
    shares: list[float], card_us: int
) -> None:
    lengths = fresh()
    for share in shares:
        assert lengths.cards(int(share * card_us), MOTOR_MV, False) == 1


def test_another_setting_counts_from_the_next_card_on() -> None:
    settings = {"card_us": 0, "battery_percent": 100}
    lengths = Lengths(settings)
    for _ in range(20):
        lengths.cards(50_000, 2700, False)
    settings["card_us"] = 100_000
    lengths.forget()
    assert lengths.cards(100_000, 2700, False) == 1
    assert lengths.cards(200_000, 2700, False) == 2
