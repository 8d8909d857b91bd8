"""`cardslinger doctor`: each fault of a twin is named from what was measured, a sound one is ok."""

import json
import subprocess
import zipfile
from pathlib import Path

import pytest
from cardslinger.twin.faults import CARD_FAULTS, NAMES

from tests.cli.terminal import Terminal
from tests.cli.test_cli import CARDSLINGER, assert_refused, run
from tests.conftest import StartTwin

FEW = ("--pings", "3")  # the line is not what these tests are about
NO_PROGRAM = "button_stuck"  # held at power-on, it keeps the firmware from starting


def examine(port: str, *options: str) -> tuple[int, dict]:
    """Exit code and report."""
    done = run("doctor", "--port", port, "--json", *options)
    assert not done.stderr
    assert len(done.stdout.splitlines()) == 1
    return done.returncode, json.loads(done.stdout)


def test_a_sound_launcher_is_ok_and_all_of_it_is_told() -> None:
    code, report = examine("virtual://?speed=20&seed=1")
    assert code == 0
    assert report["findings"] == []
    assert list(report)[-1] == "verdict"
    assert report["verdict"] == "ok"
    assert report["link"]["pings"] == 500
    assert 0 < report["link"]["p50_ms"] <= report["link"]["p99_ms"] <= report["link"]["max_ms"]
    assert report["launcher"]["protocol"] == 1
    assert report["launcher"]["board"] == "virtual"
    assert report["host"].keys() == {"cardslinger", "python", "pyserial", "os"}
    assert report["battery"]["off_mv"] > report["battery"]["on_mv"] > 4000
    assert report["settings"]["drive_percent"] == 60
    assert report["changed"] == {}
    assert report["life"]["boots"] == 1
    assert report["log"] == []
    assert all(one["ok"] for one in report["parts"])
    assert sum(one["cards"] for one in report["fires"]) == 112
    assert report["left_out"] == []
    assert report["error"] is None


@pytest.mark.parametrize("fault", [name for name in NAMES if name != NO_PROGRAM])
def test_each_fault_is_named_by_the_first_finding(fault: str) -> None:
    code, report = examine(f"virtual://?speed=20&seed=5&fault={fault}", *FEW)
    assert report["verdict"] in ("look", "broken")
    assert code == (report["verdict"] == "broken")
    first = report["findings"][0]
    jams = [name for name in CARD_FAULTS if name.startswith("jam")]
    assert {fault} & {*first["causes"]} or (fault == "jam" and {*jams} & {*first["causes"]})
    assert first["what"]
    assert first["next"]


@pytest.mark.parametrize("fault", ["blocked", "weak_battery", "button_bounce"])
def test_what_works_all_the_same_is_only_to_be_looked_at(fault: str) -> None:
    code, report = examine(f"virtual://?speed=20&seed=5&fault={fault}", *FEW, "--cards", "0")
    assert (code, report["verdict"]) == (0, "look")


def test_the_real_firmware_is_ok() -> None:
    code, report = examine("emulated://?speed=5&seed=5", *FEW, "--cards", "8")
    assert (code, report["verdict"], report["findings"]) == (0, "ok", [])
    assert report["launcher"]["runtime"].startswith("MicroPython")


def test_several_faults_of_the_real_machine_are_findings_the_worst_first() -> None:
    port = "emulated://?speed=5&seed=5&fault=button_bounce,double:1.0"
    code, report = examine(port, *FEW, "--cards", "12")
    assert (code, report["verdict"]) == (1, "broken")
    cards, button = report["findings"]
    assert "double" in cards["causes"]
    assert button["causes"] == ["button_bounce"]


def test_a_launcher_whose_program_is_kept_from_starting_has_perhaps_a_stuck_button() -> None:
    code, report = examine(f"virtual://?speed=20&fault={NO_PROGRAM}")
    assert (code, report["verdict"]) == (1, "no launcher")
    assert NO_PROGRAM in report["findings"][0]["causes"]


def test_no_launcher_says_why_and_what_to_do() -> None:
    code, report = examine("/dev/nosuchport")
    assert code == 1
    assert list(report)[-1] == "verdict"
    assert report["verdict"] == "no launcher"
    assert report["launcher"] is None
    (found,) = report["findings"]
    assert found["what"] == "/dev/nosuchport: no such port"
    assert found["next"] == "see `cardslinger ports`"


# -- text ----------------------------------------------------------------------------------------


def test_the_text_ends_with_the_findings_and_the_verdict_in_words() -> None:
    done = run("doctor", "--port", "virtual://?speed=20&seed=5&fault=button_bounce", *FEW)
    assert done.returncode == 0
    assert not done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    told = done.stdout[done.stdout.index("LOOK ") :]
    assert "the button bounces" in told
    assert "perhaps" in told
    assert "button_bounce" in told
    assert "next " in told
    assert told.rstrip().splitlines()[-1].startswith("verdict: look")


