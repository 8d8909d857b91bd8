"""`cardslinger trace FILE`: what --trace recorded, for people."""

import dataclasses

import click
from rich.table import Table

from cardslinger.bridge.conversation import Conversation, Kind, Line, Summary
from cardslinger.bridge.trace import read_trace
from cardslinger.cli.options import json_option
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.cli.wire import WireDrawing


@click.command()
@click.argument("file", metavar="FILE")
@json_option
def trace(file: str, as_json: bool) -> None:
    """Show what went over the wire, from a FILE that --trace recorded.

    A line a message: seconds since the trace began, an arrow (right: to the launcher), what was
    said, and in brackets what is wrong about it. An answer has its round trip beside it.
    """
    conversation = Conversation()
    lines = [line for entry in read_trace(file) for line in conversation.hear(entry)]
    lines += conversation.finish()
    summary = conversation.summary()
    if as_json:
        print_json({"summary": _rounded(summary), "entries": [_entry(line) for line in lines]})
        return
    console = plain_console()
    drawing = WireDrawing(console)
    for line in lines:
        drawing.draw(line)
    if lines:
        console.print()
    console.print(_table(summary))
    if not lines:
        console.print("nothing was recorded: the port was never opened")


def _table(summary: Summary) -> Table:
    """Figures with the numbers that say how many of them went wrong, where any did."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(justify="right")
    table.add_column()
    table.add_row(f"{summary.duration_s:.3f}", "seconds")
    table.add_row(
        str(summary.commands),
        _with(
            "commands",
            {"sent again": summary.resent_commands, "not answered": summary.unanswered_commands},
        ),
    )
    table.add_row(
        str(summary.answers),
        _with(
            "answers",
            {"sent again": summary.repeated_answers, "to nothing": summary.unasked_answers},
        ),
    )
    if summary.round_trip_ms_median is not None:
        table.add_row(f"{summary.round_trip_ms_median:.1f}", "ms to an answer, in the median")
        table.add_row(f"{summary.round_trip_ms_p99:.1f}", "ms to an answer, 99 % of them within")
    table.add_row(
        str(summary.events),
        _with(
            "events",
            {"sent again": summary.repeated_events, "missing": summary.missing_events},
        ),
    )
    skipped = {
        "damaged": summary.damaged_lines,
        "too long": summary.long_lines,
        "text": summary.text_lines,
        "cut off": summary.cut_off_lines,
    }
    table.add_row(str(sum(skipped.values())), _with("lines skipped", skipped))
    table.add_row(str(summary.reconnects), "reconnects")
    return table


def _with(name: str, remarks: dict[str, int]) -> str:
    said = ", ".join(f"{count} {what}" for what, count in remarks.items() if count)
    return f"{name}; {said}" if said else name


def _rounded(summary: Summary) -> dict[str, object]:
    return {
        name: round(value, 6) if isinstance(value, float) else value
        for name, value in dataclasses.asdict(summary).items()
    }


def _entry(line: Line) -> dict[str, object]:
    """What is so for this line only; times are in seconds."""
    entry: dict[str, object] = {
        "at": line.at_s,
        "s": line.s,
        "port": line.port,
        "from": line.source,
        "kind": line.kind,
    }
    if line.message is None:
        encoding = "utf-8" if line.kind is Kind.NOTE else "latin-1"
        entry["text"] = line.raw.decode(encoding, errors="replace")
    else:
        entry["message"] = line.message
    if line.command:
        entry["command"] = line.command
    if line.round_trip_ms is not None:
        entry["round_trip_ms"] = round(line.round_trip_ms, 3)
    if line.missing:
        entry["missing"] = line.missing
    return entry | {
        mark: True for mark in ("again", "unasked", "other_boot") if getattr(line, mark)
    }
