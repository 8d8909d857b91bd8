"""`cardslinger monitor`: what the launcher does, live."""

import asyncio
import contextlib
import sys
from collections import deque

import click
from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cardslinger.bridge import (
    ConnectionChanged,
    CutOff,
    Event,
    Fired,
    Firing,
    Launcher,
    Lost,
    Missed,
    News,
    Passed,
    Restarted,
    State,
    Status,
)
from cardslinger.cli.connect import connect
from cardslinger.cli.keys import keys
from cardslinger.cli.options import port_option
from cardslinger.cli.streams import plain_console
from cardslinger.cli.watch import watch_wire
from cardslinger.cli.words import news_words
from cardslinger.twin.bench import Bench
from cardslinger.twin.port import TwinSerial
from cardslinger.words.printable import printable

EVENTS_KEPT = 100
EVENTS_SHOWN = 12
FRAME_LINES = 7  # around the events
STATUS_EVERY_S = 2.0
BETWEEN_PRESSES_MS = 100.0  # a finger lifts; the button's lockout is shorter


@click.command()
@port_option
@click.option("--raw", is_flag=True, help="Show what goes over the wire, until Ctrl-C.")
def monitor(port: str, raw: bool) -> None:
    """Show state, events and counts. Keys: p presses a twin's button, q quits."""
    asyncio.run((watch_wire if raw else _monitor)(port, plain_console()))


async def _monitor(port: str, console: Console) -> None:
    async with await connect(port) as launcher:
        bench = launcher.port.bench if isinstance(launcher.port, TwinSerial) else None
        view = View(port, launcher, bench is not None, console.is_terminal)
        if console.is_dumb_terminal or not (console.is_terminal and sys.stdin.isatty()):
            await _print_lines(launcher, view, console)
            return
        with (
            keys() as pressed,
            Live(view, console=console, auto_refresh=False, screen=True) as live,
        ):
            tasks = [
                asyncio.create_task(_follow_events(launcher, view, live)),
                asyncio.create_task(_follow_status(launcher, view, live)),
                asyncio.create_task(_obey_keys(pressed, bench)),
            ]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
        for task in done:
            task.result()


async def _print_lines(launcher: Launcher, view: "View", console: Console) -> None:
    console.print(view.title())
    console.print("no terminal to draw on: a line an event; Ctrl-C ends it")
    async for news in launcher.news():
        if not isinstance(news, Passed):
            console.print(news_words(news))


async def _follow_events(launcher: Launcher, view: "View", live: Live) -> None:
    async for news in launcher.news():
        view.add(news)
        live.update(view, refresh=True)
        if not isinstance(news, Passed):
            await _show_status(launcher, view, live)


async def _follow_status(launcher: Launcher, view: "View", live: Live) -> None:
    while True:
        await _show_status(launcher, view, live)
        await asyncio.sleep(STATUS_EVERY_S)


async def _show_status(launcher: Launcher, view: "View", live: Live) -> None:
    with contextlib.suppress(Lost):  # that is among the news
        view.status = await launcher.status()
        live.update(view, refresh=True)


async def _obey_keys(pressed: asyncio.Queue[str], bench: Bench | None) -> None:
    while True:
        key = await pressed.get()
        if key == "q":
            return
        if key == "p" and bench:
            await asyncio.to_thread(bench.press)
            await asyncio.to_thread(bench.wait, BETWEEN_PRESSES_MS)


class View:
    """What the monitor draws: who answers, the counts, the latest events."""

    def __init__(self, port: str, launcher: Launcher, twin: bool, live: bool) -> None:
        self._port, self._hello, self._launcher = port, launcher.hello, launcher
        self._keys = "p press   q quit" if twin else "q quit"
        self._lines: deque[tuple[str, str, str]] = deque(maxlen=EVENTS_KEPT)
        self.status: Status | None = None
        self._connection = State.CONNECTED
        self._passed = 0  # cards of the fire under way

    def title(self) -> str:
        hello = self._hello
        return printable(
            f"{self._port}  firmware {hello.firmware}  {hello.runtime}  board {hello.board}"
        )

    def add(self, news: News) -> None:
        """Put news at the end of the list; telemetry among the counts."""
        self._passed = news.cards if isinstance(news, Passed) else 0
        if isinstance(news, Passed):
            return
        if isinstance(news, ConnectionChanged):
            self._connection = news.state
        at = f"{news.t / 1000:9.2f} s" if isinstance(news, Event) else ""
        style = "default"
        if isinstance(news, Fired):
            style = "green" if news.outcome == "ok" else "bold red"
        elif isinstance(news, Missed | Restarted | CutOff):
            style = "bold red"
        elif isinstance(news, Firing):
            style = "cyan"
        elif isinstance(news, ConnectionChanged):
            style = "green" if news.state is State.CONNECTED else "yellow"
        self._lines.append((at, news_words(news), style))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = min(EVENTS_SHOWN, max(options.size.height - FRAME_LINES, 1))
        yield Panel(self._counts(), title="cardslinger", subtitle=Text(self.title()))
        yield Panel(self._events(rows), title="events", subtitle=self._keys)

    def _counts(self) -> Table:
        table = Table.grid(expand=True, padding=(0, 1))
        status = self.status
        state = printable(status.state) if status else "..."
        if self._connection is not State.CONNECTED:
            state = self._connection.upper()
        elif self._passed:
            state = f"firing: {self._passed}"
        cells: list[tuple[str, object]] = [("state", state)]
        if status:
            cells += [
                ("presses", status.presses),
                ("fires", status.fires),
                ("cards", status.cards),
                *self._link_counts(status),
            ]
        for _ in cells:
            table.add_column(justify="center")
        table.add_row(*(Text(str(value), style="bold") for _, value in cells))
        table.add_row(*(Text(name, style="dim") for name, _ in cells))
        return table

    def _link_counts(self, status: Status) -> list[tuple[str, object]]:
        """What either side skipped, said again or lost."""
        ours = self._launcher.counts
        lines = sum(ours[kind] + getattr(status, kind) for kind in ("text", "damaged", "long"))
        return [
            ("skipped", lines + status.skipped),
            ("said again", status.resent + ours["asked_again"]),
            ("lost", status.dropped + ours["unread"]),
        ]

    def _events(self, rows: int) -> Table:
        """The latest events, one line each."""
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True, overflow="ellipsis")
        shown = list(self._lines)[-rows:]
        for at, words, style in shown:
            table.add_row(Text(at, style="dim"), Text(words, style=style))
        for _ in range(rows - len(shown)):
            table.add_row("", "")
        return table
