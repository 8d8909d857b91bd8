"""Feeding: exactly the cards that were wanted, or the reason why not; the motor never too long."""

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
from slinger.limits import MOTOR_ON_MAX_MS, MOTOR_REST_MS, NOISE_MAX, STALL_REST_MS
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
        self.longest_on_ms = 0
        self.start(wanted)

    def start(self, wanted: int) -> None:
        drives = wanted > 0 and self.feed.may_drive(self, self.now_ms)
        self.feed.start(wanted, self, self.now_ms)
        assert (self.feed.motor == DRIVE) == drives
        self._watch_motor()

    def blocked_us(self, number: int) -> int:
        return self.lengths_us[number]

    def _watch_motor(self) -> None:
        if self.feed.motor in ON:
            assert 0 < self.feed.duty_percent(self.now_ms) <= DEFAULTS["drive_percent"]
            if self.on_since_ms is None:
                self.on_since_ms = self.now_ms
            self.longest_on_ms = max(self.longest_on_ms, self.now_ms - self.on_since_ms)
        else:
            self.on_since_ms = None

    def _step(self, at_ms: int) -> None:
        self.now_ms = at_ms
        self._watch_motor()
        drove = self.feed.motor == DRIVE
        self.feed.step(self, at_ms)
        if not drove and self.feed.motor == DRIVE:
            assert self.feed.cards < self.feed.wanted, "it starts again only for cards still wanted"
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
    assert TRAIL_MS <= 250


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


def test_a_card_drawn_back_through_the_beam_is_not_fired() -> None:
    bench = Bench(1)
    bench.pass_time(LEAD_MS + TURN_MS)
    assert bench.feed.motor == REVERSE
    bench.card(gap_ms=10, blocked_ms=50)
    assert bench.feed.cards == 0
    while bench.feed.motor != DRIVE:
        bench.pass_time(10)
    bench.card()
    assert bench.finish() == OK
    assert bench.feed.cards == 1


def test_a_card_stuck_in_the_beam_is_not_pulled_about() -> None:
    bench = Bench(1)
    bench.pass_time(20)
    bench.edge()
    bench.pass_time(TRAIL_MS)
    assert bench.feed.motor == BRAKE
    assert bench.finish() == JAM
    assert bench.feed.tries == 0


def test_after_a_jam_the_motor_cools_down() -> None:
    bench = Bench(1)
    bench.pass_time(20)
    bench.edge()
    bench.pass_time(TRAIL_MS)
    stopped_ms = bench.now_ms
    bench.pass_time(TRAIL_MS)
    bench.trailing += 1  # a hand takes the card out
    assert not bench.feed.busy
    bench.start(1)
    assert bench.feed.motor == BRAKE
    bench.pass_time(STALL_REST_MS - (bench.now_ms - stopped_ms) - 1)
    assert bench.feed.motor == BRAKE
    bench.pass_time(1)
    assert bench.feed.motor == DRIVE


@pytest.mark.parametrize("verdict", [LID, DRIVER])
def test_an_open_lid_or_a_fault_of_the_driver_stops_the_motor_at_once(verdict: str) -> None:
    bench = Bench(5)
    bench.card()
    bench.feed.stop(verdict, bench.now_ms)
    assert bench.feed.motor == BRAKE
    assert bench.finish() == verdict
    assert bench.feed.cards == 1


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
    assert (bench.feed.cards, bench.feed.by_length) == (5, 6)


def test_a_part_of_a_card_is_suspect() -> None:
    bench = Bench(6)
    for _ in range(5):
        bench.card(blocked_ms=70)
    bench.card(blocked_ms=20)
    assert bench.finish() == SUSPECT
    assert (bench.feed.cards, bench.feed.by_length) == (6, 5)


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
        assert bench.feed.cards == bench.feed.by_length == wanted
        assert bench.leading == bench.trailing
