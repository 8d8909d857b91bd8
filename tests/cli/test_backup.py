"""`cardslinger backup` and `restore`, on an emulated board that lives through both: one for all."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cardslinger.flash.backup import Backup, encode
from cardslinger.twin.process import TwinProcess

from tests.cli.terminal import Terminal
from tests.cli.test_cli import assert_refused, run


@pytest.fixture(scope="module")
def port() -> Iterator[str]:
    with TwinProcess("emulated://?speed=0&seed=1") as twin:
        yield twin.serial_url


@pytest.mark.long
def test_what_was_set_and_counted_comes_back(port: str, tmp_path: Path) -> None:
    file = str(tmp_path / "a.json")
    assert run("fire", "3", "--port", port).returncode == 0
    assert run("settings", "set", "mute", "yes", "--port", port).returncode == 0
    saved = json.loads(run("backup", "-o", file, "--port", port, "--json").stdout)
    assert (saved["file"], saved["settings"]["mute"], saved["damaged"]) == (file, True, [])

    assert run("settings", "reset", "--port", port).returncode == 0
    with Terminal("restore", file, "--port", port) as terminal:
        shown = terminal.until("Write that to the board? [y/N]: ")
        terminal.type("n\n")
        assert terminal.end()[0] == 1
    assert "from this board" in shown
    assert ["mute", "no", "yes"] in [line.split() for line in shown.splitlines()]

    done = run("restore", file, "--yes", "--port", port)
    assert ["mute", "no", "yes"] in [line.split() for line in done.stderr.splitlines()]
    assert done.stdout.startswith("restored; the launcher on board "), done.stderr
    life = json.loads(run("health", "--port", port, "--json").stdout)["life"]
    assert life["boots"] == saved["life"]["boots"] + 1
    assert life["cards"] == saved["life"]["cards"]


def test_a_damaged_file_stops_no_launcher(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text("{}")
    done = run("restore", str(file), "--yes", "--port", "/dev/none")
    assert_refused(done, 1, f"{file}: no backup of a launcher")


def test_without_a_terminal_it_takes_a_yes(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(encode(Backup("e66", "0.1.0", "2026-01-31", {"settings": {}})))
    assert_refused(run("restore", str(file), "--port", "/dev/none"), 2, "--yes")


def test_a_launcher_in_software_keeps_nothing() -> None:
    assert_refused(run("backup", "--port", "virtual://"), 1, "virtual:// has no flash")
