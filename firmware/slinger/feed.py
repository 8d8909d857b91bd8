"""Feeds cards until the sensor counted them, or says why not. Closed loop, plain logic.

A card counts as fired when its trailing edge has passed the break-beam. Time-outs run from the
last edge, so they restart with every card.
"""

from .limits import MOTOR_ON_MAX_MS, MOTOR_REST_MS

# What the motor must do.
OFF, DRIVE, BRAKE = 0, 1, 2

# How a feed ended.
OK = "ok"  # exactly the cards that were wanted
OVER = "over"  # a further card slipped through while braking
NO_CARD = "no_card"  # nothing reached the beam in time: hopper empty, or a card held back
JAM = "jam"  # a card stays in the beam
BLOCKED = "blocked"  # the beam was blocked before the start: the motor never ran


class Feed:
    """One burst after another, each started by `start` and moved on by `step`.

    `leading` and `trailing` are the sensor's edge counts since power-on: cards that reached the
    beam and cards that left it. While `motor` is DRIVE it may stay on for MOTOR_ON_MAX_MS at
    most, whatever the settings say; a longer order rests in between and goes on.
    """

    def __init__(self, settings: dict):
        self._settings = settings
        self.motor = OFF
        self.outcome = OK
        self.wanted = 0
        self.cards = 0
        self._since_ms = 0  # start of the present motor state
        self._edge_ms = 0  # last edge, or start of driving
        self._leading = self._trailing = self._trailing_at_start = 0

    @property
    def busy(self) -> bool:
        return self.outcome is None

    def start(self, wanted: int, leading: int, trailing: int, now_ms: int) -> None:
        """Begin to feed `wanted` cards; `busy` tells whether there is anything to do."""
        self.wanted = wanted
        self.cards = 0
        self._leading = leading
        self._trailing = self._trailing_at_start = trailing
        if not wanted:
            self.outcome = OK
        elif leading > trailing:
            self.outcome = BLOCKED
        else:
            self.outcome = None
            self._drive(now_ms)

    def step(self, leading: int, trailing: int, now_ms: int) -> None:
        """Take the sensor's counts; sets `motor`, and `outcome` when the feed is over."""
        passed = trailing != self._trailing
        if passed or leading != self._leading:
            self._leading, self._trailing = leading, trailing
            self._edge_ms = now_ms
            self.cards = trailing - self._trailing_at_start
        on_ms = now_ms - self._since_ms
        if self.motor == DRIVE:
            self._watch_cards(passed, on_ms, now_ms)
        elif self._verdict is None:  # resting
            if on_ms >= MOTOR_REST_MS:
                self._drive(now_ms)
        elif on_ms >= self._settings["settle_ms"]:
            self._finish()

    def wait_ms(self, now_ms: int) -> int:
        """How long `step` can wait when no edge comes."""
        if self.motor == DRIVE:
            quiet = now_ms - self._edge_ms
            due = min(self._patience_ms - quiet, MOTOR_ON_MAX_MS - (now_ms - self._since_ms))
        else:
            length = MOTOR_REST_MS if self._verdict is None else self._settings["settle_ms"]
            due = length - (now_ms - self._since_ms)
        return max(due, 1)

    @property
    def _blocked(self) -> bool:
        return self._leading > self._trailing

    @property
    def _patience_ms(self) -> int:
        return self._settings["trail_ms" if self._blocked else "lead_ms"]

    def _watch_cards(self, passed: bool, on_ms: int, now_ms: int) -> None:
        one_card_ms = self._settings["lead_ms"] + self._settings["trail_ms"]
        if self.cards >= self.wanted:
            self._brake(OK, now_ms)
        elif now_ms - self._edge_ms >= self._patience_ms:
            self._brake(JAM if self._blocked else NO_CARD, now_ms)
        elif on_ms >= MOTOR_ON_MAX_MS or (passed and on_ms + one_card_ms > MOTOR_ON_MAX_MS):
            self._brake(None, now_ms)  # rest, at best between two cards

    def _drive(self, now_ms: int) -> None:
        self.motor = DRIVE
        self._verdict = None
        self._since_ms = self._edge_ms = now_ms

    def _brake(self, verdict, now_ms: int) -> None:
        self.motor = BRAKE
        self._verdict = verdict  # None: only a rest
        self._since_ms = now_ms

    def _finish(self) -> None:
        self.motor = OFF
        if self._blocked:
            self.outcome = JAM
        elif self.cards > self.wanted:
            self.outcome = OVER
        elif self.cards == self.wanted:
            self.outcome = OK
        else:
            self.outcome = self._verdict
