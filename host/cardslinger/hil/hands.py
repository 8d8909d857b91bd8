"""Hands at a launcher: a person's, or those of a twin's bench, asked for the same things."""

import asyncio
from typing import Protocol

from cardslinger.bridge import Launcher
from cardslinger.twin.bench import Bench
from cardslinger.twin.port import TwinSerial

COASTED_MS = 1000.0  # virtual; a roller that still turns back would take the card along
LANDED_MS = 300.0  # virtual; a card that is still on its way has left by then, a line has settled
BETWEEN_PRESSES_MS = 300.0  # virtual; no finger is faster
SPARE_CARDS = 24  # pairs take more than were wanted, jams are taken out


class Hands(Protocol):
    """What is done at the machine while a host measures it."""

    tries: int  # that it may take until the hand comes in time

    async def prepare(self) -> None:
        """Make it safe to turn the roller back: no cards in the hopper, the lid closed."""

    async def before(self, check: str) -> None:
        """A check of a part is about to begin."""

    async def during(self, check: str) -> None:
        """It has begun."""

    async def after(self, check: str) -> None:
        """It is over."""

    async def clear_path(self) -> int | None:
        """Take every card out of the path; how many, if that is known."""

    async def load(self, cards: int) -> bool:
        """Put at least so many cards into the hopper, and see that nobody stands in front. False
        when that is not wanted."""

    async def came(self) -> int | None:
        """Cards that came out since this was asked last, or since `load`; None: not counted."""


def twin_hands(launcher: Launcher) -> "TwinHands | None":
    """The hands on the launcher's own twin; None when it is no twin of this process."""
    return TwinHands(launcher.port.bench) if isinstance(launcher.port, TwinSerial) else None


class TwinHands:
    """A twin's bench, used for nothing that a person could not do or see too."""

    tries = 5  # a free-running twin's 15 s can be over in 10 ms

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._left = 0  # cards that had come out when that was asked last

    async def prepare(self) -> None:
        """Nothing to do: the roller turns back for too short to do harm."""

    async def before(self, check: str) -> None:
        bench = self._bench
        if check == "beam_blocked":
            await asyncio.to_thread(bench.wait, COASTED_MS)
            await asyncio.to_thread(bench.fault, "blocked")
        elif check == "button":  # with the lid open, a press that comes too late fires nothing
            await asyncio.to_thread(bench.open_lid)
            await asyncio.to_thread(bench.wait, BETWEEN_PRESSES_MS)

    async def during(self, check: str) -> None:
        if check == "button":
            await asyncio.to_thread(self._bench.press)

    async def after(self, check: str) -> None:
        bench = self._bench
        if check == "beam_blocked":
            await asyncio.to_thread(bench.fault, "blocked", on=False)
            await asyncio.to_thread(bench.clear)
        elif check == "button":
            await asyncio.to_thread(bench.close_lid)
            await asyncio.to_thread(bench.wait, BETWEEN_PRESSES_MS)

    async def clear_path(self) -> int:
        before = await asyncio.to_thread(self._bench.read)
        await asyncio.to_thread(self._bench.clear)
        after = await asyncio.to_thread(self._bench.wait, LANDED_MS)
        return after.taken - before.taken

    async def load(self, cards: int) -> bool:
        reading = await asyncio.to_thread(self._bench.wait, LANDED_MS)
        lacking = cards + SPARE_CARDS - reading.inside
        if lacking > 0:
            await asyncio.to_thread(self._bench.load, lacking)
        self._left = reading.left
        return True

    async def came(self) -> int:
        reading = await asyncio.to_thread(self._bench.wait, LANDED_MS)
        before, self._left = self._left, reading.left
        return reading.left - before
