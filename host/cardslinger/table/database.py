"""SQLite files as the journal uses them: opened, held by one program, errors in our words."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cardslinger.table.errors import JournalBusy, JournalError, JournalFull

_SQLITE = b"SQLite format 3\0"
BUSY_S = 5.0  # another program's checkpoint or recovery takes much less

# The disk took less than it should: how a quota, a limit or a broken disk shows.
_WRITES_FAIL = {
    "SQLITE_IOERR_WRITE",
    "SQLITE_IOERR_FSYNC",
    "SQLITE_IOERR_DIR_FSYNC",
    "SQLITE_IOERR_TRUNCATE",
    "SQLITE_IOERR_SHMOPEN",
    "SQLITE_IOERR_SHMSIZE",
}


def to_write(path: Path, *, busy_s: float = BUSY_S) -> sqlite3.Connection:
    """A connection that creates the file. Raises sqlite3.Error.

    It begins transactions only where `transaction` says so, and any thread may use it.
    """
    return sqlite3.connect(path, busy_s, isolation_level=None, check_same_thread=False)


def check_file(path: Path) -> None:
    """Raises JournalError for what is no file of SQLite, before anything is made beside it."""
    try:
        if path.is_dir():
            raise JournalError(f"{path} is a folder: name a file")
        if path.exists() and not path.is_file():
            raise JournalError(f"{path} is no file: name another")
        with path.open("rb") as file:
            start = file.read(len(_SQLITE))
    except (FileNotFoundError, NotADirectoryError):
        return  # it is made, or can't be
    except OSError as error:
        raise JournalError(
            f"can't open {path} ({error.strerror}): see that it and its folder are yours to write"
        ) from error
    if start and start != _SQLITE:
        raise JournalError(f"{path} is no journal of cardslinger: name another file")


def to_read(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing in the file. Raises sqlite3.Error.

    In a folder that may not be written SQLite can't make the files beside it that readers share; a
    journal that nobody plays with needs none.

    Bytes that are no text come as lone surrogates, which no reader of entries takes: so it is the
    reader who says where they stand.
    """
    uri = f"{path.absolute().as_uri()}?mode=ro"
    as_whom = os.access in os.supports_effective_ids
    writable = os.access(path.parent, os.W_OK, effective_ids=as_whom)
    if not writable and not path.with_name(f"{path.name}-wal").exists():
        uri += "&immutable=1"
    db = sqlite3.connect(uri, BUSY_S, isolation_level=None, check_same_thread=False, uri=True)
    db.text_factory = lambda text: text.decode(errors="surrogateescape")
    return db


def held(path: Path) -> sqlite3.Connection:
    """Keeps other programs from writing the file, until it is closed or the process is gone.

    It is SQLite's own lock on an empty file beside it, `FILE.lock`. On the file itself the lock
    would keep readers out; a lock of the system would be another one on Windows, and a file with a
    process number in it outlives a process that is killed. The empty file stays: removing it
    would let a third program lock a new one. Raises JournalError.
    """
    with in_our_words(path):
        connection = to_write(path.with_name(f"{path.name}.lock"), busy_s=0)
        try:
            connection.execute("PRAGMA journal_mode = OFF")  # or there is a FILE.lock-journal too
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            connection.close()
            raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of what is executed in here is kept, or nothing. Raises sqlite3.Error."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite takes some failures back by itself
            connection.execute("ROLLBACK")
        raise


@contextmanager
def in_our_words(path: Path) -> Iterator[None]:
    """Errors of SQLite in here become the JournalError that says what to do about the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise _meaning(error, path) from error


def _meaning(error: sqlite3.Error, path: Path) -> JournalError:
    if isinstance(error, sqlite3.ProgrammingError):
        return JournalError(f"{path} is closed: open it again")
    name = getattr(error, "sqlite_errorname", "")
    if _is_folder(path):
        return JournalError(f"{path} is a folder: name a file")
    if name == "SQLITE_FULL":
        return JournalFull(f"no room for {path}: make room on its disk, then go on")
    if name in _WRITES_FAIL:
        return JournalFull(
            f"the disk does not take {path} ({error}): make room, or see to the disk"
        )
    if name.startswith("SQLITE_READONLY"):
        return JournalFull(f"{path} may not be written: make it and its folder yours to write")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return JournalBusy(f"another program has {path} open: end that one first")
    if name == "SQLITE_NOTADB":
        return JournalError(f"{path} is no journal of cardslinger: name another file")
    if name.startswith("SQLITE_CORRUPT"):
        return JournalError(f"{path} is damaged ({error}): put a copy of it back, or move it away")
    if name.startswith("SQLITE_CANTOPEN"):
        return JournalError(f"can't open {path}: see that it and its folder are yours to write")
    return JournalError(f"can't use {path} ({error}): put a copy of it back, or move it away")


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False
