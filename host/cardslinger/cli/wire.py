"""The wire for people: a line a message, with what is wrong about it."""

import json
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardslinger.bridge.conversation import Kind, Line
from cardslinger.bridge.trace import Source
from cardslinger.words.printable import printable

_ARROWS = {
    Source.HOST: "\N{RIGHTWARDS ARROW}",  # to the launcher
    Source.LAUNCHER: "\N{LEFTWARDS ARROW}",
    Source.LINK: "\N{MIDDLE DOT}",
}
_SKIPPED = {  # kind of line: what it is called
    Kind.DAMAGED: "damaged",
    Kind.LONG: "too long",
    Kind.TEXT: "text",
    Kind.CUT_OFF: "cut off",
    Kind.UNKNOWN: "makes no sense",
}
_NAMING = ("id", "cmd", "re", "ev", "n", "ack", "tm", "hello")  # facts that the first words tell
_KNOWN = {Kind.COMMAND: "s", Kind.ACK: "boot", Kind.EVENT: "boot"}  # the hello has told that
_TIME_LETTERS = 9
_LONG_LETTERS = 48  # of a line that is too long


class WireDrawing:
    """Draws lines on a console: on a terminal in columns, elsewhere each as one line of text."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._port = ""

    def draw(self, line: Line) -> None:
        """Print the line; the port before it, where another one is meant than before."""
        if line.port != self._port:
            self._port = line.port
            self._print("", "", Text(printable(f"port {line.port}"), style="dim"))
        self._print(f"{line.s:.3f}", _ARROWS[line.source], _words(line))

    def _print(self, time: str, arrow: str, words: Text) -> None:
        if not self._console.is_terminal:
            plain = f"{time:>{_TIME_LETTERS}} {arrow:1} {words.plain}"
            self._console.print(plain, soft_wrap=True)
            return
        row = Table.grid(padding=(0, 1, 0, 0))
        row.add_column(width=_TIME_LETTERS, justify="right", style="dim")
        row.add_column(width=1)
        row.add_column(overflow="fold")
        row.add_row(time, arrow, words)
        self._console.print(row)


def _words(line: Line) -> Text:
    """What it is, what is wrong about it, and its facts."""
    if line.kind is Kind.NOTE:
        return Text(printable(line.raw.decode(errors="replace")), style="bold")
    wrong = line.kind in _SKIPPED or "err" in (line.message or {})
    text = Text().append(_name(line), style="red" if wrong else "default")
    if line.round_trip_ms is not None:
        text.append(f" after {line.round_trip_ms:.1f} ms", style="cyan")
    if marks := _marks(line):
        text.append(f" [{'; '.join(marks)}]", style="bold red")
    facts = _facts(line)
    return text.append(f" {facts}", style="dim" if line.again else "default") if facts else text


def _name(line: Line) -> str:
    message = line.message or {}
    match line.kind:
        case Kind.COMMAND:
            name = f"{message['id']} {line.command}"
        case Kind.ANSWER:
            name = f"{message['re']} {line.command}" if line.command else f"{message['re']}"
        case Kind.EVENT:
            name = f"event {message['n']} {message['ev']}"
        case Kind.ACK:
            name = f"ack {message['ack']}"
        case Kind.TELEMETRY:
            name = f"now {message['tm']}"
        case Kind.POWER_ON:
            name = f"power-on {message['hello']}"
        case _:
            name = _SKIPPED[line.kind] + ":"
    return printable(name)


def _marks(line: Line) -> list[str]:
    """What is wrong about it."""
    marks = []
    if line.unasked:
        marks.append("answers nothing")
    if line.again:
        marks.append("sent again")
    if line.missing:
        first, last = line.missing
        many = f"event {first} is" if first == last else f"events {first} to {last} are"
        marks.append(f"{many} missing")
    if line.other_boot:
        marks.append("of another boot")
    return marks


def _facts(line: Line) -> str:
    if line.message is None or line.kind is Kind.UNKNOWN:
        shown = line.raw[:_LONG_LETTERS] + b"..." if line.kind is Kind.LONG else line.raw
        return printable(shown.decode("latin-1").strip("\r"))
    known = "" if line.other_boot else _KNOWN.get(line.kind)
    facts: dict[str, Any] = {
        name: value for name, value in line.message.items() if name not in _NAMING and name != known
    }
    return printable(" ".join(f"{name}={_value(value)}" for name, value in facts.items()))


def _value(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
