"""Which board is meant: one at its prompt, or one in BOOTSEL."""

import time
from collections.abc import Sequence

from cardslinger.bridge.ports import Found, find_ports
from cardslinger.flash.drives import Drive, find_drives, find_unmounted, mounting
from cardslinger.flash.errors import BoardFailed, NoBoard

AUTO = "auto"
SHOW_UP_S = 20.0  # a board needs one or two to come back as a drive, a desktop some to mount it
RETRY_S = 0.25


def find_target(port: str) -> str | Drive:
    """What `port` means: with `auto` the only board there is, at its prompt or in BOOTSEL.

    Raises NoBoard when there is none, or more than one.
    """
    if port != AUTO:
        return port
    return only_one([found for found in find_ports() if found.pico], find_drives())


def only_one(picos: Sequence[Found], drives: Sequence[Drive]) -> str | Drive:
    """The one among them. Raises NoBoard, with the next step."""
    ours = [drive for drive in drives if drive.chip]
    if len(picos) + len(ours) > 1:
        names = [f"--port id:{pico.serial_number} ({pico.device})" for pico in picos]
        names += [f"--drive {drive.path}" for drive in ours]
        raise NoBoard(f"several boards: choose one with {' or '.join(names)}")
    if picos:
        return picos[0].device
    if ours:
        return ours[0]
    if unmounted := find_unmounted():
        raise NoBoard(mounting(unmounted[0]))
    raise NoBoard("no Pico found; hold BOOTSEL while you plug it in, then run this again")


def wait_for_drive(before: Sequence[Drive], patience_s: float = SHOW_UP_S) -> Drive:
    """The drive of a board that has just gone into its bootloader; those `before` are others'.

    Raises BoardFailed when none shows up.
    """
    until_s = time.monotonic() + patience_s
    while time.monotonic() < until_s:
        for drive in find_drives():
            if drive not in before and drive.chip:
                return drive
        time.sleep(RETRY_S)
    unmounted = find_unmounted()
    raise BoardFailed(
        mounting(unmounted[0])
        if unmounted
        else "the board went into its bootloader, but shows no drive; "
        "unplug it, hold BOOTSEL while you plug it in, then run this again"
    )
