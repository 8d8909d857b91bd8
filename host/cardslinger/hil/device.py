"""Every figure of `cardslinger bench device`, taken of a twin."""

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass

from cardslinger.bridge import Launcher
from cardslinger.hil.fires import count_cards, jam_often
from cardslinger.hil.presses import Advance, percentile, press_often
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
QUICK = Scale(presses=20, jams=5, cards=1000, pulses=200)

Report = Callable[[str, int], None]  # told that so many more of a kind are done


async def measure(url: str, scale: Scale, report: Report) -> dict[str, object]:
    """All figures; None for what a board without a chip has not.

    The pulses have a second twin of their own, at the same time: to emulate a board that collects
    garbage takes as long as all the rest.

    Raises NotInstalled, MeasureError, the bridge's and the twin's errors.
    """
    emulated = parse(url).kind == "emulated"
    if emulated:
        require_mpremote()
    with TwinProcess(url) as twin, TwinProcess(url) if emulated else nullcontext() as second:
        work = _on_one(twin, scale, report)
        if second is None:
            figures, timing = await work, None
        else:
            figures, timing = await asyncio.gather(
                work, asyncio.to_thread(_pulses, second, scale, report)
            )
    if not emulated:
        figures.update(boot_ms=None, free_heap_bytes=None, heap_drift_bytes=None)
    errors_us = timing.errors_us if timing else []
    return {
        **figures,
        "pulse_error_us_p99": percentile(errors_us, 99) if timing else None,
        "pulses": len(errors_us),
        "collections": timing.runs if timing else 0,
        "collecting_share": round(timing.share, 2) if timing else None,
        "image_bytes": _image_bytes() if emulated else None,
    }


async def _on_one(twin: TwinProcess, scale: Scale, report: Report) -> dict[str, object]:
    """What takes hands and a host."""
    hands = twin.bench

    def told(kind: str) -> Advance:
        return lambda more: report(kind, more)

    await asyncio.to_thread(hands.wait, BOOTED_MS)  # or a busy machine would wear out our patience
    async with await Launcher.open(twin.serial_url) as launcher:
        await launcher.set("profile", "exact")
        await press_often(launcher, hands, scale.presses, told("presses"))
        latencies_ms = (await asyncio.to_thread(hands.read)).press_to_motor_ms
        jam_ms = await jam_often(launcher, hands, scale.jams, told("jams"))
        counted = await count_cards(launcher, hands, scale.cards, told("cards"))
        reading = await asyncio.to_thread(hands.read)
    early_bytes, free_bytes = counted.free_bytes
    return {
        "boot_ms": round(reading.boot_ms, 1),
        "press_to_motor_ms_p50": round(percentile(latencies_ms, 50), 3),
        "press_to_motor_ms_p99": round(percentile(latencies_ms, 99), 3),
        "presses": len(latencies_ms),
        "cards": counted.cards,
        "miscounts": counted.miscounts,
        "outcomes": dict(counted.outcomes),
        "jam_to_motor_off_ms_max": round(jam_ms, 1),
        "jams": scale.jams,
        "free_heap_bytes": free_bytes,
        "heap_drift_bytes": free_bytes - early_bytes,
        "runtime": launcher.hello.runtime,
    }


def _pulses(twin: TwinProcess, scale: Scale, report: Report) -> Timing:
    return time_pulses(twin, scale.pulses, lambda more: report("pulses", more))


def _image_bytes() -> int:
    """Flash that the image takes."""
    return find_image().stat().st_size // UF2_BLOCK_BYTES * UF2_PAYLOAD_BYTES
