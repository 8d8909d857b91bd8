"""Every figure of `cardslinger bench device`, taken of a twin."""

import asyncio
import os
from contextlib import ExitStack
from dataclasses import dataclass

from cardslinger.bridge import Launcher
from cardslinger.hil.errors import MeasureError
from cardslinger.hil.fires import Count, free_bytes, jam_often
from cardslinger.hil.presses import Report, percentile, press_often
from cardslinger.hil.pulses import Timing, require_mpremote, time_pulses
from cardslinger.twin.image import UF2_BLOCK_BYTES, find_image
from cardslinger.twin.options import parse
from cardslinger.twin.process import TwinProcess

BOOTED_MS = 500.0  # virtual
UF2_PAYLOAD_BYTES = 256  # of flash, in each block


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is done of each."""

    presses: int
    jams: int
    cards: int
    pulses: int  # of the beam's line, timed beside the garbage collector


FULL = Scale(presses=50, jams=20, cards=10_000, pulses=1000)
QUICK = Scale(presses=10, jams=3, cards=1000, pulses=100)


async def measure(url: str, scale: Scale, report: Report) -> dict[str, object]:
    """All figures; None for what a board without a chip has not.

    Some twins share the work, one a core, because emulating a busy board takes a core twenty
    times as long as the board would.

    Raises NotInstalled, MeasureError, the bridge's and the twin's errors.
    """
    emulated = parse(url).kind == "emulated"
    if emulated:
        require_mpremote()
    count = Count(scale.cards, lambda more: report("cards", more))
    with ExitStack() as twins:
        first, second, *others = (twins.enter_context(TwinProcess(url)) for _ in range(_twins()))
        figures, timing, _ = await asyncio.gather(
            _with_hands(first, scale, report, count),
            _with_pulses(second, scale, report, count, emulated),
            asyncio.gather(*(_with_cards(other, count) for other in others)),
        )
    if not emulated:
        figures.update(boot_ms=None, free_heap_bytes=None, heap_drift_bytes=None)
    return {
        **figures,
        "cards": count.cards,
        "miscounts": count.miscounts,
        "fires": sum(count.outcomes.values()),
        "outcomes": dict(count.outcomes),
        "pulse_error_us_p99": percentile(timing.errors_us, 99) if timing else None,
        "pulses": len(timing.errors_us) if timing else 0,
        "collections": timing.runs if timing else 0,
        "collecting_share": round(timing.share, 2) if timing else None,
        "image_bytes": _image_bytes() if emulated else None,
    }


async def _with_hands(
    twin: TwinProcess, scale: Scale, report: Report, count: Count
) -> dict[str, object]:
    """Presses, jams, then cards, and what the heap says of it all."""
    hands = twin.bench
    async with await _connect(twin) as launcher:
        await launcher.set("profile", "exact")
        await press_often(launcher, hands, scale.presses, lambda more: report("presses", more))
        latencies_ms = (await asyncio.to_thread(hands.read)).press_to_motor_ms
        if len(latencies_ms) < scale.presses:
            raise MeasureError("a press was not answered in time: see `cardslinger monitor`")
        early_bytes = await free_bytes(launcher)
        jam_ms = await jam_often(launcher, hands, scale.jams, lambda more: report("jams", more))
        await count.run(launcher, hands)
        late_bytes = await free_bytes(launcher)
        reading = await asyncio.to_thread(hands.read)
    return {
        "boot_ms": round(reading.boot_ms, 1),
        "press_to_motor_ms_p50": round(percentile(latencies_ms, 50), 3),
        "press_to_motor_ms_p99": round(percentile(latencies_ms, 99), 3),
        "presses": len(latencies_ms),
        "jam_to_motor_off_ms_max": round(jam_ms, 1),
        "jams": scale.jams,
        "free_heap_bytes": late_bytes,
        "heap_drift_bytes": late_bytes - early_bytes,
        "runtime": launcher.hello.runtime,
    }


async def _with_pulses(
    twin: TwinProcess, scale: Scale, report: Report, count: Count, emulated: bool
) -> Timing | None:
    """Pulses beside the collector, then cards."""
    timing = None
    if emulated:
        timing = await asyncio.to_thread(
            time_pulses, twin, scale.pulses, lambda more: report("pulses", more)
        )
        await asyncio.to_thread(twin.bench.power_cycle)
    await _with_cards(twin, count)
    return timing


async def _with_cards(twin: TwinProcess, count: Count) -> None:
    async with await _connect(twin) as launcher:
        await count.run(launcher, twin.bench)


async def _connect(twin: TwinProcess) -> Launcher:
    # A board that still starts, on a busy machine, would wear out a host's patience.
    await asyncio.to_thread(twin.bench.wait, BOOTED_MS)
    return await Launcher.open(twin.serial_url)


def _twins() -> int:
    """As many as there are cores for this process, two at least and four at most."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2
    return min(max(cores, 2), 4)


def _image_bytes() -> int:
    """Flash that the image takes."""
    return find_image().stat().st_size // UF2_BLOCK_BYTES * UF2_PAYLOAD_BYTES
