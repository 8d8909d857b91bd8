"""Feeds cards until the sensor counted them, or says why not. Closed loop, plain logic.

A card counts as fired when its trailing edge has passed the break-beam. Time-outs run from the
last edge, so they restart with every card.
"""

from .limits import MOTOR_ON_MAX_MS, MOTOR_REST_MS, NOISE_MAX

# What the motor must do.
OFF, DRIVE, BRAKE = 0, 1, 2

# How a feed ended.
OK = "ok"  # exactly the cards that were wanted
OVER = "over"  # a further card slipped through while braking
NO_CARD = "no_card"  # nothing reached the beam in time: hopper empty, or a card held back
JAM = "jam"  # a card stays in the beam
BLOCKED = "blocked"  # the beam was blocked before the start: the motor never ran
SENSOR = "sensor"  # the sensor chatters: the motor was stopped, the count can't be trusted


class Feed:
    """One fire after another, each started by `start` and moved on by `step`.

    `sensor` has counts since power-on: `leading` (cards that reached the beam), `trailing` (cards
    that left it) and `noise` (spikes too short for a card). While `motor` is DRIVE it may stay on
    for MOTOR_ON_MAX_MS at most, whatever the settings say; a longer order rests and goes on.
    """

    def __init__(self, settings: dict):
        self._settings = settings
        self.motor = OFF
        self.outcome = OK
        self.wanted = 0
        self.cards = 0
        self._verdict = None  # how it will end; None while cards are still wanted
        self._since_ms = 0  # start of the present motor state
        self._edge_ms = 0  # last edge, or start of driving
        self._used_ms = 0  # of this burst, before the present drive
        self._stopped_ms = -MOTOR_REST_MS
        self._leading = self._trailing = self._trailing_at_start = self._noise_at_start = 0

    @property
    def busy(self) -> bool:
        return self.outcome is None

    def may_drive(self, sensor, now_ms: int) -> bool:
        """True when `start` would drive at once: the beam is free and no rest is owed."""
        return sensor.leading == sensor.trailing and (
            now_ms - self._stopped_ms >= MOTOR_REST_MS
            or self._used_ms + self._card_ms <= MOTOR_ON_MAX_MS
        )

    def start(self, wanted: int, sensor, now_ms: int) -> None:
        """Begin to feed `wanted` cards; `busy` tells whether there is anything to do."""
        self.wanted = wanted
        self.cards = 0
        self._verdict = None
        self._leading = sensor.leading
        self._trailing = self._trailing_at_start = sensor.trailing
        self._noise_at_start = sensor.noise
        if not wanted:
            self.outcome = OK
        elif self._blocked:
            self.outcome = BLOCKED
        else:
            self.outcome = None
            if now_ms - self._stopped_ms >= MOTOR_REST_MS:
                self._used_ms = 0
            if self.may_drive(sensor, now_ms):
                self.motor = DRIVE
                self._since_ms = self._edge_ms = now_ms
            else:  # the rest that the last fire still owes
                self.motor = BRAKE
                self._since_ms = self._stopped_ms

    def step(self, sensor, now_ms: int) -> None:
        """Look at the sensor; sets `motor`, and `outcome` when the feed is over."""
        passed = sensor.trailing != self._trailing
        if passed or sensor.leading != self._leading:
            self._leading, self._trailing = sensor.leading, sensor.trailing
            self._edge_ms = now_ms
            self.cards = self._trailing - self._trailing_at_start
        if sensor.noise - self._noise_at_start > NOISE_MAX:
            self._stop(SENSOR, now_ms)
        if self.motor == DRIVE:
            self._watch_cards(passed, now_ms)
        elif self._verdict is None:
            self._rest(now_ms)
        elif now_ms - self._quiet_since_ms >= self._settle_ms:
            self._finish()

    def wait_ms(self, now_ms: int) -> int:
        """How long `step` can wait when no edge comes."""
        if self.motor == DRIVE:
            due_ms = min(
                self._patience_ms - (now_ms - self._edge_ms),
                MOTOR_ON_MAX_MS - self._burst_ms(now_ms),
            )
        elif self._verdict is None:
            due_ms = MOTOR_REST_MS - (now_ms - self._since_ms)
        else:
            due_ms = self._settle_ms - (now_ms - self._quiet_since_ms)
        return max(due_ms, 1)

    @property
    def _card_ms(self) -> int:
        """The longest that one card may take."""
        return self._settings["lead_ms"] + self._settings["trail_ms"]

    @property
    def _blocked(self) -> bool:
        return self._leading > self._trailing

    @property
    def _patience_ms(self) -> int:
        return self._settings["trail_ms" if self._blocked else "lead_ms"]

    @property
    def _quiet_since_ms(self) -> int:
        """While braking each edge of a card restarts the settling; a chattering sensor does not."""
        return self._since_ms if self._verdict == SENSOR else max(self._since_ms, self._edge_ms)

    @property
    def _settle_ms(self) -> int:
        """A card that is in the beam while the roller comes to rest gets its time to leave."""
        return self._settings["trail_ms" if self._blocked else "settle_ms"]

    def _burst_ms(self, now_ms: int) -> int:
        """Driven so far without a rest."""
        return self._used_ms + now_ms - self._since_ms

    def _watch_cards(self, passed: bool, now_ms: int) -> None:
        burst_ms = self._burst_ms(now_ms)
        if self.cards >= self.wanted:
            self._stop(OK, now_ms)
        elif now_ms - self._edge_ms >= self._patience_ms:
            self._stop(JAM if self._blocked else NO_CARD, now_ms)
        elif burst_ms >= MOTOR_ON_MAX_MS or (passed and burst_ms + self._card_ms > MOTOR_ON_MAX_MS):
            self._stop(None, now_ms)  # rest, at best between two cards

    def _rest(self, now_ms: int) -> None:
        if self.cards >= self.wanted:
            self._stop(OK, now_ms)
        elif now_ms - self._since_ms >= MOTOR_REST_MS:
            self.motor = DRIVE
            self._used_ms = 0
            self._since_ms = self._edge_ms = now_ms

    def _stop(self, verdict, now_ms: int) -> None:
        """Brake; `verdict` None is a rest."""
        if self.motor == DRIVE:
            self._used_ms = self._burst_ms(now_ms)
            self._stopped_ms = self._since_ms = now_ms
        self.motor = BRAKE
        self._verdict = verdict

    def _finish(self) -> None:
        self.motor = OFF
        if self._verdict == SENSOR:
            self.outcome = SENSOR
        elif self._blocked:
            self.outcome = JAM
        elif self.cards > self.wanted:
            self.outcome = OVER
        elif self.cards == self.wanted:
            self.outcome = OK
        else:
            self.outcome = self._verdict
