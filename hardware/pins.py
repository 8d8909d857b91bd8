"""Write `firmware/slinger/pins.py` from `hardware/board.toml`, the one place where pins stand.

python -m hardware.pins            write it, say what changed
python -m hardware.pins --check    change nothing; exit 1 when the file is out of date
"""

import argparse
import sys
import tomllib
from pathlib import Path

BOARD = Path(__file__).with_name("board.toml")
PINS = Path(__file__).parents[1] / "firmware" / "slinger" / "pins.py"

HEADER = '"""Pins of the launcher. Written by `make pins` from hardware/board.toml: edit that."""'
FUNCTIONS = ("input-pullup", "output", "pwm", "adc")
# GPIO numbers that reach the Pico's header (Raspberry Pi Pico datasheet, figure 2).
ADC_GPIOS = frozenset({26, 27, 28})
HEADER_GPIOS = frozenset(range(23)) | ADC_GPIOS


class BoardError(Exception):
    """`board.toml` asks for something the board cannot do; the message names the pin."""


def render(board: dict) -> str:
    """The text of `pins.py` for a parsed `board.toml`. Raises BoardError naming the bad pin."""
    lines = [HEADER, ""]
    taken: dict[int, str] = {}
    for name, pin in board["pins"].items():
        gpio, function = pin["gpio"], pin["function"]
        if gpio not in HEADER_GPIOS:
            raise BoardError(f"pins.{name}: GPIO {gpio} is not on the Pico's header")
        if function not in FUNCTIONS:
            raise BoardError(f"pins.{name}: {function!r} is none of {', '.join(FUNCTIONS)}")
        if function == "adc" and gpio not in ADC_GPIOS:
            raise BoardError(f"pins.{name}: GPIO {gpio} has no ADC; 26 to 28 have")
        if gpio in taken:
            raise BoardError(f"pins.{name}: GPIO {gpio} is already pins.{taken[gpio]}")
        taken[gpio] = name
        lines.append(f"{name.upper()} = {gpio}  # {pin['note']}")
    _refuse_shared_slice(board["pins"])
    return "\n".join(lines) + "\n"


def _refuse_shared_slice(pins: dict) -> None:
    """Two PWM pins on one slice share a frequency (RP2040 datasheet, 4.5.2); `hz` says which."""
    slices: dict[int, str] = {}
    for name, pin in pins.items():
        if pin["function"] != "pwm":
            continue
        pwm_slice = (pin["gpio"] >> 1) & 7
        other = slices.get(pwm_slice)
        if other and ("hz" not in pin or pin["hz"] != pins[other].get("hz")):
            raise BoardError(
                f"pins.{name}: shares PWM slice {pwm_slice} with pins.{other}, but not its hz"
            )
        slices[pwm_slice] = name


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m hardware.pins")
    parser.add_argument("--check", action="store_true", help="change nothing, only compare")
    check = parser.parse_args(argv).check
    try:
        text = render(tomllib.loads(BOARD.read_text()))
    except (BoardError, tomllib.TOMLDecodeError, KeyError) as error:
        print(f"hardware/board.toml: {error}", file=sys.stderr)
        return 1
    if PINS.exists() and PINS.read_text() == text:
        return 0
    if check:
        print("firmware/slinger/pins.py is out of date: run `make pins`", file=sys.stderr)
        return 1
    PINS.write_text(text)
    print("wrote firmware/slinger/pins.py")
    return 0


if __name__ == "__main__":
    sys.exit(main())
