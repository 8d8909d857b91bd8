"""What a journal holds, read while a game may be running."""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from cardslinger.rules.errors import RulesError
from cardslinger.table.database import in_our_words
from cardslinger.table.entries import Entry, read
from cardslinger.table.errors import BadSetup, JournalError, NoMatch
from cardslinger.table.setup import Setup, Sitter, check_name, parse_header


@dataclass(frozen=True, slots=True)
class Kept:
    """An entry as it is kept: its number in the match, from 1, and when it came (Unix time)."""

    number: int
    at_s: float
    entry: Entry


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in a list of matches. `header` is as in a record; without entries `last_number` is
    0 and `last_at_s` when it began (Unix time).
    """

    number: int
    began_at_s: float
    header: str
    last_number: int
    last_at_s: float


@dataclass(frozen=True, slots=True)
class Device:
    """What a device may do: run the table, show it, play for somebody ("": for nobody)."""

    host: bool = False
    screen: bool = False
    player: str = ""


class History:
    """The matches of a journal, to read. See `Journal.read`; any thread may use it.

    Each answer is of one moment, and is read whole at once: a question half-asked would hold the
    moment, and hide what has been kept since. All raise JournalError when the file can't be read.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._reading = connection

    def close(self) -> None:
        """Let go of the file; safe to call twice."""
        self._reading.close()

    def setup(self, match: int) -> Setup:
        """What the match was set up with. Raises NoMatch."""
        found = self._all("SELECT header, profile FROM match WHERE number = ?", match)
        if not found:
            raise self._no(match)
        [(header, profile)] = found
        rows = self._all("SELECT seat, name, bot FROM sitter WHERE match = ?", match)
        sitters = {seat: Sitter(name, bot) for seat, name, bot in rows}
        try:
            record = parse_header(header)
            if missing := set(record.seats) - sitters.keys():
                raise self._damaged(f"match {match}", f"nobody sits on seat {min(missing)}")
            seated = {seat: sitters[seat] for seat in record.seats}
            for sitter in seated.values():
                check_name(sitter.name)
        except (RulesError, BadSetup) as error:
            raise self._damaged(f"match {match}", error) from error
        return Setup(record.rules, record.deck, seated, record.physical, profile)

    def entries(self, match: int) -> Iterator[Kept]:
        """What has happened in the match, in order.

        Raises NoMatch at once; JournalError on the way, with its number, for a damaged entry.
        """
        rows = self._all(
            "SELECT number, at_s, kind, text FROM entry WHERE match = ? ORDER BY number", match
        )
        if not rows and not self._all("SELECT 1 FROM match WHERE number = ?", match):
            raise self._no(match)
        return self._kept(match, rows)

    def matches(self) -> list[MatchRow]:
        """All matches, the oldest first."""
        rows = self._all(
            "SELECT match.number, began_at_s, header, coalesce(last.number, 0), "
            "coalesce(last.at_s, began_at_s) FROM match LEFT JOIN entry AS last "
            "ON last.match = match.number AND last.number = "
            "(SELECT max(number) FROM entry WHERE entry.match = match.number) "
            "ORDER BY match.number"
        )
        return [MatchRow(*row) for row in rows]

    def groups(self) -> dict[str, tuple[Sitter, ...]]:
        """Saved groups of players by name, each in the order it was saved in."""
        rows = self._all("SELECT name, sitter, bot FROM player_group ORDER BY name, place")
        found: dict[str, tuple[Sitter, ...]] = {}
        for name, sitter, bot in rows:
            found[name] = (*found.get(name, ()), Sitter(sitter, bot))
        return found

    def devices(self, since_s: float = 0.0) -> dict[bytes, Device]:
        """Devices that were let in and used since then (Unix time), by the SHA-256 of their
        tokens."""
        question = "SELECT token, host, screen, player FROM device WHERE used_at_s >= ?"
        rows = self._all(question, since_s)
        return {
            token: Device(bool(host), bool(screen), player) for token, host, screen, player in rows
        }

    def _all(self, question: str, *values: object) -> list[Any]:
        with in_our_words(self._path):
            return self._reading.execute(question, values).fetchall()

    def _kept(self, match: int, rows: Iterable[tuple[int, float, str, str]]) -> Iterator[Kept]:
        for due, (number, at_s, kind, text) in enumerate(rows, 1):
            if number != due:
                raise self._damaged(f"match {match}, entry {due}", "it is missing")
            try:
                entry = read(kind, text)
            except (msgspec.DecodeError, RulesError, UnicodeError) as error:
                raise self._damaged(f"match {match}, entry {number}", error) from error
            yield Kept(number, at_s, entry)

    def _damaged(self, what: str, why: object) -> JournalError:
        return JournalError(
            f"{self._path}: {what} is damaged ({why}): put a copy of the file back, or play on "
            "with another match"
        )

    def _no(self, match: int) -> NoMatch:
        return NoMatch(f"{self._path} has no match {match}: see `cardslinger history`")
