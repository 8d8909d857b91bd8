"""The launcher's files as a part of flash that MicroPython can mount."""

import random

import pytest
from cardslinger.flash.boards import BOARDS, FLASH_START, PICO, SECTOR_BYTES, BoardKind
from cardslinger.flash.errors import BadImage
from cardslinger.flash.files import Files, digest_of, launcher_files
from cardslinger.flash.filesystem import file_pages, has_files, launcher_in
from cardslinger.flash.uf2 import PAGE_BYTES, Image
from hypothesis import given, settings
from hypothesis import strategies as st
from littlefs import LittleFS, UserContext


def files_of(pack: bytes, version: str = "0.1.0") -> Files:
    main = f"# cardslinger {version} {digest_of(pack)}\n".encode()
    return Files(version, pack, b"# boot\n", main)


def image_of(files: Files, board: BoardKind = PICO) -> Image:
    return Image(board.family, file_pages(files, board))


def laid_over(buffer: bytearray, files: Files, board: BoardKind = PICO) -> dict[str, bytes]:
    """What is on a board that had `buffer` where it keeps files, once the image is written."""
    for address, page in file_pages(files, board).items():
        at = address - FLASH_START - board.files_at
        buffer[at : at + PAGE_BYTES] = page
    return all_files(mounted(buffer, board))


def mounted(buffer: bytearray, board: BoardKind = PICO, *, fresh: bool = False) -> LittleFS:
    system = LittleFS(
        UserContext(buffer=buffer), mount=False, block_size=SECTOR_BYTES, prog_size=256,
        block_count=board.files_bytes // SECTOR_BYTES, read_size=32, cache_size=1024,
    )  # fmt: skip
    if fresh:
        system.format()
    system.mount()
    return system


def all_files(system: LittleFS) -> dict[str, bytes]:
    found = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder}/{name}".replace("//", "/")
            with system.open(path, "rb") as file:
                found[path] = file.read()
    return found


def whole(files: Files) -> dict[str, bytes]:
    return {"/boot.py": files.boot, "/main.py": files.main, files.path: files.pack}


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_the_launcher_is_found_again_on_every_board(board: BoardKind) -> None:
    image = image_of(launcher_files(), board)
    assert has_files(image, board)
    assert launcher_in(image, board) == ("0.1.0", launcher_files().digest)
    assert max(image.pages) < FLASH_START + board.flash_bytes


def test_only_whole_blocks_in_use_are_written_and_always_both_superblocks() -> None:
    written = {
        (a - FLASH_START - PICO.files_at) // PAGE_BYTES for a in image_of(files_of(b"")).pages
    }
    per_block = SECTOR_BYTES // PAGE_BYTES
    blocks = {page // per_block for page in written}
    assert written == {block * per_block + n for block in blocks for n in range(per_block)}
    assert {0, 1} <= blocks
    assert len(image_of(launcher_files()).pages) * PAGE_BYTES < 4 * launcher_files().bytes


def test_the_same_files_give_the_same_bytes() -> None:
    again = Files(*(getattr(launcher_files(), name) for name in Files.__slots__))
    assert file_pages(again, PICO) == file_pages(launcher_files(), PICO)


@settings(max_examples=40)
@given(st.binary(max_size=40).map(lambda some: some * 2000), st.integers(0, 2**32))
def test_any_files_are_there_whatever_the_board_had_before(pack: bytes, seed: int) -> None:
    files = files_of(pack)
    noise = random.Random(seed)
    assert laid_over(bytearray(noise.randbytes(PICO.files_bytes)), files) == whole(files)
    assert laid_over(bytearray(PICO.files_bytes), files) == whole(files)
    assert laid_over(bytearray(b"\xff" * PICO.files_bytes), files) == whole(files)


def test_files_replace_a_file_system_in_long_use() -> None:
    buffer = bytearray(b"\xff" * PICO.files_bytes)
    system = mounted(buffer, fresh=True)
    noise = random.Random(3)
    for number in range(300):  # every block was a folder or a file now and then
        folder = f"/folder{number % 40}"
        system.makedirs(folder, exist_ok=True)
        with system.open(f"{folder}/{number}", "wb") as file:
            file.write(noise.randbytes(noise.randrange(12_000)))
        if number >= 20:
            system.remove(f"/folder{(number - 20) % 40}/{number - 20}")
    for name in ("/main.py", "/settings"):
        with system.open(name, "wb") as file:
            file.write(b"old")
    assert laid_over(buffer, launcher_files()) == whole(launcher_files())


def test_a_changed_byte_in_a_file_is_not_taken_for_whole() -> None:
    image = image_of(launcher_files())
    part = launcher_files().pack[20_000:20_100]
    address = next(a for a, page in image.pages.items() if part in page)
    page = bytearray(image.pages[address])
    page[page.index(part)] ^= 1
    broken = Image(image.family, {**image.pages, address: bytes(page)})
    with pytest.raises(BadImage, match="not whole; get it anew"):
        launcher_in(broken, PICO)


def test_files_of_others_are_no_launcher() -> None:
    buffer = bytearray(b"\xff" * PICO.files_bytes)
    system = mounted(buffer, fresh=True)
    for text in (None, b"", b"print('mine')\n", b"# cardslinger\n"):
        if text is not None:
            with system.open("/main.py", "wb") as file:
                file.write(text)
        at = FLASH_START + PICO.files_at
        pages = {
            at + n: bytes(buffer[n : n + PAGE_BYTES]) for n in range(0, len(buffer), PAGE_BYTES)
        }
        assert has_files(Image(PICO.family, pages), PICO)
        assert launcher_in(Image(PICO.family, pages), PICO) is None


def test_too_much_for_a_board_is_refused_with_sizes() -> None:
    for size in (PICO.files_bytes, PICO.files_bytes - (70 << 10)):
        big = files_of(random.Random(1).randbytes(size))
        with pytest.raises(BadImage, match=rf"\({big.bytes} bytes\).* 1441792 bytes for files"):
            file_pages(big, PICO)
