"""What several behaviours need: a connection, and a button pressed until cards come."""

import asyncio
from collections.abc import Callable

from cardslinger.bridge import Firing, Launcher, Tested
from cardslinger.twin.bench import Bench, Reading
from cardslinger.twin.process import TwinProcess

# A press that meets the work of another task waits for it; mostly it is half of that.
PRESS_MAX_MS = 2.5
REST_MS = 1000.0  # any card on its way has left by then


async def connect(twin: TwinProcess) -> Launcher:
    return await Launcher.open(twin.serial_url)


def press_until_fired(bench: Bench, presses: int = 40) -> Reading:
    """Press until cards left; the chance of 40 blanks in a row is 3 in 100 million."""
    for _ in range(presses):
        reading = bench.press()
        bench.wait(REST_MS)
        if bench.read().left:
            break
    reading = bench.wait(REST_MS)
    assert reading.left
    return reading


async def until_firing(launcher: Launcher) -> None:
    """Take events until a fire has begun."""
    async for news in launcher.events():
        if isinstance(news, Firing):
            return


def tones_ms(reading: Reading, since_ms: float) -> list[float]:
    """When each tone began, from `since_ms` on."""
    began, before = [], 0
    for at_ms, _, tone_hz in reading.shown:
        if tone_hz and tone_hz != before and at_ms >= since_ms:
            began.append(at_ms)
        before = tone_hz
    return began


async def measure(
    launcher: Launcher, what: str, hand: Callable[[], Reading] | None = None
) -> list[Tested]:
    """What is told of a check, while `hand` does its part."""
    events, found = launcher.events(), []
    await launcher.selftest(what)
    if hand:
        await asyncio.to_thread(hand)
    while not found or not found[-1].last:
        news = await asyncio.wait_for(anext(events), 30)
        if isinstance(news, Tested):
            found.append(news)
    return found
