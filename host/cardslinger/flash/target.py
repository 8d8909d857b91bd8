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


InBootsel = Drive | Unmounted


def find_target(port: str) -> str | InBootsel:
    """What `port` means: with `auto` the only board there is, at its prompt or in BOOTSEL.

    Raises NoBoard when there is none, or more than one.
    """
    if port != AUTO:
        return port
    picos = [found for found in find_ports() if found.pico]
    return only_one(picos, find_drives()) or _without_drive()


def only_one(picos: Sequence[Found], drives: Sequence[Drive]) -> str | Drive | None:
    """The one among them; None if there is none. Raises NoBoard for several."""
    ours = [drive for drive in drives if drive.chip]
    if len(picos) + len(ours) > 1:
        names = [f"--port id:{pico.serial_number} ({pico.device})" for pico in picos]
        names += [f"--drive {drive.path}" for drive in ours]
        raise NoBoard(f"several boards: choose one with {' or '.join(names)}")
    if picos:
        return picos[0].device
    return ours[0] if ours else None


def _without_drive() -> Unmounted:
    """The board that only picotool reaches. Raises NoBoard."""
    boards = find_unmounted()
    if not boards:
        raise NoBoard("no Pico found; hold BOOTSEL while you plug it in, then run this again")
    if len(boards) > 1 or not picotool():
        raise NoBoard(mounting(boards[0]))
    return boards[0]


def wait_in_bootsel(before: Sequence[Drive], patience_s: float = SHOW_UP_S) -> InBootsel:
    """The board that has just gone into its bootloader; the drives `before` are others'.

    Raises BoardFailed when none shows up.
    """
    until_s = time.monotonic() + patience_s
    while time.monotonic() < until_s:
        for drive in find_drives():
            if drive not in before and drive.chip:
                return drive
        time.sleep(RETRY_S)
    try:
        return _without_drive()
    except NoBoard as error:
        raise BoardFailed(
            f"the board went into its bootloader and shows no drive: {error}"
        ) from None
