"""A Feed under edges, spikes, faults and looks in any order and at any time, also much too late."""

from hypothesis import given
from hypothesis import strategies as st
from slinger.feed import (
    BLOCKED,
    DRIVE,
    DRIVER,
    LID,
    NO_CARD,
    OFF,
    OK,
    OVER,
    REVERSE,
    SENSOR,
    SUSPECT,
    Feed,
)
from slinger.limits import (
    DUTY_MAX_PERCENT,
    MOTOR_ON_MAX_MS,
    MOTOR_REST_MS,
    SETTLE_MAX_MS,
    STALL_REST_MS,
)
from slinger.settings import DEFAULTS, SPECS

ON = (DRIVE, REVERSE)
BUSY_MAX_MS = 60_000  # no feed of a few cards lasts longer: 3 s bursts, 2 s rests, some retries


class Watch:
    """Sensor, clock and battery of a Feed, and a second opinion on how long its motor was on."""

    def __init__(self, settings: dict[str, int]) -> None:
        self.settings = {**DEFAULTS, **settings}
        self.feed = Feed(self.settings)
        self.now_ms = self.leading = self.trailing = self.noise = 0
        self._blocked_ms = 0
        self._lengths_us: dict[int, int] = {}
        self._on_since_ms: int | None = None
        self._off_since_ms = -STALL_REST_MS
        self._burst_ms = 0  # driven in this burst, until it was last switched off
        self._seen = (0, 0)
        self._waits_since_ms = 0  # the last edge that was looked at, or the motor's start
        self._cards = 0
        self._stopped = ""
        self._late = False  # nobody looked in time, once at least

    def blocked_us(self, number: int) -> int:
        return self._lengths_us[number]

    def blocked_ms(self) -> int:
        return self.now_ms - self._blocked_ms if self.leading > self.trailing else 0

    # -- what happens ---------------------------------------------------------------------------

    def start(self, wanted: int) -> None:
        if self.feed.busy:
            return
        may_drive = self.feed.may_drive(self, self.now_ms)
        blocked = self.leading > self.trailing
        self.feed.start(wanted, self, self.now_ms)
        self._cards, self._stopped, self._seen = 0, "", (self.leading, self.trailing)
        assert (self.feed.motor == DRIVE) == (wanted > 0 and may_drive)
        assert (self.feed.outcome == BLOCKED) == (wanted > 0 and blocked)
        self._check()

    def edge(self) -> None:
        """A card reaches the beam or leaves it; nobody has looked yet."""
        if self.leading > self.trailing:
            self.trailing += 1
            self._lengths_us[self.trailing] = (self.now_ms - self._blocked_ms) * 1000
        else:
            self.leading += 1
            self._blocked_ms = self.now_ms

    def spikes(self, number: int) -> None:
        self.noise += number

    def stop(self, verdict: str) -> None:
        if self.feed.busy:
            self._stopped = self._stopped or verdict
            self.feed.stop(verdict, self.now_ms)
            self._check()
            assert self.feed.motor not in ON

    def look(self) -> None:
        """One step; all that was due by now must have been done after it."""
        if not self.feed.busy:
            return
        self.feed.step(self, self.now_ms)
        if (self.leading, self.trailing) != self._seen:
            self._seen = (self.leading, self.trailing)
            self._waits_since_ms = self.now_ms - self.blocked_ms()
        self._check()

    def pass_time(self, ms: int) -> None:
        """With a look whenever `wait_ms` asks for it."""
        until_ms = self.now_ms + ms
        while self.feed.busy:
            due_ms = self.now_ms + self.feed.wait_ms(self.now_ms)
            if due_ms > until_ms:
                break
            self.now_ms = due_ms
            if not self._late:
                assert self._driven_ms() <= MOTOR_ON_MAX_MS
            self.look()
        self.now_ms = until_ms

    def oversleep(self, ms: int) -> None:
        self.now_ms += ms
        self._late = True

    # -- what must hold -------------------------------------------------------------------------

    def _driven_ms(self) -> int:
        """In this burst."""
        on = self._on_since_ms is not None
        return self._burst_ms + (self.now_ms - self._on_since_ms if on else 0)  # type: ignore[operator]

    def _check(self) -> None:
        feed, now_ms = self.feed, self.now_ms
        self._clock_motor()
        assert feed.cards >= self._cards, "cards never go down within a feed"
        self._cards = feed.cards
        assert feed.tries <= self.settings["retries"] * (feed.cards + 1)
        if not feed.busy:
            assert feed.motor == OFF
            self._check_outcome()
            return
        assert not (self._stopped and feed.motor in ON)
        wait_ms = feed.wait_ms(now_ms)
        assert wait_ms >= 1
        if feed.motor not in ON:
            assert wait_ms <= max(SETTLE_MAX_MS, STALL_REST_MS)
            return
        assert 0 < feed.duty_percent(now_ms) <= DUTY_MAX_PERCENT
        left_ms = [MOTOR_ON_MAX_MS - self._driven_ms()]
        waited_ms = now_ms - self._waits_since_ms
        if self._seen[0] > self._seen[1]:
            left_ms.append(self.settings["trail_ms"] - waited_ms)
        elif feed.motor == DRIVE:
            left_ms.append(self.settings["lead_ms"] - waited_ms)
        assert min(left_ms) > 0, "a time-out was missed"
        assert wait_ms <= min(left_ms), "sleeps past a time-out"

    def _check_outcome(self) -> None:
        feed, blocked = self.feed, self._seen[0] > self._seen[1]
        if self._stopped:
            assert feed.outcome in (self._stopped, SENSOR)
        elif feed.outcome == OK:
            assert (feed.cards, feed.maybe) == (feed.wanted, None)
            assert not (blocked and feed.wanted)
        elif feed.outcome == OVER:
            assert feed.cards > feed.wanted
        elif feed.outcome == SUSPECT:
            assert max(feed.cards, feed.maybe) >= feed.wanted
        elif feed.outcome == NO_CARD:
            assert not blocked

    def _clock_motor(self) -> None:
        on = self.feed.motor in ON
        if on and self._on_since_ms is None:
            if self.now_ms - self._off_since_ms >= MOTOR_REST_MS:
                self._burst_ms = 0
            self._on_since_ms = self._waits_since_ms = self.now_ms
        elif not on and self._on_since_ms is not None:
            self._burst_ms += self.now_ms - self._on_since_ms
            self._on_since_ms, self._off_since_ms = None, self.now_ms


