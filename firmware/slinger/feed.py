"""Feeds cards until the sensor counted them, or says why not. Closed loop, plain logic.

A card counts as fired when its trailing edge has passed the break-beam. Time-outs run from the
last edge, so they restart with every card. For a card that does not come the roller turns back a
little and tries again before the feed gives up; a card that stays in the beam is left alone. As
the battery runs down the duty rises, so that cards keep their speed.

What one beam cannot see: two cards that lie on each other whole, and whether a card that has
passed the beam has also left the exit. If it has not, the next card runs into it and stays in the
beam: so after a jam there may be one card less than was counted. When that was the last card of
a fire, it shows in the next one only, as a jam without any card, or, if that one pushes it out,
never. A sensor that always says free looks like an empty hopper.
"""

from .lengths import Lengths
from .limits import (
    BATTERY_MV,
    DUTY_MAX_PERCENT,
    MOTOR_ON_MAX_MS,
    MOTOR_REST_MS,
    NOISE_MAX,
    SETTLE_MAX_MS,
    STALL_REST_MS,
)

# What the motor must do.
OFF, DRIVE, BRAKE, REVERSE = 0, 1, 2, 3

# How a feed ended.
OK = "ok"  # exactly the cards that were wanted
OVER = "over"  # a further card slipped through while braking
SUSPECT = "suspect"  # as wanted by the edges, but not by the lengths of the cards
NO_CARD = "no_card"  # nothing reached the beam in time: hopper empty, or a card held back
JAM = "jam"  # a card stays in the beam
BLOCKED = "blocked"  # the beam was blocked before the start: the motor never ran
SENSOR = "sensor"  # the sensor chatters: the motor was stopped, the count can't be trusted
LID = "lid"  # the lid was opened
STOP = "stop"  # a host said so
DRIVER = "driver"  # the motor's driver reports a fault: it draws too much, or is too hot

TURN_MS = 60  # braking before the motor turns the other way
RAMP_STEP_MS = 10
RAMP_FROM_PERCENT = 50  # of the full duty: less, and the motor would not even start
LOOK_MS = 300  # the longest wait while the motor is on, well below MOTOR_HOLD_MS

_STOPPED = (SENSOR, LID, DRIVER, STOP)  # verdicts that nothing which comes later changes

# Stages of a feed.
_RESTING, _DRIVING, _TURNING, _FREEING, _TURNING_BACK, _SETTLING = range(6)


