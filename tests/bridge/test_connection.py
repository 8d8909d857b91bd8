"""A lost connection is tried again, ever more slowly; each state is shown with its reason."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest
from cardslinger.bridge import (
    ConnectionChanged,
    Event,
    Heard,
    Launcher,
    Lost,
    News,
    PortError,
    State,
)
from cardslinger.bridge.connection import RESUME_WAIT_S, RETRY_FIRST_S, RETRY_MAX_S
from cardslinger.twin.virtual_time import VirtualTimeLoop
from slinger.frame import Decoder, encode

from tests.bridge.device import HELLO


class Board:
    """Played: answers hello and ping, while it is plugged in."""

    only_once = False

    def __init__(self, **hello: object) -> None:
        self.hello = {**HELLO, **hello}
        self.deaf = False
        self.acknowledged = 0
        self._out: asyncio.Queue[bytes] = asyncio.Queue()
        self._decoder = Decoder()

    async def read(self) -> bytes:
        data = await self._out.get()
        if not data:
            self._out.put_nowait(b"")
            raise Lost("unplugged: plug it in again")
        return data

    async def write(self, line: bytes) -> None:
        for message in self._decoder.feed(line):
            self.acknowledged = message.get("ack", self.acknowledged)
            if self.deaf and message.get("cmd") == "ping":
                continue
            if message.get("cmd") in ("hello", "ping"):
                facts = self.hello if message["cmd"] == "hello" else {"t": 7, "us": 7000}
                self._out.put_nowait(encode({"re": message["id"], **facts}))

    def say(self, message: dict[str, object]) -> None:
        self._out.put_nowait(encode(message))

    async def close(self) -> None:
        self._out.put_nowait(b"")

    unplug = close


def always(board: Board) -> Callable[[], Awaitable[Board]]:
    """Dials it every time."""

    async def dial() -> Board:
        return board

    return dial


def only_once(board: Board, error: Exception) -> Callable[[], Awaitable[Board]]:
    """Dials it, and after that fails."""
    left = [board]

    async def dial() -> Board:
        if not left:
            raise error
        return left.pop()

    return dial


def in_virtual_time(story: Callable[[], Awaitable[None]]) -> None:
    async def tell() -> None:
        await story()

    with asyncio.Runner(loop_factory=lambda: VirtualTimeLoop(0)) as runner:
        runner.run(tell())


async def until(launcher: Launcher, state: State) -> list[News]:
    """All news up to that state."""
    found: list[News] = []
    async with asyncio.timeout(120):
        async for news in launcher.news():
            found.append(news)
            if isinstance(news, ConnectionChanged) and news.state is state:
                break
    return found


def test_a_lost_port_is_tried_again_ever_more_slowly_until_it_is_there() -> None:
    async def story() -> None:
        loop = asyncio.get_running_loop()
        boards = [Board(), Board()]
        dialled: list[float] = []

        async def dial() -> Board:
            dialled.append(loop.time())
            if 1 < len(dialled) < 9:
                raise PortError("/dev/ttyACM0: no such port")
            return boards[len(dialled) > 1]

        async with await Launcher.open(dial) as launcher:
            await boards[0].unplug()
            news = await until(launcher, State.CONNECTED)
            assert await launcher.ping() == 7
            assert (launcher.state, launcher.why) == (State.CONNECTED, "")
            assert launcher.counts["reconnects"] == 1
        assert [item.state for item in news if isinstance(item, ConnectionChanged)] == [
            State.LOST,
            State.RESUMING,
            State.CONNECTED,
        ]
        waits = [round(b - a, 2) for a, b in pairwise(dialled[1:])]
        assert waits == [RETRY_FIRST_S, 0.5, 1.0, 2.0, *[RETRY_MAX_S] * 3]

    in_virtual_time(story)


@pytest.mark.parametrize(
    ("hello", "why"),
    [
        ({"board": "other"}, r"another board answers \(other\): plug in the first one"),
        ({"protocol": 9}, "speaks protocol 9, this host 1; `pip install -U cardslinger`"),
    ],
)
def test_what_comes_back_as_something_else_is_incompatible(
    hello: dict[str, object], why: str
) -> None:
    async def story() -> None:
        boards = [Board(), Board(**hello), Board()]

        async def dial() -> Board:
            return boards.pop(0)

        first = boards[0]
        async with await Launcher.open(dial) as launcher:
            await first.unplug()
            *_, changed = await until(launcher, State.INCOMPATIBLE)
            assert isinstance(changed, ConnectionChanged)
            with pytest.raises(Lost, match=why):
                await launcher.ping()
            await until(launcher, State.CONNECTED)
            assert await launcher.ping() == 7, "the right one is back"

    in_virtual_time(story)


def test_a_command_under_way_waits_for_the_connection_but_not_for_ever() -> None:
    async def story() -> None:
        board = Board()
        dial = only_once(board, PortError("/dev/ttyACM0: no such port"))
        async with await Launcher.open(dial) as launcher:
            loop = asyncio.get_running_loop()
            began_s = loop.time()
            fire = asyncio.create_task(launcher.fire(3))
            await board.unplug()
            with pytest.raises(Lost, match="it may have fired; count the cards"):
                await fire
            assert RESUME_WAIT_S <= loop.time() - began_s <= RESUME_WAIT_S + RETRY_MAX_S
            with pytest.raises(Lost, match="no such port"):
                await launcher.fire(3)

    in_virtual_time(story)


def test_closing_ends_the_news_in_peace_and_every_command() -> None:
    async def story() -> None:
        board = Board()
        launcher = await Launcher.open(always(board))
        fire = asyncio.create_task(launcher.fire(3))
        await asyncio.sleep(0.1)
        await launcher.close()
        with pytest.raises(Lost, match="the connection was closed"):
            await fire
        async for _ in launcher.news():
            pass
        with pytest.raises(Lost, match="the connection was closed"):
            await launcher.ping()

    in_virtual_time(story)


def test_an_error_of_ours_ends_the_connection_instead_of_leaving_it_for_dead() -> None:
    async def story() -> None:
        board = Board()
        dial = only_once(board, TypeError("int() argument must be a string"))
        async with await Launcher.open(dial) as launcher:
            fire = asyncio.create_task(launcher.fire(3))
            await board.unplug()
            with pytest.raises(Lost, match="it may have fired"):
                await fire
            with pytest.raises(Lost, match="an error of this program"):
                async for _ in launcher.news():
                    pass

    in_virtual_time(story)


def event(number: int) -> dict[str, object]:
    return {"ev": "lid", "n": number, "boot": HELLO["boot"], "t": 5, "open": True}


def test_with_a_record_an_event_is_acknowledged_when_the_next_is_asked_for_or_by_keep() -> None:
    async def story() -> None:
        board = Board()
        async with await Launcher.open(always(board), Heard(str(HELLO["boot"]), 0)) as launcher:
            board.say(event(1))
            first = await anext(launcher.events())
            await launcher.ping()
            assert board.acknowledged == 0, "it may not be in the record yet"
            board.say(event(2))
            second = await anext(launcher.events())  # another loop: the first was left well
            assert isinstance(first, Event)
            assert isinstance(second, Event)
            launcher.keep(second)
            await launcher.ping()
            assert (first.n, second.n, board.acknowledged) == (1, 2, 2)

    in_virtual_time(story)


def test_a_stored_answer_does_not_set_the_clock_wrong() -> None:
    """The ping was answered, the answer lost with the cable; after the reconnect it comes late."""

    async def story() -> None:
        first, second = Board(), Board(done=True)
        boards = [first, second]

        async def dial() -> Board:
            return boards.pop(0)

        async with await Launcher.open(dial) as launcher:
            first.deaf = True
            loop = asyncio.get_running_loop()
            began_s = loop.time()
            ping = asyncio.create_task(launcher.ping())
            await asyncio.sleep(0.1)
            await first.unplug()
            assert await ping == 7
            moment = launcher._connection.clock.moment(7)
            assert abs(moment.s - began_s) <= moment.error_s, "it was read just after it was asked"

    in_virtual_time(story)


def test_a_restart_that_a_hello_shows_by_chance_is_no_number_of_the_old_boot() -> None:
    async def story() -> None:
        board = Board()
        async with await Launcher.open(always(board)) as launcher:
            board.hello["boot"] = "boot2"
            with pytest.raises(Lost, match="restarted"):
                await launcher.next_event()

    in_virtual_time(story)
