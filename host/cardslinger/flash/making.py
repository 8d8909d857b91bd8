"""The image for a board, from what there is: frozen, or merged with a MicroPython."""

from pathlib import Path

from cardslinger.flash.about import frozen_version
from cardslinger.flash.boards import PICO, BoardKind
from cardslinger.flash.errors import BadImage
from cardslinger.flash.files import launcher_files
from cardslinger.flash.frozen import can_be_frozen, frozen_image
from cardslinger.flash.merge import board_for, merge
from cardslinger.flash.official import RELEASES, official_micropython
from cardslinger.flash.uf2 import Image, load, read, seal
from cardslinger.twin.image import VARIABLE


def make_image(micropython: Path | None, board: BoardKind | None) -> tuple[Image, BoardKind]:
    """This version's launcher for a board, and the board.

    With a `micropython` file: that, and the launcher's files. Without one, for a Pico: the frozen
    image where it can be built, else the official MicroPython with the files. Raises FlashError.
    """
    if micropython:
        image = load(micropython)
        try:
            kind = board_for(image, board)
            return merge(image, launcher_files(), kind), kind
        except BadImage as error:
            raise BadImage(f"{micropython}: {error}") from None
    kind = board or PICO
    if kind == PICO and can_be_frozen():
        path = frozen_image()
        image = load(path)
        if frozen_version(image) is None:
            raise BadImage(f"{path}: there is no launcher in it; check {VARIABLE}")
        return seal(image), kind
    files = launcher_files()
    official = official_micropython(kind)
    name = RELEASES[kind].name
    try:
        return merge(read(official), files, kind), kind
    except BadImage as error:
        raise BadImage(f"{name}: {error}") from None
