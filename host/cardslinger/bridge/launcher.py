"""`Launcher`: the async client of one launcher."""

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
import serial
from slinger.limits import PROTOCOL

from cardslinger.bridge.errors import Incompatible, LauncherError, Lost, NoAnswer, Refused
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
    Passage,
    PassedCards,
    Pong,
    Restarted,
    Restarting,
    Seeded,
    Setting,
    Status,
    Testing,
)
from cardslinger.bridge.outbox import Outbox
from cardslinger.bridge.ports import broken_port, open_port
from cardslinger.bridge.session import Answer, News, Session
from cardslinger.bridge.trace import Source, wire

ANSWER_WAIT_S = 0.5  # above the device's flash write (45 ms) and garbage collection
COMMAND_TRIES = 5  # an emulated board on a busy machine can take two seconds
HELLO_TRIES = 12  # a board that is just booting, or a twin on a busy machine, gets 6 s
OUTCOMES_KEPT = 8
FIRE_BASE_S = 10.0
FIRE_CARD_S = 1.5  # the device's own time-outs come to less than that a card
COUNT = "count the cards on the table"

A = TypeVar("A", bound=msgspec.Struct)


class Launcher:
    """A connected launcher. Open it with `async with await Launcher.open(port) as launcher`.

    One command at a time is on the wire; further callers wait their turn. Every method raises
    `Lost` when the connection broke, `NoAnswer` when the device stays silent, `Incompatible` when
    it answers nonsense, `TooLong` for what does not fit a line.
    Events are acknowledged as they come in: whoever opens a launcher takes over what it held.
    """

    hello: Hello

    def __init__(self, port: serial.Serial) -> None:
        self.port = port
        self._session = Session()
        self._loop = asyncio.get_running_loop()
        self._turn = asyncio.Lock()
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._fires: dict[int, asyncio.Future[Fired]] = {}
        self._heard = 0  # answers, to whatever
        self._outcomes: deque[Fired] = deque(maxlen=OUTCOMES_KEPT)
        self._news: asyncio.Queue[Event | Missed | Restarted | None] = asyncio.Queue()
        self._unsent = Outbox()
        self._broken: LauncherError | None = None
        self._closing = False
        self._writer = self._loop.create_task(self._write())
        self._reader = threading.Thread(target=self._read, name="launcher-reader", daemon=True)
        self._reader.start()

    @classmethod
    async def open(cls, port: str) -> Self:
        """Connect and greet. Raises PortError, NoAnswer, Incompatible."""
        launcher = cls(await asyncio.to_thread(open_port, port))
        try:
            await launcher._greet()
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
        if self._closing:
            return
        self._closing = True
        self._break(Lost("the connection was closed"))
        await asyncio.to_thread(self._let_go)

    def _let_go(self) -> None:
        self._reader.join()
        self.port.close()

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

    async def arm(self, presses: int, profile: str | None = None, light: str = "armed") -> int:
        """The next `presses` presses (0 disarms) are the host's: drawn from `profile`, or from the
        one that is set; the button's light shows `armed` or `your_press`. Returns how many are."""
        drawn = {} if profile is None else {"profile": profile}
        return (await self._command("arm", Armed, presses=presses, light=light, **drawn)).presses

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
        greeting = {"protocol": PROTOCOL, "session": self._session.token}
        return (await self._command("hello", Hello, **greeting)).next

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
        except NoAnswer as error:
            raise Lost(f"no answer to `fire {cards}`: it may have fired; {COUNT}") from error
        for outcome in self._outcomes:
            if outcome.fire == number:
                return outcome
        if self._broken:
            raise self._broken
        waiting: asyncio.Future[Fired] = self._loop.create_future()
        self._fires[number] = waiting
        try:
            async with asyncio.timeout(FIRE_BASE_S + FIRE_CARD_S * cards):
                return await waiting
        except TimeoutError as error:
            raise Lost(f"no word of how the fire ended; {COUNT}") from error
        finally:
            del self._fires[number]

    async def events(self) -> AsyncIterator[Event | Missed | Restarted]:
        """Each event once, in order, from the oldest the device still held. Raises Lost."""
        while True:
            news = await self._news.get()
            if news is None:
                self._news.put_nowait(None)
                assert self._broken is not None
                raise self._broken
            yield news

    # -- session ------------------------------------------------------------------------------

    async def _greet(self) -> None:
        self._unsent.say(0, b"\n")  # ends whatever half line an earlier host left behind
        try:
            answer = await self._exchange(*self._session.greeting(), HELLO_TRIES)
        except NoAnswer:
            raise NoAnswer(self._silence()) from None
        code = answer.pop("err", "")
        if code and code != "protocol":
            raise Refused("hello", code, answer)
        if answer.get("protocol") != PROTOCOL:
            raise Incompatible(
                f"the launcher speaks protocol {answer.get('protocol')}, this host {PROTOCOL}: "
                "update the older of the two"
            )
        if self._session.hello is None:
            raise Incompatible("the launcher's hello makes no sense to this host: update both")
        self.hello = self._session.hello

    def _silence(self) -> str:
        said = self._session.last_text.decode(errors="replace").strip()
        if said:
            return f"a board answers, but not as a launcher ({said[:60]!r}): flash the firmware"
        return "no answer: is it a launcher, does its firmware run, is its button free?"

    async def _command(self, command: str, kind: type[A], /, **arguments: object) -> A:
        """Send a command; its answer, checked."""
        async with self._turn:
            answer = await self._exchange(
                *self._session.command(command, **arguments), COMMAND_TRIES
            )
        if "err" in answer:
            code = str(answer.pop("err"))
            if code == "no_session":
                raise Lost(f"the launcher has restarted; {COUNT}, then connect again")
            raise Refused(command, code, answer)
        try:
            return msgspec.convert(answer, kind)
        except msgspec.ValidationError as error:
            raise Incompatible(
                f"the answer to `{command}` makes no sense: {error}; update the older of the two"
            ) from error

    async def _exchange(self, number: int, line: bytes, tries: int) -> dict[str, Any]:
        """Send the line until its answer comes, or nothing does `tries` times; the device acts on
        it once."""
        if self._broken:
            raise self._broken
        answer: asyncio.Future[dict[str, Any]] = self._loop.create_future()
        self._answers[number] = answer
        silences = 0
        try:
            while silences < tries:
                heard = self._heard
                self._unsent.say(number, line)
                done, _pending = await asyncio.wait([answer], timeout=ANSWER_WAIT_S)
                if done:
                    return answer.result()
                # A board that was slow to start still answers each copy of our hello, one by one.
                silences += self._heard == heard
        except asyncio.CancelledError:
            self._break(Lost("a command was given up; connect again"))
            raise
        finally:
            del self._answers[number]
        silent = NoAnswer("the launcher does not answer any more; connect again")
        self._break(silent)  # a host that gives up on an id must open a new session
        raise silent

    def _deliver(self, news: list[News]) -> None:
        for item in news:
            if isinstance(item, Answer):
                self._heard += 1
                waiting = self._answers.get(item.id)
                if waiting and not waiting.done():
                    waiting.set_result(item.facts)
                continue
            if isinstance(item, Fired) and item.by == "host":
                self._outcomes.append(item)
                fire = self._fires.get(item.fire)
                if fire and not fire.done():
                    fire.set_result(item)
            self._news.put_nowait(item)
            if isinstance(item, Restarted):
                self._break(Lost(f"the launcher has restarted; {COUNT}, then connect again"))

    def _break(self, error: LauncherError) -> None:
        """From here on every wait ends with `error`, and nothing more is sent."""
        if self._broken:
            return
        self._broken = error
        self._writer.cancel()
        waits: list[asyncio.Future[Any]] = [*self._answers.values(), *self._fires.values()]
        for waiting in waits:
            if not waiting.done():
                waiting.set_exception(error)
                waiting.exception()  # it may be that nobody waits
        self._news.put_nowait(None)

    # -- bytes --------------------------------------------------------------------------------

    def _read(self) -> None:
        """The reader thread: blocking reads, handed to the event loop."""
        while not self._closing:
            try:
                data = self.port.read(max(1, self.port.in_waiting))
            except (OSError, TypeError) as error:  # TypeError: pyserial, when closed meanwhile
                self._hand_over(self._break, Lost(broken_port(self.port, error)))
                return
            if data:
                self._hand_over(self._received, bytes(data))

    def _hand_over(self, function: Any, argument: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(function, argument)
        except RuntimeError:  # the loop has ended; nobody is interested any more
            self._closing = True

    def _received(self, data: bytes) -> None:
        wire(self.port.name or "", Source.LAUNCHER, data)
        self._deliver(self._session.receive(data))
        if self._session.outbox:
            self._unsent.acknowledge(self._session.outbox[-1])
            self._session.outbox.clear()

    async def _write(self) -> None:
        while True:
            line = await self._unsent.next()
            wire(self.port.name or "", Source.HOST, line)  # first, or its answer could be before
            try:
                await asyncio.to_thread(self.port.write, line)
            except OSError as error:
                why = await asyncio.to_thread(broken_port, self.port, error)  # a twin may take time
                self._break(Lost(why))
                return


def _check_name(command: str, name: str) -> None:
    """No setting has such a name, and MicroPython could not even send it back: its JSON breaks
    letters of more than two bytes."""
    if not name.isascii():
        raise Refused(command, "unknown_setting", {"name": name[:20]})
