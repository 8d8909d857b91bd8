"""How well the line to the launcher carries: pings, and what both sides counted meanwhile."""

import time
from dataclasses import dataclass

from cardslinger.bridge import Launcher
from cardslinger.hil.presses import Advance, percentile


@dataclass(frozen=True, slots=True)
class Line:
    """Round trips by the wall clock; counts are those of the pings alone."""

    pings: int
    p50_ms: float
    p99_ms: float
    max_ms: float
    asked_again: int  # commands that were sent again, for no answer had come in time
    resent: int  # events that the launcher sent again
    dropped: int  # events that fell out of its ring
    damaged: int  # lines that came to either side with a wrong CRC or JSON
    long: int  # ... without an end
    text: int  # ... without its mark

    @property
    def spoiled(self) -> int:
        """Lines that did not come through as they were sent."""
        return self.damaged + self.long + self.text


async def ping_often(launcher: Launcher, pings: int, advance: Advance) -> Line:
    """Ping so often, one after the other; at least once. Raises what `Launcher` raises."""
    before, ours = await launcher.status(), launcher.counts
    times_ms: list[float] = []
    for _ in range(pings):
        began_s = time.perf_counter()
        await launcher.ping()
        times_ms.append((time.perf_counter() - began_s) * 1000)
        advance(1)
    after = await launcher.status()
    more = {name: count - ours[name] for name, count in launcher.counts.items()}
    return Line(
        pings=pings,
        p50_ms=round(percentile(times_ms, 50), 2),
        p99_ms=round(percentile(times_ms, 99), 2),
        max_ms=round(max(times_ms), 2),
        asked_again=more["asked_again"],
        resent=after.resent - before.resent,
        dropped=after.dropped - before.dropped,
        damaged=after.damaged - before.damaged + more["damaged"],
        long=after.long - before.long + more["long"],
        text=after.text - before.text + more["text"],
    )
