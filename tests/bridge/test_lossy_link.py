"""Exactly once, both ways, whatever happens to the cable, the host or the board.

The firmware on a virtual board, its cards in the mechanics, a host that keeps a record; between
them a line that loses, cuts, repeats and delays. Resets, pulled cables and host crashes at any
moment.
"""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from contextvars import ContextVar
from random import Random
from typing import Any

import pytest
from cardslinger.bridge import (
    Heard,
    Launcher,
    LauncherError,
    Unheard,
)
from cardslinger.bridge.session import Session
from cardslinger.hil.record import Record
from cardslinger.twin import virtual_time
from cardslinger.twin.faults import Faults
from cardslinger.twin.mechanics import Mechanics
from cardslinger.twin.parameters import Parameters
from cardslinger.twin.virtual import VirtualTwin
from cardslinger.twin.virtual_time import VirtualTimeLoop
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from slinger import link, orders

from tests.bridge.lossy import LossyCable, Troubles

EXAMPLES, STEPS = 120, 100  # 12,000 operations
RING = 4  # events kept by the device: few, so that it does overflow
ACCIDENTS = (
    "cable pulled", "cable plugged in", "cable plugged in", "board resets", "power goes and comes",
    "host crashes", "host crashes and starts", "host crashes and starts",
)  # fmt: skip
KEEPING_S = 0.2  # that a record takes, at most
Asked = tuple[str, int]  # session and id
ASKED: ContextVar[list[Asked]] = ContextVar("ASKED")  # fires that a task asked for
SETTLE_S = 2000.0
chances = st.sampled_from([0.0, 0.0, 0.1, 0.4])


