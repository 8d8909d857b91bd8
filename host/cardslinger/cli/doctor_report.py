"""What `cardslinger doctor` found, as data and as text."""

import platform
from collections.abc import Sequence
from dataclasses import asdict

import msgspec
import serial
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cardslinger import __version__
from cardslinger.bridge import Hello, LogEntry
from cardslinger.cli.health import FAULT_WORDS
from cardslinger.cli.selftest import part_data, parts_table
from cardslinger.cli.words import cards
from cardslinger.hil.diagnosis import changed
from cardslinger.hil.doctor import Examination
from cardslinger.hil.findings import BROKEN, LOOK, NO_LAUNCHER, OK, Finding, verdict
from cardslinger.words.printable import printable

_LATEST = 3  # faults shown; the rest is in JSON

_VERDICTS = {
    OK: "ok",
    LOOK: "look (it works, but look at what was found)",
    BROKEN: "broken",
    NO_LAUNCHER: "no launcher",
}
_STYLES = {OK: "bold green", LOOK: "bold yellow", BROKEN: "bold red", NO_LAUNCHER: "bold red"}


def as_data(port: str, found: Examination, findings: Sequence[Finding]) -> dict[str, object]:
    """For JSON; the verdict is last."""
    return {
        "port": port,
        "host": _host(),
        "launcher": _or_none(found.hello),
        "status": _or_none(found.status),
        "link": None if found.line is None else asdict(found.line),
        "battery": _battery(found),
        "settings": {one.name: one.value for one in found.settings},
        "changed": changed(found.settings),
        "life": _or_none(found.life),
        "log": [msgspec.to_builtins(one) for one in found.log],
        "parts": [part_data(one) for one in found.parts],
        "not_done": found.skipped,
        "beam_cleared_by_hand": found.cleared,
        "fires": [asdict(one) for one in found.trials],
        "left_out": found.left_out,
        "error": None if found.error is None else str(found.error),
        "findings": [asdict(one) for one in findings],
        "verdict": verdict(findings),
    }


def _host() -> dict[str, str]:
    return {
        "cardslinger": __version__,
        "python": platform.python_version(),
        "pyserial": serial.__version__,
        "os": platform.platform(),
    }


def _or_none(message: msgspec.Struct | None) -> object:
    return None if message is None else msgspec.to_builtins(message)


def _battery(found: Examination) -> dict[str, int | None]:
    off, on = found.part("battery_off"), found.part("battery_on")
    return {"off_mv": off.value if off else None, "on_mv": on.value if on else None}


# -- text ---------------------------------------------------------------------------------------


def as_text(port: str, found: Examination, findings: Sequence[Finding]) -> RenderableType:
    """For a terminal of 80 columns: what was measured, then the findings, then the verdict."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column()
    facts.add_column(overflow="fold")
    for name, words in _facts(port, found):
        facts.add_row(name, printable(words))
    measured: list[RenderableType] = [facts]
    if found.parts or found.skipped:
        measured += ["", parts_table(found.parts, found.skipped)]
    told: list[RenderableType] = []
    for one in findings:
        told += ["", _finding(one)]
    worst = verdict(findings)
    return Group(*measured, *told, "", Text(f"verdict: {_VERDICTS[worst]}", style=_STYLES[worst]))


def _facts(port: str, found: Examination) -> list[tuple[str, str]]:
    host = _host()
    facts = [
        ("port", port),
        ("host", f"cardslinger {host['cardslinger']}, Python {host['python']}, pyserial "
                 f"{host['pyserial']}, {host['os']}"),
    ]  # fmt: skip
    if found.hello:
        facts.append(("launcher", _launcher(found.hello)))
    if found.line:
        line = found.line
        lost = line.asked_again + line.spoiled + line.dropped
        facts.append((
            "link",
            f"{line.pings} pings, half of them within {line.p50_ms} ms, 99 % within {line.p99_ms} "
            f"ms; {lost or 'none'} late or damaged",
        ))  # fmt: skip
    if found.settings:
        other = [f"{name} {one['value']} (made with {one['default']})"
                 for name, one in changed(found.settings).items()]  # fmt: skip
        facts.append(("settings", ", ".join(other) or "as it was made"))
    if found.life:
        life = found.life
        facts.append((
            "life",
            f"power-ons: {life.boots}, presses: {life.presses}, fires: {life.fires}, "
            f"cards: {life.cards}, jams: {life.jams}, other faults: {life.faults}, "
            f"crashes: {life.crashes}",
        ))  # fmt: skip
        facts.append(("last faults", "; ".join(map(_fault, found.log[:_LATEST])) or "none"))
    if found.trials:
        facts.append(("cards", _cards(found)))
    facts += [("left out", why) for why in found.left_out]
    return facts


def _launcher(hello: Hello) -> str:
    return (
        f"firmware {hello.firmware}, protocol {hello.protocol}, {hello.runtime}, "
        f"board {hello.board}"
    )


def _fault(entry: LogEntry) -> str:
    words = FAULT_WORDS.get(entry.what) or entry.what
    return f"{words} {entry.text} (power-on {entry.boot}, after {entry.s} s)"


def _cards(found: Examination) -> str:
    trials = found.trials
    beam = sum(one.cards for one in trials)
    counted = [one.came for one in trials if one.came is not None]
    by_hand = f"{sum(counted)} by hand" if len(counted) == len(trials) else "not counted by hand"
    wanted = sum(one.wanted for one in trials)
    return f"{cards(wanted)} wanted in {len(trials)} fires; {beam} by the beam, {by_hand}"


def _finding(one: Finding) -> Table:
    told = Table.grid(padding=(0, 2))
    told.add_column(min_width=9)
    told.add_column(overflow="fold")
    told.add_row(Text(one.level.upper(), style=_STYLES[one.level]), printable(one.what))
    told.add_row("perhaps", printable(", ".join(one.causes)))
    told.add_row("next", printable(one.next))
    return told
