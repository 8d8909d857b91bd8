"""`cardslinger settings`: what it prints, and what it makes of wrong input."""

import json

import pytest
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
