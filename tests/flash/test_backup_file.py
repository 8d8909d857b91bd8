"""The file of a backup: what comes out is what went in, or an error that names the reason."""

import json
from pathlib import Path

import pytest
from cardslinger.flash.backup import (
    FAULTS,
    Backup,
    Change,
    changes,
    decode,
    encode,
    read_backup,
    taken,
    write_backup,
)
from cardslinger.flash.errors import BadBackup, BoardFailed
from cardslinger.flash.kept import Kept
from hypothesis import given
from hypothesis import strategies as st
from slinger import settings
from slinger.health import COUNTER_MAX, COUNTERS, LOG_KEPT, TEXT_MAX

BOARD = ("e66118604b", "0.1.0")  # and its launcher
LIFE = {"cards": 2100, "boots": 4, "log": [[4, 71, "jam", "3 of 5 cards"]]}
BACKUP = taken(*BOARD, Kept({"settings": {"mute": True}, "life": LIFE}), "2026-01-31")

counts = st.integers(0, COUNTER_MAX)
shown = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=TEXT_MAX)
faults = st.tuples(counts, counts, shown, shown).map(list)
lives = st.fixed_dictionaries(
    {}, optional={**dict.fromkeys(COUNTERS, counts), "log": st.lists(faults, max_size=LOG_KEPT)}
)
ranges = {name: spec[1:] for name, spec in settings.SPECS.items() if len(spec) == 3}
tunings = st.fixed_dictionaries(
    {}, optional={name: st.integers(low, high) for name, (low, high) in ranges.items()}
)
backups = st.builds(
    lambda life, tuning: Backup("e66", "0.1.0", "2026-01-31", {"settings": tuning, "life": life}),
    lives,
    tunings,
)


@given(backups)
def test_a_backup_comes_out_as_it_went_in(backup: Backup) -> None:
    assert decode(encode(backup).encode()) == backup


@given(backups, st.data())
def test_no_changed_letter_goes_unseen(backup: Backup, data: st.DataObject) -> None:
    text = bytearray(encode(backup).encode())
    place = data.draw(st.integers(0, len(text) - 1))
    text[place] = data.draw(st.integers(0, 255).filter(lambda byte: byte != text[place]))
    try:
        read = decode(bytes(text))
    except BadBackup:
        return
    assert read == backup, "white space alone may differ"


@given(backups, st.data())
def test_no_file_that_is_cut_off_is_taken(backup: Backup, data: st.DataObject) -> None:
    text = encode(backup).rstrip()
    with pytest.raises(BadBackup):
        decode(text[: data.draw(st.integers(0, len(text) - 1))].encode())


@pytest.mark.parametrize("text", [b"", b"[]", b"{}", b"\xff", b"[" * 99_000, b'{"format": "x"}'])
def test_something_else_is_no_backup(text: bytes) -> None:
    with pytest.raises(BadBackup, match="no backup of a launcher"):
        decode(text)


def test_a_newer_format_says_so() -> None:
    told = json.loads(encode(BACKUP)) | {"version": 2}
    with pytest.raises(BadBackup, match=r"newer cardslinger.*pip install -U"):
        decode(json.dumps(told).encode())


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"settings": {"volume": 3}}, "no setting 'volume'"),
        ({"settings": {"drive_percent": 101}}, "drive_percent must be 30 to"),
        ({"settings": {"profile": "wild"}}, "profile must be one of toy,"),
        ({"settings": {"mute": 1}}, "mute has the wrong type"),
        ({"life": {"cards": -1}}, "cards must be 0 to"),
        ({"life": {"cards": True}}, "cards must be 0 to"),
        ({"life": {"rides": 1}}, "no launcher counts 'rides'"),
        ({"life": {"log": [[1, 2, "jam"]]}}, "no launcher remembers faults like these"),
        ({"life": {"log": [[1, 2, "jam", "\x89"]]}}, "no launcher remembers faults like these"),
        ({"life": []}, "not as `cardslinger backup` writes it"),
    ],
)
def test_what_no_launcher_takes_is_named(values: dict, reason: str) -> None:
    with pytest.raises(BadBackup, match=reason):
        decode(encode(Backup("e66", "0.1.0", "2026-01-31", values)).encode())


def test_a_file_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_backup(path, BACKUP)
    with pytest.raises(BadBackup, match="is there already"):
        write_backup(path, taken(*BOARD, Kept({}), "2026-02-01"))
    assert read_backup(path) == BACKUP


def test_a_place_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadBackup, match="can't be written"):
        write_backup(tmp_path / "none" / "a.json", BACKUP)


def test_a_file_that_can_not_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadBackup, match="can't be read"):
        read_backup(tmp_path)


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(BadBackup, match="too long"):
        read_backup(Path("/dev/zero"))


def test_what_a_board_never_wrote_is_as_it_was_made() -> None:
    assert taken(*BOARD, Kept({}), "2026-01-31").values == {"settings": {}, "life": {}}


def test_what_is_damaged_on_the_board_is_left_out() -> None:
    kept = Kept({"settings": {"mute": True}}, ("life",))
    assert taken(*BOARD, kept, "2026-01-31").values == {"settings": {"mute": True}}
    with pytest.raises(BoardFailed, match="nothing to back up"):
        taken(*BOARD, Kept({}, ("settings", "life")), "2026-01-31")


def test_changes_are_told_by_name_with_both_values() -> None:
    now = Kept({"settings": {"mute": True, "retries": 1}, "life": {"cards": 9, "boots": 4}})
    assert changes(now, BACKUP) == [
        Change("retries", 1, settings.DEFAULTS["retries"]),
        Change("cards", 9, 2100),
        Change(FAULTS, 0, 1),
    ]
