"""UF2 files: what is copied to the drive that a Pico in BOOTSEL shows.

A file is a row of 512-byte blocks. A block has a header of eight numbers, 256 bytes for one page
of flash and 220 more that the boot ROMs of both chips do not look at; they write a block if its
flags name a family and main flash and it carries 256 bytes (pico-bootrom-rp2040
`virtual_disk.c`, pico-bootrom-rp2350 `usb_virtual_disk.c`). The format is Microsoft's.

UF2 itself notices no damage within a page. So a file of ours is *sealed*: each block carries the
SHA-256 of family, addresses and pages as an extension tag, which the format provides for that
(flag 0x8000, tag 0xb46db0). By their source the boot ROMs ignore flag and tag; the emulated Pico
does; on silicon it is untried.

Files for the RP2350 may begin with a block apart from all others, for erratum E10 of its boot
ROM, as picotool makes it. It is kept as it is.
"""

import hashlib
import struct
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from stat import S_ISREG

from cardslinger.flash.boards import ABSOLUTE, BOARDS, FLASH_START, SECTOR_BYTES
from cardslinger.flash.errors import BadImage

BLOCK_BYTES = 512
PAGE_BYTES = 256
FILE_BYTES_MAX = 32 << 20  # twice what fills the flash window of either chip

_HEADER = struct.Struct("<8I")  # magic, magic, flags, address, size, number, count, family
_START = (0x0A324655, 0x9E5D5157)
_END = (0x0AB16F30).to_bytes(4, "little")
_FAMILY_PRESENT, _TAGS_PRESENT = 0x2000, 0x8000
_REST_BYTES = BLOCK_BYTES - _HEADER.size - PAGE_BYTES - len(_END)
_SEAL_TAG = bytes([4 + hashlib.sha256().digest_size]) + (0xB46DB0).to_bytes(3, "little")

_AGAIN = "get the file anew"


@dataclass(frozen=True, slots=True)
class Image:
    """What a UF2 file writes: `pages` of 256 bytes by their address, for chips of one `family`.

    `sealed`: the file carries a hash of all that. `lead` is the block for erratum E10, or empty.
    """

    family: int
    pages: Mapping[int, bytes]
    sealed: bool = False
    lead: bytes = b""

    @property
    def end(self) -> int:
        """The address behind the last page."""
        return max(self.pages) + PAGE_BYTES

    def runs(self) -> list[tuple[int, bytes]]:
        """The pages in order, those that follow one another joined: address and bytes of each."""
        found: list[tuple[int, list[bytes]]] = []
        for address, page in sorted(self.pages.items()):
            if found and found[-1][0] + PAGE_BYTES * len(found[-1][1]) == address:
                found[-1][1].append(page)
            else:
                found.append((address, [page]))
        return [(address, b"".join(pages)) for address, pages in found]


def seal(image: Image) -> Image:
    """The same in whole sectors of flash, to be written with its hash.

    The RP2040's boot ROM erases a sector by the *number* of a block, whenever that begins another
    sixteen, and not by its address (RP2040 datasheet, erratum E14): behind a sector that is not
    whole, it would erase what it has just written.
    """
    pages = dict(image.pages)
    for sector in {address // SECTOR_BYTES * SECTOR_BYTES for address in image.pages}:
        for address in range(sector, sector + SECTOR_BYTES, PAGE_BYTES):
            pages.setdefault(address, b"\xff" * PAGE_BYTES)
    return replace(image, pages=pages, sealed=True)


def write(image: Image) -> bytes:
    """The file of an image. The same image gives the same bytes."""
    rest = _rest(image)
    flags = _flags(image.sealed)
    blocks = [image.lead]
    for number, (address, page) in enumerate(sorted(image.pages.items())):
        count = len(image.pages)
        header = _HEADER.pack(*_START, flags, address, PAGE_BYTES, number, count, image.family)
        blocks.append(header + page + rest + _END)
    return b"".join(blocks)


def load(path: Path) -> Image:
    """The image in a file. Raises BadImage as `read`, and for what is no ordinary file."""
    try:
        return read(read_file(path))
    except BadImage as error:
        raise BadImage(f"{path}: {error}") from None


def read_file(path: Path) -> bytes:
    """The bytes of a file that could be an image. Raises BadImage without the path."""
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):  # a pipe could make us wait for ever
            raise BadImage("no ordinary file; name a .uf2 file")
        if status.st_size > FILE_BYTES_MAX:
            raise BadImage(f"{status.st_size} bytes are no image of a Pico; name a .uf2 file")
        return path.read_bytes()
    except (OSError, ValueError) as error:  # a name with a zero byte is a ValueError
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadImage(f"{reason}; name a .uf2 file") from None


