"""`cardslinger replay FILE`: a match record, played again up to some event."""

import sys
from pathlib import Path
from typing import NoReturn

import click

from cardslinger.cli.options import json_option, language_option
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.cli.tabletop import TableWords, as_data
from cardslinger.rules.errors import BadRecord
from cardslinger.rules.notation import format_event
from cardslinger.rules.record import Record, parse_record
from cardslinger.words import Words

STANDARD_INPUT = "-"
EVENT_SHOWN = 60  # letters of an event in an error


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="Stop after N events.")
@json_option
@language_option
def replay(file: str, at: int | None, as_json: bool, language: str) -> None:
    """Play the match record FILE (- for standard input) again and show the table at its end."""
    words = Words(language)
    name = words.say("replay.standard_input") if file == STANDARD_INPUT else file
    try:
        record = parse_record(_text(file, name, words))
    except BadRecord as error:
        _refuse(words.say("replay.bad_line", file=name, line=error.line, reason=error.reason))
    last = len(record.events)
    count = last if at is None else at
    if count > last:
        _refuse(words.say("replay.too_far", file=name, at=count, last=last))
    try:
        state = record.replay(count)
    except BadRecord as error:
        _refuse(_impossible(error, record, name, words))
    if as_json:
        print_json({"events": count, "events_in_record": last, **as_data(state)})
        return
    console = plain_console()
    event = format_event(record.events[count - 1]) if count else ""
    TableWords(words).draw(console, state, event)
    code = "table.events" if count == last else "table.events_of"
    played = words.say(code, count=count, all=last)
    console.print(f"\n{played} · digest {state.digest()}", style="dim")


def _text(file: str, name: str, words: Words) -> str:
    """The record's text, or the end of the command in one line."""
    try:
        data = sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
    except OSError as error:
        _refuse(words.say("replay.unreadable", file=name, reason=error.strerror))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        _refuse(words.say("replay.not_utf8", file=name, line=line))


def _impossible(error: BadRecord, record: Record, name: str, words: Words) -> str:
    number = record.lines.index(error.line)
    assert error.refusal is not None  # what can't be read was refused before
    return words.say(
        "replay.impossible",
        file=name,
        line=error.line,
        event=_shortened(format_event(record.events[number])),
        reason=words.say(error.refusal.code, **error.refusal.facts),
        number=number,
    )


def _shortened(text: str) -> str:
    """A deal names 112 cards."""
    return text if len(text) <= EVENT_SHOWN else text[: EVENT_SHOWN - 3] + "..."


def _refuse(reason: str) -> NoReturn:
    """End the command with one line that holds no control characters of a file."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in reason)
    click.echo(f"cardslinger: {shown}", err=True)
    sys.exit(1)
