"""The journal: what it has acknowledged is there, whole, whatever happened."""

import asyncio
import contextlib
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cardslinger.rules.events import Joined, Left
from cardslinger.table.entries import Asked, Entry, WentOn
from cardslinger.table.errors import BadSetup, JournalError, NoMatch
from cardslinger.table.history import History
from cardslinger.table.journal import Journal
from cardslinger.table.setup import Setup, Sitter
from hypothesis import given
from hypothesis import strategies as st

from tests.table.anything import ENTRIES, NAMES, setups
from tests.table.players import TWO, playing, said, step, steps


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a folder" / "jürnal?#%.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with contextlib.closing(Journal.open(path)) as journal:
        yield journal


@pytest.fixture(scope="module")
def long_lived_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("journal") / "journal.db"


@pytest.fixture(scope="module")
def long_lived(long_lived_path: Path) -> Iterator[Journal]:
    with contextlib.closing(Journal.open(long_lived_path)) as journal:
        yield journal


def kept(history: History, match: int = 1) -> list[Entry]:
    return [one.entry for one in history.entries(match)]


# -- what is kept -------------------------------------------------------------------------------


@given(setups(), st.lists(st.lists(ENTRIES, max_size=4), max_size=4))
async def test_any_match_comes_back_as_it_was(
    long_lived: Journal, long_lived_path: Path, setup: Setup, appended: list[list[Entry]]
) -> None:
    match = await long_lived.begin(setup)
    for entries in appended:
        await long_lived.append(match, entries)
    with contextlib.closing(Journal.read(long_lived_path)) as history:
        again = history.setup(match)
        assert (again, again.header()) == (setup, setup.header())
        assert tuple(again.sitters) == tuple(setup.sitters)
        assert kept(history, match) == [entry for entries in appended for entry in entries]


async def test_entries_are_numbered_from_1_in_each_match(journal: Journal) -> None:
    first, second = await journal.begin(TWO), await journal.begin(TWO)
    assert (first, second) == (1, 2)
    assert await journal.append(first, [Left(0), Joined(0)]) == 2
    assert await journal.append(second, [WentOn("jam")]) == 1
    assert await journal.append(first, [Left(0)]) == 3
    assert await journal.append(first, []) == 3
    assert [one.number for one in journal.entries(first)] == [1, 2, 3]


async def test_what_is_appended_at_once_is_kept_in_the_order_it_came(journal: Journal) -> None:
    match = await journal.begin(TWO)
    lasts = await asyncio.gather(*[journal.append(match, step(number)) for number in range(20)])
    assert list(lasts) == [len(steps(number)) for number in range(1, 21)]
    assert kept(journal) == steps(20)


async def test_an_entry_has_the_time_it_came_at(journal: Journal) -> None:
    before = time.time()
    match = await journal.begin(TWO)
    await journal.append(match, step(0))
    [row] = journal.matches()
    times = [row.began_at_s, *(one.at_s for one in journal.entries(match)), time.time()]
    assert before <= times[0] and times == sorted(times)


async def test_matches_are_listed_with_how_far_they_came(journal: Journal) -> None:
    assert journal.matches() == []
    await journal.begin(TWO)
    await journal.append(1, step(0))
    await journal.begin(TWO)
    played, fresh = journal.matches()
    assert (played.number, played.last_number, played.header) == (1, 2, TWO.header())
    assert played.last_at_s == list(journal.entries(1))[-1].at_s
    assert (fresh.number, fresh.last_number, fresh.last_at_s) == (2, 0, fresh.began_at_s)


async def test_a_match_that_is_not_there_is_refused_by_number(journal: Journal, path: Path) -> None:
    asked = [lambda: journal.setup(7), lambda: journal.entries(7)]
    for ask in asked:
        with pytest.raises(NoMatch, match="has no match 7"):
            ask()
    with pytest.raises(NoMatch, match="has no match 7"):
        await journal.append(7, step(0))
    assert await journal.begin(TWO) == 1
    assert kept(journal) == []


async def test_a_match_that_can_not_be_played_is_not_begun(journal: Journal) -> None:
    with pytest.raises(BadSetup, match="'Ann'"):
        await journal.begin(Setup(TWO.rules, TWO.deck, {0: Sitter("Ann"), 1: Sitter("Ann")}))
    assert journal.matches() == []


async def test_half_an_iteration_hides_nothing_of_what_comes_after(journal: Journal) -> None:
    await journal.begin(TWO)
    await journal.append(1, steps(5))
    next(half := journal.entries(1))
    await journal.append(1, [WentOn("jam")])
    assert kept(journal)[-1] == WentOn("jam")
    assert len(list(half)) == len(steps(5)) - 1


async def test_a_cancelled_append_is_whole_or_not_there(journal: Journal) -> None:
    await journal.begin(TWO)
    for number in range(20):
        task = asyncio.create_task(journal.append(1, [Left(number % 10), Joined(number % 10)]))
        await asyncio.sleep(number * 0.0002)
        task.cancel()
    assert await journal.append(1, [WentOn("jam")]) % 2 == 1
    entries = kept(journal)
    assert all(
        (left.seat, type(joined)) == (joined.seat, Joined)
        for left, joined in zip(entries[:-1:2], entries[1:-1:2], strict=True)
    )


