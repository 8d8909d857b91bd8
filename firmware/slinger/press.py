"""The button: the first edge acts at once; bounces, the release and glitches do not."""

HOLD_MS = 3000  # held for so long: the menu
STUCK_MS = 12_000  # nobody holds it that long: something presses on it

# What a look at the button can tell.
STUCK, FREED = "stuck", "freed"


class Press:
    """Turns an edge and then levels of the button into presses. Plain logic: no pins, no sleeping.

    A falling edge acts if the button is still down when it is looked at a moment later, so that a
    press answers in under a millisecond and a spike on the line does nothing. After it, the
    button must be seen up for `lockout_ms` before the next edge can act.
    """

    def __init__(self, settings: dict, down: bool):
        """`down`: it is held from the start; letting it go is no press."""
        self._settings = settings
        self._up_since_ms = None
        self._down_since_ms = None
        self.stuck = False
        self.settled = not down  # only an edge can bring news

    def edge(self, down: bool, now_ms: int) -> bool:
        """A falling edge came, and this is the level now; True when that is a press."""
        if not self.settled or not down:
            return False
        self.settled = False
        self._up_since_ms = None
        self._down_since_ms = now_ms
        return True

    def look(self, down: bool, now_ms: int):
        """The level at `now_ms`; to be called again and again until `settled`.

        Returns STUCK when it was down for STUCK_MS, FREED when it is up after that, else None.
        """
        if down:
            self._up_since_ms = None
            if self._down_since_ms is None:
                self._down_since_ms = now_ms
            if not self.stuck and now_ms - self._down_since_ms >= STUCK_MS:
                self.stuck = True
                return STUCK
        elif self._up_since_ms is None:
            self._up_since_ms = now_ms
        elif now_ms - self._up_since_ms >= self._settings["lockout_ms"]:
            self.settled = True
            self._down_since_ms = None
            if self.stuck:
                self.stuck = False
                return FREED
        return None

    def held_ms(self, now_ms: int) -> int:
        """How long it has been down by now; 0 when it is up."""
        if self._down_since_ms is None or self._up_since_ms is not None:
            return 0
        return now_ms - self._down_since_ms
