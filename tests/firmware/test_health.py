"""Tasks that must show themselves; counters and faults that outlive power-off."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slinger.frame import encode
from slinger.health import (
    COUNTER_MAX,
    COUNTERS,
    LOG_KEPT,
    NAME,
    SAVE_BOOT_MS,
    SAVE_IDLE_MS,
    TEXT_MAX,
    Life,
    RollCall,
)
from slinger.limits import ID_MAX
from slinger.stored import COPIES, save

from tests.firmware.files import Files

# -- the roll call -----------------------------------------------------------------------------

TASKS = ("button", "lid", "writer")


@given(st.lists(st.one_of(st.sampled_from(TASKS), st.just("call")), max_size=60))
def test_those_are_missing_that_did_not_report_since_the_last_call(story: list[str]) -> None:
    roll, reported = RollCall(TASKS), set()
    for what in story:
        if what == "call":
            assert roll.missing() == [task for task in TASKS if task not in reported]
            reported = set()
        else:
            roll.report(what)
            reported.add(what)


@given(st.lists(st.sampled_from(TASKS), unique=True))
def test_tasks_are_remembered_over_a_reset_as_a_number(tasks: list[str]) -> None:
    roll = RollCall(TASKS)
    assert sorted(roll.names(roll.mask(tasks)).split()) == sorted(tasks)


# -- counters and log --------------------------------------------------------------------------


def test_each_start_is_counted_and_everything_is_kept() -> None:
    files = Files()
    for boot in (1, 2, 3):
        life = Life(files)
        assert life.counters["boots"] == boot
        life.count("cards", 5, 100)
        life.note("jam", f"in boot {boot}", 2500)
        assert life.save()
    life = Life(files)
    assert life.counters["cards"] == 15
    assert life.log[0] == [3, 2, "jam", "in boot 3"]
    assert [entry[0] for entry in life.log] == [3, 2, 1]


def test_it_is_written_only_when_nothing_has_happened_for_a_while() -> None:
    life = Life(Files())
    life.count("presses", 1, 1000)
    assert not life.due(1000 + SAVE_IDLE_MS - 1)
    life.count("presses", 1, 5000)
    assert not life.due(1000 + SAVE_IDLE_MS)
    assert life.due(5000 + SAVE_IDLE_MS)
    life.save()
    assert not life.due(10**9), "nothing new"


def test_a_start_alone_is_written_sooner() -> None:
    life = Life(Files())
    assert not life.due(SAVE_BOOT_MS - 1)
    assert life.due(SAVE_BOOT_MS)


@given(st.text(max_size=100))
def test_any_entry_of_the_log_fits_a_line(text: str) -> None:
    life = Life(Files())
    life.note("watchdog", text, 10**9)
    _, s, what, kept = life.log[0]
    assert len(kept) == min(len(text), TEXT_MAX)
    encode(
        {"re": ID_MAX, "count": LOG_KEPT, "place": LOG_KEPT, "boot": COUNTER_MAX, "s": s}
        | {"what": what, "text": kept}
    )


def test_a_full_flash_loses_nothing_of_what_is_in_memory() -> None:
    files = Files()
    life = Life(files)
    life.count("cards", 7, 0)
    files.full = True
    assert not life.save()
    files.full = False
    life.count("cards", 1, 0)
    assert life.save()
    assert Life(files).counters["cards"] == 8


def test_the_log_keeps_the_newest_and_cuts_long_texts() -> None:
    life = Life(Files())
    for number in range(2 * LOG_KEPT):
        life.note("error", f"{number} " + "x" * 200, 0)
    assert len(life.log) == LOG_KEPT
    assert life.log[0][3].startswith(f"{2 * LOG_KEPT - 1} ")
    assert all(len(text) == TEXT_MAX for *_, text in life.log)


def test_a_counter_stays_at_its_end() -> None:
    life = Life(Files())
    life.count("cards", COUNTER_MAX, 0)
    life.count("cards", 5, 0)
    assert life.counters["cards"] == COUNTER_MAX


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from([*COUNTERS, "log", "other"]), VALUES))
def test_whatever_is_stored_gives_sound_counters_and_a_sound_log(kept: dict) -> None:
    files = Files()
    save(files, NAME, kept)
    life = Life(files)
    assert set(life.counters) == set(COUNTERS)
    assert all(type(n) is int and 0 <= n <= COUNTER_MAX for n in life.counters.values())
    assert all(len(entry) == 4 for entry in life.log)
    assert life.save()


@pytest.mark.parametrize("damage", [b"", b"\xff" * 60, b"{}", b"[]\n0000\n"])
def test_a_damaged_file_begins_a_new_life(damage: bytes) -> None:
    files = Files()
    files.files = dict.fromkeys([NAME + copy for copy in COPIES], damage)
    life = Life(files)
    assert life.became == "damaged"
    assert (life.counters["boots"], life.log) == (1, [])
