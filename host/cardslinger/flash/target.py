"""Which board is meant: one at its prompt, or one in BOOTSEL."""

import time
from collections.abc import Sequence

from cardslinger.bridge.ports import Found, find_ports
from cardslinger.flash.drives import Drive, Unmounted, find_drives, find_unmounted, mounting
from cardslinger.flash.errors import BoardFailed, NoBoard
from cardslinger.flash.load import picotool

AUTO = "auto"
SHOW_UP_S = 20.0  # a board needs one or two to come back as a drive, a desktop some to mount it
RETRY_S = 0.25
ONE_BY_ONE = "unplug both, hold BOOTSEL while you plug one in, then run this again"


InBootsel = Drive | Unmounted


def find_target(port: str) -> str | InBootsel:
    """What `port` means: with `auto` the only board there is, at its prompt or in BOOTSEL.

    Raises NoBoard when there is none, or more than one.
    """
    if port != AUTO:
        return port
    return only_one(picos(), find_drives()) or _without_drive()


def only_one(ports: Sequence[Found], drives: Sequence[Drive]) -> str | Drive | None:
    """The one among them; None if there is none. Raises NoBoard for several."""
    ours = [drive for drive in drives if drive.chip]
    if len(ports) + len(ours) > 1:
        names = [f"--port id:{found.serial_number} ({found.device})" for found in ports]
        names += [f"--drive {drive.path}" for drive in ours]
        raise NoBoard(f"several boards: choose one with {' or '.join(names)}")
    if ports:
        return ports[0].device
    return ours[0] if ours else None


def _without_drive() -> Unmounted:
    """The board that only picotool reaches. Raises NoBoard."""
    boards = find_unmounted()
    if not boards:
        raise NoBoard("no Pico found; hold BOOTSEL while you plug it in, then run this again")
    if len(boards) > 1 or not picotool():
        raise NoBoard(mounting(boards[0]))
    return boards[0]


def boards_in_bootsel() -> list[InBootsel]:
    """All of them, also those that `find_target` would not choose."""
    return [*find_drives(), *find_unmounted()]


def wait_in_bootsel(before: Sequence[InBootsel], patience_s: float = SHOW_UP_S) -> InBootsel:
    """The board that has just gone into its bootloader; those that were there `before` are others.

    Raises BoardFailed when none shows up.
    """
    until_s = time.monotonic() + patience_s
    while time.monotonic() < until_s:
        for drive in find_drives():
            if drive not in before and drive.chip:
                return drive
        time.sleep(RETRY_S)
    if any(isinstance(board, Unmounted) for board in before):
        raise BoardFailed(f"the board went into its bootloader beside another one; {ONE_BY_ONE}")
    try:
        return _without_drive()
    except NoBoard as error:
        raise BoardFailed(f"the board is in its bootloader and shows no drive: {error}") from None


def picos() -> list[Found]:
    """The boards that run MicroPython."""
    return [found for found in find_ports() if found.pico]


def wait_for_port(before: Sequence[Found], patience_s: float = SHOW_UP_S) -> str:
    """How to open the board that has just started; the ports `before` are others'.

    Raises BoardFailed when none shows up.
    """
    others = {found.serial_number for found in before}
    until_s = time.monotonic() + patience_s
    while time.monotonic() < until_s:
        for found in picos():
            if found.serial_number not in others:
                return f"id:{found.serial_number}" if found.serial_number else found.device
        time.sleep(RETRY_S)
    raise BoardFailed(
        "the image is written, but the board does not show up; unplug it, plug it in, and see "
        "`cardslinger doctor`"
    )
