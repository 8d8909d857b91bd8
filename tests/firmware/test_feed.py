"""Feeding: exactly the cards that were wanted, or the reason why not; the motor never too long."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slinger.feed import (
    BLOCKED,
    BRAKE,
    DRIVE,
    DRIVER,
    JAM,
    LID,
    NO_CARD,
    OFF,
    OK,
    OVER,
    REVERSE,
    SENSOR,
    SUSPECT,
    TURN_MS,
    Feed,
)
from slinger.limits import (
    BATTERY_MV,
    DUTY_MAX_PERCENT,
    MOTOR_ON_MAX_MS,
    MOTOR_REST_MS,
    NOISE_MAX,
    SETTLE_MAX_MS,
    STALL_REST_MS,
    TRAIL_MAX_MS,
)
from slinger.settings import DEFAULTS

LEAD_MS, TRAIL_MS, SETTLE_MS = (DEFAULTS[name] for name in ("lead_ms", "trail_ms", "settle_ms"))
REVERSE_MS, RAMP_MS = DEFAULTS["reverse_ms"], DEFAULTS["ramp_ms"]
ON = (DRIVE, REVERSE)


class Bench:
    """Drives a Feed as the application does: a step at each edge and at each time-out."""

    def __init__(self, wanted: int, leading: int = 0, trailing: int = 0, **settings: int) -> None:
        self.feed = Feed({**DEFAULTS, **settings})
        self.blocked_since_ms = self.drawn_back = 0
        self.lengths_us: dict[int, int] = {}
        self.now_ms, self.leading, self.trailing, self.noise = 0, leading, trailing, 0
        self.on_since_ms: int | None = None
        self.longest_on_ms = self.stopped_ms = 0
        self.start(wanted)

    def start(self, wanted: int, percent: int | None = None) -> None:
        drives = wanted > 0 and self.feed.may_drive(self, self.now_ms)
        self.feed.start(wanted, self, self.now_ms, percent)
        assert (self.feed.motor == DRIVE) == drives
        self._watch_motor()

    def blocked_us(self, number: int) -> int:
        return self.lengths_us[number]

    def blocked_ms(self) -> int:
        return self.now_ms - self.blocked_since_ms if self.leading > self.trailing else 0

    def _watch_motor(self) -> None:
        if self.feed.motor in ON:
            assert 0 < self.feed.duty_percent(self.now_ms) <= DUTY_MAX_PERCENT
            if self.on_since_ms is None:
                self.on_since_ms = self.now_ms
            self.longest_on_ms = max(self.longest_on_ms, self.now_ms - self.on_since_ms)
        elif self.on_since_ms is not None:
            self.on_since_ms = None
            self.stopped_ms = self.now_ms

    def _step(self, at_ms: int) -> None:
        self.now_ms = at_ms
        self._watch_motor()
        drove = self.feed.motor == DRIVE
        self.feed.step(self, at_ms)
        if not drove and self.feed.motor == DRIVE:
            assert self.feed.cards < self.feed.wanted, "it starts again only for cards still wanted"
        self._watch_motor()

    def stop(self, verdict: str) -> None:
        self.feed.stop(verdict, self.now_ms)
        self._watch_motor()

    def pass_time(self, ms: int) -> None:
        until_ms = self.now_ms + ms
        while self.feed.busy:
            due_ms = self.now_ms + self.feed.wait_ms(self.now_ms)
            if due_ms > until_ms:
                break
            self._step(due_ms)
        self.now_ms = max(self.now_ms, until_ms)

    def edge(self) -> None:
        """A card reaches the beam, or leaves it."""
        if self.leading > self.trailing:
            self.trailing += 1
            self.drawn_back += self.feed.going_back
            self.lengths_us[self.trailing] = (self.now_ms - self.blocked_since_ms) * 1000
        else:
            self.leading += 1
            self.blocked_since_ms = self.now_ms
        if self.feed.busy:
            self._step(self.now_ms)

    def card(self, gap_ms: int = 20, blocked_ms: int = 70) -> None:
        self.pass_time(gap_ms)
        self.edge()
        self.pass_time(blocked_ms)
        self.edge()

    def finish(self) -> str:
        self.pass_time(100_000)
        assert not self.feed.busy
        assert self.feed.motor == OFF
        return str(self.feed.outcome)


def test_the_motor_stops_when_the_last_wanted_card_has_left_the_beam() -> None:
    bench = Bench(2)
    bench.card()
    assert bench.feed.motor == DRIVE
    bench.card()
    assert bench.feed.motor == BRAKE
    assert bench.finish() == OK
    assert bench.feed.cards == 2


def test_nothing_wanted_never_starts_the_motor() -> None:
    bench = Bench(0)
    assert not bench.feed.busy
    assert (bench.feed.motor, bench.feed.outcome) == (OFF, OK)


def test_a_beam_that_is_blocked_before_the_start_never_starts_the_motor() -> None:
    bench = Bench(3, leading=5, trailing=4)
    assert not bench.feed.busy
    assert (bench.feed.motor, bench.feed.outcome) == (OFF, BLOCKED)


def test_no_card_in_time_is_said_and_counts_stay_right() -> None:
    bench = Bench(3, retries=0)
    bench.card()
    bench.pass_time(LEAD_MS - 1)
    assert bench.feed.motor == DRIVE
    bench.pass_time(1)
    assert bench.feed.motor == BRAKE
    assert bench.finish() == NO_CARD
    assert bench.feed.cards == 1


def test_a_card_stuck_in_the_beam_stops_the_motor_within_the_limit() -> None:
    bench = Bench(3)
    bench.pass_time(20)
    bench.edge()
    bench.pass_time(TRAIL_MS - 1)
    assert bench.feed.motor == DRIVE
    bench.pass_time(1)
    assert bench.feed.motor == BRAKE
    assert bench.finish() == JAM
    assert TRAIL_MAX_MS < 250


def test_time_outs_restart_with_every_card() -> None:
    """Case 1: a deal of 20 slow cards is not cut short by a time-out over the whole deal."""
    bench = Bench(20)
    for _ in range(20):
        if bench.feed.motor == BRAKE:  # a rest between two bursts
            bench.pass_time(MOTOR_REST_MS)
        bench.card(gap_ms=LEAD_MS - 10, blocked_ms=TRAIL_MS - 10)
    assert bench.finish() == OK
    assert bench.feed.cards == 20
    assert bench.longest_on_ms <= MOTOR_ON_MAX_MS


def test_a_card_that_slips_through_while_braking_is_counted_and_said() -> None:
    bench = Bench(1)
    bench.card()
    bench.card()
    assert bench.finish() == OVER
    assert bench.feed.cards == 2


def test_a_card_left_half_out_after_braking_is_a_jam() -> None:
    bench = Bench(1)
    bench.card()
    bench.pass_time(20)
    bench.edge()
    assert bench.finish() == JAM
    assert bench.feed.cards == 1


def test_a_card_that_is_still_in_the_beam_while_braking_gets_its_time_to_leave() -> None:
    bench = Bench(1)
    bench.card()
    bench.card(gap_ms=SETTLE_MS - 5, blocked_ms=TRAIL_MS - 5)
    assert bench.finish() == OVER
    assert bench.feed.cards == 2


def test_the_last_card_may_come_in_a_rest_and_no_other_is_driven_out() -> None:
    bench = Bench(5)
    while bench.feed.motor == DRIVE:
        bench.card(gap_ms=LEAD_MS - 10, blocked_ms=TRAIL_MS - 10)
    assert bench.feed.cards == 4
    bench.card(gap_ms=10, blocked_ms=50)
    assert bench.finish() == OK
    assert bench.feed.cards == 5


def test_a_chattering_sensor_stops_the_motor() -> None:
    bench = Bench(3)
    bench.card()
    bench.noise += NOISE_MAX + 1
    bench.card()
    assert bench.feed.motor != DRIVE
    assert bench.finish() == SENSOR


def test_the_motor_rests_over_the_end_of_a_fire_too() -> None:
    """Fires one right after the other share the three seconds of one burst."""
    bench = Bench(20)
    for _ in range(20):
        bench.card(gap_ms=50, blocked_ms=70)
    bench.pass_time(SETTLE_MS)
    assert not bench.feed.busy
    bench.start(5)
    assert bench.feed.motor == BRAKE
    bench.pass_time(MOTOR_REST_MS)
    assert bench.feed.motor == DRIVE


def test_a_fire_after_a_rest_drives_at_once() -> None:
    bench = Bench(20)
    for _ in range(20):
        bench.card(gap_ms=50, blocked_ms=70)
    bench.pass_time(MOTOR_REST_MS)
    bench.start(5)
    assert bench.feed.motor == DRIVE


def test_a_card_that_does_not_come_gets_a_short_reverse_and_another_try() -> None:
    bench = Bench(1)
    bench.pass_time(LEAD_MS)
    assert bench.feed.motor == BRAKE
    bench.pass_time(TURN_MS)
    assert bench.feed.motor == REVERSE
    bench.pass_time(REVERSE_MS)
    assert bench.feed.motor == BRAKE
    bench.pass_time(TURN_MS)
    assert bench.feed.motor == DRIVE
    bench.card()
    assert bench.finish() == OK
    assert bench.feed.tries == 1


def test_after_the_retries_it_gives_up() -> None:
    bench = Bench(1)
    assert bench.finish() == NO_CARD
    assert bench.feed.tries == DEFAULTS["retries"]


def test_retries_count_anew_with_every_card() -> None:
    bench = Bench(3)
    for _ in range(3):
        for _ in range(DEFAULTS["retries"]):
            while bench.feed.motor != REVERSE:
                bench.pass_time(10)
            while bench.feed.motor != DRIVE:
                bench.pass_time(10)
        bench.card()
    assert bench.finish() == OK
    assert bench.feed.tries == 3 * DEFAULTS["retries"]


def test_a_card_that_comes_while_the_motor_turns_round_needs_no_reverse() -> None:
    bench = Bench(2)
    bench.pass_time(LEAD_MS)
    bench.card(gap_ms=5, blocked_ms=30)
    assert bench.feed.motor == DRIVE
    bench.card()
    assert bench.finish() == OK


def test_a_card_drawn_back_through_the_beam_is_not_fired_but_casts_doubt() -> None:
    """It may have coasted out all the same: the beam looks alike from both sides."""
    bench = Bench(1)
    bench.pass_time(LEAD_MS + TURN_MS)
    assert bench.feed.motor == REVERSE
    bench.card(gap_ms=10, blocked_ms=50)
    assert bench.feed.cards == 0
    while bench.feed.motor != DRIVE:
        bench.pass_time(10)
    bench.card()
    assert bench.finish() == SUSPECT
    assert (bench.feed.cards, bench.feed.maybe) == (1, 2)
    bench.start(1)
    bench.card()
    assert bench.finish() == OK


def test_a_card_stuck_in_the_beam_is_not_pulled_about() -> None:
    bench = Bench(1)
    bench.pass_time(20)
    bench.edge()
    bench.pass_time(TRAIL_MS)
    assert bench.feed.motor == BRAKE
    assert bench.finish() == JAM
    assert bench.feed.tries == 0


def jam(bench: Bench) -> None:
    bench.pass_time(20)
    bench.edge()
    bench.pass_time(TRAIL_MS)


def driver_fault(bench: Bench) -> None:
    bench.stop(DRIVER)


def no_card(bench: Bench) -> None:
    """Nothing comes."""


@pytest.mark.parametrize("stall", [jam, driver_fault, no_card])
def test_after_a_stall_the_next_fire_waits_until_the_motor_has_cooled_down(
    stall: Callable[[Bench], None],
) -> None:
    """As often as it happens: each stall costs the whole pause."""
    bench = Bench(1)
    for _ in range(3):
        stall(bench)
        while bench.feed.busy:
            bench.pass_time(1)
        bench.trailing = bench.leading  # a hand takes the card out
        bench.start(1)
        assert bench.feed.motor == BRAKE
        bench.pass_time(STALL_REST_MS - (bench.now_ms - bench.stopped_ms) - 1)
        assert bench.feed.motor == BRAKE
        bench.pass_time(1)
        assert bench.feed.motor == DRIVE


@pytest.mark.parametrize("verdict", [LID, DRIVER])
def test_an_open_lid_or_a_fault_of_the_driver_stops_the_motor_at_once(verdict: str) -> None:
    bench = Bench(5)
    bench.card()
    bench.stop(verdict)
    assert bench.feed.motor == BRAKE
    assert bench.finish() == verdict
    assert bench.feed.cards == 1


@pytest.mark.parametrize("verdict", [LID, DRIVER, SENSOR])
def test_a_fault_that_is_reported_again_and_again_does_not_keep_the_feed_busy(
    verdict: str,
) -> None:
    bench = Bench(5)
    for _ in range(SETTLE_MS // 10):
        bench.stop(verdict)
        bench.pass_time(10)
    assert (bench.feed.busy, bench.feed.outcome) == (False, verdict)


def test_the_first_fault_is_the_one_that_is_said() -> None:
    bench = Bench(5)
    bench.stop(DRIVER)
    bench.stop(LID)
    assert bench.finish() == DRIVER


def test_the_lid_opened_while_the_roller_comes_to_rest_is_said() -> None:
    bench = Bench(1)
    bench.card()
    bench.stop(LID)
    assert bench.finish() == LID
    assert bench.feed.cards == 1


def test_a_sensor_that_chatters_while_the_roller_comes_to_rest_is_said() -> None:
    bench = Bench(1)
    bench.card()
    bench.noise += NOISE_MAX + 1
    assert bench.finish() == SENSOR


def test_edges_without_end_after_braking_end_the_feed_all_the_same() -> None:
    bench = Bench(1)
    bench.card()
    stopped_ms = bench.now_ms
    while bench.feed.busy:
        bench.card(gap_ms=30, blocked_ms=30)
    assert bench.feed.outcome == SENSOR
    assert bench.now_ms - stopped_ms <= SETTLE_MAX_MS + 60


@pytest.mark.parametrize("blocked", [True, False])
def test_one_late_look_is_enough_to_stop_the_motor(blocked: bool) -> None:
    bench = Bench(3, retries=0)
    if blocked:
        bench.pass_time(20)
        bench.edge()
    bench._step(bench.now_ms + 5000)
    assert bench.feed.motor == BRAKE
    assert bench.finish() == (JAM if blocked else NO_CARD)


def test_a_look_that_comes_late_gives_a_stuck_card_no_more_time() -> None:
    """The sensor knows when the card came, however busy the program was."""
    bench = Bench(3)
    bench.pass_time(20)
    bench.leading += 1
    bench.blocked_since_ms = bench.now_ms
    bench._step(bench.now_ms + 60)
    bench.pass_time(TRAIL_MS - 60 - 1)
    assert bench.feed.motor == DRIVE
    bench.pass_time(1)
    assert bench.feed.motor == BRAKE


def test_a_look_that_comes_late_does_not_make_the_burst_longer() -> None:
    bench = Bench(112)
    while bench.now_ms < MOTOR_ON_MAX_MS - LEAD_MS - TRAIL_MS - 100:
        bench.card()
    bench.now_ms = MOTOR_ON_MAX_MS - 100
    bench.edge()
    bench.pass_time(99)
    assert bench.feed.motor == DRIVE
    bench.pass_time(1)
    assert bench.feed.motor == BRAKE
    assert bench.longest_on_ms == MOTOR_ON_MAX_MS


# -- what the count is worth --------------------------------------------------------------------


def test_after_a_jam_the_card_before_it_may_still_lie_in_the_exit() -> None:
    bench = Bench(5)
    bench.card()
    bench.card()
    jam(bench)
    assert bench.finish() == JAM
    assert (bench.feed.cards, bench.feed.maybe) == (2, 1)


def test_a_jam_of_the_first_card_leaves_no_doubt_of_this_fire() -> None:
    bench = Bench(5)
    jam(bench)
    assert bench.finish() == JAM
    assert (bench.feed.cards, bench.feed.maybe) == (0, None)


def test_a_card_that_rolls_into_the_beam_after_the_last_one_leaves_no_doubt() -> None:
    bench = Bench(1)
    bench.card()
    bench.pass_time(20)
    bench.edge()
    assert bench.finish() == JAM
    assert (bench.feed.cards, bench.feed.maybe) == (1, None)


def test_what_leaves_the_beam_by_itself_after_a_jam_may_be_two_cards() -> None:
    bench = Bench(5)
    bench.card()
    jam(bench)
    bench.pass_time(50)
    bench.edge()
    assert bench.finish() == JAM
    assert (bench.feed.cards, bench.feed.maybe) == (2, 3)


def test_a_jam_casts_no_doubt_on_the_next_fire() -> None:
    bench = Bench(5)
    jam(bench)
    bench.finish()
    bench.trailing = bench.leading
    bench.now_ms = bench.stopped_ms + 1000
    bench.start(1)
    assert bench.feed.motor == BRAKE
    bench.card()
    assert bench.finish() == OK
    assert bench.feed.maybe is None


def test_after_an_empty_hopper_slower_cards_are_no_doubles() -> None:
    bench = Bench(20)
    for _ in range(15):
        bench.card()
    assert bench.finish() == NO_CARD
    bench.start(15)
    for _ in range(15):
        bench.card(blocked_ms=95)
    assert bench.finish() == OK


def test_an_empty_hopper_is_said_even_when_the_count_is_in_doubt() -> None:
    bench = Bench(12)
    for _ in range(5):
        bench.card()
    bench.card(blocked_ms=140)
    assert bench.finish() == NO_CARD
    assert (bench.feed.cards, bench.feed.maybe) == (6, 7)


# -- the duty -----------------------------------------------------------------------------------


def settled_duty(bench: Bench, battery_mv: int) -> int:
    bench.feed.battery_mv = battery_mv
    for _ in range(20):
        bench.card()
    return int(bench.feed.duty_percent(bench.now_ms + RAMP_MS))


@pytest.mark.parametrize(
    ("battery_mv", "percent"),
    [(5000, 60), (BATTERY_MV, 60), (4000, 67), (3600, 75), (3000, 90), (2000, 90), (0, 90)],
)
def test_the_duty_rises_as_the_battery_falls_up_to_its_ceiling(
    battery_mv: int, percent: int
) -> None:
    assert settled_duty(Bench(112), battery_mv) in (percent, percent - 1)


def test_a_battery_that_was_weak_at_power_on_starts_with_more_duty() -> None:
    assert Feed(DEFAULTS, 3600).first_duty_percent == 75 // 2
    assert Feed({**DEFAULTS, "ramp_ms": 0}, 3600).first_duty_percent == 75


def test_a_reading_that_falls_at_once_raises_the_duty_bit_by_bit() -> None:
    """More duty draws more current, and the battery breaks down under a step of it."""
    bench = Bench(112)
    bench.card()
    bench.feed.battery_mv = 3000
    duties = [bench.feed.duty_percent(bench.now_ms)]
    for _ in range(4):
        bench.card()
        duties.append(bench.feed.duty_percent(bench.now_ms))
    assert duties == sorted(duties)
    assert max(after - before for before, after in pairwise(duties)) <= 20
    assert duties[-1] >= 85


@pytest.mark.parametrize(("percent", "duty"), [(45, 45), (80, 80), (100, DUTY_MAX_PERCENT)])
def test_a_feed_that_measures_drives_with_a_duty_of_its_own(percent: int, duty: int) -> None:
    bench = Bench(0)
    bench.start(2, percent)
    assert bench.feed.duty_percent(bench.now_ms + RAMP_MS) == duty
    bench.card()
    bench.card()
    assert bench.finish() == OK
    bench.start(1)
    assert bench.feed.duty_percent(bench.now_ms + RAMP_MS) == DEFAULTS["drive_percent"]


def test_cards_whose_length_says_nothing_are_counted_apart() -> None:
    bench = Bench(4)
    for _ in range(4):
        bench.card()
    assert bench.finish() == OK
    assert bench.feed.unjudged == 4, "nothing to compare with but what came a moment ago"
    bench.start(4)
    for _ in range(4):
        bench.card()
    assert bench.finish() == OK
    assert bench.feed.unjudged == 0
    bench.start(2, 40)
    bench.card()
    bench.card()
    assert bench.finish() == OK
    assert bench.feed.unjudged == 2, "at a speed of their own"
    bench.start(1)
    bench.card()
    bench.card(gap_ms=10)
    assert bench.finish() == OVER
    assert bench.feed.unjudged == 1, "slower and slower while braking"


def test_a_feed_that_measures_notes_lengths_and_learns_nothing_from_them() -> None:
    bench = Bench(6)
    for _ in range(6):
        bench.card()
    bench.finish()
    bench.start(5, 40)
    for _ in range(5):
        bench.card(blocked_ms=130)
    assert bench.finish() == OK
    bench.start(3)
    bench.card()
    bench.card()
    bench.card(blocked_ms=140)
    assert bench.finish() == SUSPECT
    number, cards = bench.feed.lengths.recent(7)
    assert number == 7
    assert cards[:3] == [[130_000, 1800, 1], [130_000, 1800, 0], [130_000, 1800, 0]]
    assert cards[5] == [70_000, 2700, 1]


def test_the_start_is_soft() -> None:
    bench = Bench(1)
    duties = []
    for _ in range(10):
        duties.append(bench.feed.duty_percent(bench.now_ms))
        bench.pass_time(RAMP_MS // 10)
    duties.append(bench.feed.duty_percent(bench.now_ms))
    assert duties == sorted(duties)
    assert duties[0] == DEFAULTS["drive_percent"] // 2
    assert duties[-1] == DEFAULTS["drive_percent"]


def test_two_cards_without_a_gap_are_suspect_and_no_further_one_is_driven_out() -> None:
    bench = Bench(6)
    for _ in range(4):
        bench.card(blocked_ms=70)
    bench.card(blocked_ms=140)
    assert bench.finish() == SUSPECT
    assert (bench.feed.cards, bench.feed.maybe) == (5, 6)


def test_a_part_of_a_card_is_suspect() -> None:
    bench = Bench(6)
    for _ in range(5):
        bench.card(blocked_ms=70)
    bench.card(blocked_ms=20)
    assert bench.finish() == SUSPECT
    assert (bench.feed.cards, bench.feed.maybe) == (6, 5)


def test_a_card_drawn_back_into_the_beam_is_driven_no_longer_than_a_stuck_one() -> None:
    bench = Bench(1, reverse_ms=400)
    bench.pass_time(LEAD_MS + TURN_MS)
    bench.pass_time(10)
    bench.edge()
    bench.pass_time(TRAIL_MS - 1)
    assert bench.feed.motor == REVERSE
    bench.pass_time(1)
    assert bench.feed.motor == BRAKE


def test_counts_go_on_from_where_the_sensor_stands() -> None:
    bench = Bench(1, leading=41, trailing=41)
    bench.card()
    assert bench.finish() == OK
    assert bench.feed.cards == 1


@given(
    st.integers(0, 112),
    st.lists(st.tuples(st.integers(0, 600), st.integers(0, 400)), max_size=150),
)
def test_any_cards_at_any_time(wanted: int, cards: list[tuple[int, int]]) -> None:
    """The motor is never on too long, is off when the feed is over, and no card is forgotten."""
    bench = Bench(wanted)
    seen = 0
    for gap_ms, blocked_ms in cards:
        if not bench.feed.busy:
            break
        bench.pass_time(gap_ms)
        if not bench.feed.busy:
            break
        bench.edge()
        bench.pass_time(blocked_ms)
        if not bench.feed.busy:
            break
        bench.edge()
        assert bench.feed.cards >= seen
        seen = bench.feed.cards
    outcome = bench.finish()
    assert bench.longest_on_ms <= MOTOR_ON_MAX_MS
    assert bench.feed.cards == bench.trailing - bench.drawn_back
    if outcome == OK:
        assert (bench.feed.cards, bench.feed.maybe) == (wanted, None)
        assert bench.leading == bench.trailing
