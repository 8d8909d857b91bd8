"""`cardslinger settings`: what it prints, and what it makes of wrong input."""

import json

import pytest
from cardslinger.bridge import TooLong
from cardslinger.bridge.session import Session
from cardslinger.cli.settings import parse_value
from hypothesis import example, given
from hypothesis import strategies as st
from slinger.frame import Decoder
from slinger.settings import DEFAULTS

from tests.cli.test_cli import assert_refused, run

FRESH = ("--port", "virtual://?speed=0")


def test_get_shows_every_setting_with_its_range() -> None:
    lines = run("settings", "get", *FRESH).stdout.splitlines()
    assert len(lines) == 1 + len(DEFAULTS)
    assert any(line.split() == ["drive_percent", "60", "30", "to", "90"] for line in lines)


def test_get_prints_json() -> None:
    printed = json.loads(run("settings", "get", *FRESH, "--json").stdout)
    assert {setting["name"]: setting["value"] for setting in printed} == DEFAULTS
    (one,) = json.loads(run("settings", "get", "lead_ms", *FRESH, "--json").stdout)
    assert one == {"name": "lead_ms", "value": 500, "min": 200, "max": 1500}


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("drive_percent", "45", "drive_percent = 45"),
        ("mute", "yes", "mute = yes"),
        ("profile", "toy", "profile = toy"),
        ("custom", "3,0,1", "custom = 3,0,1"),
        ("custom", "5", "custom = 5"),
    ],
)
def test_set_changes_a_setting_and_shows_it(name: str, value: str, shown: str) -> None:
    assert run("settings", "set", name, value, *FRESH).stdout.strip() == shown


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("drive_percent", "-5", "drive_percent must be 30 to 90"),
        ("drive_percent", "fast", "drive_percent has the wrong type"),
        ("profile", "loud", "profile must be one of toy, classic, gentle, brutal, exact, custom"),
        ("custom", "0,0", "custom must be 1 to 13 weights"),
        ("speed", "3", "it has no setting 'speed'"),
    ],
)
def test_a_wrong_value_is_one_line_with_the_range(name: str, value: str, reason: str) -> None:
    assert_refused(run("settings", "set", name, value, *FRESH), 1, reason)


def test_reset_says_what_it_did() -> None:
    assert run("settings", "reset", *FRESH).stdout.strip() == "all settings are as they were made"


def test_a_name_that_is_empty_is_a_name() -> None:
    assert_refused(run("settings", "get", "", *FRESH), 1, "no setting ''")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("--5", "lead_ms has the wrong type; see `cardslinger settings get lead_ms`"),
        ("²", "wrong type"),
        ("٣", "wrong type"),
        ("", "wrong type"),
        ("-", "wrong type"),
        ("1,", "wrong type"),
        ("1,2", "wrong type"),
        ("\udcff", "wrong type"),
        ("\x1b[31m\n", "wrong type"),
        ("9" * 150, "lead_ms must be 200 to 1500"),
        ("9" * 300, "at most 256"),
        ("9" * 5000, "at most 256"),
        ("x" * 300, "at most 256"),
        ("\N{PLAYING CARD ACE OF SPADES}" * 25, "at most 256"),
    ],
)
def test_whatever_is_typed_as_a_value_is_refused_in_a_line(value: str, reason: str) -> None:
    assert_refused(run("settings", "set", "lead_ms", value, *FRESH), 1, reason)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("x" * 300, "at most 256 bytes: shorten what you typed"),
        ("é" * 300, "no setting 'ééé"),
        ("\N{PLAYING CARD ACE OF SPADES}", "no setting"),
        ("\udcff\udcfe", "no setting"),
        ("\x1b[31m\n", "no setting"),
        ("-5", "no setting '-5'"),
    ],
)
@pytest.mark.parametrize("command", [["get"], ["set", "5"]])
def test_whatever_is_typed_as_a_name_is_refused_in_a_line(
    command: list[str], name: str, reason: str
) -> None:
    order, *value = command
    assert_refused(run("settings", order, *FRESH, "--", name, *value), 1, reason)


@pytest.mark.parametrize("name", ["é", "\udcff", "\N{PLAYING CARD ACE OF SPADES}", "\x1b[31m"])
def test_a_board_that_can_not_spell_a_name_has_no_such_setting(name: str) -> None:
    done = run("settings", "get", name, "--port", "emulated://?speed=0")
    assert_refused(done, 1, "it has no setting")


@given(st.text(st.characters(exclude_categories=())), st.text(st.characters()))
@example("lead_ms", "--5")
@example("lead_ms", "9" * 5000)
@example("custom", "٣,²")
def test_any_text_is_a_value_that_can_be_sent_or_is_too_long(name: str, text: str) -> None:
    try:
        _, line = Session().command("set", name=name, value=parse_value(text))
    except TooLong as error:
        assert "\n" not in str(error)
    else:
        assert Decoder().feed(line)[0]["name"] == name


@given(st.lists(st.integers(), min_size=1))
def test_numbers_are_read_as_they_are_written(numbers: list[int]) -> None:
    text = ", ".join(map(str, numbers))
    assert parse_value(text) == (numbers if len(numbers) > 1 else numbers[0])
