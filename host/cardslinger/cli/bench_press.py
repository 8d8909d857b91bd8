"""`cardslinger bench press`: does what a launcher reports agree with what left it?"""

import asyncio
import time

import click

from cardslinger.cli.connect import connect
from cardslinger.cli.options import free_running, json_option, port_option
from cardslinger.cli.progress import progress_bars
from cardslinger.cli.streams import print_json
from cardslinger.hil.errors import NeedsTwin
from cardslinger.hil.presses import percentile, press_often
from cardslinger.twin.port import TwinSerial
from cardslinger.words.printable import printable

REST_MS = 1000.0  # virtual, at the end: a card still on its way would be seen by then


@click.command("press")
@port_option
@click.option("--presses", default=50, show_default=True, type=click.IntRange(1, 100_000))
@json_option
def bench_press(port: str, presses: int, as_json: bool) -> None:
    """Press the button of a twin again and again; compare what it reports with what left."""
    report = asyncio.run(_press(free_running(port), presses))
    if as_json:
        print_json(report)
        return
    for name, value in report.items():
        click.echo(f"{name:24} {printable(str(value))}")


async def _press(port: str, presses: int) -> dict[str, object]:
    async with await connect(port) as launcher:
        if not isinstance(launcher.port, TwinSerial):
            raise NeedsTwin("bench press needs a twin: --port virtual:// or emulated://")
        hands = launcher.port.bench
        first = await asyncio.to_thread(hands.read)
        began_s = time.monotonic()
        with progress_bars({"presses": presses}) as report:
            fired = await press_often(
                launcher, hands, presses, lambda more: report("presses", more)
            )
        wall_s = time.monotonic() - began_s
        last = await asyncio.to_thread(hands.wait, REST_MS)
    latencies_ms = last.press_to_motor_ms
    return {
        "presses": presses,
        "fires": sum(one.wanted > 0 for one in fired),
        "reported": sum(one.cards for one in fired),
        "truth": last.left,
        "outcomes": {one.outcome: sum(o.outcome == one.outcome for o in fired) for one in fired},
        "press_to_motor_ms_p50": round(percentile(latencies_ms, 50), 3),
        "press_to_motor_ms_p99": round(percentile(latencies_ms, 99), 3),
        "boot_ms": round(last.boot_ms, 1),
        "virtual_per_wall": round((last.now_ms - REST_MS - first.now_ms) / 1000 / wall_s, 2),
        "runtime": launcher.hello.runtime,
    }