class Feed:
    """One fire after another, each started by `start` and moved on by `step`.

    `sensor` has counts since power-on: `leading` (cards that reached the beam), `trailing` (cards
    that left it) and `noise` (spikes too short for a card), `blocked_us(n)`, how long the card with
    trailing count n was in the beam, and `blocked_ms()`, how long the one in it is by now. While
    `motor` is DRIVE or REVERSE it stays on for MOTOR_ON_MAX_MS at most, whatever the settings say;
    a longer order rests and goes on. `battery_mv` is for the caller to set, at the edges of cards
    while the motor drives.
    """

    def __init__(self, settings: dict, battery_mv: int = BATTERY_MV):
        """`battery_mv`: as it is now, with the motor off."""
        self._settings = settings
        self.lengths = Lengths(settings)
        self.battery_mv = battery_mv
        self.motor = OFF
        self.outcome = OK
        self.wanted = 0
        self.cards = 0  # by the edges
        self.by_length = 0  # by the lengths of the cards
        self.unjudged = 0  # cards whose length says nothing
        self.drawn_back = 0  # cards that left the beam while the roller turned back
        self.tries = 0  # reverses of this feed
        self._supply_mv = BATTERY_MV  # the battery as the duty takes it
        self._card_mv = 0  # at the motor, as the last card reached the beam
        self._percent = settings["drive_percent"]
        self._measures = False  # another duty than usual: lengths are noted, not judged
        self._stage = _SETTLING
        self._verdict = OK  # how it will end
        self._since_ms = 0  # start of the present stage
        self._edge_ms = 0  # last edge, or start of driving
        self._used_ms = 0  # of this burst, before the present stage
        self._stopped_ms = -STALL_REST_MS
        self._rest_ms = MOTOR_REST_MS  # owed since then
        self._card_tries = 0
        self._reverses = False  # after this rest
        self._ramped = False  # the soft start is over
        self._first = False  # no card yet since the motor was started
        self._leading = self._trailing = self._noise_at_start = 0
        self._follow_battery(1)

    @property
    def busy(self) -> bool:
        return self.outcome is None

    @property
    def maybe(self):
        """Another number of cards that may be right; None if there is none."""
        if self.drawn_back:
            return max(self.cards, self.by_length) + self.drawn_back
        if self.by_length != self.cards:
            return self.by_length
        if self.outcome == JAM and self._verdict == JAM and self.cards:
            return self.cards - 1  # the last one may lie in the exit
        return None

    @property
    def first_duty_percent(self) -> int:
        """What the motor starts with, unless the fire has a duty of its own."""
        full = self._full(self._settings["drive_percent"])
        return full * RAMP_FROM_PERCENT // 100 if self._settings["ramp_ms"] else full

    def duty_percent(self, now_ms: int) -> int:
        """What `motor` DRIVE or REVERSE is to be driven with, by battery and soft start."""
        full = self._full_percent
        if self._ramped:
            return full
        on_ms, ramp_ms = now_ms - self._since_ms, self._settings["ramp_ms"]
        if on_ms >= ramp_ms:
            self._ramped = True
            return full
        return full * (RAMP_FROM_PERCENT + (100 - RAMP_FROM_PERCENT) * on_ms // ramp_ms) // 100

    def _follow_battery(self, slowness: int) -> None:
        """Take the battery's fall into the duty: bit by bit, or the current pulls it down.

        A voltage above BATTERY_MV lowers nothing: it may be that of USB, which hides the battery.
        """
        battery_mv = min(max(self.battery_mv, 1), BATTERY_MV)
        self._supply_mv += (battery_mv - self._supply_mv) // slowness
        self._full_percent = self._full(self._percent)

    def _full(self, percent: int) -> int:
        """The duty that gives the motor what BATTERY_MV at `percent` would, if there is one."""
        return min(percent * BATTERY_MV // self._supply_mv, DUTY_MAX_PERCENT)

    def may_drive(self, sensor, now_ms: int) -> bool:
        """True when `start` would drive at once: the beam is free and no rest is owed."""
        if sensor.leading != sensor.trailing:
            return False
        return now_ms - self._stopped_ms >= self._rest_ms or not self._owes_rest(now_ms)

    def _owes_rest(self, now_ms: int) -> bool:
        if now_ms - self._stopped_ms >= self._rest_ms:
            return False
        return self._rest_ms > MOTOR_REST_MS or self._used_ms + self._card_ms > MOTOR_ON_MAX_MS

    def start(self, wanted: int, sensor, now_ms: int, percent=None) -> None:
        """Begin to feed `wanted` cards; `busy` tells whether there is anything to do.

        `percent`: drive with this instead of `drive_percent`, to measure how cards run then.
        """
        self.wanted = wanted
        self._measures = percent is not None
        self._percent = percent if self._measures else self._settings["drive_percent"]
        self._full_percent = self._full(self._percent)
        self.cards = self.by_length = self.unjudged = self.drawn_back = 0
        self.tries = self._card_tries = 0
        self._leading, self._trailing = sensor.leading, sensor.trailing
        self._noise_at_start = sensor.noise
        if not wanted:
            self.outcome = OK
        elif self._blocked:
            self.outcome = BLOCKED
        else:
            self.outcome = None
            self._verdict = OK
            if now_ms - self._stopped_ms >= self._rest_ms:
                self._used_ms = 0
            self._reverses = False
            if self._owes_rest(now_ms):
                self._enter(_RESTING, BRAKE, self._stopped_ms)
            else:
                self._drive(now_ms)

    def step(self, sensor, now_ms: int) -> None:
        """Look at the sensor; sets `motor`, and `outcome` when the feed is over."""
        passed = self._look(sensor, now_ms)
        if sensor.noise - self._noise_at_start > NOISE_MAX:
            self.stop(SENSOR, now_ms)
        stage = self._stage
        if stage == _DRIVING:
            self._watch_cards(passed, now_ms)
            return
        stage_ms = now_ms - self._since_ms
        if stage == _SETTLING:
            if now_ms - self._quiet_since_ms >= self._settle_ms:
                self._finish()
            elif stage_ms >= SETTLE_MAX_MS:
                self.stop(SENSOR, now_ms)
                self._finish()
        elif self._enough:  # the last one came late
            self._end(OK, now_ms)
        elif stage == _RESTING:
            if passed:
                self._reverses = False
            if stage_ms >= self._rest_ms:
                self._used_ms = 0
                if self._reverses:
                    self._enter(_FREEING, REVERSE, now_ms)
                else:
                    self._drive(now_ms)
        elif stage == _TURNING:
            if passed:
                self._drive(now_ms)
            elif stage_ms >= TURN_MS:
                self._enter(_FREEING, REVERSE, now_ms)
        elif stage == _FREEING:
            if stage_ms >= self._freeing_ms:
                self._pause(_TURNING_BACK, now_ms)
        elif stage_ms >= TURN_MS:
            self._drive(now_ms)

    def stop(self, verdict: str, now_ms: int) -> None:
        """Something else ends the feed: LID, DRIVER, STOP or SENSOR. The motor brakes at once."""
        if not self.busy:
            return
        if self._stage != _SETTLING:
            self._end(verdict, now_ms)
        elif self._verdict not in _STOPPED:  # it brakes already
            self._verdict = verdict

    def wait_ms(self, now_ms: int) -> int:
        """How long `step` can wait when no edge comes."""
        stage_ms = now_ms - self._since_ms
        if self._stage == _DRIVING:
            due_ms = min(
                self._patience_ms - (now_ms - self._edge_ms),
                MOTOR_ON_MAX_MS - self._used_ms - stage_ms,
                LOOK_MS if self._ramped else RAMP_STEP_MS,
            )
        elif self._stage == _FREEING:
            due_ms = min(self._freeing_ms - stage_ms, RAMP_STEP_MS)
        elif self._stage == _RESTING:
            due_ms = self._rest_ms - stage_ms
        elif self._stage == _SETTLING:
            quiet_ms = now_ms - self._quiet_since_ms
            due_ms = min(self._settle_ms - quiet_ms, SETTLE_MAX_MS - stage_ms)
        else:
            due_ms = TURN_MS - stage_ms
        return max(due_ms, 1)

    # -- what the sensor says ------------------------------------------------------------------

    def _look(self, sensor, now_ms: int) -> bool:
        """Take in the sensor's edges; True when cards have passed."""
        leading, trailing = sensor.leading, sensor.trailing  # once: edges may come any time
        passed = trailing - self._trailing
        if not passed and leading == self._leading:
            return False
        if self._stage == _DRIVING:
            self._follow_battery(2)
        if passed and self.going_back:  # not fired, unless it coasted out all the same
            self.drawn_back += passed
            passed = 0
        for number in range(trailing - passed + 1, trailing + 1):
            self._count(sensor.blocked_us(number))
        self._leading, self._trailing = leading, trailing
        self._edge_ms = now_ms
        if leading > trailing:
            self._edge_ms -= sensor.blocked_ms()  # not when the program came to look
            self._card_mv = self.battery_mv * self._full_percent // 100
        return passed > 0

    def _count(self, blocked_us: int) -> None:
        self.cards += 1
        self._card_tries = 0
        if self._stage == _DRIVING:
            self.lengths.note(blocked_us, self._card_mv, self._first)
            if self._measures:
                self._take_for_one()
            else:
                self.by_length += self.lengths.cards(blocked_us, self._card_mv, self._first)
                self.unjudged += not self.lengths.judged
            self._first = False
        elif self._verdict == JAM:  # driven for all of `trail_ms`: a slow one, or more than one
            self.by_length += 2
        else:  # slower and slower
            self._take_for_one()

    def _take_for_one(self) -> None:
        self.by_length += 1
        self.unjudged += 1

    @property
    def seen(self) -> int:
        """Cards that the sensor had counted at the last look, those drawn back too."""
        return self._trailing

    @property
    def going_back(self) -> bool:
        """The roller draws cards back: what leaves the beam now is not counted as fired."""
        return self._stage in (_FREEING, _TURNING_BACK)

    @property
    def _enough(self) -> bool:
        """By the edges or by the lengths: rather one card too few than one too many."""
        return self.cards >= self.wanted or self.by_length >= self.wanted

    @property
    def _blocked(self) -> bool:
        return self._leading > self._trailing

    @property
    def _patience_ms(self) -> int:
        return self._settings["trail_ms" if self._leading > self._trailing else "lead_ms"]

    @property
    def _card_ms(self) -> int:
        """The longest that one card may take."""
        return self._settings["lead_ms"] + self._settings["trail_ms"]

    @property
    def _freeing_ms(self) -> int:
        """How long it turns back: no card may block the beam of a driven roller for longer than
        `trail_ms`, this way neither."""
        reverse_ms = self._settings["reverse_ms"]
        if not self._blocked:
            return reverse_ms
        return min(reverse_ms, max(self._edge_ms - self._since_ms, 0) + self._settings["trail_ms"])

    @property
    def _quiet_since_ms(self) -> int:
        """While braking each edge of a card restarts the settling; a chattering sensor does not."""
        return self._since_ms if self._verdict == SENSOR else max(self._since_ms, self._edge_ms)

    @property
    def _settle_ms(self) -> int:
        """A card that is in the beam while the roller comes to rest gets its time to leave."""
        return self._settings["trail_ms" if self._blocked else "settle_ms"]

    # -- what the motor does -------------------------------------------------------------------

    def _watch_cards(self, passed: bool, now_ms: int) -> None:
        on_ms = self._used_ms + now_ms - self._since_ms
        if self._enough:
            self._end(OK, now_ms)
        elif now_ms - self._edge_ms >= self._patience_ms:
            if self._blocked:
                self._end(JAM, now_ms)
            elif self._card_tries < self._settings["retries"]:
                self._card_tries += 1
                self.tries += 1
                self._pause(_TURNING, now_ms)
            else:
                self._end(NO_CARD, now_ms)
        elif on_ms >= MOTOR_ON_MAX_MS or (passed and on_ms + self._card_ms > MOTOR_ON_MAX_MS):
            self._pause(_RESTING, now_ms)  # at best between two cards

    def _enter(self, stage: int, motor: int, now_ms: int) -> None:
        self._stage, self.motor, self._since_ms = stage, motor, now_ms
        self._ramped = False

    def _drive(self, now_ms: int) -> None:
        self._enter(_DRIVING, DRIVE, now_ms)
        self._edge_ms = now_ms
        self._first = True

    def _pause(self, stage: int, now_ms: int) -> None:
        """Brake. Where the burst has no time left for what comes next, it rests first."""
        if self.motor in (DRIVE, REVERSE):
            self._used_ms += now_ms - self._since_ms
            self._stopped_ms = now_ms
            self._rest_ms = MOTOR_REST_MS
        self._reverses = stage == _TURNING
        room_ms = self._card_ms + (self._settings["reverse_ms"] if self._reverses else 0)
        if stage != _SETTLING and self._used_ms + room_ms > MOTOR_ON_MAX_MS:
            stage = _RESTING
        self._enter(stage, BRAKE, now_ms)

    def _end(self, verdict: str, now_ms: int) -> None:
        """Brake and settle."""
        self._pause(_SETTLING, now_ms)
        self._verdict = verdict

    def _finish(self) -> None:
        self.motor = OFF
        if self._verdict in _STOPPED:
            self.outcome = self._verdict
        elif self._blocked:
            self.outcome = JAM
        elif not self._enough:
            self.outcome = self._verdict
        elif self.by_length != self.cards or self.drawn_back:
            self.outcome = SUSPECT
        else:
            self.outcome = OVER if self.cards > self.wanted else OK
        if self.outcome in (JAM, DRIVER, NO_CARD):  # it stalled, or may have
            self._rest_ms = STALL_REST_MS
        if self.outcome == NO_CARD:
            self.lengths.loosen()
