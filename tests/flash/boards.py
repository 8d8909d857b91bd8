"""Boards for these tests: an emulated Pico with a stock MicroPython, and programs so small that
writing one takes no time."""

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

import serial
from cardslinger.flash.boards import FLASH_START, PICO, SECTOR_BYTES
from cardslinger.flash.deploy import Written, deploy
from cardslinger.flash.files import Files, compiled
from cardslinger.flash.filesystem import launcher_in
from cardslinger.flash.probe import probe
from cardslinger.flash.prompt import Prompt
from cardslinger.flash.uf2 import PAGE_BYTES, Image
from cardslinger.twin.image import find_image, flash_content
from cardslinger.twin.process import TwinProcess
from littlefs import LittleFS, UserContext

STOCK = "emulated://?image=stock&speed=0"
BOOT_MS = 200.0  # virtual


def small(word: str, version: str = "0.1.0") -> Files:
    """A program that prints `word` when the board starts."""
    sources = {
        "slinger/__init__.py": b"",
        "slinger/part.py": f"WORD = {word!r}\n".encode(),
        "slinger/main.py": b"from slinger.part import WORD\nprint('plays', WORD)\n",
    }
    return compiled(sources, version)


def silent(what: str, more: int) -> None:
    """A report to nobody."""


def put(prompt: Prompt, files: Files) -> Written:
    """Deploy, whatever is on the board."""
    return deploy(prompt, probe(prompt), files, silent)


def empty(prompt: Prompt) -> None:
    """A board without a program or a file."""
    prompt.run("for entry in os.listdir('/'): remove('/' + entry)")


def plays(twin: TwinProcess) -> str:
    """What the board says when it is switched on: of `small` the word, else what it answers to an
    Enter."""
    with serial.serial_for_url(twin.serial_url, timeout=0.1) as port:
        twin.bench.power_cycle()
        twin.bench.wait(BOOT_MS)
        text = _read(port)
        if "plays " not in text:
            port.write(b"\r\n")
            twin.bench.wait(100)
            text += _read(port)
    return text.partition("plays ")[2].split("\r\n")[0] if "plays " in text else text


def full_flash(files: Files, free_bytes: int) -> bytes:
    """The flash of a board with these files, and one of the owner's that takes the rest."""
    ours = {files.path: files.pack, "/boot.py": files.boot, "/main.py": files.main}
    return flash_with(ours, free_bytes)


def flash_with(files: Mapping[str, bytes], free_bytes: int | None = None) -> bytes:
    """The flash of a board with a stock MicroPython and these files; all but `free_bytes` is full
    if that is said."""
    flash = bytearray(flash_content(find_image("stock")))
    files_of_board = bytearray(flash[PICO.files_at :])
    system = LittleFS(
        UserContext(buffer=files_of_board),
        block_size=SECTOR_BYTES,
        block_count=PICO.files_bytes // SECTOR_BYTES,
        prog_size=256,
    )
    for path, content in files.items():
        with system.open(path, "wb") as file:
            file.write(content)
    if free_bytes is not None:
        free_blocks = PICO.files_bytes // SECTOR_BYTES - system.used_block_count
        with system.open("/mine", "wb") as file:
            file.write(bytes(free_blocks * SECTOR_BYTES - free_bytes))
    system.unmount()
    return bytes(flash[: PICO.files_at] + files_of_board)


def _read(port: serial.Serial) -> str:
    said = b""
    while more := port.read(4096):
        said += more
    return said.decode()


# -- flash as it was recorded ---------------------------------------------------------------------


def recorded(file: Path) -> tuple[bytes, list[tuple[int, bytes]]]:
    """What a twin's flash was in the beginning, and each change: where, and the bytes there."""
    data, at, found = file.read_bytes(), 0, []
    while at < len(data):
        start, size = struct.unpack_from("<II", data, at)
        at += 8 + size
        found.append((start, data[at - size : at]))
    return found[0][1], found[1:]


def cuts(flash: bytes, changes: list[tuple[int, bytes]]) -> Iterator[bytes]:
    """The flash after each change, and with half of each: what a power cut there would leave."""
    now = bytearray(flash)
    for start, changed in changes:
        half = len(changed) // 2
        now[start : start + half] = changed[:half]
        yield bytes(now)
        now[start : start + len(changed)] = changed
        yield bytes(now)


def launcher_on(flash: bytes) -> tuple[str, str] | None:
    """Version and digest of what a board with this flash starts; None for nothing. Raises BadImage
    when that is not whole."""
    at = PICO.files_at
    pages = {
        FLASH_START + start: flash[start : start + PAGE_BYTES]
        for sector in range(at, len(flash), SECTOR_BYTES)
        if flash[sector : sector + SECTOR_BYTES].strip(b"\xff")
        for start in range(sector, sector + SECTOR_BYTES, PAGE_BYTES)
    }
    return launcher_in(Image(PICO.family, pages), PICO)
