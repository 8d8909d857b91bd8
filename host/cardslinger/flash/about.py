"""What is inside a UF2 file."""

import hashlib
import re
from dataclasses import dataclass

from cardslinger.flash.boards import BOARDS, BoardKind
from cardslinger.flash.filesystem import has_files, launcher_in
from cardslinger.flash.micropython import identify
from cardslinger.flash.uf2 import PAGE_BYTES, Image, read

# `slinger.PLATE`, as the compiler of frozen modules stores it.
_PLATE = re.compile(rb"cardslinger launcher (\d+(?:\.\d+)+[\w.+-]*)\0")

FROZEN, FILES, NONE = "frozen", "files", "none"


@dataclass(frozen=True, slots=True)
class About:
    """An image file.

    `boards`: what it fits, as far as it tells. `layout`: the launcher is "frozen" into the
    MicroPython, or lies in "files" beside it; "none": there is no launcher. `digest` is that of the
    files, which was found right, and so was, if it is `sealed`, the SHA-256 of all it writes.
    """

    bytes: int
    sha256: str
    family: int
    boards: tuple[BoardKind, ...]
    machine: str | None
    micropython: str | None
    layout: str
    launcher: str | None
    digest: str | None
    flash_bytes: int
    sealed: bool


def about(data: bytes) -> About:
    """What a UF2 file of these bytes holds. Raises BadImage for what is no image of a Pico."""
    image = read(data)
    found = identify(image)
    boards = tuple(board for board in BOARDS if board.family == image.family)
    if found and found.board in boards:
        boards = (found.board,)
    layout, launcher, digest = _launcher(image, boards)
    return About(
        bytes=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        family=image.family,
        boards=boards,
        machine=found.machine if found else None,
        micropython=found.version if found else None,
        layout=layout,
        launcher=launcher,
        digest=digest,
        flash_bytes=len(image.pages) * PAGE_BYTES,
        sealed=image.sealed,
    )


def frozen_version(image: Image) -> str | None:
    """The version of the launcher that is frozen into the image; None if none is."""
    for _, content in image.runs():
        if plate := _PLATE.search(content):
            return plate[1].decode()
    return None


def _launcher(image: Image, boards: tuple[BoardKind, ...]) -> tuple[str, str | None, str | None]:
    for board in boards:
        if has_files(image, board) and (found := launcher_in(image, board)):
            return (FILES, *found)
    version = frozen_version(image)
    return (FROZEN if version else NONE), version, None
