"""Where the MicroPython image for the emulated Pico comes from, and what it puts on flash."""

import os
import subprocess
import sys
from pathlib import Path
from stat import S_ISREG

import slinger
from rp2040py.device.load_flash import decode_block
from rp2040py.memory_map import FLASH_START_ADDRESS

from cardslinger.twin.errors import NoImage

VARIABLE = "CARDSLINGER_IMAGE"
STOCK = "stock"
STOCK_VARIABLE = "CARDSLINGER_STOCK_IMAGE"
UF2_MAGIC = b"UF2\n"
UF2_BLOCK_BYTES = 512
UF2_BLOCK_COUNT = slice(24, 28)  # in the header of each block
_HAS_FAMILY = 0x20  # in the second byte of a block's flags
RP2040 = 0xE48BFF56  # the family of its blocks
FLASH_BYTES = 2 * 1024 * 1024  # of a Pico

# An empty file system, as MicroPython 1.25 makes one on a Pico that has none: littlefs keeps its
# superblock twice. Without it the first boot of every twin would be that of a board that was never
# switched on before, 92 ms longer than all others.
_FILES_AT = 0xA0000
_SECTOR_BYTES = 4096
_SUPERBLOCK = (
    "f00ffff7 6c6974746c656673 2fe00010 01000200 00100000 60010000 ff000000 ffffff7f fe030000"
    "7feffc10 00010000 de575701 0ff000cc"
)
_EMPTY = ("01000000" + _SUPERBLOCK + "48707e14", "02000000" + _SUPERBLOCK + "98e57b90")


# Twice what fills a Pico's flash.
IMAGE_BYTES_MAX = 2 * UF2_BLOCK_BYTES * FLASH_BYTES // 256


def find_image(wanted: str = "") -> Path:
    """A UF2 file: `stock`, one by its path, or, if nothing is wanted, the launcher's.

    The launcher's is named by CARDSLINGER_IMAGE, else the one `make image` built of this very
    firmware. A stock one is MicroPython alone, named by CARDSLINGER_STOCK_IMAGE or built likewise.
    Raises NoImage with the next step.
    """
    if wanted not in ("", STOCK):
        image, where = Path(wanted), "image="
    else:
        where = STOCK_VARIABLE if wanted else VARIABLE
        named = os.environ.get(where)
        image = Path(named) if named else _built_image(*(["--stock"] if wanted else []))
    try:
        status = image.stat()
        if not S_ISREG(status.st_mode):  # a device may have no end, a pipe no beginning
            raise NoImage(f"{image}: no ordinary file; check {where}")
        if status.st_size > IMAGE_BYTES_MAX:
            raise NoImage(f"{image}: too big for an image of a Pico; check {where}")
        content = image.read_bytes()
    except OSError as error:
        raise NoImage(f"{image}: {error.strerror}; check {where}") from None
    if content[:4] != UF2_MAGIC:
        raise NoImage(f"{image}: not a UF2 file; check {where}")
    blocks = int.from_bytes(content[UF2_BLOCK_COUNT], "little")
    if len(content) != blocks * UF2_BLOCK_BYTES:
        raise NoImage(f"{image}: a UF2 file that is cut off; check {where}")
    _read_blocks(image, content)
    return image


def flash_content(image: Path) -> bytes:
    """A Pico's whole flash with `image` on it, and with an empty file system unless the image
    has something where that would be. Raises NoImage."""
    try:
        blocks = _read_blocks(image, image.read_bytes())
    except OSError as error:
        raise NoImage(f"{image}: {error.strerror}; choose another image") from None
    flash = bytearray(b"\xff" * FLASH_BYTES)
    for start, payload in blocks:
        flash[start : start + len(payload)] = payload
    if all(start + len(payload) <= _FILES_AT for start, payload in blocks):
        for number, page in enumerate(_EMPTY):
            content = bytes.fromhex(page)
            start = _FILES_AT + number * _SECTOR_BYTES
            flash[start : start + len(content)] = content
    return bytes(flash)


def _read_blocks(image: Path, content: bytes) -> list[tuple[int, bytes]]:
    """(where in flash, what) of each block of a UF2 file."""
    blocks = []
    for at in range(0, len(content), UF2_BLOCK_BYTES):
        try:
            block = decode_block(content[at : at + UF2_BLOCK_BYTES])
        except ValueError:
            number = at // UF2_BLOCK_BYTES
            raise NoImage(f"{image}: block {number} is damaged; get the file anew") from None
        family = int.from_bytes(content[at + 28 : at + 32], "little")
        if content[at + 9] & _HAS_FAMILY and family != RP2040:
            raise NoImage(f"{image}: made for another chip than the RP2040; choose another image")
        start = block.flash_address - FLASH_START_ADDRESS
        if not 0 <= start <= FLASH_BYTES - len(block.payload):
            raise NoImage(f"{image}: made for other flash than a Pico's; choose another image")
        blocks.append((start, block.payload))
    return blocks


def _built_image(*what: str) -> Path:
    firmware = Path(slinger.__file__).parents[1]
    build = firmware / "image" / "build.py"
    if firmware.name != "firmware" or not build.exists():  # installed, not a checkout
        variable = STOCK_VARIABLE if what else VARIABLE
        raise NoImage(f"no image to emulate: set {variable}=file.uf2")
    asked = subprocess.run(
        [sys.executable, build, *what, "--path"], capture_output=True, text=True, check=False
    )
    if asked.returncode:
        raise NoImage(asked.stderr.strip().removeprefix("image: "))
    return Path(asked.stdout.strip())
