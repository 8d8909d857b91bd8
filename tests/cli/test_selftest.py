"""`cardslinger selftest`: what it measures of a twin, and what it says when a part is broken."""

import json

import pytest
from cardslinger.bridge import Launcher, Status
from cardslinger.cli.selftest import WORDS
from cardslinger.hil.parts import CHECKS
from cardslinger.twin.bench import Bench
from slinger import selftest
from slinger.selftest import HAND_MS

from tests.bridge.conftest import Play
from tests.bridge.device import Device
from tests.cli.terminal import Terminal
from tests.cli.test_cli import assert_refused, run
from tests.conftest import StartTwin

STATUS = Status.__struct_fields__
MEASURED = ["lid", "beam_clear", "battery_off", "battery_on", "motor_sag", "driver"]
MEASURED += ["beam_motor", "beam_blocked", "button", "button_bounces"]


@pytest.mark.long
def test_a_good_launcher_passes_by_the_twins_own_hands(kind: str) -> None:
    speed = 10 if kind == "virtual" else 5  # a hand must come before 15 s of its time are over
    done = run("selftest", "--port", f"{kind}://?speed={speed}", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["ok"]
    assert [one["what"] for one in report["tests"]] == MEASURED
    assert all(one["min"] <= one["value"] <= one["max"] for one in report["tests"])


def test_the_table_has_values_limits_and_a_word_for_each() -> None:
    lines = run("selftest", "--port", "virtual://?speed=10").stdout.splitlines()
    assert len(lines) == 1 + len(MEASURED)
    shown = {line[:26].rstrip(): line[26:].split() for line in lines}
    assert shown["battery, motor off"][1:] == ["V", "3.75", "to", "5.60", "ok"]
    assert 4.2 < float(shown["battery, motor off"][0]) < 5.0
    assert shown["battery's fall under load"][1:] == ["mV", "20", "to", "1200", "ok"]
    assert shown["lid"] == ["closed", "closed", "ok"]
    assert shown["beam, free"] == ["0", "edges", "0", "ok"]
    assert shown["motor's driver"] == ["fine", "fine", "ok"]
    assert shown["button, pressed after"][1:] == ["s", "up", "to", "15.00", "ok"]


@pytest.mark.parametrize(
    ("fault", "bad"),
    [
        ("sensor_blocked", ["beam_clear"]),
        ("driver_fault", ["motor_sag", "driver"]),
    ],
)
def test_a_broken_part_is_named_and_ends_with_code_1(fault: str, bad: list[str]) -> None:
    done = run("selftest", "--port", f"virtual://?speed=10&fault={fault}", "--json")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert not report["ok"]
    assert [one["what"] for one in report["tests"] if not one["ok"]] == bad
    named = "; ".join(WORDS[what] for what in bad)
    assert done.stderr.startswith(f"cardslinger: out of limits: {named}: look at ")
    assert len(done.stderr.splitlines()) == 1


def test_a_real_launcher_needs_hands_and_so_a_terminal(start_twin: StartTwin) -> None:
    twin = start_twin("virtual")  # reached as a plain port
    assert_refused(run("selftest", "--port", twin.serial_url), 2, "needs your hands")


def do_as_told(terminal: Terminal, bench: Bench) -> tuple[int, str]:
    """The two checks that need hands, and how the command ends."""
    terminal.until("push a card into the exit")
    bench.wait(1000)  # until the roller stands
    bench.fault("blocked")
    terminal.until("press the launcher's button")
    bench.wait(100)
    bench.press()
    return terminal.end()


def test_a_person_is_told_what_to_do(start_twin: StartTwin) -> None:
    twin = start_twin("virtual", speed=1)
    with Terminal("selftest", "--port", twin.serial_url) as terminal:
        terminal.until("out of the hopper, close the lid. Then press a key.")
        terminal.type(" ")
        code, shown = do_as_told(terminal, twin.bench)
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
    assert '"not_done": {"battery": "lid_open", "motor": "lid_open"}' in shown
    assert twin.bench.read().motor_on_ms == 0


class Refusing:
    """A launcher whose parts are all fine, and that refuses some checks with a code."""

    def __init__(self, code: str, *refused: str) -> None:
        self.code, self.refused = code, refused
        self.device = Device(self.obey)

    def obey(self, message: dict) -> dict:
        if message["cmd"] == "status":
            return dict.fromkeys(STATUS, 0) | {"state": "idle"}
        if message["what"] in self.refused:
            return {"err": self.code}
        facts = {"what": message["what"], "value": 0, "unit": "", "min": 0, "max": 0}
        self.device.tell("tested", ok=True, last=True, **facts)
        return {"what": message["what"]}


@pytest.mark.parametrize(
    ("code", "refused", "said"),
    [
        ("lid_open", ["battery", "motor"], "not done: battery, motor: its lid is open; close it"),
        ("lid_open", ["motor"], "not done: motor: its lid is open; close it"),
        ("safe", ["battery", "motor"], "not done: battery, motor: in safe mode nothing turns; "),
        ("safe", [*CHECKS], f"not done: {', '.join(CHECKS)}: in safe mode nothing turns; "),
    ],
)
def test_what_was_not_done_is_no_success(
    play: Play, code: str, refused: list[str], said: str
) -> None:
    with Terminal("selftest", "--port", play(Refusing(code, *refused).device)) as terminal:
        terminal.until("Then press a key.")
        terminal.type(" ")
        exit_code, shown = terminal.end()
    assert exit_code == 1
    assert f"cardslinger: {said}" in " ".join(shown.split())
    assert "run this again" in " ".join(shown.split())
    assert shown.count("NOT DONE") == len(refused)
    assert shown.count(" ok") == len(CHECKS) - len(refused)


def test_any_other_refusal_ends_it(play: Play) -> None:
    with Terminal("selftest", "--port", play(Refusing("busy", "motor").device)) as terminal:
        terminal.until("Then press a key.")
        terminal.type(" ")
        code, shown = terminal.end()
    assert code == 1
    assert "it is firing; wait until that is over" in shown


@pytest.mark.parametrize("ends", ["before", "while it asks", "after"])
async def test_a_check_that_somebody_gave_up_is_not_taken_for_ours(
    start_twin: StartTwin, ends: str
) -> None:
    twin = start_twin("virtual", speed=4)
    async with await Launcher.open(twin.serial_url) as launcher:
        await launcher.selftest("button")
    if ends == "before":
        twin.bench.wait(HAND_MS + 1000)
    with Terminal("selftest", "--port", twin.serial_url, "--json") as terminal:
        terminal.until("Then press a key.")
        if ends == "while it asks":
            twin.bench.wait(HAND_MS + 1000)
        terminal.type(" ")
        if ends == "after":
            code, shown = terminal.end()
            assert code == 1
            assert "it is testing itself; wait until that is over" in shown
            return
        code, shown = do_as_told(terminal, twin.bench)
    assert code == 0, shown
    assert [name for name in MEASURED if f'"what": "{name}", "ok": true' in shown] == MEASURED


def test_an_answer_that_comes_before_older_news_is_not_mixed_up_with_it(play: Play) -> None:
    launcher = Refusing("busy")
    facts = {"what": "lid", "value": 1, "unit": "open", "min": 0, "max": 0}
    for _ in range(3):
        launcher.device.tell("tested", ok=False, last=True, **facts)
    with Terminal("selftest", "--port", play(launcher.device), "--json") as terminal:
        terminal.until("Then press a key.")
        terminal.type(" ")
        code, shown = terminal.end()
    assert code == 0, shown
    assert '"ok": false' not in shown


def test_a_hand_that_does_not_come_is_out_of_limits(start_twin: StartTwin) -> None:
    twin = start_twin("virtual", speed=10)
    with Terminal("selftest", "--port", twin.serial_url) as terminal:
        terminal.until("Then press a key.")
        terminal.type(" ")
        code, shown = terminal.end()
    assert code == 1
    assert shown.count("OUT OF LIMITS") == 2
    assert "15.00  s      up to 15.00" not in shown, "a value out of limits looks like one"
    assert "out of limits: beam, blocked after; button, pressed after: look" in shown


def test_everything_that_the_firmware_measures_has_words() -> None:
    assert WORDS.keys() == {one[0] for check in selftest.CHECKS.values() for one in check}
    assert set(CHECKS) == selftest.CHECKS.keys()
