"""A journal opened to be read, and what is wrong with it in the user's language."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import click

from cardslinger.table.as_data import moment
from cardslinger.table.errors import JournalError, NoMatch
from cardslinger.table.history import History, MatchRow
from cardslinger.table.journal import Journal
from cardslinger.table.statistics import MatchStatistics, statistics
from cardslinger.words import Words
from cardslinger.words.printable import printable


@contextmanager
def reading(file: Path, words: Words) -> Iterator[History]:
    """The journal with at least one match; it may be played with meanwhile.

    Raises NoMatch in words if there is none, JournalError for what can't be read.
    """
    if not file.exists():
        raise NoMatch(words.say("journal.none", file=file))
    if file.is_dir():
        raise JournalError(words.say("journal.folder", file=file))
    try:
        history = Journal.read(file)
    except NoMatch:
        raise NoMatch(words.say("journal.empty", file=file)) from None
    try:
        if not history.matches():
            raise NoMatch(words.say("journal.empty", file=file))
        yield history
    finally:
        history.close()


@dataclass(slots=True)
class Read:
    """The matches of a journal in order, and a line for each that is damaged."""

    matches: list[MatchStatistics] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)

    def end(self) -> None:
        """Say on standard error what was left out; if anything, the exit code is 1."""
        for line in self.damaged:
            click.echo(f"cardslinger: {printable(line)}", err=True)
        if self.damaged:
            sys.exit(1)


def read_matches(history: History, words: Words) -> Read:
    """All that can be read; one damaged match does not hide the others."""
    read = Read()
    for row in history.matches():
        try:
            setup, kept = history.setup(row.number), history.entries(row.number)
            read.matches.append(statistics(row, setup, kept))
        except JournalError as error:
            line = words.say("journal.damaged", match=row.number, reason=str(error))
            read.damaged.append(line)
    return read


def row_of(history: History, match: int, file: Path, words: Words) -> MatchRow:
    """Raises NoMatch in words, with the numbers there are."""
    rows = history.matches()
    for row in rows:
        if row.number == match:
            return row
    numbers = {"first": rows[0].number, "last": rows[-1].number}
    raise NoMatch(words.say("journal.no_match", file=file, match=match, **numbers))


def local(at_s: float) -> str:
    """A Unix time as people here write it, to the minute."""
    found = moment(at_s)
    return f"{found.astimezone():%Y-%m-%d %H:%M}" if found else "?"


def clock(seconds: float) -> str:
    """Hours, minutes and seconds."""
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
