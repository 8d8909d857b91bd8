"""`cardslinger selftest`: each part of the launcher measured, against its limits."""

import asyncio
import sys
from collections.abc import AsyncIterator

import click
from rich.table import Table
from rich.text import Text

from cardslinger.bridge import Event, Launcher, Missed, NoAnswer, Refused, Restarted, Tested
from cardslinger.cli.ask import check_terminal, is_ready
from cardslinger.cli.keys import keys
from cardslinger.cli.options import json_option, port_option
from cardslinger.cli.streams import plain_console, print_json, printable
from cardslinger.twin.port import TwinSerial

COASTED_MS = 1000.0  # virtual; a roller that still turns back would take the card along
NEWS_WAIT_S = 60.0  # wall time; a hand has 15 s, and a twin may be slow

# In this order; the second says what a person must do.
CHECKS = {
    "lid": "",
    "beam_clear": "",
    "battery": "",
    "motor": "",
    "beam_blocked": "Within 15 s, push a card into the exit until it covers the beam; take it out.",
    "button": "Within 15 s, press the launcher's button.",
}
_PREPARE = "Take the cards out of the hopper, close the lid."


@click.command()
@port_option
@json_option
def selftest(port: str, as_json: bool) -> None:
    """Measure lid, card sensor, battery, motor, driver and button.

    Two of them need your hands; a twin has its own. Exit code 1 when something is out of its
    limits.
    """
    found = asyncio.run(_selftest(port))
    fine = all(one.ok for one in found)
    if as_json:
        print_json({"ok": fine, "tests": [_report(one) for one in found]})
    else:
        plain_console().print(_table(found))
    if not fine:
        bad = ", ".join(printable(one.what) for one in found if not one.ok)
        click.echo(f"cardslinger: out of limits: {bad}; look at their wires", err=True)
        sys.exit(1)


async def _selftest(port: str) -> list[Tested]:
    async with await Launcher.open(port) as launcher:
        bench = launcher.port.bench if isinstance(launcher.port, TwinSerial) else None
        if bench is None:
            check_terminal("`selftest` needs your hands; a twin has its own")
        found: list[Tested] = []
        events = launcher.events()
        with keys() as pressed:
            if bench is None:
                await is_ready(pressed, _PREPARE)
            for what, request in CHECKS.items():
                if bench and what == "beam_blocked":
                    await asyncio.to_thread(bench.wait, COASTED_MS)
                    await asyncio.to_thread(bench.fault, "blocked")
                try:
                    await launcher.selftest(what)
                except Refused as refusal:
                    if refusal.code != "lid_open":
                        raise
                    continue  # nothing may turn; the lid's own measurement says why
                if request and bench is None:
                    click.echo(request, err=True)
                if bench and what == "button":
                    await asyncio.to_thread(bench.press)
                try:
                    async with asyncio.timeout(NEWS_WAIT_S):
                        found += [one async for one in _measured(events)]
                except TimeoutError:
                    raise NoAnswer(f"no word of the self-test of {what}; try again") from None
                if bench and what == "beam_blocked":
                    await asyncio.to_thread(bench.fault, "blocked", on=False)
                    await asyncio.to_thread(bench.clear)
        return found


async def _measured(events: AsyncIterator[Event | Missed | Restarted]) -> AsyncIterator[Tested]:
    async for news in events:
        if isinstance(news, Tested):
            yield news
            if news.last:
                return


def _report(one: Tested) -> dict[str, object]:
    return {name: getattr(one, name) for name in ("what", "ok", "value", "unit", "min", "max")}


def _table(found: list[Tested]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("measured")
    table.add_column("value", justify="right")
    table.add_column("unit")
    table.add_column("limits")
    table.add_column("verdict")
    for one in found:
        verdict = Text("ok", style="green") if one.ok else Text("OUT OF LIMITS", style="bold red")
        table.add_row(
            printable(one.what), str(one.value), printable(one.unit), _limits(one), verdict
        )
    return table


def _limits(one: Tested) -> str:
    if one.min is None and one.max is None:
        return ""
    if one.min is None:
        return f"up to {one.max}"
    if one.max is None:
        return f"from {one.min}"
    return str(one.min) if one.min == one.max else f"{one.min} to {one.max}"
