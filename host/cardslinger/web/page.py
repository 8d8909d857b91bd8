"""One open page: what it says is asked of the table, and it is shown what it may see."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardslinger.bridge import LauncherError
from cardslinger.rules.cards import format_card
from cardslinger.rules.events import Refusal
from cardslinger.table.errors import BadSitter, TableError
from cardslinger.table.history import Device
from cardslinger.table.messages import Message
from cardslinger.table.views import Role
from cardslinger.web import messages
from cardslinger.web.house import House
from cardslinger.web.keys import Keys
from cardslinger.web.messages import Alive, Answered, Said, You
from cardslinger.web.orders import Orders, Refused
from cardslinger.web.shown import Views

LINES_FIRST = 40  # of what has happened, that a page is told when it opens
SLOW_S = 5.0  # wall; a page that takes no message for so long is dropped, and comes back
ALIVE_S = 4.0  # wall; a page hears at least so often that its line is one
MESSAGES_MAX = 30  # of a page that are read at once, and that may wait for an answer ...
MESSAGES_PER_S = 10.0  # ... and in the long run; the others wait in the line
SHORT_S = 0.001  # wall; of a wait that would be shorter than a clock can tell

UNREADABLE, TOO_SLOW = 4007, 4013  # why a socket was closed
_CARDS = ("card", "top")  # facts of a refusal that are cards
_ALIVE = msgspec.json.encode(Alive()).decode()
_DECODER = msgspec.json.Decoder(Said)

Clock = Callable[[], float]


class Speaker:
    """At most one page speaks for the table."""

    def __init__(self) -> None:
        self.page: object = None


class _Over(Exception):
    """The page is to be closed; `code` None: it is gone."""

    def __init__(self, code: int | None = None) -> None:
        super().__init__(code)
        self.code = code


class Page:
    """Serves one socket until it closes."""

    def __init__(
        self,
        socket: WebSocket,
        wanted: Role,
        token: str,
        house: House,
        keys: Keys,
        views: Views,
        orders: Orders,
        speaker: Speaker,
        clock: Clock = time.monotonic,
    ) -> None:
        """`wanted`: as what it would be shown the table; it is what its device may be at most."""
        self._socket, self._wanted, self._token = socket, wanted, token
        self._house, self._keys, self._views = house, keys, views
        self._orders, self._speaker, self._clock = orders, speaker, clock
        self._allowance, self._counted_s = float(MESSAGES_MAX), clock()
        self._waiting = asyncio.Semaphore(MESSAGES_MAX)
        self._told = -1  # of what has happened; -1: nothing yet
        self._match: int | None = None
        self._seen: object = None  # the rest of what it was shown last
        self._player = ""  # as whose page it is counted
        self._writing = asyncio.Lock()

    @property
    def device(self) -> Device:
        """What it may do now: a host can take that away."""
        return self._keys.device(self._token)

    async def serve(self) -> None:
        """Until it closes, or is closed."""
        over = _Over()
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._show())
                tasks.create_task(self._listen(tasks))
                tasks.create_task(self._live())
        except* _Over as group:
            over = next(one for one in group.exceptions if isinstance(one, _Over))
        finally:
            if self._speaker.page is self:
                self._speaker.page = None
            self._count_as("")
        if over.code:
            await self._close(over.code)

    # -- what it is shown ------------------------------------------------------------------------

    async def _show(self) -> None:
        async for _ in self._house.watch():
            device = self.device
            self._count_as(device.player)
            if news := self._news(device):
                await self._send(news)

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(ALIVE_S)
            await self._send(_ALIVE)

    def _count_as(self, player: str) -> None:
        """It is open for this player now."""
        if player == self._player:
            return
        online = self._views.online
        if self._player:
            online[self._player] -= 1
        if player:
            online[player] = online.get(player, 0) + 1
        self._player = player
        self._house.tell()

    def _news(self, device: Device) -> str:
        """What it has not been shown yet; empty where nothing has changed that it may see."""
        house, views = self._house, self._views
        match = house.game.match if house.game else None
        if match != self._match:
            self._match, self._told = match, -1
        seat = views.seat_of(device.player)
        role = self._role(device, seat)
        you = You(device.host, device.screen, device.player, seat, self._speaker.page is self)
        seen = (you, views.house(device), views.table(role, seat))
        lines = len(house.happened)
        if seen == self._seen and lines == self._told:
            return ""
        first = max(0, lines - LINES_FIRST) if self._told < 0 else self._told
        self._seen, self._told = seen, lines
        return views.message(you, role, first)

    def _role(self, device: Device, seat: int | None) -> Role:
        """As what it is shown the table: as it wants, or as its device may."""
        may = {
            Role.HOST: device.host,
            Role.SEAT: seat is not None,
            Role.SCREEN: device.host or device.screen,
        }
        return self._wanted if may.get(self._wanted) else Role.SPECTATOR

    async def _send(self, told: str) -> None:
        try:
            async with asyncio.timeout(SLOW_S), self._writing:
                await self._socket.send_text(told)
        except TimeoutError:
            raise _Over(TOO_SLOW) from None
        except (WebSocketDisconnect, RuntimeError):
            raise _Over from None

    async def _close(self, code: int) -> None:
        with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(SLOW_S):
                await self._socket.close(code)

    # -- what it says ----------------------------------------------------------------------------

    async def _listen(self, tasks: asyncio.TaskGroup) -> None:
        """Each message is answered when it can be: a *Stop* waits for nothing."""
        while True:
            await self._until_it_may_say_more()
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                raise _Over
            try:
                said = _DECODER.decode(received.get("text") or b"")
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                raise _Over(UNREADABLE) from None
            tasks.create_task(self._obey(said))

    async def _obey(self, said: Said) -> None:
        await self._send(msgspec.json.encode(await self._answer(said)).decode())
        self._waiting.release()

    async def _until_it_may_say_more(self) -> None:
        await self._waiting.acquire()
        while (missing := 1 - self._allowed()) > 0:
            await asyncio.sleep(max(missing / MESSAGES_PER_S, SHORT_S))
        self._allowance -= 1

    def _allowed(self) -> float:
        now_s = self._clock()
        more = (now_s - self._counted_s) * MESSAGES_PER_S
        self._allowance = min(MESSAGES_MAX, self._allowance + more)
        self._counted_s = now_s
        return self._allowance

    async def _answer(self, said: Said) -> Answered | messages.Report:
        try:
            match said:
                case messages.Ask() | messages.Why():
                    return await self._asked(said)
                case messages.Speak(on=on):
                    self._speak(on)
                    return Answered(said.id)
            return await self._orders.obey(said, self._token) or Answered(said.id)
        except Refused as refused:
            return Answered(said.id, refused.code, refused.facts)
        except BadSitter as error:
            return _refused(said, error.refusal)
        except (TableError, LauncherError) as error:
            return Answered(said.id, "page.error", {"reason": str(error)})

    def _speak(self, on: bool) -> None:
        if not (self.device.host or self.device.screen):
            raise Refused("page.host_only")
        if on or self._speaker.page is self:
            self._speaker.page = self if on else None
            self._house.tell()

    async def _asked(self, said: messages.Ask | messages.Why) -> Answered:
        game = self._house.game
        if not game:
            raise Refused("page.no_match")
        of_table = isinstance(said, messages.Ask) and said.of_table
        seat = self._whose(of_table)
        if isinstance(seat, Refusal):
            return _refused(said, seat)
        message = Message(f"{self._key()}:{said.id}", said.wish, seat)
        if isinstance(said, messages.Why):
            why = game.why_not(message)
            return _refused(said, why) if why else Answered(said.id)
        message = msgspec.structs.replace(message, seen=said.seen)
        answer = await game.ask(message, lambda: self._whose(of_table))
        return _refused(said, answer) if isinstance(answer, Refusal) else Answered(said.id)

    def _whose(self, of_table: bool) -> int | Refusal | None:
        """Which seat asks; None: the table. What the device may do can change until it is asked."""
        device = self.device
        if of_table:
            return None if device.host or device.screen else Refusal("refusal.not_yours")
        seat = self._views.seat_of(device.player)
        return Refusal("page.no_seat") if seat is None else seat

    def _key(self) -> str:
        """The device, as the journal knows it: two devices may count their wishes alike."""
        return self._keys.name_of(self._token)


def _refused(said: Said, refusal: Refusal) -> Answered:
    """Why not, with cards in notation."""
    facts = {
        name: format_card(fact) if name in _CARDS and isinstance(fact, int) else fact
        for name, fact in refusal.facts.items()
    }
    return Answered(said.id, refusal.code, facts)
