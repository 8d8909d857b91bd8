"""The part of flash where MicroPython keeps files: littlefs.

MicroPython's own settings (1.25.0, ports/rp2/modules/_boot.py and extmod/vfs_lfs.c), but for the
disk version: 2.0 is read by every MicroPython with littlefs 2, and newer ones raise it themselves.
"""

import re
from typing import TYPE_CHECKING

from cardslinger.flash.boards import FLASH_START, SECTOR_BYTES, BoardKind
from cardslinger.flash.errors import BadImage, not_installed
from cardslinger.flash.files import MARK, Files, digest_of, path_of
from cardslinger.flash.uf2 import PAGE_BYTES, Image

if TYPE_CHECKING:
    from littlefs import LittleFS

_DISK_VERSION, _ANY_DISK_VERSION = 0x00020000, 0
_READ_BYTES, _PROG_BYTES, _CACHE_BYTES, _LOOKAHEAD_BYTES = 32, 256, 1024, 32
_ROOM_BYTES = 64 << 10  # for settings, counters, and copies of them while they are replaced
_ERASED = b"\xff" * SECTOR_BYTES
_NAME = slice(8, 16)  # of the format, in both superblocks
_FORMAT = b"littlefs"
_LINE_BYTES_MAX = 200


def file_pages(files: Files, board: BoardKind) -> dict[int, bytes]:
    """The pages of flash that make the board's file system one with these files, by address.

    Only blocks in use are among them, so whatever files the board had are gone. The same files
    give the same pages. Raises BadImage if they leave no room for what the launcher keeps.
    """
    free_bytes = board.files_bytes - _ROOM_BYTES
    if files.bytes > free_bytes:
        raise _no_room(files, board)
    _require_littlefs()
    from littlefs import LittleFSError

    buffer = bytearray(b"\xff" * board.files_bytes)
    try:
        system = _mounted(buffer, board, fresh=True)
        _fill(system, files)
        used = system.used_block_count
        system.unmount()
    except (LittleFSError, OSError):
        raise _no_room(files, board) from None
    if used * SECTOR_BYTES > free_bytes:
        raise _no_room(files, board)
    at = FLASH_START + board.files_at
    return {
        at + offset: bytes(buffer[offset : offset + PAGE_BYTES])
        for block in _in_use(buffer)
        for offset in range(block * SECTOR_BYTES, (block + 1) * SECTOR_BYTES, PAGE_BYTES)
    }


def has_files(image: Image, board: BoardKind) -> bool:
    """Whether the image brings a file system, too."""
    page = image.pages.get(FLASH_START + board.files_at, b"")
    return page[_NAME] == _FORMAT


def launcher_in(image: Image, board: BoardKind) -> tuple[str, str] | None:
    """Version and digest of the launcher among the image's files; None if there is none.

    Raises BadImage for one that is not whole.
    """
    _require_littlefs()
    from littlefs import LittleFSError

    buffer = bytearray(b"\xff" * board.files_bytes)
    at = FLASH_START + board.files_at
    for address, page in image.pages.items():
        if address >= at:
            buffer[address - at : address - at + PAGE_BYTES] = page
    try:
        system = _mounted(buffer, board)
        marked = _mark(system)
        if marked is None or _digest(system, path_of(marked[1])) == marked[1]:
            return marked
    except (LittleFSError, OSError, UnicodeError):  # a damaged name may be no UTF-8
        pass
    raise BadImage("the files in it are not whole; get it anew")


def _mark(system: "LittleFS") -> tuple[str, str] | None:
    """What the first line of main.py says, if it is ours."""
    try:
        with system.open("/main.py", "rb") as file:
            first = file.readline(_LINE_BYTES_MAX).decode(errors="replace")
    except (FileNotFoundError, IsADirectoryError):
        return None
    ours = re.fullmatch(rf"{MARK} (\S+) ([0-9a-f]+)\n", first)
    return (ours[1], ours[2]) if ours else None


def _digest(system: "LittleFS", path: str) -> str:
    with system.open(path, "rb") as file:
        return digest_of(file.read())


def _mounted(buffer: bytearray, board: BoardKind, *, fresh: bool = False) -> "LittleFS":
    from littlefs import LittleFS, UserContext

    system = LittleFS(
        UserContext(buffer=buffer),
        mount=False,
        block_size=SECTOR_BYTES,
        block_count=board.files_bytes // SECTOR_BYTES,
        read_size=_READ_BYTES,
        prog_size=_PROG_BYTES,
        cache_size=_CACHE_BYTES,
        lookahead_size=_LOOKAHEAD_BYTES,
        disk_version=_DISK_VERSION if fresh else _ANY_DISK_VERSION,
    )
    if fresh:
        system.format()
    system.mount()
    return system


def _require_littlefs() -> None:
    try:
        import littlefs  # noqa: F401
    except ImportError:
        raise not_installed("littlefs-python") from None


def _fill(system: "LittleFS", files: Files) -> None:
    contents = {files.path: files.pack, "/boot.py": files.boot, "/main.py": files.main}
    for path, content in contents.items():
        with system.open(path, "wb") as file:
            file.write(content)


def _in_use(buffer: bytearray) -> list[int]:
    """The blocks that must be as they are here, whatever lay there before.

    A folder has two blocks, and only one of them is written at first; an old one in the other
    could pass for newer. littlefs takes blocks in a row, so it lies next to those written.
    """
    count = len(buffer) // SECTOR_BYTES
    written = [
        block
        for block in range(2, count)
        if buffer[block * SECTOR_BYTES : (block + 1) * SECTOR_BYTES] != _ERASED
    ]
    if not written:
        return [0, 1]
    return [0, 1, *range(max(2, written[0] - 1), min(count, written[-1] + 2))]


def _no_room(files: Files, board: BoardKind) -> BadImage:
    return BadImage(
        f"the launcher's files ({files.bytes} bytes) leave no room on a {board.name}, which has "
        f"{board.files_bytes} bytes for files and keeps {_ROOM_BYTES} of them for settings; "
        "use a frozen image, or a smaller version"
    )
