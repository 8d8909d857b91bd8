"""Files go onto an emulated board with a stock MicroPython: all of them, or none."""

import contextlib
import random
from collections.abc import Iterator

import pytest
from cardslinger.flash.deploy import deploy, is_whole
from cardslinger.flash.errors import BoardFailed
from cardslinger.flash.files import Files
from cardslinger.flash.probe import Present, probe
from cardslinger.flash.prompt import Prompt
from cardslinger.twin.process import TwinProcess

from tests.flash.boards import STOCK, empty, plays, put, silent, small

CUTS, FIRST_CUTS = 20, 5
WRITES = 30  # about as many as an update takes
OLD, NEW = small("old", "0.1.0"), small("new", "0.2.0")


@pytest.fixture(scope="module")
def stock() -> Iterator[TwinProcess]:
    with TwinProcess(STOCK) as twin:
        twin.bench.wait(200)
        yield twin


@pytest.fixture
def board(stock: TwinProcess) -> TwinProcess:
    empty(stock)
    return stock


def look(twin: TwinProcess, files: Files) -> tuple[Present, bool]:
    """What is on the board, and whether that is `files`, whole."""
    with Prompt(twin.serial_url) as prompt:
        present = probe(prompt)
        return present, is_whole(prompt, present, files)


def test_a_stock_board_says_what_it_is(board: TwinProcess) -> None:
    present, whole = look(board, OLD)
    assert present.kind is not None
    assert present.kind.name == "Pico"
    assert (present.launcher, present.strangers, present.leftovers) == (None, [], [])
    assert not whole


def test_a_new_version_takes_over_and_leaves_nothing_of_the_old(board: TwinProcess) -> None:
    put(board, OLD)
    assert plays(board) == "old"
    put(board, NEW)
    assert plays(board) == "new"
    present, whole = look(board, NEW)
    assert whole
    assert present.launcher == "0.2.0"
    assert sorted(present.look.entries) == ["boot.py", NEW.folder[1:], "main.py"]


def test_one_changed_byte_is_noticed_and_mended(board: TwinProcess) -> None:
    put(board, OLD)
    path = f"{OLD.folder}/slinger/part0.mpy"
    with Prompt(board.serial_url) as prompt:
        content = bytearray(prompt.get(path) or b"")
        content[-1] ^= 1
        prompt.put(path, bytes(content))
    assert not look(board, OLD)[1]
    put(board, OLD)
    assert look(board, OLD)[1]


def test_a_program_of_the_owners_is_kept_under_another_name(board: TwinProcess) -> None:
    with Prompt(board.serial_url) as prompt:
        prompt.put("/main.py", b"print('plays mine')")
        assert probe(prompt).strangers == ["/main.py"]
    written = put(board, OLD)
    assert plays(board) == "old"
    (name,) = written.kept
    with Prompt(board.serial_url) as prompt:
        assert prompt.get(name) == b"print('plays mine')"


def test_settings_and_counters_stay(board: TwinProcess) -> None:
    put(board, OLD)
    with Prompt(board.serial_url) as prompt:
        prompt.put("/settings", b"{}\n")
        prompt.put("/life", b"1\n")
    put(board, NEW)
    with Prompt(board.serial_url) as prompt:
        assert (prompt.get("/settings"), prompt.get("/life")) == (b"{}\n", b"1\n")


def test_a_full_board_says_so_and_plays_what_it_had(board: TwinProcess) -> None:
    put(board, OLD)
    with Prompt(board.serial_url) as prompt:
        prompt.run(FILL)
        with pytest.raises(BoardFailed, match="KiB free"):
            deploy(prompt, probe(prompt), NEW, silent)
        with pytest.raises(BoardFailed, match="flash is full"):
            prompt.put("/more", bytes(random.Random(1).randbytes(9000)))
        present = probe(prompt)
        assert (present.version, present.leftovers) == ("0.1.0", [])
    assert plays(board) == "old"


FILL = """
with open('/mine', 'wb') as file:
    free = os.statvfs('/')
    for _ in range(free[3] - 2):
        file.write(bytes(4096))
"""


@pytest.mark.long
def test_a_power_cut_anywhere_leaves_what_was_there_or_the_new_version(board: TwinProcess) -> None:
    """What was there is nothing at first: then it leaves a prompt, and the board can be flashed."""
    chance = random.Random(8)
    kept = 0
    had = "nothing"
    for number in range(CUTS):
        wanted = OLD if had == "new" else NEW
        if number == FIRST_CUTS and had == "nothing":
            put(board, OLD)
            had, wanted = "old", NEW
        board.bench.cut_power_in_write(chance.randrange(WRITES), replug=True)
        with contextlib.suppress(BoardFailed):  # a cut beyond its last write strikes the next one
            put(board, wanted)
        found = plays(board)
        found = "nothing" if found.endswith(">>> ") else found
        assert found in {had, "new" if wanted is NEW else "old"}
        kept += found == had
        had = found
    assert 0 < kept < CUTS
    put(board, OLD)
    put(board, NEW)
    assert plays(board) == "new"
    assert look(board, NEW)[1]


def test_a_cable_pulled_in_the_middle_leaves_the_old_version(board: TwinProcess) -> None:
    put(board, OLD)
    pulled = []

    def pull(what: str, more: int) -> None:
        if not pulled:
            pulled.append(board.bench.unplug())

    with pytest.raises(BoardFailed, match="run this again"), Prompt(board.serial_url) as prompt:
        deploy(prompt, probe(prompt), NEW, pull)
    board.bench.plug()
    assert plays(board) == "old"
    put(board, NEW)
    assert plays(board) == "new"
