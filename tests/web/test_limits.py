"""Pages that say too much, say nonsense, or take too little."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from cardslinger.table.journal import Journal
from cardslinger.table.views import Role
from cardslinger.web import page as page_module
from cardslinger.web.house import House
from cardslinger.web.keys import Keys
from cardslinger.web.orders import Orders
from cardslinger.web.page import (
    ALIVE_S,
    MESSAGES_MAX,
    MESSAGES_PER_S,
    TOO_SLOW,
    UNREADABLE,
)
from cardslinger.web.serve import MESSAGE_MAX
from cardslinger.web.shown import Views

from tests.conftest import StartTwin
from tests.web.clients import PATIENCE_S, Line
from tests.web.twos import play, two

TOO_BIG = 1009  # of the protocol of sockets
UNREAD = [
    "", "x", "{", "[]", "null", "1", '"ask"', "{}", '{"is":"ask"}', '{"is":"nothing","id":"1"}',
    '{"is":"leave"}', '{"is":"leave","id":1}', '{"is":"leave","id":"1","more":1}',
    '{"is":"ask","id":"1","wish":{"is":"play"}}', '{"is":"ask","id":"1","wish":{"is":"fire"}}',
    '{"is":"ask","id":"1","wish":{"is":"count","cards":1.5}}', "[" * 10_000,
    '{"is":"ask","id":"1","wish":{"is":"stop"},"seat":0}',
    '{"is":"ask","id":"1","wish":{"is":"stop"},"seen":"1"}',
    '{"is":"begin","id":"1","port":"auto","rules":"attack","flags":[],"physical":false,"sitters":[]}',
    b'{"is":"leave","id":"1"}', b"\x00\xff", '{"is":"leave","id":"%s"}' % ("1" * 41),
]  # fmt: skip


async def test_what_can_not_be_read_closes_the_page_and_nothing_happens(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        entries = match.entries()
        for text in UNREAD:
            async with match.host.page("host") as page:
                await page.socket.send(text)
                assert await page.closed() == UNREADABLE, text
        assert match.entries() == entries
        assert (await match.acting[0].wish(play(match.acting[0])))["code"] == "", "others play on"


async def test_a_message_too_big_closes_the_page_and_nothing_happens(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        entries = match.entries()
        async with match.host.page("host") as page:
            await page.send({"is": "leave", "id": "x" * MESSAGE_MAX})
            assert await page.closed() == TOO_BIG
        assert match.table.house.game
        assert match.entries() == entries


async def test_too_many_messages_wait_in_the_line_and_each_is_answered(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    """Whoever taps *Stop* forty times while the line is down is heard when it is back."""
    most = MESSAGES_MAX + 10
    async with two(start_twin, tmp_path) as match, match.host.page("host") as page:
        stop = {"is": "ask", "wish": {"is": "stop"}, "of_table": True}
        for number in range(most):
            await page.send({**stop, "id": str(number)})
        await page.until(lambda shown: shown["view"]["stop"])
        async with asyncio.timeout(PATIENCE_S):
            while len([one for one in page.all if one["is"] == "answered"]) < most:
                await asyncio.sleep(0.05)


@asynccontextmanager
async def on_a_line(
    path: Path, clock: Callable[[], float] = time.monotonic
) -> AsyncIterator[tuple[House, Line, asyncio.Task[None]]]:
    """The page of nobody at a table without a match."""
    journal = Journal.open(path / "db")
    async with House(journal, "auto", Random(1)) as house:
        keys, line = Keys(journal, first_is_host=False), Line()
        page = page_module.Page(
            line,  # type: ignore[arg-type]
            Role.SPECTATOR,
            "",
            house,
            keys,
            Views(house, keys, ""),
            Orders(house, keys),
            page_module.Speaker(),
            clock,
        )
        serving = asyncio.create_task(page.serve())
        async with asyncio.timeout(PATIENCE_S):
            yield house, line, serving
    journal.close()


async def say(line: Line) -> None:
    """Something, until it is answered."""
    answered = len(line.answers)
    line.incoming.put_nowait({"type": "websocket.receive", "text": '{"is":"leave","id":"1"}'})
    while len(line.answers) == answered and line.code is None:
        await asyncio.sleep(0)


async def test_in_the_long_run_a_page_is_heard_so_often_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s, waited_s = 0.0, 0.0
    sleep = asyncio.sleep

    async def pass_s(s: float) -> None:
        nonlocal now_s, waited_s
        if s < ALIVE_S:
            now_s, waited_s = now_s + s, waited_s + s
        await sleep(0 if s < ALIVE_S else s)

    async with on_a_line(tmp_path, lambda: now_s) as (_, line, _):
        await say(line)
        monkeypatch.setattr("cardslinger.web.page.asyncio.sleep", pass_s)
        for _ in range(MESSAGES_MAX - 2):
            await say(line)
        assert waited_s == 0
        for _ in range(50):
            await say(line)
        assert waited_s == pytest.approx(50 / MESSAGES_PER_S, abs=1.1 / MESSAGES_PER_S)
        assert line.code is None


async def test_a_page_hears_that_its_line_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardslinger.web.page.ALIVE_S", 0.01)
    async with on_a_line(tmp_path) as (_, line, _):
        while len(line.answers) < 3:
            await asyncio.sleep(0.01)
        assert line.answers[:3] == [{"is": "alive"}] * 3


async def test_what_is_not_taken_in_time_closes_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_module, "SLOW_S", 0.05)
    async with on_a_line(tmp_path) as (house, line, serving):
        while not line.shown:
            await asyncio.sleep(0)
        line.takes.clear()
        house.opening = True
        house.tell()
        await serving
        assert line.code is None, "that could not be said either"
        assert len(line.shown) == 1


async def test_what_is_the_same_as_before_is_not_shown_again(tmp_path: Path) -> None:
    async with on_a_line(tmp_path) as (house, line, serving):
        await say(line)
        for _ in range(3):
            house.tell()
            await say(line)
        assert len(line.shown) == 1
        house.opening = True
        house.tell()
        await say(line)
        assert len(line.shown) == 2
        line.incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await serving


async def test_a_page_that_takes_nothing_is_dropped_and_holds_nobody_up(
    start_twin: StartTwin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_module, "SLOW_S", 0.5)
    async with two(start_twin, tmp_path) as match:
        port = int(match.table.base.rpartition(":")[2])
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", port))
        narrow.setblocking(False)
        house = match.table.house
        async with match.north.page("seat", sock=narrow, max_queue=1) as page:
            await match.zero.close()
            page.socket.transport.pause_reading()
            while match.runs.shown["house"]["places"][0]["online"]:
                house.opening = not house.opening  # each page is told
                house.tell()
                await match.one.next()
            assert (await match.one.wish(play(match.one)))["code"] == ""
            house.opening = False
            page.socket.transport.resume_reading()
            assert await page.closed() in (TOO_SLOW, 1006)
        async with match.north.page("seat") as page:
            assert house.game
            assert page.view["number"] == house.game.table.number
            assert page.view["hand"] == match.hand(0)
