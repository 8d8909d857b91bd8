"""The tables of a journal, numbered: a file of an older version is brought up step by step.

`PRAGMA user_version` is the number of migrations the file has been through, `application_id`
tells it from other programs' files.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from cardslinger.table.database import in_our_words, to_write, transaction
from cardslinger.table.errors import JournalError, JournalNewer

APPLICATION_ID = int.from_bytes(b"slng")

Migration = tuple[str, ...]  # statements; files out there have been through it: never change one

# Names of seats are those at the beginning of the match; entries tell of later ones.
MIGRATIONS: tuple[Migration, ...] = (
    (
        """CREATE TABLE match (
            number INTEGER PRIMARY KEY,
            began_at_s REAL NOT NULL,
            header TEXT NOT NULL,
            profile TEXT NOT NULL
        ) STRICT""",
        """CREATE TABLE sitter (
            match INTEGER NOT NULL REFERENCES match,
            seat INTEGER NOT NULL,
            name TEXT NOT NULL,
            bot TEXT NOT NULL,
            PRIMARY KEY (match, seat)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE entry (
            match INTEGER NOT NULL REFERENCES match,
            number INTEGER NOT NULL,
            at_s REAL NOT NULL,
            kind TEXT NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (match, number)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE player_group (
            name TEXT NOT NULL,
            place INTEGER NOT NULL,
            sitter TEXT NOT NULL,
            bot TEXT NOT NULL,
            PRIMARY KEY (name, place)
        ) STRICT, WITHOUT ROWID""",
    ),
    (  # devices that have shown a PIN; of their tokens only SHA-256 is kept
        """CREATE TABLE device (
            token BLOB PRIMARY KEY,
            host INTEGER NOT NULL,
            screen INTEGER NOT NULL,
            player TEXT NOT NULL,
            used_at_s REAL NOT NULL
        ) STRICT, WITHOUT ROWID""",
    ),
)


def version_of(db: sqlite3.Connection, path: Path, newest: int = len(MIGRATIONS)) -> int:
    """The version of a journal; 0 for a file with nothing in it.

    Raises JournalNewer, or JournalError for what is no journal.
    """
    with in_our_words(path):
        [(application,)] = db.execute("PRAGMA application_id")
        [(version,)] = db.execute("PRAGMA user_version")
        [(is_empty,)] = db.execute("SELECT NOT EXISTS (SELECT 1 FROM sqlite_master)")
    if application == 0 and version == 0 and is_empty:
        return 0
    if application != APPLICATION_ID:
        raise JournalError(f"{path} is of another program: name another file")
    if version > newest:
        raise JournalNewer(
            f"a newer cardslinger has written {path} (version {version}, this one knows {newest}): "
            "update cardslinger"
        )
    return int(version)


def migrate(
    db: sqlite3.Connection, path: Path, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Bring the file to the newest version, all the way or not at all.

    An older one with matches in it is first copied to `FILE.before-vN`. Raises JournalError; the
    version is written even if it is the newest, so that a file that takes no more is told at once.
    """
    newest = len(migrations)
    version = version_of(db, path, newest)
    with in_our_words(path):
        if 0 < version < newest and db.execute("SELECT 1 FROM match").fetchone():
            _back_up(db, path.with_name(f"{path.name}.before-v{newest}"))
        with transaction(db):
            for statement in (one for step in migrations[version:] for one in step):
                db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {newest}")


def _back_up(db: sqlite3.Connection, backup: Path) -> None:
    part = backup.with_name(f"{backup.name}.part")  # half a copy never bears the copy's name
    with in_our_words(backup):
        try:
            with closing(to_write(part)) as copy:
                db.backup(copy)
            part.replace(backup)
        except OSError as error:
            raise JournalError(
                f"can't copy the journal to {backup} ({error.strerror}): see to its folder"
            ) from error
        finally:
            part.unlink(missing_ok=True)
