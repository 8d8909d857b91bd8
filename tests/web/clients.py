"""Tables whose pages are really served, and people with browsers of their own: for tests."""

import asyncio
import itertools
import logging
import re
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from cardslinger.table.journal import Journal
from cardslinger.table.setup import Setup
from cardslinger.web.app import Site
from cardslinger.web.house import House
from cardslinger.web.keys import COOKIE, HOST, SCREEN, Keys
from cardslinger.web.serve import listen, serve
from starlette.types import ASGIApp
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.cli.test_cli import CARDSLINGER

PATIENCE_S = 60.0  # of a test that waits for what will come
TWIN = "virtual://?speed=0&seed=7"  # starts with the match; one of `start_twin` starts sooner

Shown = dict[str, Any]
_KEYS = itertools.count()  # a page's wishes are no other page's of the same device


class Page:
    """An open page: what it was shown, and what it was answered."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.all: list[dict[str, Any]] = []  # messages that it got
        self._key, self._ids = next(_KEYS), itertools.count()
        self._news = asyncio.Condition()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                async with self._news:
                    self.all.append(msgspec.json.decode(text))
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        finally:
            async with self._news:
                self._news.notify_all()

    @property
    def shown(self) -> Shown:
        """What it was shown last."""
        return [one for one in self.all if one["is"] == "shown"][-1]

    @property
    def view(self) -> dict[str, Any]:
        return self.shown["view"]

    async def _wait(self, is_so: Callable[[], Any]) -> Any:
        async with asyncio.timeout(PATIENCE_S), self._news:
            await self._news.wait_for(lambda: is_so() or self._reading.done())
        assert is_so(), f"closed with {self.socket.close_code}"
        return is_so()

    async def until(self, is_so: Callable[[Shown], Any]) -> Shown:
        """Wait until it is shown something of which this is so."""
        shown = [one for one in self.all if one["is"] == "shown"]
        if not (shown and is_so(shown[-1])):
            await self._wait(lambda: self.all and is_so(self.shown))
        return self.shown

    async def next(self) -> Shown:
        """Wait for the message after those it has got so far."""
        so_far = len(self.all)
        await self._wait(lambda: any(one["is"] == "shown" for one in self.all[so_far:]))
        return self.shown

    async def send(self, said: dict[str, Any]) -> None:
        await self.socket.send(msgspec.json.encode(said).decode())

    async def say(self, is_: str, *, id: str = "", **more: Any) -> dict[str, Any]:
        """Say something of `web.messages`: what it was answered."""
        id = id or f"{self._key}-{next(self._ids)}"
        so_far = len(self.all)
        await self.send({"is": is_, "id": id, **more})

        def answer() -> dict[str, Any] | None:
            return next((one for one in self.all[so_far:] if one.get("id") == id), None)

        return await self._wait(answer)

    async def wish(self, wish: str | dict[str, Any], **more: Any) -> dict[str, Any]:
        """Ask for a wish of its seat; a line of notation is an event."""
        if isinstance(wish, str):
            wish = {"is": "play", "event": wish}
        return await self.say("ask", wish=wish, **more)

    async def of_table(self, *wishes: str | dict[str, Any]) -> None:
        """Ask for these in the table's name; none is refused."""
        for wish in wishes:
            answer = await self.wish(wish, of_table=True)
            assert answer["code"] == "", (wish, answer)

    async def closed(self) -> int:
        """Wait until the server closes it: with which code."""
        async with asyncio.timeout(PATIENCE_S):
            await self.socket.wait_closed()
        assert self.socket.close_code
        return self.socket.close_code

    async def close(self) -> None:
        await self.socket.close()
        await self._reading


class Browser:
    """Somebody's browser: it keeps a cookie, and says where it comes from."""

    def __init__(self, base: str, **transport: Any) -> None:
        self.base = base.rstrip("/")
        self.web = httpx.AsyncClient(
            base_url=self.base, headers={"Origin": self.base}, trust_env=False, **transport
        )

    @property
    def token(self) -> str:
        return self.web.cookies.get(self.cookie) or ""

    @property
    def cookie(self) -> str:
        """The name of the one that holds its token."""
        return f"{COOKIE}-{self.web.base_url.port}"

    async def join(self, as_: str, pin: str, name: str = "") -> httpx.Response:
        return await self.web.post("/join", json={"as": as_, "pin": pin, "name": name})

    @asynccontextmanager
    async def page(self, role: str, **more: Any) -> AsyncIterator[Page]:
        """A page of this role, open for as long as this lasts."""
        cookie = {"Cookie": f"{self.cookie}={self.token}"} if self.token else {}
        async with connect(
            f"{self.base.replace('http', 'ws', 1)}/ws?as={role}",
            **{
                "origin": self.base,
                "additional_headers": cookie,
                "compression": None,
                "proxy": None,
                "max_size": None,
                **more,
            },
        ) as socket:
            page = Page(socket)
            try:
                await page.until(lambda shown: True)
                yield page
            finally:
                await page.close()


