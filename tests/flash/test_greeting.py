"""Whether a launcher plays on a board that has just been written to."""

import threading
from pathlib import Path

import pytest
from cardslinger.flash.board_port import board_port
from cardslinger.flash.errors import BoardFailed, NoBoard
from cardslinger.flash.greeting import greet

from tests.bridge.conftest import Play
from tests.bridge.device import HELLO, Device

PLENTY_S = 60.0


def obey(message: dict) -> dict:
    return {}


def test_a_launcher_describes_itself(play: Play) -> None:
    assert greet(play(Device(obey, board="e66")), PLENTY_S).board == "e66"


def test_a_board_that_is_away_from_usb_for_a_moment_is_waited_for(
    play: Play, tmp_path: Path
) -> None:
    port, device = tmp_path / "port", play(Device(obey))
    threading.Timer(0.1, port.symlink_to, [device]).start()
    assert greet(str(port), PLENTY_S).boot == HELLO["boot"]


def test_one_that_stays_away_is_told_with_the_next_step(tmp_path: Path) -> None:
    with pytest.raises(BoardFailed, match=r"no launcher answers.*no such port.*`cardslinger d"):
        greet(str(tmp_path / "nothing"), 0.1)


def test_a_launcher_of_another_protocol_is_not_waited_for(play: Play) -> None:
    with pytest.raises(BoardFailed, match=r"has started, but.*protocol 9"):
        greet(play(Device(obey, protocol=9)), PLENTY_S)


def test_a_port_of_this_computer_is_the_board() -> None:
    with board_port("/dev/ttyACM7") as port:
        assert port.url == "/dev/ttyACM7"


def test_a_launcher_in_software_has_no_flash() -> None:
    with pytest.raises(NoBoard, match="emulated://"), board_port("virtual://?seed=1"):
        pass
