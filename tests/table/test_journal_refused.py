"""A journal that can't be opened, read or written says why in one line, and stays as it was."""

import asyncio
import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cardslinger.table.errors import JournalBusy, JournalError, JournalFull
from cardslinger.table.journal import Journal
from hypothesis import given
from hypothesis import strategies as st

from tests.table.disks import as_nobody, folder_of_nobody, small_files
from tests.table.players import TWO, playing, said, step, steps


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def played(path: Path) -> Path:
    """A closed journal with three steps in match 1."""
    play(path, 3)
    return path


def play(path: Path, count: int) -> None:
    with contextlib.closing(Journal.open(path)) as journal:
        asyncio.run(journal.begin(TWO))
        for number in range(count):
            asyncio.run(journal.append(1, step(number)))


def refusal(path: Path, error: type[JournalError] = JournalError) -> str:
    """The line with which the journal is not opened."""
    with pytest.raises(error) as refused:
        Journal.open(path).close()
    assert type(refused.value) is error
    assert "\n" not in str(refused.value)
    return str(refused.value)


# -- another program ----------------------------------------------------------------------------


def test_a_journal_that_is_played_with_is_refused_until_that_program_is_killed(path: Path) -> None:
    with playing(path, 1) as player:
        said(player)
        assert refusal(path, JournalBusy) == (
            f"another program has {path} open: end that one first"
        )
        link = path.with_name("link.db")
        link.symlink_to(path)
        assert refusal(link, JournalBusy)
    Journal.open(path).close()


def test_a_journal_is_opened_once_in_a_program_too(path: Path) -> None:
    with contextlib.closing(Journal.open(path)):
        refusal(path, JournalBusy)
        refusal(path, JournalBusy)
    Journal.open(path).close()


# -- no room ------------------------------------------------------------------------------------


async def test_where_files_can_not_grow_nothing_is_half_kept_and_it_goes_on_later(
    path: Path,
) -> None:
    with contextlib.closing(Journal.open(path)) as journal:
        await journal.begin(TWO)
        number = 0
        with small_files(100_000):
            with pytest.raises(JournalFull, match=r"the disk does not take .*: make room"):
                while number < 1000:
                    await journal.append(1, step(number))
                    number += 1
            for _ in range(2):
                with pytest.raises(JournalFull):
                    await journal.append(1, step(number))
            assert [one.entry for one in journal.entries(1)] == steps(number)
        assert number > 5
        assert await journal.append(1, step(number)) == len(steps(number + 1))
    with contextlib.closing(Journal.read(path)) as history:
        assert [one.entry for one in history.entries(1)] == steps(number + 1)


FULL_DISK = """
import asyncio, sys
from pathlib import Path
from cardslinger.table.errors import JournalFull
from cardslinger.table.journal import Journal
from tests.table.players import TWO, step, steps

path, ballast = Path(sys.argv[1], "journal.db"), Path(sys.argv[1], "ballast")

def fill():
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass

fill()
try:
    Journal.open(path)
except JournalFull as error:
    print(error)
ballast.unlink()

async def play():
    journal = Journal.open(path)
    await journal.begin(TWO)
    for number in range(10):
        await journal.append(1, step(number))
    fill()
    try:
        for number in range(10, 1000):
            await journal.append(1, step(number))
    except JournalFull as error:
        print(error)
    assert [one.entry for one in journal.entries(1)] == steps(number)
    ballast.unlink()
    assert await journal.append(1, step(number)) == len(steps(number + 1))
    journal.close()

asyncio.run(play())
history = Journal.read(path)
print(len(list(history.entries(1))) > len(steps(10)))
history.close()
"""


