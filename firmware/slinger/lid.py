"""The lid: open at the first sign of it, closed when it has been for a while. Plain logic."""

SETTLES_MS = 50  # a switch bounces


class Lid:
    """`is_open` is what counts, not what the switch says this very moment."""

    def __init__(self, says_open: bool):
        self.is_open = says_open
        self._closed_since_ms = None

    @property
    def settled(self) -> bool:
        """Only an edge can bring news; otherwise `look` again and again."""
        return self._closed_since_ms is None

    def look(self, says_open: bool, now_ms: int) -> bool:
        """What the switch says at `now_ms`; True when the lid has been opened or closed by it."""
        if says_open:
            self._closed_since_ms = None
            opened = not self.is_open
            self.is_open = True
            return opened
        if not self.is_open:
            return False
        if self._closed_since_ms is None:
            self._closed_since_ms = now_ms
        if now_ms - self._closed_since_ms < SETTLES_MS:
            return False
        self._closed_since_ms = None
        self.is_open = False
        return True
