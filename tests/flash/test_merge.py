"""A MicroPython and the launcher's files become one image, if they fit."""

import struct

import pytest
from cardslinger.flash.about import FILES, FROZEN, NONE, about
from cardslinger.flash.boards import (
    BOARDS,
    PICO,
    PICO_2,
    PICO_2_W,
    PICO_W,
    SECTOR_BYTES,
    BoardKind,
)  # fmt: skip
from cardslinger.flash.errors import BadImage
from cardslinger.flash.files import launcher_files
from cardslinger.flash.merge import board_for, merge
from cardslinger.flash.micropython import identify
from cardslinger.flash.uf2 import LEADS, Image, read, seal, write

from tests.flash.images import micropython, pages


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_a_micropython_tells_its_board_and_version(board: BoardKind) -> None:
    found = identify(micropython(board, "1.26.0-preview.12.g0123abc"))
    assert found
    assert (found.version, found.number) == ("1.26.0-preview.12.g0123abc", (1, 26))
    assert found.board == board
    assert board_for(micropython(board), None) == board


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_the_merged_image_is_that_of_both(board: BoardKind) -> None:
    lead = LEADS[0] if board.chip == "RP2350" else b""
    plain = micropython(board, lead=lead)
    merged = merge(plain, launcher_files(), board)
    assert plain.pages.items() <= merged.pages.items()
    assert (merged.lead, merged.sealed) == (lead, True)
    if board.chip == "RP2040":
        assert flashed(write(merged)).items() >= merged.pages.items()
    found = about(write(merged))
    assert (found.layout, found.launcher, found.digest) == (
        FILES, "0.1.0", launcher_files().digest,
    )  # fmt: skip
    assert (found.boards, found.micropython, found.sealed) == ((board,), "1.25.0", True)
    assert merge(plain, launcher_files(), board) == read(write(merged))


def flashed(file: bytes) -> dict[int, bytes]:
    """What an RP2040's boot ROM makes of a file, by address, in a flash full of something else: it
    erases at each first block of sixteen, by their numbers (erratum E14), and writing only clears
    bits."""
    found: dict[int, bytes] = {}
    erased: set[int] = set()
    for start in range(0, len(file), 512):
        block = file[start : start + 512]
        address, _, number = struct.unpack_from("<3I", block, 12)
        if number // 16 not in erased:
            erased.add(number // 16)
            sector = address // SECTOR_BYTES * SECTOR_BYTES
            found |= {sector + page: b"\xff" * 256 for page in range(0, SECTOR_BYTES, 256)}
        before = found.get(address, bytes(256))
        found[address] = bytes(a & b for a, b in zip(before, block[32:288], strict=True))
    return found


@pytest.mark.parametrize(
    ("image", "board", "cause"),
    [
        (Image(PICO.family, pages(b"blink")), PICO, "no MicroPython in it"),
        (micropython(PICO), PICO_W, "for Raspberry Pi Pico with RP2040; take .* for a Pico W"),
        (micropython(PICO_2), PICO, "family 0xe48bff59, and a Pico is of 0xe48bff56"),
        (micropython(PICO_2), PICO_2_W, "take the MicroPython for a Pico 2 W"),
        (micropython(PICO, machine="Some Board with RP2040"), None, "name what it fits"),
        (micropython(PICO, "1.22.2"), PICO, "1.22.2 is too old .* take 1.23 or newer"),
        (micropython(PICO, more=b"cardslinger launcher 0.1.0\0"), PICO, "a launcher already"),
        (micropython(PICO, more=bytes(PICO.files_at)), PICO, "reaches to 0x100a"),
        (micropython(PICO, files_at=0xC0000), PICO, r"at another place \(0x100c0000\)"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_next_step(
    image: Image, board: BoardKind | None, cause: str
) -> None:
    with pytest.raises(BadImage, match=cause) as refused:
        merge(image, launcher_files(), board_for(image, board))
    assert "; " in str(refused.value)


def test_a_board_that_is_named_goes_with_a_micropython_that_is_unknown() -> None:
    image = micropython(PICO, machine="Some Board with RP2040")
    assert board_for(image, PICO) == PICO
    assert merge(image, launcher_files(), PICO).sealed


def test_a_frozen_launcher_is_known_by_its_plate() -> None:
    found = about(write(seal(micropython(more=b"cardslinger launcher 1.2.3\0"))))
    assert (found.layout, found.launcher, found.digest) == (FROZEN, "1.2.3", None)


def test_a_plain_micropython_and_a_strange_program_have_no_launcher() -> None:
    plain, strange = (
        about(write(micropython(PICO_W))),
        about(write(Image(PICO.family, pages(b"x")))),
    )
    assert (plain.layout, plain.boards, plain.sealed) == (NONE, (PICO_W,), False)
    assert (strange.layout, strange.boards) == (NONE, (PICO, PICO_W))
    assert strange.micropython is None


def test_damaged_files_in_an_unsealed_image_are_refused() -> None:
    merged = merge(micropython(), launcher_files(), PICO)
    part = launcher_files().pack[20_000:20_100]
    address = next(a for a, page in merged.pages.items() if part in page)
    broken = {**merged.pages, address: bytes(256)}
    with pytest.raises(BadImage, match="not whole"):
        about(write(Image(PICO.family, broken)))
