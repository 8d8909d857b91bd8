"""A match that goes on: people, bots and the launcher, each thing kept before it happens."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from random import Random

import msgspec

from cardslinger.bridge import (
    ConnectionChanged,
    Event,
    Firing,
    Launcher,
    LauncherError,
    Lost,
    News,
    Passed,
    Refused,
    State,
    Unheard,
)
from cardslinger.rules.events import Refusal
from cardslinger.table.asking import Answer, ask
from cardslinger.table.chance import Luck, due
from cardslinger.table.entries import Entry, Fact, Ordered, OrderVoid, Paused
from cardslinger.table.hearing import hear, in_doubt_of
from cardslinger.table.journal import Journal
from cardslinger.table.messages import Message, Stop
from cardslinger.table.needs import NOTHING, Kind, Need, need
from cardslinger.table.table import Table
from cardslinger.table.turn import Turn

Whose = Callable[[], int | Refusal | None]  # the seat that asks; None: the table

AGAIN_S = 0.5  # wall; until a launcher that was busy is asked again
LIFT_S = 0.5  # wall; in which a finger that has pressed may press again without meaning to
END_S = 1.0  # wall; for a launcher to hear that nobody plays any more


class Game:
    """Plays a match of a journal: `async with Game(...) as game`, then `ask` and `watch`.

    The way of everything: what people ask and what the launcher tells becomes entries; they are
    kept in the journal, then happen to `table`, then watchers see it. Only then is a launcher's
    event acknowledged, an order given, a press armed.
    """

    def __init__(
        self,
        journal: Journal,
        match: int,
        table: Table,
        launcher: Launcher,
        chance: Random,
        *,
        pace_s: float = 0.0,
        lift_s: float = 0.0,
    ) -> None:
        """`table` as the journal has it; the launcher opened with `table.heard`. Bots take
        `pace_s` to think. The button is another seat's no sooner than `lift_s` after it was
        pressed: a finger that pushes again, as after a blank, does not press for the next."""
        self.table = table
        self.match = match
        self.at_s = time.time()  # when the latest entries came
        self.passed = 0  # cards of the present fire that have left, as far as was shown
        self.turn = Turn()
        self._journal, self._launcher, self._pace_s = journal, launcher, pace_s
        self._lift_s, self._pressed_s = lift_s, -lift_s
        self._luck = Luck(chance)
        self._one_at_a_time = asyncio.Lock()
        self._changed = asyncio.Condition()
        self._changes = 0  # of the table or of the connection
        self._last_armed = NOTHING  # for whom the button was the last time
        self._armed: Need | None = None  # what the launcher knows; None: nobody can tell
        self._stopping = 0  # wishes to stop that are not kept yet: no order is given
        self._order: Ordered | None = None  # kept, to be given: once, whatever comes of it
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Game":
        """Raises the journal's and the bridge's errors."""
        if self.table.number:  # whatever else it waits for, nothing fires before somebody says so
            await self._keep([Paused("resumed")])
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._drive())]
        return self

    async def __aexit__(self, *error: object) -> None:
        async with self._one_at_a_time:  # nothing is kept by halves
            for task in self._tasks:
                task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(END_S):
                await self._halt()

    @property
    def armed(self) -> Need | None:
        """What the launcher's button does now; None: nobody can tell."""
        return self._armed

    @property
    def launcher(self) -> Launcher:
        """The launcher of the table."""
        return self._launcher

    async def ask(self, message: Message, whose: Whose | None = None) -> Answer:
        """What came of it. `whose`: asked when nothing else can come between any more. Raises
        JournalError when it could not be kept: then nothing has happened."""
        self._raise_end()
        # Whoever asks may go away meanwhile: what is kept happens all the same.
        answer = self._stop if isinstance(message.wish, Stop) else self._answer
        return await asyncio.shield(asyncio.create_task(answer(message, whose)))

    async def _stop(self, message: Message, whose: Whose | None) -> Answer:
        """The launcher first: it may be that the disk is full, too."""
        if whose and isinstance(seat := whose(), Refusal):
            return seat
        self._stopping += 1
        try:
            halting = asyncio.create_task(self._halt())
            answer = await self._answer(message, whose)
            await halting
            return answer
        finally:
            self._stopping -= 1

    async def _halt(self) -> None:
        """The motor stands. A launcher that can't hear it is not connected, and says so."""
        with suppress(LauncherError):
            await self._launcher.stop()
        self._armed = None

    async def hurry(self, most_s: int) -> None:
        """Whoever has to act has so long from now on, or is played for this once; 0: nobody has
        to hurry."""
        self.turn.most_s = most_s
        self.turn.see(self.table)
        await self._tell()

    def why_not(self, message: Message) -> Refusal | None:
        """Why the message would be refused now; nothing happens."""
        unused = Luck(Random(0))  # what the next press gives stays as it is
        answer = ask(self.table, message, unused)
        return answer if isinstance(answer, Refusal) else None

    async def _answer(self, message: Message, whose: Whose | None) -> Answer:
        async with self._one_at_a_time:
            if whose:
                seat = whose()
                if isinstance(seat, Refusal):
                    return seat
                message = msgspec.structs.replace(message, seat=seat)
            answer = ask(self.table, message, self._luck)
            if not isinstance(answer, Refusal):
                await self._keep(answer)
            return answer

    async def watch(self) -> AsyncIterator[int]:
        """The number of the latest entry, now and whenever there is another one, or when the
        connection to the launcher changes; ends with the match. Raises what ended the game."""
        async for number in self.watch_on():
            yield number
            if self.table.over:
                return

    async def watch_on(self) -> AsyncIterator[int]:
        """As `watch`; the launcher is told of after the match, too."""
        while True:
            self._raise_end()
            seen = self._changes
            yield self.table.number
            await self._change_after(seen)

    def _raise_end(self) -> None:
        """Raise what ended the game, if it has ended by an error."""
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()

    # -- one thing after the other --------------------------------------------------------------

    async def _keep(self, entries: Sequence[Entry]) -> None:
        if entries:
            at_s = time.time()
            await self._journal.append(self.match, entries)
            self.table.take(entries)
            self.at_s = at_s
            self.turn.see(self.table)
            self._order = next((one for one in entries if isinstance(one, Ordered)), self._order)
            await self._tell()

    async def _tell(self) -> None:
        async with self._changed:
            self._changes += 1
            self._changed.notify_all()

    async def _change_after(self, seen: int, most_s: float | None = None) -> None:
        """Wait until there is a change that was not there when `seen` was read, or so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(most_s), self._changed:
                await self._changed.wait_for(lambda: self._changes != seen)

    async def _listen(self) -> None:
        """The launcher's news, each kept before the next is asked for."""
        try:
            async for news in self._launcher.news():
                await self._heard(news)
        finally:
            await self._tell()

    async def _heard(self, news: News) -> None:
        if isinstance(news, ConnectionChanged):
            self._armed = None
            await self._tell()
            return
        if isinstance(news, Passed):
            self.passed = news.cards
            await self._tell()
            return
        async with self._one_at_a_time:
            if isinstance(news, Event) and self._is_old(news):
                return
            await self._keep(hear(self.table, news))
            if isinstance(news, Firing):
                self.passed = 0
                if news.by == "press":
                    self._armed = None  # it has used up some of it
                    self._pressed_s = time.monotonic()

    def _is_old(self, event: Event) -> bool:
        heard = self.table.heard
        return event.boot == heard.boot and event.n <= heard.number

    # -- what follows from it --------------------------------------------------------------------

    async def _drive(self) -> None:
        """What happens by itself, and what the launcher has to do."""
        try:
            await self._settle_order()
            while not self.table.over:
                seen = self._changes
                if not await self._step() and self._is_ready():
                    await self._change_after(seen, self.turn.left_s)
            await self._arm(NOTHING)
        finally:
            await self._tell()

    def _is_ready(self) -> bool:
        """Whether the launcher knows all it should."""
        return not self._may_arm() or self._armed == self._wanted()

    def _may_arm(self) -> bool:
        """Not while a press is under way: the launcher counts down itself, and who is quick may
        press the next already."""
        running = self.table.running
        return self._launcher.state is State.CONNECTED and (not running or running.ordered)

    def _wanted(self) -> Need:
        wanted = need(self.table)
        return wanted if wanted.kind is Kind.PRESSES else NOTHING

    async def _step(self) -> bool:
        """Whether anything was done."""
        await self._arm(self._wanted())  # before a bot thinks: what was armed is armed no more
        if self._pace_s and self._is_a_bot_about_to():
            await asyncio.sleep(self._pace_s)  # whoever is quicker comes first
        async with self._one_at_a_time:
            entries = due(self.table, self._luck, late=self.turn.left_s == 0)
            await self._keep(entries)
            order, self._order = self._order, None
            if order and (order is not self.table.order or self.table.paused > self.table.ordered):
                order = None  # something has come between; what it was for is still owed
                if not self.table.doubt_of(None):
                    await self._keep([OrderVoid()])
        if order:
            await self._arm(NOTHING)
            await self._fire(order.cards)
        return bool(order or entries)

    def _is_a_bot_about_to(self) -> bool:
        """To play, or to catch somebody."""
        table, state = self.table, self.table.state
        if table.pause or table.fire or table.over:
            return False
        catches = state.exposed and any(table.bot(seat) for seat in state.seated)
        return bool(catches or (state.seat >= 0 and table.bot(state.seat)))

    async def _arm(self, wanted: Need) -> None:
        if not self._may_arm() or self._armed == wanted:
            return
        if wanted.amount and wanted.seat != self._last_armed.seat:
            await self._until_lifted()
            if wanted != self._wanted():
                return
        profile = self.table.setup.profile if wanted.amount else ""
        try:
            whose = max(wanted.seat, 0)
            await self._launcher.arm(wanted.amount, profile or None, wanted.light, whose)
        except Refused as refused:
            await self._refused(refused.code)
        except LauncherError:
            await asyncio.sleep(AGAIN_S)  # it is tried again, and the connection says why
        else:
            self._armed = wanted
            if wanted.amount:
                self._last_armed = wanted
            await self._tell()

    async def _until_lifted(self) -> None:
        """Until the finger that pressed last has had time to leave the button."""
        left_s = self._pressed_s + self._lift_s - time.monotonic()
        if left_s > 0:
            await asyncio.sleep(left_s)

    async def _refused(self, code: str) -> None:
        """The launcher can't do what the game needs: somebody has to look."""
        async with self._one_at_a_time:
            await self._keep([Paused("launcher_refused", {"reason": code})])

    async def _fire(self, cards: int) -> None:
        """Give the order that is kept already; how it ends comes as news."""
        if self._stopping:
            await self._void([])
            return
        if self._launcher.state is not State.CONNECTED:
            await self._void([Paused("launcher_lost")])
            return
        try:
            await self._launcher.fire(cards)
        except Refused as refused:
            await self._order_failed(refused)
        except Unheard:
            await self._void([Paused("launcher_lost")])
        except Lost:
            await self._unknown()
        self._armed = None

    async def _order_failed(self, refused: Refused) -> None:
        if refused.code == "busy":  # somebody has pressed; it is ordered anew
            await self._void([])
            await asyncio.sleep(AGAIN_S)
        else:
            await self._void([Paused("launcher_refused", {"reason": refused.code})])

    async def _void(self, more: list[Fact]) -> None:
        async with self._one_at_a_time:
            if self.table.order and not self.table.doubt_of(None):
                await self._keep([OrderVoid(), *more])

    async def _unknown(self) -> None:
        """No word of how the fire ended; if it comes later, it counts."""
        async with self._one_at_a_time:
            fire = self.table.fire
            if fire and fire.ordered and not self.table.doubt_of(fire.id):
                await self._keep([in_doubt_of(fire, 0)])

    async def _settle_order(self) -> None:
        """An order of before a crash: its fire is heard of, or it was never given."""
        while self.table.order:
            seen = self._changes
            try:
                last = await self._launcher.next_event() - 1
            except Lost:
                await self._change_after(seen)
                continue
            while self.table.heard.number < last and self.table.order:
                await self._change_after(self._changes)
            await self._void([])
            return
