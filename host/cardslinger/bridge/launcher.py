"""`Launcher`: the async client of one launcher."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
import serial

from cardslinger.bridge.clock import Moment
from cardslinger.bridge.connection import COUNT, RESTARTED, Connection
from cardslinger.bridge.errors import Incompatible, LauncherError, Lost, Refused, Unheard
from cardslinger.bridge.inbox import Inbox
from cardslinger.bridge.messages import (
    Armed,
    Event,
    FireBegun,
    Fired,
    Hello,
    Kept,
    Life,
    LogEntry,
    Missed,
    News,
    Passage,
    PassedCards,
    Pong,
    Restarted,
    Restarting,
    Seeded,
    Setting,
    State,
    Status,
    Stopped,
    Testing,
    typed,
)
from cardslinger.bridge.session import Heard
from cardslinger.bridge.skew import UPDATE_BOTH, skew
from cardslinger.bridge.wire import Dial, SerialWire, dialer

OUTCOMES_KEPT = 8
FIRE_BASE_S = 20.0  # a twin on a busy machine is slow
FIRE_CARD_S = 1.5  # the device's own time-outs come to less than that a card
CLOCK_PINGS = 3
CLOCK_FRESH_S = 10.0  # two crystals differ by a millisecond in that time

A = TypeVar("A", bound=msgspec.Struct)


class Launcher:
    """A launcher, also while it is unplugged. Open it with
    `async with await Launcher.open(port) as launcher`.

    Lost, it connects by itself again and again; `state` and `why` say how that stands. One command
    at a time is on the wire; further callers wait their turn. Every method raises `Lost` while
    there is no connection, `Unheard` when the launcher never got the command, `Incompatible` when
    it answers nonsense, `TooLong` for what does not fit a line.

    Events are acknowledged as they come in: whoever opens a launcher takes over what it held. A
    host that keeps a record says how far that goes (`heard`; empty, it starts with `Began`). Then
    each event is acknowledged when the loop over `news` comes back for the next one, or by `keep`;
    one that was not, because the host crashed, comes again to the host that starts after it. Until
    then the launcher tells nothing more: a loop that fires has to `keep` the event first.
    """

    def __init__(self, dial: Dial, heard: Heard | None = None) -> None:
        self._connection = Connection(dial, heard)
        self._acknowledges = heard is None
        self._turned_in = Inbox()
        self._fires: dict[int, asyncio.Future[Fired]] = {}
        self._closed = False
        self._in_hand: Event | None = None  # handed out, and not known to be kept
        self._outcomes: deque[Fired] = deque(maxlen=OUTCOMES_KEPT)
        self._dispatcher = asyncio.create_task(self._dispatch())

    @classmethod
    async def open(cls, port: str | Dial, heard: Heard | None = None) -> Self:
        """Connect and greet. Raises PortError, NoAnswer, Incompatible."""
        launcher = cls(dialer(port) if isinstance(port, str) else port, heard)
        try:
            await launcher._connection.open()
        except BaseException:
            await launcher.close()
            raise
        return launcher

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go of the port. What the launcher is doing goes on."""
        self._closed = True
        await self._connection.close()
        self._dispatcher.cancel()
        await asyncio.wait([self._dispatcher])

    @property
    def hello(self) -> Hello:
        """How the launcher described itself when it was last greeted."""
        assert self._connection.session.hello
        return self._connection.session.hello

    @property
    def state(self) -> State:
        """How the connection stands."""
        return self._connection.state

    @property
    def why(self) -> str:
        """What is wrong with the connection, with the next step; empty when nothing is."""
        return self._connection.why

    @property
    def counts(self) -> dict[str, int]:
        """What this side skipped, asked or got again, by name."""
        session = self._connection.session
        return {
            "reconnects": self._connection.reconnects,
            "asked_again": self._connection.asked_again,
            "repeated": session.repeated,
            "unread": self._turned_in.unread,
            "malformed": session.malformed,
            "text": session.decoder.text_lines,
            "damaged": session.decoder.damaged_lines,
            "long": session.decoder.long_lines,
        }

    @property
    def port(self) -> serial.Serial:
        """The open serial port."""
        wire = self._connection.wire
        assert isinstance(wire, SerialWire)
        return wire.port

    # -- commands -----------------------------------------------------------------------------

    async def ping(self) -> int:
        """The device's clock in ms."""
        return (await self._command("ping", Pong)).t

    async def status(self) -> Status:
        """State and counters."""
        return await self._command("status", Status)

    async def setting(self, name: str) -> Setting:
        """A setting with its range. Raises Refused for a name that the device does not know."""
        _check_name("get", name)
        return await self._command("get", Setting, name=name)

    async def settings(self) -> list[Setting]:
        """Every setting, by name."""
        found = [await self._command("get", Setting, place=0)]
        while len(found) < found[0].count:
            found.append(await self._command("get", Setting, place=len(found)))
        return found

    async def set(self, name: str, value: object) -> Setting:
        """Change a setting; the device keeps it over power-off. Returns it as it is now.

        Raises Refused, naming the range, for a value that can't be, and while it fires.
        """
        _check_name("set", name)
        await self._command("set", Kept, name=name, value=value)
        return await self.setting(name)

    async def reset_settings(self) -> None:
        """Back to the settings it was made with. Raises Refused while it fires."""
        await self._command("reset", Kept)

    async def passed(self, first: int = 1) -> list[Passage]:
        """Cards that passed the beam, from number `first` since power-on, if still kept."""
        found: list[Passage] = []
        while (some := await self._command("cards", PassedCards, **{"from": first})).us:
            numbers = range(some.number, some.number + len(some.us))
            found += map(Passage, numbers, some.us, some.mv, map(bool, some.first))
            first = numbers.stop
        return found

    async def arm(
        self,
        presses: int,
        profile: str | None = None,
        light: str = "armed",
        whose: int | None = None,
    ) -> int:
        """The next `presses` presses (0 disarms) are the host's: drawn from `profile`, or from the
        one that is set; the button's light shows `armed` or `your_press`; `Firing` tells `whose`
        they are. Returns how many are armed."""
        wanted = {"profile": profile, "whose": whose}
        given = {name: value for name, value in wanted.items() if value is not None}
        return (await self._command("arm", Armed, presses=presses, light=light, **given)).presses

    async def stop(self) -> None:
        """The motor stands at once; a fire under way ends and tells so, nothing stays armed."""
        await self._command("stop", Stopped)

    async def seed(self, value: int) -> None:
        """From now on draws are the known sequence of this seed. For tests only."""
        await self._command("seed", Seeded, value=value)

    async def life(self) -> Life:
        """Counts over the launcher's life."""
        return await self._command("life", Life)

    async def log(self) -> list[LogEntry]:
        """The faults it remembers, newest first."""
        found: list[LogEntry] = []
        try:
            while not found or len(found) < found[0].count:
                found.append(await self._command("log", LogEntry, place=len(found)))
        except Refused as refusal:
            if refusal.code != "out_of_range":  # of an empty log: it has no place 0
                raise
        return found

    async def selftest(self, what: str) -> None:
        """Begin to measure `what`; the figures come as `Tested` events, the `last` one marked."""
        await self._command("selftest", Testing, what=what)

    async def next_event(self) -> int:
        """The number that the launcher gives to its next event: one below it is of before."""
        session = self._connection.session
        hello = await self._command("hello", Hello, **session.introduction)
        if hello.boot != session.boot:
            raise Lost(RESTARTED)
        return hello.next

    async def restart(self) -> None:
        """Start its application anew, out of safe mode too. The connection ends with it."""
        await self._command("restart", Restarting)

    async def fire(self, cards: int, percent: int | None = None) -> Fired:
        """Fire exactly `cards` cards; returns what the sensor counted when it is over.

        `percent`: the motor's duty for this fire, in place of the setting `drive_percent`.
        Raises Refused (nothing was fired), Lost when the outcome can't be known.
        """
        duty = {} if percent is None else {"percent": percent}
        try:
            number = (await self._command("fire", FireBegun, cards=cards, **duty)).fire
        except Unheard:
            raise
        except Lost as error:
            raise Lost(f"{error}; it may have fired; {COUNT}") from error
        for outcome in self._outcomes:
            if outcome.fire == number:
                return outcome
        waiting: asyncio.Future[Fired] = asyncio.get_running_loop().create_future()
        self._fires[number] = waiting
        given_up = asyncio.create_task(self._connection.given_up.wait())
        either: list[asyncio.Future[Any]] = [waiting, given_up]
        try:
            await asyncio.wait(
                either,
                timeout=FIRE_BASE_S + FIRE_CARD_S * cards,
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            given_up.cancel()
            del self._fires[number]
        if not waiting.done():
            if self._in_hand:
                raise Lost("no word of how the fire ended: the news before it are not kept yet")
            raise Lost(f"no word of how the fire ended{self._because()}; {COUNT}")
        return waiting.result()

    def _because(self) -> str:
        return f" ({self.why})" if self.why else ""

    # -- news ---------------------------------------------------------------------------------

    async def news(self) -> AsyncIterator[News]:
        """What happens, in order: each event once, from the oldest the device still held; what is
        lost; how the connection stands; telemetry. Ends with `close`; raises Lost when the
        connection has ended otherwise."""
        while True:
            if self._in_hand:
                self.keep(self._in_hand)
            item = await self._turned_in.next()
            if item is None:
                if self._closed:
                    return
                assert self._connection.final
                raise self._connection.final
            if isinstance(item, Event) and not self._acknowledges:
                self._in_hand = item
            yield item

    def keep(self, event: Event) -> None:
        """The event is in the record: the launcher may forget it, and go on telling."""
        self._in_hand = None
        self._connection.acknowledge(event)

    async def events(self) -> AsyncIterator[Event | Missed | Restarted]:
        """Of the news, what happened at the launcher and what is lost of it."""
        async for item in self.news():
            if isinstance(item, Event | Missed | Restarted):
                yield item

    async def when(self, event: Event) -> Moment:
        """When an event of the present boot happened, by this computer's monotonic clock.

        Raises ValueError for an event of an earlier boot: that clock is gone.
        """
        if event.boot != self._connection.session.boot:
            raise ValueError(f"event {event.n} is of an earlier boot")
        clock = self._connection.clock
        now_s = asyncio.get_running_loop().time()
        if clock.newest_s is None or now_s - clock.newest_s > CLOCK_FRESH_S:
            for _ in range(CLOCK_PINGS):
                await self.ping()
        return clock.moment(event.t)

    async def _dispatch(self) -> None:
        """Hand on what the connection hears."""
        while (item := await self._connection.news.get()) is not None:
            if isinstance(item, Fired) and item.by == "host":
                self._outcomes.append(item)
                fire = self._fires.get(item.fire)
                if fire and not fire.done():
                    fire.set_result(item)
            elif isinstance(item, Restarted):
                self._outcomes.clear()
                self._fail_fires(Lost(RESTARTED))
            if isinstance(item, Event) and self._acknowledges:
                self._connection.acknowledge(item)
            self._turned_in.put(item)
        self._fail_fires(self._connection.final)
        self._turned_in.put(None)

    def _fail_fires(self, error: LauncherError | None) -> None:
        assert error
        for fire in self._fires.values():
            if not fire.done():
                fire.set_exception(error)
                fire.exception()  # it may be that nobody waits

    async def _command(self, command: str, kind: type[A], /, **arguments: object) -> A:
        """Send a command; its answer, checked."""
        answer = await self._connection.command(command, **arguments)
        if "err" in answer:
            raise Refused(command, str(answer.pop("err")), answer)
        try:
            return typed(answer, kind)
        except msgspec.ValidationError as error:
            raise Incompatible(
                f"the answer to `{command}` makes no sense ({error}); "
                f"{skew(self.hello.firmware) or UPDATE_BOTH}"
            ) from error


def _check_name(command: str, name: str) -> None:
    """No setting has such a name, and MicroPython could not even send it back: its JSON breaks
    letters of more than two bytes."""
    if not name.isascii():
        raise Refused(command, "unknown_setting", {"name": name[:20]})