async def test_a_file_that_may_not_grow_is_said_and_the_match_goes_on_when_it_may(
    path: Path,
) -> None:
    """SQLite's own limit, which it reports as it does a full disk."""
    with contextlib.closing(Journal.open(path)) as journal:
        await journal.begin(TWO)
        [(pages,)] = journal._writing.execute("PRAGMA page_count")
        journal._writing.execute(f"PRAGMA max_page_count = {pages}")
        number = 0
        with pytest.raises(JournalFull, match=r"no room for .*: make room on its disk, then go on"):
            for number in range(1000):
                await journal.append(1, step(number))
        assert [one.entry for one in journal.entries(1)] == steps(number)
        journal._writing.execute("PRAGMA max_page_count = 10000")
        assert await journal.append(1, step(number)) == len(steps(number + 1))


def test_a_full_disk_is_said_and_the_match_goes_on_when_there_is_room(tmp_path: Path) -> None:
    own_mounts = ["unshare", "--map-root-user", "--mount"]
    mount = 'mount -t tmpfs -o size=512k none "$0" && exec "$@"'
    on_small_disk = [*own_mounts, "sh", "-c", mount, str(tmp_path)]
    try:
        subprocess.run([*on_small_disk, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no small disk can be mounted here: the test above shows it without")
    told = subprocess.run(
        [*on_small_disk, sys.executable, "-c", FULL_DISK, str(tmp_path)],
        cwd=Path(__file__).parents[2], capture_output=True, text=True,
    )  # fmt: skip
    no_room = f"no room for {tmp_path / 'journal.db'}: make room on its disk, then go on"
    assert (told.stdout.splitlines(), told.stderr) == ([no_room, no_room, "True"], "")


# -- what may not be written --------------------------------------------------------------------


@pytest.fixture
def theirs() -> Iterator[Path]:
    """A journal with three steps in a folder of `as_nobody`."""
    with folder_of_nobody() as folder, as_nobody():
        play(folder / "journal.db", 3)
        yield folder / "journal.db"


def test_a_file_that_may_not_be_written_is_refused_when_it_is_opened(theirs: Path) -> None:
    theirs.chmod(0o400)
    assert "may not be written: make it and its folder yours" in refusal(theirs, JournalFull)
    with contextlib.closing(Journal.read(theirs)) as history:
        assert [one.entry for one in history.entries(1)] == steps(3)


def test_a_folder_that_may_not_be_written_is_refused_when_it_is_opened(theirs: Path) -> None:
    theirs.with_name("journal.db.lock").unlink()
    theirs.parent.chmod(0o500)
    assert f"can't open {theirs}: see that it and its folder are yours" in refusal(theirs)
    assert "can't open" in refusal(theirs.with_name("new.db"))
    assert "Permission denied" in refusal(theirs.parent / "new" / "new.db")
    assert [*theirs.parent.iterdir()] == [theirs]


def test_a_folder_that_may_not_be_entered_is_refused(theirs: Path) -> None:
    theirs.parent.chmod(0)
    assert "can't open" in refusal(theirs)
    with pytest.raises(JournalError, match=r"can't read .*Permission denied.*yours to read"):
        Journal.read(theirs)


def test_a_folder_in_place_of_the_file_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / "journal.db").mkdir()
    assert refusal(tmp_path / "journal.db").endswith("journal.db is a folder: name a file")
    with pytest.raises(JournalError, match="is a folder"):
        Journal.read(tmp_path / "journal.db")


def test_what_is_no_journal_is_refused_and_nothing_is_made_beside_it(tmp_path: Path) -> None:
    letter, folder, pipe = tmp_path / "letter.txt", tmp_path / "folder", tmp_path / "pipe"
    letter.write_text("Dear all")
    folder.mkdir()
    os.mkfifo(pipe)
    for path, reason in ((letter, "is no journal of"), (folder, "is a folder"), (pipe, "no file")):
        assert reason in refusal(path)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["folder", "letter.txt", "pipe"]
    assert letter.read_text() == "Dear all"


def test_a_journal_in_a_folder_that_may_not_be_written_can_be_read(theirs: Path) -> None:
    assert not list(theirs.parent.glob("*-wal"))
    theirs.parent.chmod(0o555)
    with contextlib.closing(Journal.read(theirs)) as history:
        assert [one.entry for one in history.entries(1)] == steps(3)


def test_a_file_in_place_of_the_folder_is_said(played: Path) -> None:
    assert "can't make the folder" in refusal(played / "journal.db")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="/proc is Linux's")
