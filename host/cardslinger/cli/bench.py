"""`cardslinger bench`: measurements that a person or CI can repeat."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from math import ceil

import click
from rich.console import Console
from rich.progress import Progress

from cardslinger.bridge import (
    Event,
    Fired,
    Launcher,
    LauncherError,
    Missed,
    Restarted,
)
from cardslinger.cli.bench_rules import bench_rules
from cardslinger.cli.options import json_option, port_option
from cardslinger.cli.streams import print_json
from cardslinger.twin.port import TwinSerial

RELOAD_BELOW = 20  # cards; more than one press can take
RELOAD = 92
BETWEEN_PRESSES_MS = 300.0  # virtual; longer than the button's lockout
NEWS_WAIT_S = 60.0  # wall time, for the outcome of a press
REST_MS = 1000.0  # virtual, at the end: a card still on its way would be seen by then


@click.group()
def bench() -> None:
    """Measure. A twin runs free (speed=0) unless its URL says otherwise."""


bench.add_command(bench_rules)


@bench.command()
@port_option
@click.option("--presses", default=50, show_default=True, type=click.IntRange(1, 100_000))
@json_option
def press(port: str, presses: int, as_json: bool) -> None:
    """Press the button of a twin again and again; compare what it reports with what left."""
    report = asyncio.run(_press(_free_running(port), presses))
    if as_json:
        print_json(report)
        return
    for name, value in report.items():
        click.echo(f"{name:24} {value}")


def _free_running(port: str) -> str:
    if not port.startswith(("virtual://", "emulated://")) or "speed=" in port:
        return port
    return port + ("&" if "?" in port else "?") + "speed=0"


async def _press(port: str, presses: int) -> dict[str, object]:
    async with await Launcher.open(port) as launcher:
        if not isinstance(launcher.port, TwinSerial):
            raise LauncherError("bench press needs a twin: --port virtual:// or emulated://")
        hands = launcher.port.bench
        events = launcher.events()
        fired: list[Fired] = []
        first = await asyncio.to_thread(hands.wait, BETWEEN_PRESSES_MS)
        began_s = time.monotonic()
        with Progress(transient=True, console=Console(stderr=True)) as progress:
            task = progress.add_task("presses", total=presses)
            while len(fired) < presses:
                reading = await asyncio.to_thread(hands.press)
                if reading.inside < RELOAD_BELOW:
                    await asyncio.to_thread(hands.load, RELOAD)
                fired.append(await asyncio.wait_for(_next_fired(events), NEWS_WAIT_S))
                await asyncio.to_thread(hands.wait, BETWEEN_PRESSES_MS)
                progress.advance(task)
        wall_s = time.monotonic() - began_s
        last = await asyncio.to_thread(hands.wait, REST_MS)
    latencies_ms = last.press_to_motor_ms
    return {
        "presses": presses,
        "fires": sum(one.wanted > 0 for one in fired),
        "reported": sum(one.cards for one in fired),
        "truth": last.left,
        "outcomes": {one.outcome: sum(o.outcome == one.outcome for o in fired) for one in fired},
        "press_to_motor_ms_p50": round(_percentile(latencies_ms, 50), 3),
        "press_to_motor_ms_p99": round(_percentile(latencies_ms, 99), 3),
        "boot_ms": round(last.boot_ms, 1),
        "virtual_per_wall": round((last.now_ms - REST_MS - first.now_ms) / 1000 / wall_s, 2),
        "runtime": launcher.hello.runtime,
    }


async def _next_fired(events: AsyncIterator[Event | Missed | Restarted]) -> Fired:
    async for news in events:
        if isinstance(news, Fired):
            return news
    raise AssertionError("events end only by an exception")


def _percentile(values: Sequence[float], percent: int) -> float:
    """Nearest-rank percentile; 0 for no values."""
    ranked = sorted(values)
    return ranked[max(ceil(len(ranked) * percent / 100), 1) - 1] if ranked else 0.0
