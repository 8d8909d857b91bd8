"""`cardslinger selftest`: each part of the launcher measured, against its limits."""

import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence

import click
from rich.table import Table
from rich.text import Text

from cardslinger.bridge import Tested
from cardslinger.cli.ask import check_terminal
from cardslinger.cli.connect import connect
from cardslinger.cli.hands import PersonHands
from cardslinger.cli.keys import keys
from cardslinger.cli.options import json_option, port_option
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.hil.hands import twin_hands
from cardslinger.hil.parts import measure_parts
from cardslinger.words.printable import printable

# What is measured, in words, and how it is shown: by its unit, unless that is only yes or no.
WORDS = {
    "lid": "lid",
    "beam_clear": "beam, free",
    "beam_blocked": "beam, blocked after",
    "battery_off": "battery, motor off",
    "battery_on": "battery, motor on",
    "motor_sag": "battery's fall under load",
    "driver": "motor's driver",
    "beam_motor": "beam, motor on",
    "button": "button, pressed after",
    "button_bounces": "button's bounces",
}
# Where to look when that is out of limits; at its wires elsewhere.
PLACES = {
    "beam_clear": "what lies in the beam",
    "battery_off": "the batteries",
    "battery_on": "the batteries",
    "button_bounces": "the button, it is worn",
}
_YES_OR_NO = {"open": ("closed", "open"), "fault": ("fine", "fault")}
_LARGER = {"mV": "V", "ms": "s"}  # for thousands
_LARGE = 2000

# Why the launcher may refuse a check, and go on with others.
NOT_DONE = {
    "lid_open": "its lid is open; close it, or look at the switch's wires",
    "safe": "in safe mode nothing turns; see `cardslinger health`, power it off and on",
}


@click.command()
@port_option
@json_option
def selftest(port: str, as_json: bool) -> None:
    """Measure lid, card sensor, battery, motor, driver and button.

    Two of them need your hands; a twin has its own. Exit code 1 when something is out of its
    limits, or was not measured.
    """
    found, skipped = asyncio.run(_selftest(port))
    complaint = _complaint(found, skipped)
    if as_json:
        tests = [part_data(one) for one in found]
        print_json({"ok": not complaint, "tests": tests, "not_done": skipped})
    else:
        plain_console().print(parts_table(found, skipped))
    if complaint:
        click.echo(f"cardslinger: {complaint}", err=True)
        sys.exit(1)


def _complaint(found: list[Tested], skipped: dict[str, str]) -> str:
    """What is wrong, with the next step, in one line; empty when nothing is."""
    lid_open = "lid_open" in skipped.values()  # it is said with what was not done
    bad = [one for one in found if not one.ok and not (lid_open and one.what == "lid")]
    complaints = []
    if bad:
        places = " and ".join(dict.fromkeys(PLACES.get(one.what, "the wires") for one in bad))
        complaints.append(f"out of limits: {'; '.join(map(_words, bad))}: look at {places}")
    for code, cure in NOT_DONE.items():
        if checks := ", ".join(what for what in skipped if skipped[what] == code):
            complaints.append(f"not done: {checks}: {cure}, and run this again")
    return "; ".join(complaints)


async def _selftest(port: str) -> tuple[list[Tested], dict[str, str]]:
    """What was measured; and which checks the launcher refused, by which code."""
    async with await connect(port) as launcher:
        twin = twin_hands(launcher)
        if twin is None:
            check_terminal("`selftest` needs your hands; a twin has its own")
        with keys() as pressed:
            hands = twin or PersonHands(pressed)
            await hands.prepare()
            return await measure_parts(launcher, hands)


def part_data(one: Tested) -> dict[str, object]:
    """A measurement for JSON."""
    return {name: getattr(one, name) for name in ("what", "ok", "value", "unit", "min", "max")}


def parts_table(found: Sequence[Tested], skipped: Mapping[str, str]) -> Table:
    """Each measurement with its limits; then the checks that were not done."""
    table = Table(box=None, pad_edge=False)
    table.add_column("measured")
    table.add_column("value", justify="right")
    table.add_column("unit")
    table.add_column("limits")
    table.add_column("verdict")
    for one in found:
        verdict = Text("ok", style="green") if one.ok else Text("OUT OF LIMITS", style="bold red")
        unit, show = _shown(one)
        table.add_row(_words(one), show(one.value), printable(unit), _limits(one, show), verdict)
    for what in skipped:
        table.add_row(what, "", "", "", Text("NOT DONE", style="bold red"))
    return table


def _words(one: Tested) -> str:
    return WORDS.get(one.what) or printable(one.what)


def _shown(one: Tested) -> tuple[str, Callable[[int], str]]:
    """The unit that a person reads, and what writes a value in it."""
    if one.unit in _YES_OR_NO:
        return "", lambda value: _YES_OR_NO[one.unit][value != 0]
    if one.unit in _LARGER and (one.max or 0) >= _LARGE:
        return _LARGER[one.unit], lambda value: f"{value / 1000:.2f}"
    return one.unit, str


def _limits(one: Tested, show: Callable[[int], str]) -> str:
    low, high = one.min, one.max
    if low is not None and low == high:
        return show(low)
    if low is None or (low == 0 and high is not None):
        return "" if high is None else f"up to {show(high)}"
    return f"from {show(low)}" if high is None else f"{show(low)} to {show(high)}"