# -- groups -------------------------------------------------------------------------------------


@given(st.dictionaries(NAMES, st.lists(st.builds(Sitter, NAMES), min_size=1, max_size=4)))
async def test_groups_come_back_in_the_order_of_their_players(
    long_lived: Journal, groups: dict[str, list[Sitter]]
) -> None:
    for name, sitters in groups.items():
        await long_lived.save_group(name, [Sitter("Somebody"), *sitters])
        await long_lived.save_group(name, sitters)
    assert long_lived.groups() == {name: tuple(sitters) for name, sitters in groups.items()}
    for name in groups:
        await long_lived.forget_group(name)
    assert long_lived.groups() == {}


@pytest.mark.parametrize(
    ("name", "sitters", "why"),
    [
        ("", [Sitter("Ann")], "'' is no name"),
        ("\ud800", [Sitter("Ann")], "is no name"),
        ("family", [Sitter(" Ann")], "' Ann' is no name"),
        ("family", [], "'family' has no players"),
    ],
)
async def test_a_group_nobody_could_be_seated_with_is_refused(
    journal: Journal, name: str, sitters: list[Sitter], why: str
) -> None:
    with pytest.raises(BadSetup, match=why):
        await journal.save_group(name, sitters)
    await journal.forget_group("a group that is not there")
    assert journal.groups() == {}


# -- opened, read, killed -----------------------------------------------------------------------


async def test_a_closed_journal_leaves_one_file_and_its_lock_and_opens_again(path: Path) -> None:
    journal = Journal.open(path)
    await journal.begin(TWO)
    pending = asyncio.gather(*[journal.append(1, step(number)) for number in range(9)])
    await asyncio.sleep(0)
    lock = f"{path.name}.lock"
    open_ = [path.name, lock, f"{path.name}-shm", f"{path.name}-wal"]
    assert sorted(file.name for file in path.parent.iterdir()) == sorted(open_)
    journal.close()
    journal.close()
    await pending
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, lock]
    with pytest.raises(JournalError, match="is closed: open it again"):
        await journal.append(1, step(9))
    with pytest.raises(JournalError, match="is closed: open it again"):
        journal.matches()
    with contextlib.closing(Journal.open(path)) as again:
        assert kept(again) == steps(9)
        assert await again.begin(TWO) == 2


def test_reading_makes_no_journal(path: Path) -> None:
    with pytest.raises(NoMatch, match=r"there is no journal .*: play a match first"):
        Journal.read(path)
    assert not path.parent.exists()
    path.parent.mkdir()
    path.touch()
    with pytest.raises(NoMatch, match="is empty: play a match first"):
        Journal.read(path)
    assert [*path.parent.iterdir()] == [path]


def test_a_game_of_another_program_is_read_while_it_goes_on(path: Path) -> None:
    with playing(path, 300) as player:
        for acknowledged in range(1, 301):
            said(player)
            with contextlib.closing(Journal.read(path)) as history:
                entries = kept(history)
            count = sum(isinstance(entry, Asked) for entry in entries)
            assert count >= acknowledged
            assert entries == steps(count)


@pytest.mark.parametrize("after", [1, 40, 200])
def test_what_was_acknowledged_before_a_kill_is_there_in_whole_steps(
    path: Path, after: int
) -> None:
    with playing(path, 100_000) as player:
        for _ in range(after):
            said(player)
        player.kill()
        assert player.stdout
        rest = player.stdout.read()  # acknowledged, and not yet read by us
        lines = [line for line in rest.splitlines(keepends=True) if line.endswith("\n")]
    acknowledged = after + len(lines)
    with contextlib.closing(Journal.read(path)) as history:
        assert kept(history)[: len(steps(acknowledged))] == steps(acknowledged)
    with contextlib.closing(Journal.open(path)) as journal:
        entries = kept(journal)
        assert entries in (steps(acknowledged), steps(acknowledged + 1))
        assert asyncio.run(journal.append(1, [WentOn("jam")])) == len(entries) + 1


def test_a_commit_waits_for_the_disk(journal: Journal) -> None:
    # A kill loses nothing that the system has in memory, and no test here can cut the power.
    [(synchronous,)] = journal._writing.execute("PRAGMA synchronous")
    assert synchronous == 2, "FULL"


async def test_a_journal_whose_folder_is_gone_takes_nothing_for_kept(
    journal: Journal, path: Path
) -> None:
    await journal.begin(TWO)
    shutil.rmtree(path.parent)
    for _ in range(2):
        with pytest.raises(JournalError, match="is gone: put it back, then start again"):
            await journal.append(1, step(0))
    assert not path.parent.exists()


async def test_another_file_in_its_place_is_not_written(journal: Journal, path: Path) -> None:
    await journal.begin(TWO)
    path.rename(path.with_name("moved"))
    path.touch()
    with pytest.raises(JournalError, match="is gone"):
        await journal.append(1, step(0))
    assert path.read_bytes() == b""
