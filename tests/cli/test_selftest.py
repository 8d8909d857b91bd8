"""`cardslinger selftest`: what it measures of a twin, and what it says when a part is broken."""

import json

import pytest

from tests.cli.test_cli import assert_refused, run

MEASURED = ["lid", "beam_clear", "battery_off", "battery_on", "motor_sag", "driver"]
MEASURED += ["beam_blocked", "button"]


def test_a_good_launcher_passes_by_the_twins_own_hands(kind: str) -> None:
    done = run("selftest", "--port", f"{kind}://?speed=0", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["ok"]
    assert [one["what"] for one in report["tests"]] == MEASURED
    assert all(one["min"] <= one["value"] <= one["max"] for one in report["tests"])


def test_the_table_has_values_limits_and_a_word_for_each() -> None:
    lines = run("selftest", "--port", "virtual://?speed=0").stdout.splitlines()
    assert len(lines) == 1 + len(MEASURED)
    battery = next(line for line in lines if line.startswith("battery_off")).split()
    assert battery[2:] == ["mV", "3300", "to", "5600", "ok"]


@pytest.mark.parametrize(
    ("fault", "bad"),
    [
        ("sensor_blocked", "beam_clear"),
        ("driver_fault", "motor_sag"),
    ],
)
def test_a_broken_part_is_named_and_ends_with_code_1(fault: str, bad: str) -> None:
    done = run("selftest", "--port", f"virtual://?speed=0&fault={fault}", "--json")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert not report["ok"]
    assert bad in [one["what"] for one in report["tests"] if not one["ok"]]
    assert done.stderr.startswith("cardslinger: out of limits: ")
    assert bad in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_real_launcher_needs_hands_and_so_a_terminal(start_twin) -> None:
    twin = start_twin("virtual")  # reached as a plain port
    assert_refused(run("selftest", "--port", twin.serial_url), 2, "needs your hands")
