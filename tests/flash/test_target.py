"""Which board is meant, when nobody says."""

from pathlib import Path

import pytest
from cardslinger.bridge.ports import Found
from cardslinger.flash import target
from cardslinger.flash.drives import Drive, Unmounted
from cardslinger.flash.errors import BoardFailed, NoBoard
from cardslinger.flash.target import find_target, only_one, wait_for_port, wait_in_bootsel

PORT = Found("/dev/ttyACM0", "e66", "Board in FS mode", pico=True)
DRIVE = Drive(Path("/media/RPI-RP2"), "RPI-RP2", "RP2040")
OTHERS = Drive(Path("/media/FEATHER"), "SAMD51", "")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A computer to which nothing is attached."""
    for name in ("find_ports", "find_drives", "find_unmounted"):
        monkeypatch.setattr(target, name, lambda: [])
    monkeypatch.setattr(target, "picotool", lambda: None)
    return monkeypatch


def test_the_only_board_is_meant() -> None:
    assert only_one([PORT], [OTHERS]) == "/dev/ttyACM0"
    assert only_one([], [OTHERS, DRIVE]) == DRIVE
    assert only_one([], [OTHERS]) is None


def test_of_several_each_is_named_with_what_chooses_it() -> None:
    with pytest.raises(NoBoard) as told:
        only_one([PORT], [DRIVE])
    assert "--port id:e66 (/dev/ttyACM0) or --drive /media/RPI-RP2" in str(told.value)


def test_a_port_that_was_named_is_not_looked_for(machine: pytest.MonkeyPatch) -> None:
    assert find_target("/dev/ttyACM7") == "/dev/ttyACM7"


def test_without_a_board_the_button_is_named(machine: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoBoard, match="hold BOOTSEL"):
        find_target("auto")


def test_a_port_of_something_else_is_no_board(machine: pytest.MonkeyPatch) -> None:
    machine.setattr(target, "find_ports", lambda: [Found("/dev/ttyS0", "", "", pico=False)])
    with pytest.raises(NoBoard):
        find_target("auto")


def test_a_board_whose_drive_is_not_mounted_goes_through_picotool_if_that_is_there(
    machine: pytest.MonkeyPatch,
) -> None:
    board = Unmounted("RP2350")
    machine.setattr(target, "find_unmounted", lambda: [board])
    with pytest.raises(NoBoard, match="by-label/RP2350"):
        find_target("auto")
    machine.setattr(target, "picotool", lambda: "/usr/bin/picotool")
    assert find_target("auto") == board


def test_the_drive_that_appears_is_that_of_the_board(machine: pytest.MonkeyPatch) -> None:
    seen = iter([[], [OTHERS], [OTHERS, DRIVE]])
    machine.setattr(target, "RETRY_S", 0)
    machine.setattr(target, "find_drives", lambda: next(seen))
    assert wait_in_bootsel([OTHERS]) == DRIVE


def test_the_port_that_appears_is_that_of_the_board(machine: pytest.MonkeyPatch) -> None:
    other = Found("/dev/ttyACM1", "e99", "", pico=True)
    seen = iter([[other], [other, PORT]])
    machine.setattr(target, "RETRY_S", 0)
    machine.setattr(target, "find_ports", lambda: next(seen))
    assert wait_for_port([other]) == "id:e66"


def test_a_board_that_does_not_come_back_is_told(machine: pytest.MonkeyPatch) -> None:
    machine.setattr(target, "RETRY_S", 0)
    with pytest.raises(BoardFailed, match="does not show up"):
        wait_for_port([], patience_s=0.01)


def test_picotool_is_not_let_loose_on_another_board(machine: pytest.MonkeyPatch) -> None:
    machine.setattr(target, "RETRY_S", 0)
    machine.setattr(target, "picotool", lambda: "/usr/bin/picotool")
    with pytest.raises(BoardFailed, match="beside another one"):
        wait_in_bootsel([Unmounted("RPI-RP2")], patience_s=0.01)


def test_a_drive_that_was_there_before_is_not_taken_for_it(machine: pytest.MonkeyPatch) -> None:
    machine.setattr(target, "RETRY_S", 0)
    machine.setattr(target, "find_drives", lambda: [DRIVE])
    with pytest.raises(BoardFailed, match="shows no drive"):
        wait_in_bootsel([DRIVE], patience_s=0.01)
