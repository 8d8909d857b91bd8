"""The lines from sensor and button to the board: slow, bouncing, stuck or floating."""

import random
from collections.abc import Callable

from cardslinger.twin.faults import Faults

BOUNCES = 3  # times that a bouncing edge is taken back


class Line:
    """One line; `show` gets its level whenever that changes. True is blocked, or pressed."""

    def __init__(
        self,
        show: Callable[[bool], None],
        call_later: Callable[[float, Callable[[], None]], None],
        faults: Faults,
        *,
        stuck: dict[str, bool],
        bounces: str,
        bounce_ms: float,
        response_ms: float = 0.0,
        level: bool = False,
    ) -> None:
        """`stuck` names faults that hold the level, `bounces` the one that repeats edges."""
        self._show, self._call_later, self._faults = show, call_later, faults
        self._stuck, self._bounces = stuck, bounces
        self._bounce_ms, self._response_ms = bounce_ms, response_ms
        self._level = self._seen = level
        self._chance: random.Random = faults[bounces].chance
        self._change = 0  # counts changes, so that an edge on its way knows that it is stale
        self.shown = self._held(level)

    def set(self, level: bool, ago_ms: float = 0.0) -> None:
        """The finger or the light changed, `ago_ms` before now. What lasts shorter than the
        response time is never seen."""
        self._level = level
        self._change += 1
        change = self._change

        def arrive() -> None:
            if change == self._change:
                self._arrive(change)

        if self._response_ms:
            self._call_later(max(self._response_ms - ago_ms, 0.0), arrive)
        else:
            arrive()

    def force(self, level: bool) -> None:
        """The line itself is touched."""
        if level != self.shown:
            self.shown = level
            self._show(level)

    def refresh(self) -> None:
        """A fault was switched."""
        self.force(self._held(self._seen))

    def chatter(self, edges: int, within_ms: float) -> None:
        """Interference: so many edges at random moments from now on."""
        if any(self._faults[name].on for name in self._stuck):
            return
        for _ in range(edges):
            delay_ms = self._chance.uniform(0.0, within_ms)
            self._call_later(delay_ms, lambda: self.force(not self.shown))

    def _held(self, level: bool) -> bool:
        """The level, unless a fault holds another."""
        for name, held in self._stuck.items():
            if self._faults[name].on:
                return held
        return level

    def _arrive(self, change: int) -> None:
        self._seen = self._level
        level = self._held(self._level)
        self.force(level)
        if not self._faults[self._bounces].on or level != self._level:
            return
        moments_ms = sorted(self._chance.uniform(0.0, self._bounce_ms) for _ in range(2 * BOUNCES))
        for number, moment_ms in enumerate(moments_ms):
            self._call_later(moment_ms, self._bounce_to(level == bool(number % 2), change))

    def _bounce_to(self, level: bool, change: int) -> Callable[[], None]:
        def bounce() -> None:
            if change == self._change:
                self.force(self._held(level))

        return bounce
