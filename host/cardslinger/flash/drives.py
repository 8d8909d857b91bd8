"""Boards in BOOTSEL: the boot ROM shows a small drive that takes a UF2 file.

`INFO_UF2.TXT` there has the line `Board-ID: RPI-RP2` on an RP2040 and `Board-ID: RP2350` on an
RP2350 (their data sheets, "USB mass storage interface"). Other boards with a UF2 bootloader have
such a file, too, with an id of their own.
"""

import contextlib
import os
import re
import string
import sys
from dataclasses import dataclass
from pathlib import Path

from cardslinger.flash.errors import NoBoard

INFO = "INFO_UF2.TXT"
INFO_BYTES_MAX = 4096  # the boot ROM's has some 60
CHIPS = {"RPI-RP2": "RP2040", "RP2350": "RP2350"}  # by Board-ID, which is the drive's name, too

MOUNTS = Path("/proc/mounts")
VOLUMES = Path("/Volumes")
USB_DEVICES = Path("/sys/bus/usb/devices")
RASPBERRY_PI_VID = "2e8a"
BOOTSEL_PIDS = {"0003": "RPI-RP2", "000f": "RP2350"}  # of the boot ROMs: their drives' names
_FAT = (b"vfat", b"msdos")
_OCTAL = re.compile(rb"\\([0-3][0-7]{2})")
_BOARD_ID = re.compile(r"^Board-ID:\s*(\S+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Drive:
    """A board in its bootloader, mounted at `path`; `chip` is empty for a board of others."""

    path: Path
    board_id: str
    chip: str


def find_drives(system: str = sys.platform) -> list[Drive]:
    """The boards in BOOTSEL that are mounted here."""
    if system == "darwin":
        folders = volumes(VOLUMES)
    elif system == "win32":
        folders = letters()
    else:
        folders = mounted(MOUNTS)
    return drives_in(folders)


def drives_in(folders: list[Path]) -> list[Drive]:
    """Those of the folders that are a board's drive."""
    found = []
    for folder in folders:
        with contextlib.suppress(NoBoard):
            found.append(drive_at(folder))
    return found


def drive_at(folder: Path) -> Drive:
    """The drive at this folder. Raises NoBoard when it is none."""
    try:
        with (folder / INFO).open("rb") as file:
            info = file.read(INFO_BYTES_MAX).decode("ascii", "replace")
    except OSError as error:
        if not folder.is_dir():
            raise NoBoard(
                f"{folder}: no such folder; name a drive of a board in BOOTSEL"
            ) from error
        raise NoBoard(
            f"{folder}: not the drive of a board in BOOTSEL, it has no {INFO} that can be read"
            f" ({error.strerror}); hold BOOTSEL while you plug the board in"
        ) from error
    board_id = _BOARD_ID.search(info)
    if board_id is None:
        raise NoBoard(f"{folder}: its {INFO} names no board; hold BOOTSEL while you plug one in")
    return Drive(folder, board_id[1], CHIPS.get(board_id[1], ""))


# -- where drives are, on each system -------------------------------------------------------------


def mounted(mounts: Path) -> list[Path]:
    """On Linux: what is mounted with a FAT file system; so no network drive is waited for."""
    try:
        lines = mounts.read_bytes().splitlines()
    except OSError:
        return []
    fields = [line.split(b" ") for line in lines]
    return [Path(_unescaped(field[1])) for field in fields if len(field) > 2 and field[2] in _FAT]


def _unescaped(text: bytes) -> str:
    """A space stands there as \\040, and other bytes likewise."""
    return os.fsdecode(_OCTAL.sub(lambda octal: bytes([int(octal[1], 8)]), text))


def volumes(folder: Path) -> list[Path]:
    """On macOS: whatever is mounted."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def letters() -> list[Path]:
    """On Windows: the letters that drives can have, without those of floppies."""
    return [Path(f"{letter}:/") for letter in string.ascii_uppercase[2:]]


@dataclass(frozen=True, slots=True)
class Unmounted:
    """A board in its bootloader whose drive, of this name, is not mounted."""

    name: str

    @property
    def chip(self) -> str:
        """What `Drive.chip` would be."""
        return CHIPS[self.name]


# -- boards without a drive -----------------------------------------------------------------------


def find_unmounted(devices: Path = USB_DEVICES) -> list[Unmounted]:
    """On Linux: the boards in BOOTSEL on USB, for a system that mounts none by itself, as those
    without a desktop. Ask only when `find_drives` found none."""
    found = []
    for vendor in sorted(devices.glob("*/idVendor")):
        with contextlib.suppress(OSError):  # unplugged meanwhile
            product = vendor.with_name("idProduct").read_text().strip()
            if vendor.read_text().strip() == RASPBERRY_PI_VID and product in BOOTSEL_PIDS:
                found.append(Unmounted(BOOTSEL_PIDS[product]))
    return found


def mounting(board: Unmounted) -> str:
    """What to do about it, in a line."""
    return (
        f"a board in BOOTSEL is plugged in, but its drive {board.name} is not mounted: do that with"
        f" `udisksctl mount -b /dev/disk/by-label/{board.name}` and run this again, or install "
        "picotool"
    )
