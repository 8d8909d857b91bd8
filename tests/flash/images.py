"""Small images for these tests: by what they say a MicroPython, but none would run."""

import struct

from cardslinger.flash.boards import FLASH_START, PICO, BoardKind
from cardslinger.flash.uf2 import PAGE_BYTES, Image


def micropython(
    board: BoardKind = PICO,
    version: str = "1.25.0",
    *,
    machine: str | None = None,
    more: bytes = b"",
    files_at: int | None = None,
    lead: bytes = b"",
) -> Image:
    """What a MicroPython for the board says of itself, and `more`."""
    device = struct.pack("<I", 0x10048000) + struct.pack(
        "<2I", FLASH_START + (board.files_at if files_at is None else files_at), board.files_bytes
    )
    name = machine or f"{board.machine} with {board.chip}"
    content = (
        bytes(200)  # so that a text goes over the end of a page
        + f"3.4.0; MicroPython v{version} on 2025-04-15\0; {name}\0".encode()
        + b"\x07\x00MP"
        + device
        + more
    )
    return Image(board.family, pages(content), lead=lead)


def pages(content: bytes, at: int = FLASH_START) -> dict[int, bytes]:
    """The content from an address on, filled up to whole pages."""
    return {
        at + start: content[start : start + PAGE_BYTES].ljust(PAGE_BYTES, b"\xff")
        for start in range(0, len(content), PAGE_BYTES)
    }
