"""An asyncio event loop whose clock is virtual: paced to the wall, or as fast as it goes."""

import asyncio
import selectors
import time
from typing import Any

LONG_S = 0.1  # virtual; a free-running wait this long is for a person or a host, who gets
FREE_SPEED = 100.0  # that share of it of the wall's time to come,
PATIENCE_S = 0.02  # but no more than this


class PacedSelector(selectors.DefaultSelector):
    """Moves virtual time on instead of sleeping.

    `speed` is virtual seconds per wall second; 0 means that a wait for a timer takes no time, or
    hardly any: a host that answers in a millisecond must not find that hours have passed.
    Virtual time only ever stands at a timer's due time or at the arrival of input, so what the
    timers do is the same at every speed.
    """

    def __init__(self, speed: float):
        super().__init__()
        self.now_s = 0.0
        self._speed = speed
        self._started_s = time.monotonic()

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            ready = super().select(None)
            self.now_s = max(self.now_s, self._wall_s())
            return ready
        due_s = self.now_s + max(timeout, 0.0)
        ready = super().select(self._wall_wait_s(due_s) if self._speed else _free_wait_s(timeout))
        if not ready:
            self.now_s = due_s
        elif self._speed:
            self.now_s = max(self.now_s, min(due_s, self._wall_s()))
        return ready

    def _wall_s(self) -> float:
        """Where virtual time would stand by the wall clock."""
        return (time.monotonic() - self._started_s) * self._speed

    def _wall_wait_s(self, due_s: float) -> float:
        return max(due_s - self._wall_s(), 0.0) / self._speed


def _free_wait_s(timeout_s: float) -> float:
    return min(timeout_s / FREE_SPEED, PATIENCE_S) if timeout_s >= LONG_S else 0


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """`loop.time()`, `call_later` and `asyncio.sleep` run on virtual time."""

    def __init__(self, speed: float):
        self._paced = PacedSelector(speed)
        super().__init__(self._paced)

    def time(self) -> float:
        return self._paced.now_s
