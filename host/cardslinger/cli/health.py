"""`cardslinger health`: counters of the launcher's life, and the faults it remembers."""

import asyncio

import click
import msgspec
from rich.table import Table

from cardslinger.bridge import Life, LogEntry
from cardslinger.cli.connect import connect
from cardslinger.cli.options import json_option, port_option
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.words.printable import printable

_COUNTERS = {
    "boots": "times it was switched on",
    "presses": "presses of its button",
    "fires": "fires",
    "cards": "cards fired",
    "jams": "jams",
    "faults": "other faults",
    "crashes": "errors of its program",
}

# What the launcher remembers, by its kind.
FAULT_WORDS = {
    "jam": "a card was stuck",
    "blocked": "the beam was blocked",
    "driver": "the motor's driver stopped",
    "sensor": "the card sensor chattered",
    "button": "the button",
    "settings": "its settings",
    "life": "its counters",
    "watchdog": "a task of its program hung",
    "error": "an error of its program",
}


@click.command()
@port_option
@json_option
def health(port: str, as_json: bool) -> None:
    """Show what the launcher has done in its life, and its latest faults."""
    life, log = asyncio.run(_health(port))
    if as_json:
        print_json({"life": msgspec.to_builtins(life), "log": [_entry(entry) for entry in log]})
        return
    console = plain_console()
    console.print(_counters(life))
    console.print()
    console.print(_faults(log) if log else "no faults are remembered")


async def _health(port: str) -> tuple[Life, list[LogEntry]]:
    async with await connect(port) as launcher:
        return await launcher.life(), await launcher.log()


def _entry(entry: LogEntry) -> dict[str, object]:
    return {"boot": entry.boot, "s": entry.s, "what": entry.what, "text": entry.text}


def _counters(life: Life) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(justify="right")
    table.add_column()
    for name, words in _COUNTERS.items():
        table.add_row(f"{getattr(life, name):,}", words)
    table.add_row(_clock(life.motor_s), "its motor ran (h:min:s)")
    return table


def _faults(log: list[LogEntry]) -> Table:
    """The newest first. There is no clock on the device: a time is the power-on and the seconds
    since then."""
    table = Table(box=None, pad_edge=False)
    table.add_column("power-on", justify="right")
    table.add_column("after", justify="right")
    table.add_column("fault")
    table.add_column("details", overflow="fold")
    for entry in log:
        fault = FAULT_WORDS.get(entry.what) or printable(entry.what)
        table.add_row(str(entry.boot), _clock(entry.s), fault, printable(entry.text))
    return table


def _clock(seconds: int) -> str:
    """Hours, minutes and seconds."""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
