"""A launcher in software whose cable is pulled, whose board resets, whose host dies, in the middle
of fires: whether each card is in the host's record afterwards, once.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

from cardslinger.bridge import Launcher, LauncherError, State
from cardslinger.hil.errors import MeasureError
from cardslinger.hil.presses import Advance
from cardslinger.hil.record import Record
from cardslinger.twin.bench import Reading
from cardslinger.twin.process import TwinProcess

FIRE_CARDS = (1, 2)  # from, to
WITHIN_MS = 500.0  # virtual, of the beginning: a fire of two cards takes 350
COASTED_MS = 300.0  # virtual; the roller stands by then
OUT_MS = 300.0  # virtual; so long a cable stays out
RELOAD_BELOW, RELOAD = 20, 80
REST_MS = 700.0  # virtual; any card on its way has left by then
AT_ONCE = 10  # disturbances before all has to be in the record
HALF_A_LINE = b'!{"id":1,"cmd":"fire","car'
CALM_S = 60.0  # wall; until all is in the record
LOOK_S = 0.05


class Disturbed:
    """A twin, and a host that keeps a record of it through everything.

    `lost` are cards that flew and are in no record, with no word that the count must be confirmed;
    `doubled` are cards in the record that never flew, and events that came twice.
    """

    def __init__(self, twin: TwinProcess, seed: int) -> None:
        self.record = Record()
        self.lost = self.disturbances = 0
        self._resent: dict[str, int] = {}  # by boot
        self.fires_known = 0  # fires of the host whose end it learned all the same
        self._doubled = self._resets = 0
        self._twin, self._bench = twin, twin.bench
        self._chance = Random(seed)
        self._hand = asyncio.Lock()  # one thing at a time
        self._launcher: Launcher | None = None
        self._reader: asyncio.Task[None] | None = None
        self._known = (0, 0, 0)  # cards that flew, in the record, and confirmations, at rest

    @property
    def resent(self) -> int:
        """Events that were sent again, as the boards counted when they were at rest."""
        return sum(self._resent.values())

    @property
    def doubled(self) -> int:
        return self._doubled + self.record.doubled

    async def __aenter__(self) -> "Disturbed":
        await self._start_host()
        await self._compare()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.kill_host()

    # -- disturbances -------------------------------------------------------------------------

    async def pull_cable(self) -> None:
        """And plug it in again."""
        await self._do(self._bench.unplug, after_ms=self._moment_ms())
        await self._do(self._bench.wait, OUT_MS)
        await self._do(self._bench.plug)

    async def reset_board(self) -> None:
        """As a watchdog does, or by power, in turn: a row of the first would end in safe mode. The
        port goes and comes."""
        self._resets += 1
        reset = self._bench.reset if self._resets % 2 else self._bench.power_cycle
        await self._do(reset, replug=True, after_ms=self._moment_ms())
        await self._do(self._bench.wait, COASTED_MS)
        await self._do(self._bench.clear)  # a card may have been left in the beam

    async def kill_host(self) -> None:
        """It does nothing more, in the middle of a line; what it has not kept is forgotten."""
        launcher, reader = self._launcher, self._reader
        if launcher and launcher.state is State.CONNECTED:
            with suppress(OSError):
                await asyncio.to_thread(launcher.port.write, HALF_A_LINE)
        self._launcher = self._reader = None
        if reader:
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)
        if launcher:
            await launcher.close()

    async def kill_and_start_host(self) -> None:
        """At any moment."""
        await self._do(self._bench.wait, self._moment_ms())
        await self.kill_host()
        await self._start_host()

    async def disturb(
        self, disturbance: Callable[[], Awaitable[None]], times: int, advance: Advance
    ) -> None:
        """So many fires, by the host mostly, else by the button, each with a disturbance.

        Raises MeasureError when the launcher does not come to rest.
        """
        for number in range(times):
            await self._until_connected()
            fire = asyncio.create_task(self._fire(by_button=number % 3 == 2))
            await asyncio.sleep(0)
            await disturbance()
            await fire
            self.disturbances += 1
            if number % AT_ONCE == AT_ONCE - 1:
                await self._compare()
            advance(1)
        await self._compare()

    def _moment_ms(self) -> float:
        return self._chance.uniform(0.0, WITHIN_MS)

    # -- cards --------------------------------------------------------------------------------

    async def _fire(self, by_button: bool) -> None:
        if by_button:
            await self._do(self._bench.press)
        elif self._launcher:
            with suppress(LauncherError):  # then nobody knows, and the record says so
                await self._launcher.fire(self._chance.randint(*FIRE_CARDS))
                self.fires_known += 1

    async def _compare(self) -> None:
        """Wait until all is at rest and told; then the record must be right, or in doubt."""
        await self._rest()
        reading = await self._do(self._bench.read)
        flown, kept, confirmed = self._known
        out = reading.left + reading.taken  # a hand that takes one out of the beam shows it too
        told = self.record.cards + self.record.cut_cards
        self._known = (out, told, self.record.confirmations)
        missing = (out - flown) - (told - kept)
        if self.record.confirmations == confirmed:
            self.lost += max(missing, 0)
        self._doubled += max(-missing, 0)
        self.lost += self._resets > self.record.restarts  # one of which there was no word
        if reading.inside < RELOAD_BELOW:
            await self._do(self._bench.load, RELOAD)

    async def _until_connected(self) -> None:
        """Or the fire would not even begin."""
        assert self._launcher
        try:
            async with asyncio.timeout(CALM_S):
                while self._launcher.state is not State.CONNECTED:
                    await asyncio.sleep(LOOK_S)
        except TimeoutError:
            raise MeasureError(f"not connected any more: {self._launcher.why}") from None

    async def _rest(self) -> None:
        try:
            async with asyncio.timeout(CALM_S):
                while not await self._at_rest():
                    await asyncio.sleep(LOOK_S)
        except TimeoutError:
            raise MeasureError("the launcher does not come to rest: try `monitor`") from None

    async def _at_rest(self) -> bool:
        if not self._launcher:
            await self._start_host()
        assert self._launcher
        try:
            await self._do(self._bench.wait, REST_MS)
            await self._launcher.fire(0)  # what passed the beam since is told with the next fire
            status = await self._launcher.status()
            told = await self._launcher.next_event() - 1
        except LauncherError:
            return False
        self._resent[self._launcher.hello.boot] = status.resent
        boot = self._launcher.hello.boot
        for _ in range(20):
            if self.record.heard.boot == boot and self.record.heard.number >= told:
                return status.state == "idle" and not status.waiting
            await asyncio.sleep(LOOK_S)
        return False

    # -- host ---------------------------------------------------------------------------------

    async def _start_host(self) -> None:
        async with asyncio.timeout(CALM_S):
            while not self._launcher:
                with suppress(LauncherError):
                    self._launcher = await Launcher.open(self._twin.serial_url, self.record.heard)
        self._reader = asyncio.create_task(self._keep_record(self._launcher))

    async def _keep_record(self, launcher: Launcher) -> None:
        async for news in launcher.news():
            self.record.keep(news)

    async def _do(self, hand: Callable[..., Reading], *how: object, **more: object) -> Reading:
        async with self._hand:
            return await asyncio.to_thread(hand, *how, **more)
