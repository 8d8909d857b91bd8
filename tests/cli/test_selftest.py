"""`cardslinger selftest`: what it measures of a twin, and what it says when a part is broken."""

import json

import pytest

from tests.cli.terminal import Terminal
from tests.cli.test_cli import assert_refused, run
from tests.conftest import StartTwin

MEASURED = ["lid", "beam_clear", "battery_off", "battery_on", "motor_sag", "driver"]
MEASURED += ["beam_blocked", "button"]


def test_a_good_launcher_passes_by_the_twins_own_hands(kind: str) -> None:
    speed = 10 if kind == "virtual" else 0  # a hand must come before 15 s of its time are over
    done = run("selftest", "--port", f"{kind}://?speed={speed}", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["ok"]
    assert [one["what"] for one in report["tests"]] == MEASURED
    assert all(one["min"] <= one["value"] <= one["max"] for one in report["tests"])


def test_the_table_has_values_limits_and_a_word_for_each() -> None:
    lines = run("selftest", "--port", "virtual://?speed=10").stdout.splitlines()
    assert len(lines) == 1 + len(MEASURED)
    battery = next(line for line in lines if line.startswith("battery_off")).split()
    assert battery[2] == "mV"
    assert battery[4:] == ["to", "5600", "ok"]


@pytest.mark.parametrize(
    ("fault", "bad"),
    [
        ("sensor_blocked", "beam_clear"),
        ("driver_fault", "motor_sag, driver"),
    ],
)
def test_a_broken_part_is_named_and_ends_with_code_1(fault: str, bad: str) -> None:
    done = run("selftest", "--port", f"virtual://?speed=10&fault={fault}", "--json")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert not report["ok"]
    assert [one["what"] for one in report["tests"] if not one["ok"]] == bad.split(", ")
    assert done.stderr.startswith(f"cardslinger: out of limits: {bad}; ")
    assert len(done.stderr.splitlines()) == 1


def test_a_real_launcher_needs_hands_and_so_a_terminal(start_twin: StartTwin) -> None:
    twin = start_twin("virtual")  # reached as a plain port
    assert_refused(run("selftest", "--port", twin.serial_url), 2, "needs your hands")


def test_a_person_is_told_what_to_do(start_twin: StartTwin) -> None:
    twin = start_twin("virtual", speed=1)
    with Terminal("selftest", "--port", twin.serial_url) as terminal:
        terminal.until("out of the hopper, close the lid. Then press a key.")
        terminal.type(" ")
        terminal.until("push a card into the exit")
        twin.bench.wait(1000)  # until the roller stands
        twin.bench.fault("blocked")
        terminal.until("press the launcher's button")
        twin.bench.wait(100)
        twin.bench.press()
        code, shown = terminal.end()
    assert code == 0, shown
    assert shown.count(" ok") == len(MEASURED)
    assert max(map(len, shown.splitlines())) <= 80


def test_with_the_lid_open_nothing_turns_and_the_rest_is_measured(start_twin: StartTwin) -> None:
    twin = start_twin("virtual", speed=10)
    twin.bench.open_lid()
    with Terminal("selftest", "--port", twin.serial_url, "--json") as terminal:
        terminal.until("Then press a key.")
        terminal.type(" ")
        code, shown = terminal.end()
    assert code == 1
    assert '"what": "lid", "ok": false' in shown
    assert '"what": "beam_clear", "ok": true' in shown
    assert '"what": "motor_sag"' not in shown
    assert twin.bench.read().motor_on_ms == 0


def test_a_hand_that_does_not_come_is_out_of_limits(start_twin: StartTwin) -> None:
    twin = start_twin("virtual", speed=10)
    with Terminal("selftest", "--port", twin.serial_url) as terminal:
        terminal.until("Then press a key.")
        terminal.type(" ")
        code, shown = terminal.end()
    assert code == 1
    assert shown.count("OUT OF LIMITS") == 2
    assert "out of limits: beam_blocked, button" in shown
