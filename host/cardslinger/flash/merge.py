"""One image of a MicroPython and the launcher's files: a UF2 to drag onto the drive of a board.

It brings a file system of its own, so files that were on the board, settings among them, are gone.
"""

from cardslinger.flash.about import frozen_version
from cardslinger.flash.boards import FLASH_START, BoardKind
from cardslinger.flash.errors import BadImage
from cardslinger.flash.files import Files
from cardslinger.flash.filesystem import file_pages
from cardslinger.flash.micropython import identify, require_recent
from cardslinger.flash.uf2 import Image, seal


def board_for(micropython: Image, named: BoardKind | None) -> BoardKind:
    """The board that a MicroPython is for; the one that was `named` if the image does not tell.

    Raises BadImage if there is no MicroPython in it, or it is for another board.
    """
    found = identify(micropython)
    if found is None:
        raise BadImage("there is no MicroPython in it; take the .uf2 file of micropython.org")
    if found.board is None and named is None:
        raise BadImage(f"for {found.machine}, unknown here; name what it fits with --board")
    board = named or found.board
    assert board
    if board.family != micropython.family:
        raise BadImage(
            f"for family {micropython.family:#x}, and a {board.name} is of {board.family:#x}; "
            f"take the MicroPython for a {board.name}"
        )
    if found.board not in (None, board):
        raise BadImage(f"for {found.machine}; take the MicroPython for a {board.name}")
    return board


def merge(micropython: Image, files: Files, board: BoardKind) -> Image:
    """Both, sealed. Raises BadImage if they do not fit together or on the board."""
    board_for(micropython, board)
    found = identify(micropython)
    assert found
    require_recent(found)
    if frozen_version(micropython):
        raise BadImage("it has a launcher already; flash it as it is, or take a plain MicroPython")
    files_at = FLASH_START + board.files_at
    if (found.files_at, found.files_bytes) != (files_at, board.files_bytes):
        raise BadImage(
            f"MicroPython {found.version} keeps files at another place ({found.files_at:#x}) than "
            f"that of a {board.name} up to now ({files_at:#x}); take MicroPython 1.25.0"
        )
    if micropython.end > files_at:
        raise BadImage(
            f"it reaches to {micropython.end:#x}, and a {board.name} keeps files from "
            f"{files_at:#x} on; take a MicroPython without files for a {board.name}"
        )
    pages = {**micropython.pages, **file_pages(files, board)}
    return seal(Image(micropython.family, pages, lead=micropython.lead))
