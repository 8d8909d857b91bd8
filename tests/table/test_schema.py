"""The journal's file through the years: brought up whole or left alone, never guessed at."""

import asyncio
import contextlib
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from cardslinger.rules.events import DealerPicked
from cardslinger.table.database import to_write
from cardslinger.table.entries import Asked
from cardslinger.table.errors import JournalError, JournalFull, JournalNewer
from cardslinger.table.journal import Journal
from cardslinger.table.schema import APPLICATION_ID, MIGRATIONS, migrate, version_of
from cardslinger.table.setup import Sitter

from tests.table.disks import small_files

OLD = (("CREATE TABLE match (number INTEGER PRIMARY KEY, header TEXT NOT NULL) STRICT",),)
PLACE = ("ALTER TABLE match ADD COLUMN place TEXT NOT NULL DEFAULT 'home'",)
LENGTH = (
    "ALTER TABLE match ADD COLUMN minutes INTEGER",
    "UPDATE match SET minutes = length(header)",
)
NEW = (*OLD, PLACE, LENGTH)

# What the first cardslinger with a journal wrote. It must be read for ever: never change it.
VERSION_1 = """
CREATE TABLE match (number INTEGER PRIMARY KEY, began_at_s REAL NOT NULL, header TEXT NOT NULL,
    profile TEXT NOT NULL) STRICT;
CREATE TABLE sitter (match INTEGER NOT NULL REFERENCES match, seat INTEGER NOT NULL,
    name TEXT NOT NULL, bot TEXT NOT NULL, PRIMARY KEY (match, seat)) STRICT, WITHOUT ROWID;
CREATE TABLE entry (match INTEGER NOT NULL REFERENCES match, number INTEGER NOT NULL,
    at_s REAL NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (match, number)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE player_group (name TEXT NOT NULL, place INTEGER NOT NULL, sitter TEXT NOT NULL,
    bot TEXT NOT NULL, PRIMARY KEY (name, place)) STRICT, WITHOUT ROWID;
INSERT INTO match VALUES (1, 1766000000.25, 'cardslinger match 1
rules attack
flag first_dealer pick
deck attack
seats 3 0
hands known
', 'classic');
INSERT INTO sitter VALUES (1, 0, 'Ann', ''), (1, 3, 'Žofia', 'greedy');
INSERT INTO entry VALUES
    (1, 1, 1766000001.5, 'fact', '{"is":"asked","id":"a","seat":0}'),
    (1, 2, 1766000001.5, 'rules', '0 deals');
INSERT INTO player_group VALUES ('family', 0, 'Ann', ''), ('family', 1, 'Žofia', 'greedy');
PRAGMA application_id = 1936485991;
PRAGMA user_version = 1;
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def db(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(to_write(path)) as db:
        yield db


def dump(path: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(path)) as db:
        return [*db.iterdump(), *map(str, db.execute("PRAGMA user_version"))]


def files(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir())


def test_the_journal_of_version_1_is_read_today(path: Path, db: sqlite3.Connection) -> None:
    db.executescript(VERSION_1)
    with contextlib.closing(Journal.open(path)) as journal:
        setup = journal.setup(1)
        assert setup.sitters == {3: Sitter("Žofia", "greedy"), 0: Sitter("Ann")}
        assert (setup.profile, setup.physical) == ("classic", False)
        [asked, picked] = journal.entries(1)
        assert (asked.at_s, asked.entry) == (1766000001.5, Asked("a", 0))
        assert (picked.number, picked.entry) == (2, DealerPicked(0))
        [row] = journal.matches()
        assert (row.began_at_s, row.last_number) == (1766000000.25, 2)
        assert journal.groups() == {"family": (Sitter("Ann"), Sitter("Žofia", "greedy"))}
        assert asyncio.run(journal.append(1, [DealerPicked(3)])) == 3


def test_a_new_file_has_the_newest_version_and_no_backup(
    path: Path, db: sqlite3.Connection
) -> None:
    assert version_of(db, path) == 0
    migrate(db, path)
    assert version_of(db, path) == len(MIGRATIONS)
    assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert files(path) == ["journal.db"]


def test_an_older_journal_is_copied_then_brought_up_step_by_step(
    path: Path, db: sqlite3.Connection
) -> None:
    migrate(db, path, OLD)
    db.execute("INSERT INTO match VALUES (1, 'rules')")
    before = dump(path)
    migrate(db, path, NEW)
    assert db.execute("SELECT * FROM match").fetchall() == [(1, "rules", "home", 5)]
    assert version_of(db, path, 3) == 3
    assert files(path) == ["journal.db", "journal.db.before-v3"]
    assert dump(path.with_name("journal.db.before-v3")) == before


def test_the_copy_has_what_is_in_the_wal_only(path: Path, db: sqlite3.Connection) -> None:
    migrate(db, path, OLD)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("INSERT INTO match VALUES (1, 'rules')")
    migrate(db, path, NEW)
    alone = path.parent / "alone" / "copy.db"
    alone.parent.mkdir()
    path.with_name("journal.db.before-v3").rename(alone)
    assert any("'rules'" in line for line in dump(alone))
    db.close()
    assert files(path) == ["alone", "journal.db"]


def test_a_journal_without_matches_needs_no_copy(path: Path, db: sqlite3.Connection) -> None:
    migrate(db, path, OLD)
    migrate(db, path, NEW)
    assert version_of(db, path, 3) == 3
    assert files(path) == ["journal.db"]


def test_a_journal_that_is_up_to_date_stays_as_it_is(path: Path, db: sqlite3.Connection) -> None:
    migrate(db, path, NEW)
    db.execute("INSERT INTO match VALUES (1, 'rules', 'away', 3)")
    before = dump(path)
    migrate(db, path, NEW)
    assert dump(path) == before
    assert files(path) == ["journal.db"]


def test_a_migration_that_fails_half_way_leaves_the_older_journal(
    path: Path, db: sqlite3.Connection
) -> None:
    migrate(db, path, OLD)
    db.execute("INSERT INTO match VALUES (1, 'rules')")
    before = dump(path)
    with pytest.raises(JournalError, match=r"journal\.db"):
        migrate(db, path, (*OLD, PLACE, ("UPDATE match SET nothing = 1",)))
    assert dump(path) == before
    migrate(db, path, NEW)
    assert version_of(db, path, 3) == 3


def test_without_room_for_the_copy_nothing_is_migrated(path: Path, db: sqlite3.Connection) -> None:
    migrate(db, path, OLD)
    db.execute("INSERT INTO match VALUES (1, ?)", ("rules" * 10_000,))
    before = dump(path)
    with (
        small_files(20_000),
        pytest.raises(JournalFull, match=re.escape("journal.db.before-v3")),
    ):
        migrate(db, path, NEW)
    assert dump(path) == before
    assert files(path) == ["journal.db"]


def test_a_newer_journal_is_left_alone(path: Path) -> None:
    Journal.open(path).close()
    with contextlib.closing(to_write(path)) as db:
        db.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    for opened in (Journal.open, Journal.read):
        with pytest.raises(JournalNewer, match=r"version 99, .*: update cardslinger"):
            opened(path)
    assert path.read_bytes() == before


def test_an_older_journal_is_not_migrated_by_reading(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Journal.open(path).close()
    monkeypatch.setattr("cardslinger.table.journal.MIGRATIONS", (*MIGRATIONS, PLACE))
    with pytest.raises(JournalError, match="an older cardslinger has written"):
        Journal.read(path)


@pytest.mark.parametrize("content", [b"cardslinger match 1\n" * 9, b"\0" * 4096, b"PK\3\4"])
def test_a_file_that_is_no_database_is_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for opened in (Journal.open, Journal.read):
        with pytest.raises(JournalError, match="is no journal of cardslinger: name another file"):
            opened(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("own", ["CREATE TABLE match (a)", "PRAGMA application_id = 5"])
def test_a_database_of_another_program_is_left_alone(path: Path, own: str) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA user_version = 1")
        db.execute(own)
    before = path.read_bytes()
    for opened in (Journal.open, Journal.read):
        with pytest.raises(JournalError, match="is of another program: name another file"):
            opened(path)
    assert path.read_bytes() == before