class Served:
    """A table whose pages are served."""

    def __init__(self, house: House, keys: Keys, base: str, open_: AsyncExitStack) -> None:
        self.house, self.keys, self.base = house, keys, base
        self._open = open_

    @property
    def state(self) -> Any:
        """The rules' state of the match."""
        assert self.house.game
        return self.house.game.table.state

    async def browser(self) -> Browser:
        """Of somebody who was not here yet."""
        browser = Browser(self.base)
        await self._open.enter_async_context(browser.web)
        return browser

    async def _let_in(self, as_: str, of: str) -> Browser:
        browser = await self.browser()
        answer = await browser.join(as_, self.keys.pin(of), of if as_ == "player" else "")
        assert answer.status_code == 200, answer.text
        return browser

    async def host(self) -> Browser:
        return await self._let_in("host", HOST)

    async def screen(self) -> Browser:
        return await self._let_in("screen", SCREEN)

    async def player(self, name: str) -> Browser:
        return await self._let_in("player", name)


@asynccontextmanager
async def serving(app: ASGIApp, **options: Any) -> AsyncIterator[str]:
    """The application on a port of its own: its address. Nothing may go wrong in the server."""
    opened = listen("127.0.0.1", 0)
    began = asyncio.Event()
    wrong = _Wrong()
    with opened:
        server = asyncio.create_task(serve(app, opened, began.set, **options))
        waiting = asyncio.create_task(began.wait())
        await asyncio.wait([server, waiting], return_when=asyncio.FIRST_COMPLETED)
        wrong.listen()
        try:
            scheme = "https" if "certificate" in options else "http"
            yield f"{scheme}://127.0.0.1:{opened.getsockname()[1]}"
        finally:
            if not server.done():
                signal.raise_signal(signal.SIGINT)
            await server
            wrong.end()
    assert not wrong.said, "\n".join(wrong.said)


class _Wrong(logging.Handler):
    """What a server or its loop says of errors."""

    LOGGERS = ("uvicorn.error", "asyncio", "cardslinger")

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.msg != "Invalid UTF-8 sequence received from client.":  # of uvicorn, who closes
            self.said.append(logging.Formatter().format(record))

    def listen(self) -> None:
        for name in self.LOGGERS:
            logging.getLogger(name).addHandler(self)

    def end(self) -> None:
        for name in self.LOGGERS:
            logging.getLogger(name).removeHandler(self)


@asynccontextmanager
async def table_at(
    path: Path,
    port: str = TWIN,
    setup: Setup | None = None,
    *,
    alone: bool = False,
    pace_s: float = 0.0,
    clock: Callable[[], float] = time.monotonic,
    **options: Any,
) -> AsyncIterator[Served]:
    """A table with this journal; a match goes on if it is set up. `alone`: it counts as one that
    only this computer reaches."""
    journal = Journal.open(path)
    try:
        house = House(journal, port, Random(1), pace_s=pace_s)
        async with house, AsyncExitStack() as stack:
            if setup:
                await house.begin(setup, port)
            keys = Keys(journal, first_is_host=alone, clock=clock)
            app = Site(house, keys, "").app()
            base = await stack.enter_async_context(serving(app, **options))
            yield Served(house, keys, base, stack)
    finally:
        journal.close()


@asynccontextmanager
async def hosted(path: Path, *what: Any, **options: Any) -> AsyncIterator[tuple[Served, Page]]:
    """Such a table, and its host's open page."""
    async with table_at(path, *what, **options) as table:
        host = await table.host()
        async with host.page("host") as page:
            yield table, page


class Line:
    """A browser's end of a socket without a network."""

    def __init__(self) -> None:
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.takes = asyncio.Event()  # what is sent
        self.takes.set()
        self.shown: list[Shown] = []
        self.answers: list[dict[str, Any]] = []
        self.code: int | None = None  # with which it was closed

    async def receive(self) -> dict[str, Any]:
        return await self.incoming.get()

    async def send_text(self, text: str) -> None:
        await self.takes.wait()
        message = msgspec.json.decode(text)
        (self.shown if message["is"] == "shown" else self.answers).append(message)

    async def close(self, code: int) -> None:
        await self.takes.wait()
        self.code = code


class Program:
    """`cardslinger play` with pages, as a program of its own, killed if it runs at the end."""

    def __init__(
        self, journal: Path, port: str, *arguments: str, http: str = "127.0.0.1:0"
    ) -> None:
        self._process = subprocess.Popen(
            [CARDSLINGER, "play", "--no-browser", "--http", http, "--db", str(journal),
             "--port", port, *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stdout
        self.said = ""
        while "Ctrl-C" not in self.said:
            line = self._process.stdout.readline()
            assert line, self._process.communicate()[1]
            self.said += line
        [self.base] = re.findall(r"^The table is at (\S+)/$", self.said, re.MULTILINE)
        [self.pin] = re.findall(r"PIN.*: (\d+)$", self.said, re.MULTILINE)

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *error: object) -> None:
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals) -> tuple[int, str]:
        """Send it this signal: its exit code, and what it said of errors."""
        if self._process.poll() is None:
            self._process.send_signal(how)
        if self._process.stderr and not self._process.stderr.closed:
            _, errors = self._process.communicate(timeout=PATIENCE_S)
            return self._process.returncode, errors
        return self._process.returncode, ""
