"""Pins stand in one place, and what the chip can't do is refused by name."""

import copy
import tomllib

import pytest

from hardware.pins import BOARD, PINS, BoardError, main, render


@pytest.fixture
def board() -> dict:
    return copy.deepcopy(tomllib.loads(BOARD.read_text()))


def test_the_committed_pins_are_those_of_the_board(board: dict) -> None:
    assert PINS.read_text() == render(board)
    assert main(["--check"]) == 0


def test_a_changed_pin_changes_the_code(board: dict) -> None:
    board["pins"]["button"]["gpio"] = 2
    assert "BUTTON = 2 " in render(board)


@pytest.mark.parametrize(
    ("pin", "change", "reason"),
    [
        ("light", {"gpio": 29}, "pins.light: GPIO 29 is not on the Pico's header"),
        ("light", {"gpio": 14}, "pins.light: GPIO 14 is already pins.button"),
        ("light", {"function": "laser"}, "pins.light: 'laser' is none of"),
        ("battery", {"gpio": 2}, "pins.battery: GPIO 2 has no ADC"),
        ("motor_in2", {"hz": 1000}, "pins.motor_in2: shares PWM slice 0 with pins.motor_in1"),
        ("buzzer", {"gpio": 0}, "pins.buzzer: shares PWM slice 0 with pins.motor_in2"),
    ],
)
def test_a_bad_pin_is_refused_by_name(board: dict, pin: str, change: dict, reason: str) -> None:
    board["pins"][pin].update(change)
    with pytest.raises(BoardError, match=reason):
        render(board)
