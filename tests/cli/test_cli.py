"""The command line: what it prints, where, and with which exit code."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cardslinger import __version__

CARDSLINGER = Path(sys.executable).with_name("cardslinger")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [CARDSLINGER, *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
        env={**os.environ, **environment},
        check=False,
    )


def assert_refused(done: subprocess.CompletedProcess[str], code: int, reason: str) -> None:
    assert done.returncode == code
    assert done.stdout == ""
    assert reason in done.stderr
    if code == 1:
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith("cardslinger: ")


def test_version() -> None:
    assert run("--version").stdout.split()[-1] == __version__


@pytest.mark.parametrize(
    "command",
    [
        [],
        ["backup"],
        ["bench", "device"],
        ["bench", "press"],
        ["calibrate"],
        ["doctor"],
        ["export"],
        ["fire"],
        ["health"],
        ["history"],
        ["monitor"],
        ["play"],
        ["ports"],
        ["replay"],
        ["restore"],
        ["selftest"],
        ["stats"],
        ["trace"],
    ],
)
def test_every_command_has_help(command: list[str]) -> None:
    done = run(*command, "--help")
    assert done.returncode == 0
    assert "Usage:" in done.stdout


def test_fire_prints_one_json_object(kind: str) -> None:
    done = run("fire", "3", "--port", f"{kind}://?speed=0", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["requested"], report["fired"], report["outcome"]) == (3, 3, "ok")
    assert (report["maybe"], report["unjudged"]) == (None, 3), "nothing to compare with yet"
    assert report["protocol"] == 1
    assert report["firmware"] == __version__
    assert report["runtime"].startswith("MicroPython v" if kind == "emulated" else "CPython 3.")


def test_fire_prints_words() -> None:
    done = run("fire", "2", "--port", "virtual://?speed=0")
    assert done.stdout.startswith("fired 2 of 2 cards in ")


def test_too_few_cards_are_an_error_with_the_cure() -> None:
    done = run("fire", "5", "--port", "virtual://?speed=0&cards=2")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("cardslinger: fired 2 of 5 cards; no card came: fill the hopper")


@pytest.mark.parametrize("cards", ["-1", "113", "1000", "9" * 100])
def test_a_senseless_number_is_refused(cards: str) -> None:
    done = run("fire", cards, "--port", "virtual://?speed=0")
    assert_refused(done, 1, "cards must be 0 to 112")


def test_a_number_too_long_for_the_wire_is_refused() -> None:
    assert_refused(run("fire", "9" * 300, "--port", "virtual://?speed=0"), 1, "at most 256 bytes")


@pytest.mark.parametrize("arguments", [["fire"], ["fire", "x"], ["fire", "1.5"], ["dance"]])
def test_bad_usage_is_exit_code_2(arguments: list[str]) -> None:
    assert_refused(run(*arguments), 2, "Error: ")


@pytest.mark.parametrize(
    "command",
    [
        ["fire", "1"],
        ["monitor"],
        ["play", "--text", "--seats", "bot,bot"],
        ["bench", "press"],
        ["calibrate", "--yes"],
        ["health"],
        ["selftest"],
    ],
)
@pytest.mark.parametrize(
    ("port", "reason"),
    [
        ("/dev/nosuchport", "no such port; see `cardslinger ports`"),
        ("virtual://?cards=x", "cards='x' is not a whole number"),
        ("nosuch://", "not a port"),
        ("hwgrep://(", "not a port"),
        ("virtual://[", "not a twin's address"),
        ("auto", "no Pico with MicroPython found"),
    ],
)
def test_a_bad_port_is_one_line(command: list[str], port: str, reason: str) -> None:
    assert_refused(run(*command, "--port", port), 1, reason)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "No such file or directory"),
        (b"no image", "not a UF2 file"),
        (b"UF2\n" + bytes(508), "a UF2 file that is cut off"),
    ],
)
def test_a_missing_or_wrong_image_is_one_line(
    tmp_path: Path, content: bytes | None, reason: str
) -> None:
    image = tmp_path / "image.uf2"
    if content is not None:
        image.write_bytes(content)
    done = run("fire", "1", "--port", "emulated://", CARDSLINGER_IMAGE=str(image))
    assert_refused(done, 1, reason)


@pytest.mark.long
def test_bench_press_compares_reports_with_the_truth(kind: str) -> None:
    done = run("bench", "press", "--port", f"{kind}://?seed=1", "--presses", "5", "--json")
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 1
    report = json.loads(done.stdout)
    assert report["presses"] == 5
    assert report["reported"] == report["truth"] > 0
    assert report["virtual_per_wall"] > 0
    if kind == "emulated":  # virtual times: the same on every machine
        assert 0 < report["press_to_motor_ms_p99"] <= 2.0
        assert 0 < report["boot_ms"] <= 100


def test_bench_press_needs_a_twin(tmp_path: Path) -> None:
    assert_refused(run("bench", "press", "--port", "auto"), 1, "no Pico")


def test_the_port_can_come_from_the_environment() -> None:
    done = run("fire", "1", CARDSLINGER_PORT="virtual://?speed=0")
    assert done.returncode == 0
