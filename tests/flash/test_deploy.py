"""Files go onto an emulated board with a stock MicroPython: all of them, or none."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cardslinger.flash.deploy import deploy, is_whole
from cardslinger.flash.errors import BoardFailed
from cardslinger.flash.files import Files
from cardslinger.flash.probe import Present, probe
from cardslinger.flash.prompt import Prompt
from cardslinger.twin import process
from cardslinger.twin.process import TwinProcess

from tests.flash.boards import (
    STOCK,
    cuts,
    empty,
    full_flash,
    launcher_on,
    plays,
    put,
    recorded,
    silent,
    small,
)

OLD, NEW = small("old", "0.1.0"), small("new", "0.2.0")
IS_OLD, IS_NEW = ("0.1.0", OLD.digest), ("0.2.0", NEW.digest)


@pytest.fixture(scope="module")
def twin() -> Iterator[TwinProcess]:
    with TwinProcess(STOCK) as twin:
        yield twin


@pytest.fixture
def prompt(twin: TwinProcess) -> Iterator[Prompt]:
    """Of a board with nothing on it."""
    with Prompt(twin.serial_url) as prompt:
        empty(prompt)
        yield prompt


def look(prompt: Prompt, files: Files) -> tuple[Present, bool]:
    """What is on the board, and whether that is `files`, whole."""
    present = probe(prompt)
    return present, is_whole(prompt, present, files)


def test_a_stock_board_says_what_it_is_and_takes_a_new_version_for_an_old_one(
    prompt: Prompt,
) -> None:
    present, whole = look(prompt, OLD)
    assert present.name == "Pico with MicroPython 1.25.0 and no launcher"
    assert not whole
    put(prompt, OLD)
    prompt.put("/settings", b"{}\n")
    prompt.put("/life", b"1\n")
    for wanted, version in ((NEW, "0.2.0"), (OLD, "0.1.0")):
        put(prompt, wanted)
        present, whole = look(prompt, wanted)
        assert whole
        assert present.launcher == version
        entries = ["boot.py", wanted.path[1:], "life", "main.py", "settings"]
        assert sorted(present.look.entries) == entries
        assert (prompt.get("/settings"), prompt.get("/life")) == (b"{}\n", b"1\n")


def test_one_changed_byte_is_noticed_and_mended(prompt: Prompt) -> None:
    put(prompt, OLD)
    damaged = bytearray(OLD.pack)
    damaged[-1] ^= 1
    prompt.put(OLD.path, bytes(damaged))
    assert not look(prompt, OLD)[1]
    put(prompt, OLD)
    assert look(prompt, OLD)[1]


def test_programs_of_the_owners_are_kept_each_under_a_name_of_its_own(prompt: Prompt) -> None:
    for program in (b"print('mine')", b"print('another')"):
        prompt.put("/main.py", program)
        assert probe(prompt).strangers == ["/main.py"]
        (name,) = put(prompt, OLD).kept
        assert prompt.get(name) == program
        assert probe(prompt).launcher == "0.1.0"
    prompt.put("/boot.py", b"import mine")
    assert probe(prompt).strangers == ["/boot.py"], "beside our main.py, too"
    (boot,) = put(prompt, OLD).kept
    assert prompt.get(boot) == b"import mine"
    assert prompt.get("/main.py.before-cardslinger") == b"print('mine')"
    assert look(prompt, OLD)[1]


def test_a_full_board_says_so_and_has_what_it_had(tmp_path: Path) -> None:
    kept = tmp_path / "flash"
    kept.write_bytes(full_flash(OLD, free_bytes=30_000))
    with TwinProcess(f"{STOCK}&keep={kept}") as twin, Prompt(twin.serial_url) as prompt:
        with pytest.raises(BoardFailed, match=r"\d+ KiB free, \d+ are needed"):
            deploy(prompt, probe(prompt), NEW, silent)
        with pytest.raises(BoardFailed, match="flash is full"):
            prompt.put("/more", random.Random(1).randbytes(40_000))
        present, whole = look(prompt, OLD)
        assert (present.version, present.leftovers, whole) == ("0.1.0", [], True)


@pytest.mark.parametrize("before", [None, OLD], ids=["nothing", "an old version"])
def test_a_power_cut_anywhere_leaves_what_was_there_or_the_new_version(
    before: Files | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of each erase and each program of flash, and after it."""
    log, command = tmp_path / "flash", process._command
    recorder = [sys.executable, str(Path(__file__).with_name("recording_twin.py"))]
    monkeypatch.setattr(process, "_command", lambda options: recorder + command(options)[3:])
    monkeypatch.setenv("RECORDED_FLASH", str(log))
    with TwinProcess(STOCK) as twin, Prompt(twin.serial_url) as prompt:
        if before:
            put(prompt, before)
        begin = len(recorded(log)[1])
        put(prompt, NEW)
        end = len(recorded(log)[1])
    flash, changes = recorded(log)
    states = [launcher_on(cut) for cut in cuts(flash, changes[:end])][2 * begin :]
    was = IS_OLD if before else None
    turn = states.index(IS_NEW)
    assert states == [was] * turn + [IS_NEW] * (len(states) - turn)
    assert turn > 20


def test_a_board_whose_power_was_cut_plays_the_old_version_until_it_is_flashed_again(
    twin: TwinProcess, prompt: Prompt
) -> None:
    put(prompt, OLD)
    twin.bench.cut_power_in_write(random.Random(8).randrange(10), replug=True)
    with pytest.raises(BoardFailed, match="run this again"):
        put(prompt, NEW)
    assert plays(twin) == "old"
    with Prompt(twin.serial_url) as again:
        put(again, NEW)
    assert plays(twin) == "new"


def test_a_cable_pulled_in_the_middle_leaves_the_old_version(
    twin: TwinProcess, prompt: Prompt
) -> None:
    put(prompt, OLD)
    with pytest.raises(BoardFailed, match="run this again"):
        deploy(prompt, probe(prompt), NEW, lambda what, more: twin.bench.unplug() and None)
    twin.bench.plug()
    assert plays(twin) == "old"
