"""Feeding: exactly the cards that were wanted, or the reason why not; the motor never too long."""

from hypothesis import given
from hypothesis import strategies as st
from slinger.feed import BLOCKED, BRAKE, DRIVE, JAM, NO_CARD, OFF, OK, OVER, SENSOR, Feed
from slinger.limits import MOTOR_ON_MAX_MS, MOTOR_REST_MS, NOISE_MAX
from slinger.settings import DEFAULTS

LEAD_MS, TRAIL_MS, SETTLE_MS = (DEFAULTS[name] for name in ("lead_ms", "trail_ms", "settle_ms"))


class Bench:
    """Drives a Feed as the application does: a step at each edge and at each time-out."""

    def __init__(self, wanted: int, leading: int = 0, trailing: int = 0) -> None:
        self.feed = Feed(dict(DEFAULTS))
        self.now_ms, self.leading, self.trailing, self.noise = 0, leading, trailing, 0
        self.on_since_ms: int | None = None
        self.longest_on_ms = 0
        self.start(wanted)

    def start(self, wanted: int) -> None:
        drives = wanted > 0 and self.feed.may_drive(self, self.now_ms)
        self.feed.start(wanted, self, self.now_ms)
        assert (self.feed.motor == DRIVE) == drives
        self._watch_motor()

    def _watch_motor(self) -> None:
        if self.feed.motor == DRIVE:
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
        else:
            self.leading += 1
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
    bench = Bench(3)
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
    assert bench.feed.cards == bench.trailing
    assert (outcome == OK) == (bench.feed.cards == wanted and bench.leading == bench.trailing)