def any_settings() -> st.SearchStrategy[dict[str, int]]:
    names = (
        "drive_percent",
        "ramp_ms",
        "retries",
        "reverse_ms",
        "lead_ms",
        "trail_ms",
        "settle_ms",
    )
    return st.fixed_dictionaries(
        {}, optional={name: st.integers(SPECS[name][1], SPECS[name][2]) for name in names}
    )


MOMENTS = st.integers(0, 700)
PROMPT = st.one_of(
    st.tuples(st.just("start"), st.integers(0, 6)),
    st.tuples(st.just("edge"), MOMENTS),
    st.tuples(st.just("card"), MOMENTS),
    st.tuples(st.just("spikes"), st.integers(1, 12)),
    st.tuples(st.just("stop"), st.sampled_from([LID, DRIVER, SENSOR])),
    st.tuples(st.just("battery"), st.integers(0, 6000)),
    st.tuples(st.just("pass"), st.integers(0, 3000)),
)
LATE = st.one_of(
    PROMPT,
    st.tuples(st.just("unseen"), MOMENTS),
    st.tuples(st.just("late"), st.integers(0, 10_000)),
    st.tuples(st.just("look"), st.just(0)),
)


def play(watch: Watch, events: list) -> None:  # type: ignore[type-arg]
    for name, value in events:
        if name == "start":
            watch.start(value)
        elif name == "edge":
            watch.pass_time(value)
            watch.edge()
            watch.look()
        elif name == "card":
            for _ in range(2):
                watch.pass_time(value // 4)
                watch.edge()
                watch.look()
        elif name == "spikes":
            watch.spikes(value)
            watch.look()
        elif name == "stop":
            watch.stop(value)
        elif name == "battery":
            watch.feed.battery_mv = value
        elif name == "pass":
            watch.pass_time(value)
        elif name == "unseen":
            watch.oversleep(value)
            watch.edge()
        elif name == "late":
            watch.oversleep(value)
            watch.look()
        else:
            watch.look()


def come_to_rest(watch: Watch) -> None:
    watch.pass_time(BUSY_MAX_MS)
    assert not watch.feed.busy


@given(any_settings(), st.lists(PROMPT, max_size=60))
def test_whatever_happens_while_somebody_looks_in_time(
    settings: dict[str, int], events: list
) -> None:
    """Motor off unless busy, no time-out missed, no burst too long, no card forgotten."""
    watch = Watch(settings)
    watch.start(3)
    play(watch, events)
    come_to_rest(watch)


@given(any_settings(), st.lists(LATE, max_size=60))
def test_whatever_happens_one_look_puts_it_right(settings: dict[str, int], events: list) -> None:
    """The same with looks that come much too late: each stops what ought to be stopped by then."""
    watch = Watch(settings)
    watch.start(3)
    play(watch, events)
    come_to_rest(watch)
