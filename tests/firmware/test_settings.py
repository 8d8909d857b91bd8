"""Settings: typed, range-checked, named in errors; kept through damage and power cuts."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slinger.settings import DEFAULTS, NAME, SPECS, check, checksum, load, save
from slinger.stored import COPIES

from tests.firmware.files import Files


def changed(**values: Any) -> dict[str, Any]:
    return {**DEFAULTS, **values}


VALUES = {
    "profile": st.sampled_from(SPECS["profile"][1]),
    "custom": st.lists(st.integers(0, 1000), min_size=1, max_size=13).filter(sum),
    "mute": st.booleans(),
    **{name: st.integers(spec[1], spec[2]) for name, spec in SPECS.items() if len(spec) == 3},
}
SETTINGS = st.fixed_dictionaries(VALUES)


def test_every_default_is_allowed() -> None:
    assert {name: check(name, value) for name, value in DEFAULTS.items()} == dict.fromkeys(DEFAULTS)


@given(SETTINGS)
def test_what_is_saved_is_loaded(values: dict[str, Any]) -> None:
    store = Files()
    assert all(check(name, value) is None for name, value in values.items())
    save(store, values)
    assert load(store) == (values, "stored")


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("drive_percent", 29, {"err": "out_of_range", "min": 30, "max": 90}),
        ("drive_percent", 91, {"err": "out_of_range", "min": 30, "max": 90}),
        ("trail_ms", 236, {"err": "out_of_range", "min": 100, "max": 235}),
        ("drive_percent", True, {"err": "bad_value"}),
        ("drive_percent", 60.0, {"err": "bad_value"}),
        ("drive_percent", "60", {"err": "bad_value"}),
        ("mute", 1, {"err": "bad_value"}),
        ("profile", "loud", {"err": "bad_value", "choices": list(SPECS["profile"][1])}),
        ("custom", [], {"err": "bad_value", "weights": 13}),
        ("custom", [0, 0], {"err": "bad_value", "weights": 13}),
        ("custom", [1] * 14, {"err": "bad_value", "weights": 13}),
        ("custom", [1, -1], {"err": "bad_value", "weights": 13}),
        ("custom", [1, True], {"err": "bad_value", "weights": 13}),
        ("custom", {"1": 1}, {"err": "bad_value", "weights": 13}),
        ("colour", 3, {"err": "unknown_setting"}),
    ],
)
def test_a_wrong_value_is_refused_by_name_and_range(name: str, value: Any, error: dict) -> None:
    assert check(name, value) == {"name": name, **error}


@given(st.text() | st.integers() | st.none() | st.lists(st.integers()), st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
))  # fmt: skip
def test_no_name_or_value_breaks_the_check(name: Any, value: Any) -> None:
    error = check(name, value)
    assert error is None or error["err"] in ("unknown_setting", "bad_value", "out_of_range")


def test_a_fresh_machine_has_the_defaults() -> None:
    assert load(Files()) == (DEFAULTS, "none")


def test_damage_at_any_byte_falls_back_to_the_old_copy() -> None:
    store = Files()
    save(store, changed(drive_percent=40))
    save(store, changed(drive_percent=50))
    whole = store.files[NAME]
    for place in range(len(whole)):
        for byte in (whole[place] ^ 1, 0, 0xFF):
            store.files[NAME] = whole[:place] + bytes([byte]) + whole[place + 1 :]
            if store.files[NAME] != whole:
                assert load(store) == (changed(drive_percent=40), "old_copy")


def test_a_file_cut_off_anywhere_falls_back_to_the_old_copy() -> None:
    store = Files()
    save(store, changed(drive_percent=40))
    save(store, changed(drive_percent=50))
    whole = store.files[NAME]
    for length in range(len(whole)):
        store.files[NAME] = whole[:length]
        assert load(store) == (changed(drive_percent=40), "old_copy")


def test_with_both_copies_damaged_the_defaults_are_taken_and_it_is_said() -> None:
    store = Files()
    store.files = dict.fromkeys([NAME + copy for copy in COPIES], b"\xff" * 60)
    assert load(store) == (DEFAULTS, "damaged")


@pytest.mark.parametrize("steps", range(6))
def test_a_power_cut_while_saving_leaves_the_old_settings_or_the_new(steps: int) -> None:
    store = Files()
    save(store, changed(drive_percent=40))
    store.cut_after = steps
    save(store, changed(drive_percent=50))
    values, state = load(store)
    assert values in (changed(drive_percent=40), changed(drive_percent=50))
    assert state == "stored"


def test_values_that_are_unknown_or_out_of_range_by_now_take_their_defaults() -> None:
    store = Files()
    save(store, {"drive_percent": 99, "lead_ms": 700, "gone": 1})
    assert load(store) == (changed(lead_ms=700), "stored")


@pytest.mark.parametrize("text", ["[]", "3", "null", "{", ""])
def test_a_whole_file_of_something_else_is_damaged(text: str) -> None:
    import binascii

    store = Files()
    data = text.encode()
    store.files[NAME] = b"%s\n%08x\n" % (data, binascii.crc32(data))
    assert load(store) == (DEFAULTS, "damaged")


@given(SETTINGS, SETTINGS)
def test_the_checksum_tells_whether_settings_differ(one: dict, other: dict) -> None:
    assert (checksum(one) == checksum(json.loads(json.dumps(one)))) is True
    assert (checksum(one) == checksum(other)) == (one == other)