def read(data: bytes) -> Image:
    """The image that is in the bytes of a UF2 file.

    Raises BadImage for anything else: a block that is cut off, missing, repeated or out of place,
    pages that overlap or lie outside a Pico's flash, families that are not a Pico's, or several;
    and, of a file that is sealed, whatever has changed in it.
    """
    if data[:8] != struct.pack("<2I", *_START):
        raise BadImage("not a UF2 file; name a .uf2 file")
    if len(data) % BLOCK_BYTES:
        raise BadImage(f"cut off within block {len(data) // BLOCK_BYTES}; {_AGAIN}")
    lead = data[:BLOCK_BYTES] if data[:BLOCK_BYTES] in LEADS else b""
    blocks = [data[at : at + BLOCK_BYTES] for at in range(len(lead), len(data), BLOCK_BYTES)]
    if not blocks:
        raise BadImage(f"cut off behind its first block; {_AGAIN}")
    flags, family = _HEADER.unpack_from(blocks[0])[2], _family(blocks[0])
    sealed = flags == _flags(True)
    rest = blocks[0][-_REST_BYTES - len(_END) : -len(_END)]
    pages: dict[int, bytes] = {}
    for number, block in enumerate(blocks):
        address = _address(block, number, len(blocks), flags, family)
        if block[-_REST_BYTES - len(_END) : -len(_END)] != (rest if sealed else _NOTHING):
            raise BadImage(f"block {number} has something behind its page; {_AGAIN}")
        if address in pages:
            raise BadImage(f"block {number} writes to {address:#x} a second time; {_AGAIN}")
        pages[address] = block[_HEADER.size : _HEADER.size + PAGE_BYTES]
    image = Image(family, pages, sealed, lead)
    if sealed and write(image) != data:
        raise BadImage(f"damaged: it is not what its SHA-256 says; {_AGAIN}")
    return image


def _family(block: bytes) -> int:
    flags, family = _HEADER.unpack_from(block)[2], _HEADER.unpack_from(block)[7]
    if not flags & _FAMILY_PRESENT:
        raise BadImage("it names no family of chips; name the .uf2 file of a Pico")
    if family not in {board.family for board in BOARDS}:
        known = ", ".join(sorted({f"{b.chip}: {b.family:#x}" for b in BOARDS}))
        raise BadImage(f"for chips of another family, {family:#x} ({known}); take a Pico's file")
    return int(family)


def _address(block: bytes, number: int, count: int, flags: int, family: int) -> int:
    """Where the block goes, if it is the one that belongs here."""
    *start, its_flags, address, size, its_number, its_count, its_family = _HEADER.unpack_from(block)
    flash_bytes = max(board.flash_bytes for board in BOARDS if board.family == family)
    wrong = None
    if tuple(start) != _START or block[-len(_END) :] != _END:
        wrong = "is no block of a UF2 file"
    elif its_count != count:
        wrong = f"is of a file of {its_count} blocks, and here are {count}"
    elif its_number != number:
        wrong = f"stands where block {number} should be"
        number = its_number
    elif its_family != family:
        wrong = f"is for another family of chips ({its_family:#x}) than the first"
    elif its_flags != flags or flags not in (_flags(False), _flags(True)):
        wrong = f"has flags that a Pico's file has not ({its_flags:#x})"
    elif size != PAGE_BYTES:
        wrong = f"carries {size} bytes, not {PAGE_BYTES}"
    elif address % PAGE_BYTES:
        wrong = f"is for {address:#x}, where no page begins"
    elif not FLASH_START <= address < FLASH_START + flash_bytes:
        wrong = f"is for {address:#x}, outside the {flash_bytes >> 20} MiB of flash"
    if wrong:
        raise BadImage(f"block {number} {wrong}; {_AGAIN}")
    return int(address)


def _flags(sealed: bool) -> int:
    return _FAMILY_PRESENT | (_TAGS_PRESENT if sealed else 0)


def _rest(image: Image) -> bytes:
    """What stands behind each page."""
    if not image.sealed:
        return _NOTHING
    total = hashlib.sha256(image.lead + image.family.to_bytes(4, "little"))
    for address, page in sorted(image.pages.items()):
        total.update(address.to_bytes(4, "little") + page)
    return (_SEAL_TAG + total.digest()).ljust(_REST_BYTES, b"\0")


_NOTHING = bytes(_REST_BYTES)


def _lead(flags: int, rest: bytes) -> bytes:
    # picotool's `elf2uf2.cpp`: the last page of the window, in a file "of two blocks".
    header = _HEADER.pack(*_START, flags, 0x10FFFF00, PAGE_BYTES, 0, 2, ABSOLUTE)
    return header + b"\xef" * PAGE_BYTES + rest.ljust(_REST_BYTES, b"\0") + _END


# The tag tells tools to ignore the block; older picotools left it out.
LEADS = (_lead(_flags(True), (0x9957E304).to_bytes(4, "little")), _lead(_flags(False), b""))
