"""The connection to one launcher, kept alive over unplugging, restarts and silence."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from slinger.limits import PROTOCOL

from cardslinger.bridge.clock import DeviceClock
from cardslinger.bridge.errors import (
    Incompatible,
    LauncherError,
    Lost,
    NoAnswer,
    Refused,
    Unheard,
    silence,
)
from cardslinger.bridge.messages import ConnectionChanged, Event, News, Restarted, State
from cardslinger.bridge.outbox import Outbox
from cardslinger.bridge.session import Announced, Answer, Heard, Session
from cardslinger.bridge.skew import UPDATE_BOTH, protocol_skew
from cardslinger.bridge.wire import Dial, Wire

ANSWER_WAIT_S = 0.5  # above the device's flash write (45 ms) and garbage collection
COMMAND_TRIES = 5  # an emulated board on a busy machine can take two seconds
HELLO_TRIES = 20  # a board that is just booting, or a twin on a busy machine, gets 10 s
RETRY_FIRST_S = 0.25  # until a lost connection is tried again; a board needs that to boot
RETRY_GROWTH = 2.0
RETRY_MAX_S = 4.0  # whoever plugs it in again should not have to wait
RESUME_WAIT_S = 10.0  # so long a command waits for a lost connection
QUIET_S = 20.0  # nothing was heard for so long: is it still there? Each look wakes the Pico
LOOK_S = 1.0  # until the next look, at least
TAKEOVERS_MAX = 3  # by another program, each within PEACE_S of the one before: it is left to that
PEACE_S = 10.0
COUNT = "count the cards on the table"
RESTARTED = f"the launcher has restarted; {COUNT}, then try again"


class Connection:
    """Keeps a session with one launcher.

        open() -> CONNECTED <-> LOST -> RESUMING -> CONNECTED
                                  \\-> INCOMPATIBLE (tried again too)

    What it hears comes out of `news`, None after the end. Only one command is on the wire at a
    time. A command under way when the connection breaks is not sent again blindly: the device
    tells at the next hello whether it did it, and a copy that is late is not done after that.
    """

    def __init__(self, dial: Dial, heard: Heard | None = None) -> None:
        self.session = Session(heard)
        self.clock = DeviceClock()
        self.state = State.LOST
        self.why = ""  # it is not CONNECTED
        self.final: LauncherError | None = None  # it ended, for good
        self.news: asyncio.Queue[News | None] = asyncio.Queue()
        self.reconnects = self.asked_again = 0
        self.wire: Wire | None = None
        self.up = asyncio.Event()
        self.given_up = asyncio.Event()  # lost for longer than a command should wait, or for good
        self._loop = asyncio.get_running_loop()
        self._dial = dial
        self._wire_works = False
        self._turn = asyncio.Lock()
        self._asked: int | None = None  # a command whose answer is lacking
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._heard = 0  # answers, to whatever
        self._heard_s = 0.0  # when the latest bytes came
        self._takeovers, self._taken_s = 0, 0.0
        self._announced = ""  # the boot that said so while it was greeted
        self._outbox = Outbox()
        self._broken = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []  # of the wire
        self._keeper: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect and greet. Raises PortError, NoAnswer, Incompatible."""
        self._attach(await self._dial())
        await self._greet()
        self.state = State.CONNECTED
        self.up.set()
        self._keeper = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Let go of the wire. What the launcher is doing goes on."""
        self._end(Lost("the connection was closed"))
        try:
            if self._keeper:
                self._keeper.cancel()
                await asyncio.wait([self._keeper])
        finally:
            await self._detach()

    def acknowledge(self, event: Event) -> None:
        """The device may forget this event and all before it."""
        self.session.acknowledge(event)
        self._write_acknowledgement()

    async def command(self, name: str, /, **arguments: object) -> dict[str, Any]:
        """The launcher's answer to a command, which it does once.

        Raises Lost while there is no connection; Unheard when it broke before the launcher had
        heard the command; Lost when nobody knows whether it did it.
        """
        async with self._turn:
            if self.state is not State.CONNECTED:
                raise self.final or Lost(self.why)
            number, line = self.session.command(name, **arguments)
            self._asked = number
            try:
                return await self._done_once(name, number, line)
            finally:
                self._asked = None
                self._outbox.withdraw(number)

    async def _done_once(self, name: str, number: int, line: bytes) -> dict[str, Any]:
        boot, sent_s = self.session.boot, self._loop.time()
        while True:
            try:
                return await self._ask(number, line, COMMAND_TRIES, sent_s)
            except LauncherError as error:
                if self.final:
                    raise
                why = error
            await _either(self.up, self.given_up)
            if not self.up.is_set():
                raise Lost(f"no answer to `{name}` ({why}): it may have been done") from why
            if self.session.boot != boot:
                raise Lost(RESTARTED) from why
            assert self.session.hello
            if self.session.hello.done is False:
                raise Unheard(
                    f"the launcher had not heard `{name}` when the connection broke: nothing was "
                    "done; try again"
                ) from why
            if not self.session.hello.done:  # it can't say: another host came between
                raise Lost(f"no answer to `{name}`: it may have been done") from why

    # -- asking -------------------------------------------------------------------------------

    async def _ask(
        self, number: int, line: bytes, tries: int, sent_s: float | None = None
    ) -> dict[str, Any]:
        """Send the line until its answer comes; `sent_s`: it was sent before. Raises what broke
        the connection; after `tries` silences that is NoAnswer."""
        answer: asyncio.Future[dict[str, Any]] = self._loop.create_future()
        self._answers[number] = answer
        first_s = self._loop.time() if sent_s is None else sent_s
        silences = 0
        try:
            while silences < tries:
                heard = self._heard
                self._outbox.say(number, line)
                done, _pending = await asyncio.wait([answer], timeout=ANSWER_WAIT_S)
                if done:
                    facts = answer.result()
                    self.clock.sample(first_s, self._loop.time(), facts.get("t"), facts.get("us"))
                    return facts
                self.asked_again += 1
                # A board that was slow to start still answers each copy of our hello, one by one.
                silences += self._heard == heard
        finally:
            del self._answers[number]
        silent = NoAnswer("the launcher does not answer any more; is it switched on?")
        self._break(silent)
        raise silent

    async def _greet(self) -> None:
        """Open the session, or go on with it. Raises NoAnswer, Incompatible, Refused, Lost."""
        session = self.session
        self._outbox.say(0, b"\n")  # ends whatever half line an earlier host left behind
        self._announced = ""
        try:
            answer = await self._ask(*session.greeting(self._asked), HELLO_TRIES)
            if answer.get("err") == "old_session":
                session.renew()
                answer = await self._ask(*session.greeting(self._asked), HELLO_TRIES)
        except NoAnswer:
            said = session.last_text.decode(errors="replace").strip()
            raise silence(said) from None
        code = answer.get("err", "")
        if code and code != "protocol":
            raise Refused("hello", str(code), answer)
        if answer.get("protocol") != PROTOCOL:
            raise Incompatible(protocol_skew(answer.get("protocol")))
        if session.stranger:
            raise Incompatible(f"another board answers ({session.stranger}): plug in the first one")
        if session.hello is None:
            raise Incompatible(f"the launcher's hello makes no sense to this host; {UPDATE_BOTH}")
        if self._announced not in ("", session.boot):
            raise Lost("the launcher has restarted while it was greeted; connect again")

    # -- states -------------------------------------------------------------------------------

    async def _keep(self) -> None:
        """Connect anew whenever the connection breaks."""
        with self._ending():
            while not self.final:
                try:
                    async with asyncio.timeout_at(max(self._quiet_s, self._loop.time() + LOOK_S)):
                        await self._broken.wait()
                except TimeoutError:
                    await self._ask_if_quiet()
                else:
                    await self._resume()

    @contextmanager
    def _ending(self) -> Iterator[None]:
        """An error of ours must not leave a connection that only seems to be one."""
        try:
            yield
        except Exception as error:  # whatever it is: say it, end it
            logging.getLogger(__name__).exception("the connection ends")
            self._end(Lost(f"an error of this program ended the connection ({error!r})"))

    @property
    def _quiet_s(self) -> float:
        """When it will have been quiet for too long."""
        return self._heard_s + QUIET_S

    async def _ask_if_quiet(self) -> None:
        if self._loop.time() < self._quiet_s or self._turn.locked():
            return
        async with self._turn:
            with suppress(LauncherError):
                await self._ask(*self.session.command("ping"), COMMAND_TRIES)

    async def _resume(self) -> None:
        retry_s = RETRY_FIRST_S
        give_up_s = self._loop.time() + RESUME_WAIT_S
        while not self.final:
            state = State.LOST
            try:
                self._broken.clear()
                if not self._wire_works:
                    await self._detach()
                    self._attach(await self._dial())
                self._change(State.RESUMING, self.why)
                await self._greet()
                if not self._broken.is_set():
                    self.reconnects += 1
                    self._change(State.CONNECTED)
                    return
            except Incompatible as error:
                state, self.why = State.INCOMPATIBLE, str(error)
            except LauncherError as error:
                self.why = str(error)
            self._wire_works &= self.wire is not None and self.wire.only_once
            self._change(state, self.why)
            if self._loop.time() >= give_up_s:
                self.given_up.set()
            await asyncio.sleep(retry_s)
            retry_s = min(retry_s * RETRY_GROWTH, RETRY_MAX_S)

    def _change(self, state: State, why: str = "") -> None:
        self.why = why
        if state is State.CONNECTED:
            self.given_up.clear()
            self.up.set()
        if state is not self.state:
            self.state = state
            self.news.put_nowait(ConnectionChanged(state, why))

    def _break(self, error: LauncherError) -> None:
        """Every wait for an answer ends with `error`; the keeper connects anew."""
        if self.state is State.CONNECTED:
            self.up.clear()
            self._change(State.LOST, str(error))
        self._broken.set()
        self._fail_answers(error)

    def _end(self, error: LauncherError) -> None:
        """It is over: nothing more is sent or heard."""
        if self.final:
            return
        self.final = error
        self._change(State.LOST, str(error))
        self.up.clear()
        self.given_up.set()
        self._broken.set()
        self._fail_answers(error)
        self.news.put_nowait(None)

    def _fail_answers(self, error: LauncherError) -> None:
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(error)
                waiting.exception()  # it may be that nobody waits

    # -- bytes --------------------------------------------------------------------------------

    def _attach(self, wire: Wire) -> None:
        self.wire, self._wire_works = wire, True
        self._outbox = Outbox()
        self.session.cut()
        self._tasks = [
            asyncio.create_task(self._listen(wire)),
            asyncio.create_task(self._write(wire, self._outbox)),
        ]

    async def _detach(self) -> None:
        """Let go of the wire, if there is one."""
        wire, self.wire = self.wire, None
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        try:
            if tasks:
                await asyncio.wait(tasks)
        finally:
            if wire:
                await wire.close()

    async def _listen(self, wire: Wire) -> None:
        with self._ending():
            try:
                while True:
                    self._take(await wire.read())
            except Lost as error:
                self._broke(wire, error)

    async def _write(self, wire: Wire, outbox: Outbox) -> None:
        with self._ending():
            try:
                while True:
                    await wire.write(await outbox.next())
            except Lost as error:
                self._broke(wire, error)

    def _broke(self, wire: Wire, error: Lost) -> None:
        if wire is not self.wire:
            return
        self._wire_works = False
        if wire.only_once:
            self._end(error)
        else:
            self._break(error)

    def _take(self, data: bytes) -> None:
        self._heard_s = self._loop.time()
        for item in self.session.receive(data):
            if isinstance(item, Answer):
                self._take_answer(item)
            elif isinstance(item, Announced):
                self._announced = item.boot
                self._ask_who_it_is()
            else:
                if isinstance(item, Restarted):
                    self.clock.restart()
                self.news.put_nowait(item)
        self._write_acknowledgement()

    def _take_answer(self, answer: Answer) -> None:
        self._heard += 1
        waiting = self._answers.get(answer.id)
        if not waiting or waiting.done():
            return
        code = answer.facts.get("err")
        if code == "other_session":
            self._taken_over()
        elif code == "no_session":
            self._ask_who_it_is()
        else:
            waiting.set_result(answer.facts)

    def _taken_over(self) -> None:
        """It listens to somebody else. To greet it anew helps, unless that one does so too."""
        if self._loop.time() - self._taken_s > PEACE_S:
            self._takeovers = 0
        self._taken_s = self._loop.time()
        self._takeovers += 1
        why = Lost("another program has taken over the launcher; end that first")
        self.session.renew()
        if self._takeovers < TAKEOVERS_MAX:
            self._break(why)
        else:
            self._end(why)

    def _ask_who_it_is(self) -> None:
        """The launcher has restarted."""
        if self.state is State.CONNECTED:
            self._break(Lost(RESTARTED))

    def _write_acknowledgement(self) -> None:
        line = self.session.take_acknowledgement()
        if line:
            self._outbox.acknowledge(line)


async def _either(*events: asyncio.Event) -> None:
    """Until one of them is set."""
    waits = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
