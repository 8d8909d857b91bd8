"""`cardslinger bench table`: how soon many pages see what happens at a table, and what it costs."""

import asyncio
import json
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import click
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cardslinger.cli.figures import Figure, figures_table
from cardslinger.cli.options import json_option
from cardslinger.cli.progress import progress_bars
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.hil.errors import MeasureError
from cardslinger.hil.presses import Report, percentile
from cardslinger.web.keys import COOKIE

SETTLE_S = 5.0  # wall, at most; for the pages to see the end
LOOK_S = 0.05  # wall; between two looks whether they have
_SERVE = "from cardslinger.cli.bench_table_server import main; main()"

FIGURES = {
    "clients": Figure("pages that were open", ""),
    "seconds": Figure("measured for", "s"),
    "events_per_s": Figure("entries of the table, a second", ""),
    "messages": Figure("messages that the pages got", ""),
    "event_to_view_ms_p50": Figure("entry to its view on a page, half of them within", "ms"),
    "event_to_view_ms_p99": Figure("entry to its view, 99 % of them within", "ms", high=50),
    "server_rss_mb": Figure("memory of the server", "MB", high=200),
    "lost_messages": Figure("lost of what has happened", "", high=0),
}


@click.command("table")
@click.option("--clients", default=200, show_default=True, type=click.IntRange(1, 500))
@click.option("--seconds", default=20, show_default=True, type=click.IntRange(1, 3600))
@click.option("--seed", default=1, show_default=True, type=int)
@json_option
def bench_table(clients: int, seconds: int, seed: int, as_json: bool) -> None:
    """Open many pages at one table on this computer, each as a screen, a spectator or a seat, while
    four play there, one thing each quarter of a second, with a launcher in software."""
    with progress_bars({"seconds": seconds}) as report:
        figures = asyncio.run(_measure(clients, seconds, seed, report))
    if as_json:
        print_json(figures)
    else:
        plain_console().print(figures_table(FIGURES, figures))


class _House(msgspec.Struct):
    match: int | None


class _View(msgspec.Struct):
    number: int


class _Shown(msgspec.Struct, tag_field="is", tag="shown"):
    house: _House
    view: _View | None
    at_s: float
    first: int
    happened: list[msgspec.Raw]


class _Alive(msgspec.Struct, tag_field="is", tag="alive"):
    pass


_DECODER = msgspec.json.Decoder(_Shown | _Alive)


class _Page:
    """Takes whatever it is shown, and keeps count."""

    def __init__(self, late_ms: list[float]) -> None:
        """`late_ms`: how late each new view was, of all pages together."""
        self._late_ms = late_ms
        self.messages = self.lost = 0
        self.match: int | None = None
        self.happened = 0  # number of the next thing to be heard of
        self._number = -1

    async def listen(self, socket: ClientConnection) -> None:
        """Until the server ends."""
        with suppress(ConnectionClosed):
            async for text in socket:
                heard = _DECODER.decode(text)
                if isinstance(heard, _Shown):
                    self._take(heard, time.time())

    def _take(self, shown: _Shown, now_s: float) -> None:
        number = shown.view.number if shown.view else 0
        if shown.house.match == self.match:
            self.lost += abs(shown.first - self.happened)
            if self.messages and number > self._number:
                self._late_ms.append((now_s - shown.at_s) * 1000)
        self.match, self._number = shown.house.match, number
        self.happened = shown.first + len(shown.happened)
        self.messages += 1


async def _measure(clients: int, seconds: int, seed: int, report: Report) -> dict[str, object]:
    late_ms: list[float] = []
    pages = [_Page(late_ms) for _ in range(clients)]
    listening: list[asyncio.Task[None]] = []
    async with _server(seed) as server, AsyncExitStack() as stack:
        there = await _ask(server)
        for number, page in enumerate(pages):
            socket = await stack.enter_async_context(_socket(there, number))
            listening.append(asyncio.create_task(page.listen(socket)))
        first = await _ask(server, "how far")
        late_ms.clear()
        began_s = time.monotonic()
        for _ in range(seconds):
            await asyncio.sleep(1)
            report("seconds", 1)
        took_s = time.monotonic() - began_s
        entries = (await _ask(server, "how far"))["entries"] - first["entries"]
        rss_mb = _rss_mb(server.pid)
        last = await _ask(server, "stop")
        unfinished = await _settle(pages, last)
    await asyncio.gather(*listening)
    if not late_ms:
        raise MeasureError("nothing has happened meanwhile: measure longer")
    return {
        "clients": clients,
        "seconds": round(took_s, 1),
        "events_per_s": round(entries / took_s, 1),
        "messages": sum(page.messages for page in pages),
        "event_to_view_ms_p50": round(percentile(late_ms, 50), 1),
        "event_to_view_ms_p99": round(percentile(late_ms, 99), 1),
        "server_rss_mb": rss_mb,
        "lost_messages": sum(page.lost for page in pages) + unfinished,
    }


@asynccontextmanager
async def _server(seed: int) -> AsyncIterator[Process]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.db"
        arguments = ["-c", _SERVE, str(path), str(seed)]
        server = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, stdin=PIPE, stdout=PIPE
        )
        try:
            yield server
        finally:
            assert server.stdin
            server.stdin.close()
            await server.wait()


async def _ask(server: Process, line: str = "") -> dict[str, Any]:
    """The server's next line, after it has read this one."""
    assert server.stdin
    assert server.stdout
    if line:
        server.stdin.write(f"{line}\n".encode())
    answer = await server.stdout.readline()
    if not answer:
        raise MeasureError("the table has ended: its error stands above")
    told: dict[str, Any] = json.loads(answer)
    return told


def _socket(there: dict[str, Any], number: int) -> connect:
    """A fourth of the pages are seats', a fourth screens; half are spectators'."""
    seats = there["seats"]
    role = ("seat", "spectator", "screen", "spectator")[number % 4]
    token = {"seat": seats[number // 4 % len(seats)], "screen": there["screen"]}.get(role, "")
    return connect(
        f"{there['url'].replace('http', 'ws')}/ws?as={role}",
        origin=there["url"],
        additional_headers={"Cookie": f"{COOKIE}={token}"},
        compression=None,
        proxy=None,
        max_size=None,
    )


async def _settle(pages: list[_Page], last: dict[str, Any]) -> int:
    """How many do not see the end in time."""
    end = (last["match"], last["happened"])
    with suppress(TimeoutError):
        async with asyncio.timeout(SETTLE_S):
            while any((page.match, page.happened) != end for page in pages):
                await asyncio.sleep(LOOK_S)
    return sum((page.match, page.happened) != end for page in pages)


def _rss_mb(pid: int) -> float | None:
    """What the process has in memory, where the system tells."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None
    found = [line.split()[1] for line in lines if line.startswith("VmRSS:")]
    return round(int(found[0]) / 1024, 1) if found else None
