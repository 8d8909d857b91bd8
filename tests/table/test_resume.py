"""A match goes on where its journal ends, whatever was played in between."""

from pathlib import Path

import pytest
from cardslinger.bridge import Heard
from cardslinger.rules.notation import parse_event
from cardslinger.table.entries import (
    Confirmed,
    Entry,
    LauncherBegan,
    LauncherRestarted,
    LauncherSaid,
    Ordered,
    Paused,
)
from cardslinger.table.errors import JournalError
from cardslinger.table.journal import Journal
from cardslinger.table.resume import heard_elsewhere, latest_open, resumed

from tests.table.journals import fired, write_journal
from tests.table.tables import set_up

SETUP = set_up(physical=True, first_dealer="pick")


def journal_of(path: Path, *matches: list[Entry]):
    return Journal.read(write_journal(path / "db", *[(SETUP, entries) for entries in matches]))


def test_what_another_match_has_heard_is_not_heard_again(tmp_path: Path) -> None:
    first: list[Entry] = [LauncherBegan("boot", 0), *fired(1, 3)]
    history = journal_of(tmp_path, first, [LauncherBegan("boot", 2), *fired(3, 2)])
    table = resumed(history, 1)
    entries = heard_elsewhere(history, 1, table)
    assert entries == (LauncherBegan("boot", 4),)
    table.take(entries)
    assert table.heard == Heard("boot", 4)
    assert heard_elsewhere(history, 2, resumed(history, 2)) == ()
    history.close()


def test_a_fire_whose_end_another_match_has_heard_is_in_doubt(tmp_path: Path) -> None:
    first: list[Entry] = [LauncherBegan("boot", 0), Ordered(1, 2)]
    history = journal_of(tmp_path, first, [LauncherBegan("boot", 2), *fired(3, 2)])
    table = resumed(history, 1)
    _, doubt = heard_elsewhere(history, 1, table)
    assert doubt == Paused("count_unknown", {"cards": 0, "booked": 0, "seat": 1, "wanted": 2})
    history.close()


def test_a_launcher_that_began_anew_in_another_match_is_heard_of_from_there(
    tmp_path: Path,
) -> None:
    history = journal_of(tmp_path, [LauncherBegan("boot", 9)], [LauncherBegan("other", 7)])
    assert heard_elsewhere(history, 1, resumed(history, 1)) == (
        LauncherRestarted("other"),
        LauncherBegan("other", 7),
    )
    history.close()


def test_an_order_from_before_another_match_is_in_doubt(tmp_path: Path) -> None:
    first: list[Entry] = [LauncherBegan("boot", 0), Ordered(1, 2)]
    history = journal_of(tmp_path, first, [LauncherBegan("other", 7)])
    *_, doubt = heard_elsewhere(history, 1, resumed(history, 1))
    assert doubt == Paused("count_unknown", {"cards": 0, "booked": 0, "seat": 1, "wanted": 2})
    history.close()


def test_a_match_before_is_no_matter(tmp_path: Path) -> None:
    history = journal_of(tmp_path, [LauncherBegan("old", 3)], [LauncherBegan("boot", 7)])
    assert heard_elsewhere(history, 2, resumed(history, 2)) == ()
    history.close()


def test_a_damaged_match_keeps_no_other_from_going_on(tmp_path: Path) -> None:
    first: list[Entry] = [LauncherBegan("boot", 1)]
    history = journal_of(
        tmp_path, first, [LauncherBegan("boot", 5)], [LauncherBegan("boot", 9), Confirmed(3)]
    )
    assert heard_elsewhere(history, 1, resumed(history, 1)) == (LauncherBegan("boot", 5),)
    history.close()


@pytest.mark.parametrize(
    "entry", [parse_event("0 play R5"), LauncherSaid("boot", 1, "fired", {}), parse_event("undo")]
)
def test_what_can_not_have_happened_is_said(tmp_path: Path, entry: Entry) -> None:
    history = journal_of(tmp_path, [entry])
    with pytest.raises(JournalError, match="this can't have happened"):
        resumed(history, 1)
    history.close()


def test_the_latest_match_that_is_not_over_goes_on(tmp_path: Path) -> None:
    history = journal_of(tmp_path, [], [parse_event("0 deals")])
    assert latest_open(history) == 2
    history.close()
