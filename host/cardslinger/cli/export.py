"""`cardslinger export`: one match of the journal as a file for other programs, and for `replay`."""

import csv
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import click
import msgspec

from cardslinger.cli.journal_option import journal_option
from cardslinger.cli.journal_reading import reading, row_of
from cardslinger.cli.options import language_option
from cardslinger.rules.record import Record, format_record
from cardslinger.table.as_data import figures_data, match_data, utc
from cardslinger.table.entries import FACT, Fact, write
from cardslinger.table.errors import JournalError
from cardslinger.table.history import History, Kept, MatchRow
from cardslinger.table.statistics import statistics
from cardslinger.words import Words
from cardslinger.words.printable import printable

COLUMNS = ("number", "time", "seat", "kind", "what")


@click.command()
@click.option("--match", type=click.IntRange(min=1), metavar="N", required=True, help="Which one.")
@click.option(
    "--format",
    "name",
    type=click.Choice(["record", "csv", "json"]),
    default="record",
    show_default=True,
    help="For `cardslinger replay`, for a spreadsheet, or all there is.",
)
@journal_option
@click.option("-o", "output", metavar="FILE", help="Write FILE instead of standard output.")
@language_option
def export(match: int, name: str, file: Path, output: str | None, language: str) -> None:
    """Write down a match of the journal."""
    words = Words(language)
    with reading(file, words) as journal:
        row = row_of(journal, match, file, words)
        try:
            text = _FORMATS[name](journal, row)
        except JournalError as error:
            line = words.say("journal.damaged", match=match, reason=str(error))
            raise JournalError(line) from error
    data = text.encode()
    if output is None:
        stream = sys.stdout.buffer  # a file in the making: always UTF-8
        stream.write(data)
        stream.flush()
        return
    try:
        Path(output).write_bytes(data)
    except OSError as error:
        line = words.say("export.unwritable", file=output, reason=error.strerror)
        raise JournalError(line) from error


def _record(journal: History, row: MatchRow) -> str:
    """As `replay` takes it; who sat where is a remark."""
    setup = journal.setup(row.number)
    entries = [kept.entry for kept in journal.entries(row.number)]
    happened = [entry for entry in entries if not isinstance(entry, Fact)]
    record = Record(setup.rules, setup.deck, tuple(setup.sitters), setup.physical, happened)
    remarks = [f"# match {row.number}, began {utc(row.began_at_s)}"]
    remarks += [f"# seat {seat}: {one.name}" for seat, one in sorted(setup.sitters.items())]
    return "\n".join([*map(printable, remarks), format_record(record)])


def _csv(journal: History, row: MatchRow) -> str:
    """One row an entry; facts as JSON."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for kept in journal.entries(row.number):
        *told, what = _told(kept)
        table.writerow([*told, what if isinstance(what, str) else json.dumps(what)])
    return text.getvalue()


def _json(journal: History, row: MatchRow) -> str:
    """One line: what it was set up with, what came of it, and every entry."""
    setup = journal.setup(row.number)
    entries = list(journal.entries(row.number))  # read once: the match may go on meanwhile
    match = statistics(row, setup, entries)
    report = {
        **match_data(match),
        **figures_data(match),
        "flags": setup.rules.changed_flags(),
        "deck": setup.deck.name,
        "profile": setup.profile,
        "header": setup.header(),
        "entries": [dict(zip(COLUMNS, _told(kept), strict=True)) for kept in entries],
    }
    text = json.dumps(report, ensure_ascii=False)
    return (text if text.isprintable() else json.dumps(report)) + "\n"


def _told(kept: Kept) -> tuple[int, str | None, int | None, str, str | dict[str, object]]:
    """The columns of an entry. An event is of the kind `rules`, in notation; a fact's kind is its
    name.
    """
    seat = getattr(kept.entry, "seat", None)
    kind, what = write(kept.entry)
    if kind != FACT:
        return kept.number, utc(kept.at_s), seat, kind, what
    facts = msgspec.json.decode(what)
    return kept.number, utc(kept.at_s), seat, facts.pop("is"), facts


_FORMATS: dict[str, Callable[[History, MatchRow], str]] = {
    "record": _record,
    "csv": _csv,
    "json": _json,
}