class Table(RuleBasedStateMachine):
    """A launcher, a host, and all that can come between them."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = VirtualTimeLoop(0)
        self.record = Record()
        self.done: Counter[tuple[str, int]] = Counter()  # commands that the device did
        self.fires: list[asyncio.Task[None]] = []
        self.never: list[Asked] = []  # fires that it was said not to have done
        self.operations = 0
        self.exact: list[int] = []  # cards between two rests with nothing to confirm
        self.settled = (0, 0, 0)  # truth, record and confirmations when all was quiet
        self.launcher: Launcher | None = None

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        self.loop.run_until_complete(work)

    @initialize(seed=st.integers(0, 2**32 - 1))
    def set_up(self, seed: int) -> None:
        async def start() -> None:
            self.chance = Random(seed)
            self.cable = LossyCable(Random(seed))
            self.mechanics = Mechanics(1000, Parameters(), seed, Faults(seed))
            self.twin = VirtualTwin(self.cable, self.mechanics, seed)
            self.running = asyncio.create_task(self.twin.run())
            await self.host_starts()

        self.do(start())

    # -- the host -----------------------------------------------------------------------------

    async def host_starts(self) -> None:
        try:
            self.launcher = await Launcher.open(self.cable.dial, self.record.heard)
        except LauncherError:
            return  # it is started again later
        self.reader = asyncio.create_task(self.keep_record(self.launcher))

    async def keep_record(self, launcher: Launcher) -> None:
        async for news in launcher.news():
            await asyncio.sleep(self.chance.uniform(0.0, KEEPING_S))
            self.record.keep(news)

    async def host_crashes(self) -> None:
        for fire in self.fires:
            fire.cancel()
        await asyncio.gather(*self.fires, return_exceptions=True)
        self.fires.clear()
        if self.launcher:
            self.reader.cancel()
            await self.launcher.close()
            self.launcher = None

    async def fire_once(self, launcher: Launcher, cards: int) -> None:
        ASKED.set(asked := [])
        try:
            await launcher.fire(cards)
        except Unheard:
            self.never.append(asked[0])
        except LauncherError:
            pass  # nobody knows, and it says so; or it was refused
        else:
            assert self.times_done(*asked[0]) == 1

    def times_done(self, session: str, number: int) -> int:
        """How often the device did the command with this id, in whatever boot."""
        return sum(
            times
            for (key, done), times in self.done.items()
            if done == number and key.startswith(session)
        )

    # -- what happens -------------------------------------------------------------------------

    @rule(ms=st.integers(1, 2500))
    def time_passes(self, ms: int) -> None:
        self.do(asyncio.sleep(ms / 1000))

    @rule(hold_ms=st.sampled_from([60, 90]))
    def press(self, hold_ms: int) -> None:
        async def push() -> None:
            self.twin.plant.button.set(True)
            await asyncio.sleep(hold_ms / 1000)
            self.twin.plant.button.set(False)

        self.do(push())

    @rule(cards=st.integers(0, 6))
    def host_fires(self, cards: int) -> None:
        async def begin() -> None:
            if self.launcher:
                self.fires.append(asyncio.create_task(self.fire_once(self.launcher, cards)))
                await asyncio.sleep(0)

        self.do(begin())

    @rule(
        drop=chances,
        truncate=chances,
        duplicate=chances,
        late_copy=chances,
        delay_ms=st.sampled_from([0.0, 5.0, 700.0]),
        single_bytes=st.booleans(),
    )
    def the_line_gets_worse_or_better(self, **troubles: float) -> None:
        for name, value in troubles.items():
            setattr(self.cable.troubles, name, value)

    @rule(cards=st.integers(1, 6))
    def host_fires_and_waits(self, cards: int) -> None:
        self.host_fires(cards)
        self.time_passes(2000)

    @rule(what=st.sampled_from(ACCIDENTS))
    def something_happens(self, what: str) -> None:
        async def happen() -> None:
            if what == "cable pulled":
                self.cable.pull()
            elif what == "cable plugged in":
                self.cable.plug()
            elif what == "board resets":
                self.twin._reset()
            elif what == "power goes and comes":
                self.twin.power_cycle()
            else:
                await self.host_crashes()
                if what == "host crashes and starts":
                    await self.host_starts()

        self.do(happen())

    # -- what holds ---------------------------------------------------------------------------

    @invariant()
    def no_command_is_done_twice_and_no_event_kept_twice(self) -> None:
        assert all(times == 1 for times in self.done.values())
        assert not any(self.times_done(*one) for one in self.never)
        assert self.record.doubled == 0
        self.operations += 1

    @rule()
    def all_is_quiet_and_the_cards_are_in_the_record(self) -> None:
        self.do(self.settle())
        truth, cards, confirmations = self.settled
        self.settled = (self.mechanics.left, self.record.cards, self.record.confirmations)
        flown, kept = self.settled[0] - truth, self.settled[1] - cards
        if self.settled[2] == confirmations:
            assert kept == flown
            self.exact.append(flown)
        else:
            assert kept <= flown, "never more than there were"

    async def settle(self) -> None:
        """Mend the line, start the host, and wait for the last card and the last event."""
        self.cable.troubles = self.cable.to_device.troubles = self.cable.to_host.troubles = (
            Troubles()
        )
        self.cable.plug()
        async with asyncio.timeout(SETTLE_S):
            while True:
                if self.launcher and self.launcher._connection.final:  # taken over by a ghost
                    await self.host_crashes()
                if self.launcher is None:
                    await self.host_starts()
                await asyncio.sleep(5.0)
                await asyncio.gather(*self.fires)
                self.fires.clear()
                if self.launcher is None:
                    continue
                try:
                    await self.launcher.fire(0)  # strays are told with the next fire
                    status = await self.launcher.status()
                    last = Heard(self.launcher.hello.boot, await self.launcher.next_event() - 1)
                except LauncherError:
                    continue
                await asyncio.sleep(10 * KEEPING_S)
                if status.state == "idle" and not status.waiting and self.record.heard == last:
                    return

    def teardown(self) -> None:
        if not hasattr(self, "twin"):
            return
        try:
            self.all_is_quiet_and_the_cards_are_in_the_record()
            assert not self.running.done()
        finally:
            self.do(self.end())
            self.loop.close()

    async def end(self) -> None:
        await self.host_crashes()
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody outside has to be waited for, and the ring is small."""
    monkeypatch.setattr(virtual_time, "PATIENCE_S", 0.0)
    monkeypatch.setattr(link, "EVENTS_KEPT", RING)


@pytest.mark.long
def test_every_card_is_in_the_record_or_to_be_confirmed(
    in_a_hurry: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    obey = orders.obey
    table: list[Table] = []
    operations: list[int] = []
    exact: list[int] = []

    class Watched(Table):
        def __init__(self) -> None:
            super().__init__()
            table[:] = [self]

        def teardown(self) -> None:
            super().teardown()
            operations.append(self.operations)
            exact.extend(self.exact)

    def watch(app: Any, name: str, arguments: dict) -> dict:
        table[0].done[arguments.get("s", ""), arguments["id"]] += 1
        return obey(app, name, arguments)

    def number(session: Session, name: str, /, **arguments: object) -> tuple[int, bytes]:
        numbered = command(session, name, **arguments)
        if name == "fire":
            ASKED.get([]).append((session.token, numbered[0]))
        return numbered

    command = Session.command
    monkeypatch.setattr(Session, "command", number)
    monkeypatch.setattr(orders, "obey", watch)
    Watched.TestCase.settings = settings(
        max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None
    )
    Watched.TestCase().runTest()
    assert sum(operations) >= 10_000
    assert sum(exact) >= 100, "cards that were counted exactly, with nothing to confirm"