def test_no_launcher_in_words() -> None:
    done = run("doctor", "--port", "/dev/nosuchport")
    assert done.returncode == 1
    assert not done.stderr
    assert "NO LAUNCHER" in done.stdout
    assert "no such port" in done.stdout
    assert "see `cardslinger ports`" in done.stdout
    assert done.stdout.rstrip().endswith("verdict: no launcher")


# -- hands ---------------------------------------------------------------------------------------


def test_without_a_terminal_a_real_launcher_is_measured_as_far_as_no_hands_are_needed(
    start_twin: StartTwin,
) -> None:
    twin = start_twin("virtual")  # reached as a plain port
    code, report = examine(twin.serial_url, *FEW)
    assert (code, report["verdict"]) == (0, "ok")
    (left_out,) = report["left_out"]
    assert "hands" in left_out
    assert {one["what"] for one in report["parts"]} >= {"lid", "beam_clear", "battery_on", "driver"}
    assert report["fires"] == []
    assert twin.bench.read().left == 0


def test_a_person_is_asked_to_do_what_a_twins_hands_do(start_twin: StartTwin) -> None:
    twin = start_twin("virtual", speed=1)
    with Terminal("doctor", "--port", twin.serial_url, *FEW, "--cards", "4") as terminal:
        terminal.until("out of the hopper, close the lid. Then press a key.")
        terminal.type(" ")
        terminal.until("push a card into the exit")
        twin.bench.wait(1000)  # until the roller stands
        twin.bench.fault("blocked")
        terminal.until("press the launcher's button")
        twin.bench.clear()
        twin.bench.press()
        terminal.until("At least 4 cards in the hopper, the lid closed, nobody in front? [y/n]")
        terminal.type("y")
        terminal.until("How many cards have come out?")
        terminal.type("7\x7f5\r")
        code, shown = terminal.end()
    assert code == 0, shown
    assert "LOOK" in shown
    assert "the hand counted other than the beam" in shown
    assert "4 by the beam, 5 by hand" in shown


def test_a_person_who_does_not_want_cards_to_fly_gets_the_rest(start_twin: StartTwin) -> None:
    twin = start_twin("virtual", speed=1)
    with Terminal("doctor", "--port", twin.serial_url, *FEW, "--json") as terminal:
        terminal.until("Then press a key.")
        terminal.type(" ")
        terminal.until("push a card into the exit")
        twin.bench.wait(1000)
        twin.bench.fault("blocked")
        terminal.until("press the launcher's button")
        twin.bench.press()
        terminal.until("nobody in front? [y/n]")
        terminal.type("n")
        code, shown = terminal.end()
    assert code == 0, shown
    assert '"left_out": ["cards: not agreed to"]' in shown
    assert twin.bench.read().left == 0


# -- bundle --------------------------------------------------------------------------------------


def assert_bundle(path: Path, done: subprocess.CompletedProcess[str]) -> dict:
    with zipfile.ZipFile(path) as bundle:
        report = json.loads(bundle.read("report.json"))
        assert bundle.read("report.txt").decode() == done.stdout
    return report


def test_the_bundle_holds_the_report_as_data_and_as_text(tmp_path: Path) -> None:
    path = tmp_path / "out.zip"
    port = "virtual://?speed=20&seed=5&fault=driver_fault"
    done = run("doctor", "--port", port, *FEW, "--bundle", str(path))
    assert done.returncode == 1
    assert assert_bundle(path, done)["verdict"] == "broken"


def test_a_bundle_is_written_without_a_launcher_too(tmp_path: Path) -> None:
    path = tmp_path / "out.zip"
    done = run("doctor", "--port", "/dev/nosuchport", "--bundle", str(path))
    assert assert_bundle(path, done)["verdict"] == "no launcher"


def test_a_bundle_that_cannot_be_written_is_said_before_anything_is_measured(
    tmp_path: Path,
) -> None:
    path = tmp_path / "out.zip"
    path.write_text("mine")
    port = ("--port", "nosuch://")  # would be the next thing to go wrong
    assert_refused(run("doctor", *port, "--bundle", str(path)), 1, "is there already")
    assert path.read_text() == "mine"
    assert_refused(run("doctor", *port, "--bundle", str(path / "x")), 1, "can't write")


def test_a_disk_that_gets_full_leaves_no_half_bundle(tmp_path: Path) -> None:
    path = tmp_path / "out.zip"
    command = f"ulimit -f 1; exec {CARDSLINGER} doctor --port nosuch:// --bundle {path}"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False
    )
    assert_refused(done, 1, "can't write")
    assert not path.exists()
