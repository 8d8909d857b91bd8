"""Matches in an SQLite file: every entry is on disk before anyone sees it."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeVar

from cardslinger.table.database import (
    check_file,
    held,
    in_our_words,
    to_read,
    to_write,
    transaction,
)
from cardslinger.table.entries import Entry, write
from cardslinger.table.errors import BadSetup, JournalError, NoMatch
from cardslinger.table.history import Device, History
from cardslinger.table.schema import MIGRATIONS, migrate, version_of
from cardslinger.table.setup import Setup, Sitter, check, check_name

T = TypeVar("T")


class Journal(History):
    """The journal of the one program that plays; others may read it meanwhile.

    What changes it is done by one thread, one after the other, each in a transaction of its own,
    and has come to the disk when it returns. Raises JournalFull or JournalError when it could not
    be kept: then nothing of it is, and it can be tried again. When the caller is cancelled, it may
    have been kept.
    """

    def __init__(
        self, path: Path, reading: sqlite3.Connection, writing: sqlite3.Connection, open_: ExitStack
    ) -> None:
        """See `open`. `open_` closes all that is open for this journal."""
        super().__init__(path, reading)
        self._writing = writing
        self._file = _identity(path)
        self._writer = ThreadPoolExecutor(1, "journal")
        open_.callback(self._writer.shutdown)  # the first to close: finishes what it was given
        self._open: ExitStack | None = open_

    @classmethod
    def open(cls, path: Path) -> "Journal":
        """Open the file, or make it and its folder; an older one is brought up to date.

        Raises JournalBusy if another program plays with it, JournalNewer, JournalFull, or
        JournalError.
        """
        path = path.resolve()  # one lock, whatever name it goes by and wherever we go
        check_file(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(
                f"can't make the folder of {path} ({error.strerror}): name another file"
            ) from error
        with ExitStack() as stack:
            stack.enter_context(closing(held(path)))
            with in_our_words(path):
                writing = stack.enter_context(closing(to_write(path)))
                migrate(writing, path)
                [(mode,)] = writing.execute("PRAGMA journal_mode = WAL")
                writing.execute("PRAGMA synchronous = FULL")  # a commit waits for the disk
                writing.execute("PRAGMA foreign_keys = ON")
                reading = stack.enter_context(closing(to_read(path)))
            if mode != "wal":
                raise JournalError(f"{path}: its disk can't keep a journal: name a file elsewhere")
            return cls(path, reading, writing, stack.pop_all())

    @staticmethod
    def read(path: Path) -> History:
        """The file as it is, only to read, even while it is played with.

        Raises NoMatch if there is none yet, JournalNewer, or JournalError.
        """
        try:
            path.stat()
        except FileNotFoundError:
            raise NoMatch(f"there is no journal {path}: play a match first") from None
        except OSError as error:
            raise JournalError(
                f"can't read {path} ({error.strerror}): name a journal that is yours to read"
            ) from error
        with ExitStack() as stack:
            with in_our_words(path):
                reading = stack.enter_context(closing(to_read(path)))
            version = version_of(reading, path)
            if version == 0:
                raise NoMatch(f"the journal {path} is empty: play a match first")
            if version < len(MIGRATIONS):
                raise JournalError(
                    f"an older cardslinger has written {path}: start a table with it once, which "
                    "brings it up to date"
                )
            stack.pop_all()
        return History(path, reading)

    def close(self) -> None:
        """Finish what was handed over, and let go of the file; safe to call twice."""
        open_, self._open = self._open, None
        if open_:
            with in_our_words(self._path):
                open_.close()

    async def begin(self, setup: Setup) -> int:
        """A new match: its number, from 1. Raises BadSetup."""
        check(setup)
        values = (time.time(), setup.header(), setup.profile)
        sitters = [(seat, one.name, one.bot) for seat, one in setup.sitters.items()]

        def insert(db: sqlite3.Connection) -> int:
            [(match,)] = db.execute(
                "INSERT INTO match (began_at_s, header, profile) VALUES (?, ?, ?) RETURNING number",
                values,
            ).fetchall()
            db.executemany(
                "INSERT INTO sitter (match, seat, name, bot) VALUES (?, ?, ?, ?)",
                [(match, *sitter) for sitter in sitters],
            )
            return int(match)

        return await self._keep(insert)

    async def append(self, match: int, entries: Sequence[Entry]) -> int:
        """Keep all of these, or none: the number of the last entry of the match, from 1.

        Raises NoMatch.
        """
        at_s = time.time()
        written = [write(entry) for entry in entries]

        def insert(db: sqlite3.Connection) -> int:
            if not db.execute("SELECT 1 FROM match WHERE number = ?", (match,)).fetchone():
                raise self._no(match)
            [(last,)] = db.execute(
                "SELECT coalesce(max(number), 0) FROM entry WHERE match = ?", (match,)
            )
            db.executemany(
                "INSERT INTO entry (match, number, at_s, kind, text) VALUES (?, ?, ?, ?, ?)",
                [(match, number, at_s, *one) for number, one in enumerate(written, last + 1)],
            )
            return int(last) + len(written)

        return await self._keep(insert)

    async def save_group(self, name: str, sitters: Sequence[Sitter]) -> None:
        """Save a group of players, in place of one of this name. Raises BadSetup."""
        for one in (name, *(sitter.name for sitter in sitters)):
            check_name(one)
        if not sitters:
            raise BadSetup(f"group {name!r} has no players: name at least one")
        rows = [(name, place, one.name, one.bot) for place, one in enumerate(sitters)]

        def replace(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM player_group WHERE name = ?", (name,))
            db.executemany(
                "INSERT INTO player_group (name, place, sitter, bot) VALUES (?, ?, ?, ?)", rows
            )

        await self._keep(replace)

    async def forget_group(self, name: str) -> None:
        """Forget a saved group, if there is one of this name."""

        def delete(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM player_group WHERE name = ?", (name,))

        await self._keep(delete)

    async def keep_device(self, token: bytes, device: Device) -> None:
        """Let a device in that is used now, or change what it may do. `token`: SHA-256 of its
        token."""
        row = (token, device.host, device.screen, device.player, time.time())

        def replace(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO device VALUES (?, ?, ?, ?, ?)", row)

        await self._keep(replace)

    async def _keep(self, change: Callable[[sqlite3.Connection], T]) -> T:
        if self._open is None:
            raise JournalError(f"{self._path} is closed: open it again")

        def kept() -> T:
            if _identity(self._path) != self._file:  # SQLite would go on in a removed file
                raise JournalError(f"{self._path} is gone: put it back, then start again")
            with in_our_words(self._path), transaction(self._writing):
                return change(self._writing)

        return await asyncio.get_running_loop().run_in_executor(self._writer, kept)


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file bears the name; None: none does."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