def test_where_there_can_be_no_file_none_is_made() -> None:
    assert "can't make the folder" in refusal(Path("/proc/cardslinger/journal.db"))
    assert "can't open" in refusal(Path("/proc/journal.db"))


# -- what is damaged ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ("UPDATE entry SET text = '0 fires' WHERE number = 5", "match 1, entry 5 is damaged"),
        ("UPDATE entry SET text = substr(text, 3) WHERE number = 1", "match 1, entry 1 is damaged"),
        ('UPDATE entry SET text = \'{"is": "no"}\' WHERE number = 2', "entry 2 is damaged"),
        ("UPDATE entry SET kind = 'x' WHERE number = 1", "match 1, entry 1 is damaged"),
        ("UPDATE entry SET text = CAST(x'ff' AS TEXT) WHERE number = 3", "entry 3 is damaged"),
        ("DELETE FROM entry WHERE number = 4", r"match 1, entry 4 is damaged \(it is missing\)"),
        ("UPDATE match SET header = 'seats 0'", "match 1 is damaged"),
        ("UPDATE match SET header = CAST(x'ff' AS TEXT)", "match 1 is damaged"),
        ("UPDATE sitter SET name = CAST(x'ff' AS TEXT)", "match 1 is damaged"),
        ("DELETE FROM sitter WHERE seat = 3", r"match 1 is damaged \(nobody sits on seat 3\)"),
    ],
)
def test_a_damaged_row_is_named(played: Path, change: str, where: str) -> None:
    with contextlib.closing(sqlite3.connect(played, isolation_level=None)) as db:
        db.execute(change)
    with (
        contextlib.closing(Journal.open(played)) as journal,
        pytest.raises(JournalError, match=where),
    ):
        journal.setup(1)
        list(journal.entries(1))


def test_entries_before_a_damaged_one_are_still_read(played: Path) -> None:
    with contextlib.closing(sqlite3.connect(played, isolation_level=None)) as db:
        db.execute("UPDATE entry SET text = '' WHERE number = 4")
    with contextlib.closing(Journal.read(played)) as history:
        entries = history.entries(1)
        assert [next(entries).entry for _ in range(3)] == steps(3)[:3]
        with pytest.raises(JournalError, match="entry 4 is damaged"):
            next(entries)


@given(st.floats(0, 1, exclude_max=True))
def test_a_file_that_was_cut_is_refused_and_stays_as_it_is(
    tmp_path_factory: pytest.TempPathFactory, part: float
) -> None:
    path = tmp_path_factory.getbasetemp() / "cut" / "journal.db"
    if not path.exists():
        play(path, 3)
        shutil.copy(path, path.with_name("whole.db"))
    whole = path.with_name("whole.db").read_bytes()
    cut = whole[: 2 + int(part * (len(whole) - 4098))]  # up to the last of its pages
    path.write_bytes(cut)
    assert "is damaged" in refusal(path) or "is no journal" in refusal(path)
    with pytest.raises(JournalError, match=r"is damaged|is no journal"):
        Journal.read(path)
    assert path.read_bytes() == cut
    assert not [*path.parent.glob("*.before*")]


def test_nothing_of_a_refused_journal_stays_open(played: Path) -> None:
    os.truncate(played, 5000)
    files = Path("/proc/self/fd")
    if not files.exists():
        pytest.skip("/proc is Linux's")
    before = len([*files.iterdir()])
    refusal(played)
    assert len([*files.iterdir()]) == before
