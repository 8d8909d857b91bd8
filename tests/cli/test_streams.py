"""Terminals and pipes that can't take everything, and closed ones: never a traceback."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from cardslinger.words import LANGUAGES

from tests.cli.records import ALL_WILD, ATTACK_HK, RECORDS
from tests.cli.test_cli import CARDSLINGER

NARROW_ENCODINGS = {
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "C locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
}
COMMANDS = [
    ["--help"],
    ["ports"],
    ["fire", "1", "--port", "virtual://?speed=0"],
    ["fire", "5", "--port", "virtual://?speed=0&cards=2"],
    ["fire", "1", "--port", "auto"],
    ["rules", "--language", "zh-Hant"],
    ["rules", "attack-hk", "--language", "zh-Hant"],
    ["rules", "attack", "--language", "ms", "--json"],
    ["replay", "nosuch\N{HEAVY BLACK HEART}.txt", "--language", "zh-Hant"],
    ["replay", os.fsdecode(b"nosuch\xff.txt")],
    ["simulate", "--rounds", "2"],
    ["simulate", "--rounds", "2", "--plot", "nosuch\N{HEAVY BLACK HEART}/out.svg"],
    ["simulate", "--rules", "\N{HEAVY BLACK HEART}"],
    ["bench", "press", "--port", "virtual://", "--presses", "2"],
    ["bench", "device", "--port", "virtual://", "--quick"],
    ["health", "--port", "virtual://?speed=0"],
    ["selftest", "--port", "virtual://?speed=10"],
    ["trace", "nosuch\N{HEAVY BLACK HEART}"],
    ["doctor", "--port", "virtual://?speed=20", "--pings", "2", "--cards", "4"],
    ["bench", "press", "--port", "nosuch\N{HEAVY BLACK HEART}://"],
]


def run(arguments: list[str], record: str = "", **environment: str) -> tuple[int, bytes, bytes]:
    done = subprocess.run(
        [CARDSLINGER, *arguments],
        input=record.encode(),
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def in_shell(command: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", f"{CARDSLINGER} {command}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **options,  # type: ignore[call-overload]
    )


@pytest.mark.parametrize("encoding", NARROW_ENCODINGS.values(), ids=NARROW_ENCODINGS)
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_no_encoding_ends_a_command(arguments: list[str], encoding: dict[str, str]) -> None:
    code, stdout, stderr = run(arguments, **encoding)
    assert code == run(arguments)[0]
    assert b"Traceback" not in stderr
    if code == 1:
        assert (stdout, stderr.count(b"\n")) == (b"", 1)


@pytest.mark.parametrize("encoding", NARROW_ENCODINGS.values(), ids=NARROW_ENCODINGS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_no_encoding_ends_a_replay(record: str, language: str, encoding: dict[str, str]) -> None:
    code, stdout, stderr = run(["replay", "-", "--language", language], record, **encoding)
    assert (code, stderr) == (0, b"")
    assert stdout.count(b"\n") > 10


def test_signs_that_ascii_lacks_have_lookalikes() -> None:
    _, stdout, _ = run(["replay", "-"], ALL_WILD, PYTHONIOENCODING="ascii")
    words = stdout.decode("ascii")
    assert "> 0 |" in words
    assert "Skipx2 Wild" in words
    assert "6 events - digest " in words


@pytest.mark.parametrize("encoding", NARROW_ENCODINGS.values(), ids=NARROW_ENCODINGS)
def test_json_loses_nothing_in_any_encoding(encoding: dict[str, str]) -> None:
    arguments = ["rules", "attack-hk", "--language", "zh-Hant", "--json"]
    narrow, wide = run(arguments, **encoding)[1], run(arguments)[1]
    assert json.loads(narrow) == json.loads(wide)
    assert narrow != wide


@pytest.mark.parametrize("option", ["", "--json", "--language zh-Hant"])
def test_a_closed_standard_input_is_one_line(option: str) -> None:
    done = in_shell(f"replay - {option} <&-")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "Bad file descriptor" in done.stderr


@pytest.mark.parametrize(
    "command", ["rules", "ports", "fire 1 --port 'virtual://?speed=0'", "simulate --rounds 1"]
)
def test_without_standard_input_other_commands_work(command: str) -> None:
    done = in_shell(f"{command} <&-")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "command",
    ["rules", "rules attack", "ports", "replay -", "replay - --json", "simulate --rounds 1"],
)
@pytest.mark.parametrize("where", [">&-", ">/dev/full"])
def test_output_that_nobody_takes_is_one_line(command: str, where: str) -> None:
    done = in_shell(f"{command} {where}", input=ATTACK_HK)
    assert done.returncode == 1
    assert done.stderr.startswith("cardslinger: could not write the output: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "code"), [("rules", 0), ("rules poker", 2), ("replay nosuch", 1), ("nosuch", 2)]
)
def test_a_closed_standard_error_changes_neither_output_nor_exit_code(
    command: str, code: int
) -> None:
    done, usual = in_shell(f"{command} 2>&-"), in_shell(command)
    assert (done.returncode, done.stdout, done.stderr) == (code, usual.stdout, "")


def test_a_file_that_is_opened_does_not_take_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    plot = tmp_path / "out.svg"
    done = in_shell(f"simulate --rounds 1 --plot {plot} <&- >&- 2>&-")
    assert done.returncode == 1
    assert not plot.exists()
