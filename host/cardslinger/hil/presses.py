"""The button of a twin, pressed again and again."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from math import ceil
from random import Random

from cardslinger.bridge import Event, Fired, Launcher, Lost, Missed, NoAnswer, Restarted
from cardslinger.twin.bench import Bench

RELOAD_BELOW = 20  # cards; more than one press can take
RELOAD = 92
BETWEEN_PRESSES_MS = (300.0, 1500.0)  # virtual
NEWS_WAIT_S = 60.0  # wall time, for the outcome of a press

Advance = Callable[[int], None]  # told that so many more are done
Report = Callable[[str, int], None]  # told that so many more of a kind are done


async def press_often(
    launcher: Launcher, hands: Bench, presses: int, advance: Advance
) -> list[Fired]:
    """Press `presses` times at any moment, each after the one before is over and its news are
    acknowledged; what the launcher told of each.

    Raises NoAnswer when it tells nothing of one.
    """
    events = launcher.events()
    fired: list[Fired] = []
    moments = Random(presses)
    while len(fired) < presses:
        after_ms = moments.uniform(*BETWEEN_PRESSES_MS)
        reading = await asyncio.to_thread(hands.press, after_ms=after_ms)
        if reading.inside < RELOAD_BELOW:
            await asyncio.to_thread(hands.load, RELOAD)
        try:
            fired.append(await asyncio.wait_for(_next_fired(events), NEWS_WAIT_S))
        except TimeoutError:
            raise NoAnswer(f"no word of press {len(fired) + 1}: run it again") from None
        await launcher.ping()  # or a slow host's acknowledgement would meet the next press
        advance(1)
    return fired


async def _next_fired(events: AsyncIterator[Event | Missed | Restarted]) -> Fired:
    async for news in events:
        if isinstance(news, Restarted):
            raise Lost("the launcher has restarted; see `cardslinger health`, then run it again")
        if isinstance(news, Fired):
            return news
    raise AssertionError("events end only by an exception")


def percentile(values: Sequence[float], percent: int) -> float:
    """Nearest-rank percentile; 0 for no values."""
    ranked = sorted(values)
    return ranked[max(ceil(len(ranked) * percent / 100), 1) - 1] if ranked else 0.0
