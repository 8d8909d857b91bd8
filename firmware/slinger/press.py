"""The button: the first edge acts at once; bounces, the release and glitches do not."""


class Press:
    """Turns an edge and then levels of the button into presses. Plain logic: no pins, no sleeping.

    A falling edge acts if the button is still down when it is looked at a moment later, so that a
    press answers in under a millisecond and a spike on the line does nothing. After it, the
    button must be seen up for `lockout_ms` before the next edge can act.
    """

    def __init__(self, settings: dict, down: bool):
        """`down`: it is held at power-on; letting it go is no press."""
        self._settings = settings
        self._up_since_ms = None
        self.settled = not down  # only an edge can bring news

    def edge(self, down: bool) -> bool:
        """A falling edge came, and this is the level now; True when that is a press."""
        if not self.settled or not down:
            return False
        self.settled = False
        self._up_since_ms = None
        return True

    def look(self, down: bool, now_ms: int) -> None:
        """The level at `now_ms`; to be called again and again until `settled`."""
        if down:
            self._up_since_ms = None
        elif self._up_since_ms is None:
            self._up_since_ms = now_ms
        elif now_ms - self._up_since_ms >= self._settings["lockout_ms"]:
            self.settled = True
