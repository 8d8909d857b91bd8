"""UF2 files: what is written is read again, and a damaged file of ours is never taken for one."""

import os
import struct
from pathlib import Path

import pytest
from cardslinger.flash.boards import BOARDS, FLASH_START, PICO, PICO_2, RP2040, RP2350_ARM_S
from cardslinger.flash.errors import BadImage
from cardslinger.flash.uf2 import BLOCK_BYTES, LEADS, PAGE_BYTES, Image, load, read, seal, write
from hypothesis import given
from hypothesis import strategies as st

from tests.flash.images import micropython, pages

E10, E10_UNTAGGED = LEADS
NUMBER = {"flags": 8, "address": 12, "size": 16, "number": 20, "count": 24, "family": 28}


def images(max_pages: int = 6) -> st.SearchStrategy[Image]:
    """Any image, sealed or not."""

    def of(family: int) -> st.SearchStrategy[Image]:
        flash_bytes = max(board.flash_bytes for board in BOARDS if board.family == family)
        numbers = st.integers(0, flash_bytes // PAGE_BYTES - 1)
        content = st.integers(0, 255).map(lambda byte: bytes([byte]) * PAGE_BYTES)
        some = st.dictionaries(
            numbers.map(lambda n: FLASH_START + n * PAGE_BYTES), content,
            min_size=1, max_size=max_pages,
        )  # fmt: skip
        leads = st.sampled_from([b"", *LEADS] if family == RP2350_ARM_S else [b""])
        return st.builds(Image, st.just(family), some, st.booleans(), leads)

    return st.sampled_from([RP2040, RP2350_ARM_S]).flatmap(of)


def changed(data: bytes, block: int, **numbers: int) -> bytes:
    """The file with other numbers in a block's header."""
    content = bytearray(data)
    for name, value in numbers.items():
        struct.pack_into("<I", content, block * BLOCK_BYTES + NUMBER[name], value)
    return bytes(content)


def blocks_of(data: bytes) -> list[bytes]:
    return [data[at : at + BLOCK_BYTES] for at in range(0, len(data), BLOCK_BYTES)]


PLAIN = write(Image(RP2040, pages(bytes(range(256)) * 4)))
SEALED = write(seal(Image(RP2040, pages(bytes(range(256)) * 4))))
SEALED_2 = write(seal(Image(RP2350_ARM_S, pages(b"x" * 600), lead=E10)))


@given(images())
def test_what_is_written_is_read_again(image: Image) -> None:
    data = write(image)
    assert read(data) == image
    assert write(read(data)) == data


@given(images())
def test_a_block_is_what_both_boot_roms_write(image: Image) -> None:
    for block in blocks_of(write(image)[len(image.lead) :]):
        flags, _, size = struct.unpack_from("<3I", block, 8)
        assert flags & 0x2000
        assert not flags & 1
        assert size == 256


@given(st.sampled_from([SEALED, SEALED_2]), st.data())
def test_no_byte_of_a_sealed_file_can_change(data: bytes, draw: st.DataObject) -> None:
    at = draw.draw(st.integers(0, len(data) - 1))
    by = draw.draw(st.integers(1, 255))
    with pytest.raises(BadImage):
        read(data[:at] + bytes([data[at] ^ by]) + data[at + 1 :])


def test_no_byte_of_the_smallest_sealed_file_can_change() -> None:
    data = write(seal(Image(RP2040, pages(b"x"))))
    for at in range(len(data)):
        for by in (1, 0x20, 0x80, 0xFF):
            with pytest.raises(BadImage):
                read(data[:at] + bytes([data[at] ^ by]) + data[at + 1 :])


@given(st.sampled_from([SEALED, SEALED_2]), st.data())
def test_a_sealed_file_cannot_be_cut(data: bytes, draw: st.DataObject) -> None:
    with pytest.raises(BadImage):
        read(data[: draw.draw(st.integers(0, len(data) - 1))])


@given(st.sampled_from([SEALED, SEALED_2]), st.data())
def test_no_block_of_a_sealed_file_can_go_come_twice_or_change_places(
    data: bytes, draw: st.DataObject
) -> None:
    blocks = blocks_of(data)
    one, other = draw.draw(st.permutations(range(len(blocks))))[:2]
    less = [*blocks[:one], *blocks[one + 1 :]]
    more = [*blocks[:one], blocks[one], *blocks[one:]]
    swapped = list(blocks)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    for damaged in (less, more, swapped):
        with pytest.raises(BadImage):
            read(b"".join(damaged))


@given(st.binary(max_size=2000))
def test_what_is_no_uf2_file_is_refused(data: bytes) -> None:
    for content in (data, SEALED[:8] + data):
        with pytest.raises(BadImage):
            read(content)


@pytest.mark.parametrize(
    ("data", "cause"),
    [
        (b"", "not a UF2 file"),
        (b"\x7fELF" + bytes(508), "not a UF2 file"),
        (PLAIN[:-1], "cut off within block 3"),
        (PLAIN[:-BLOCK_BYTES], "of 4 blocks, and here are 3"),
        (E10, "cut off"),
        (PLAIN[:1024] + b"UF3" + PLAIN[1027:], "block 2 is no block"),
        (PLAIN[:1020] + bytes(4) + PLAIN[1024:], "block 1 is no block"),
        (changed(PLAIN, 0, flags=0), "no family"),
        (changed(PLAIN, 1, flags=0x2001), "block 1 has flags .* 0x2001"),
        (changed(PLAIN, 0, family=0x1C5F21B0), "another family, 0x1c5f21b0 .*RP2040: 0xe48bff56"),
        (changed(PLAIN, 0, family=0xE48BFF5A), "another family, 0xe48bff5a"),
        (changed(PLAIN, 2, family=RP2350_ARM_S), "block 2 is for another family"),
        (changed(PLAIN, 2, number=3), "block 3 stands where block 2"),
        (changed(PLAIN, 1, size=0), "carries 0 bytes"),
        (changed(PLAIN, 1, size=477), "carries 477 bytes"),
        (changed(PLAIN, 1, address=FLASH_START + 8), "0x10000008, where no page begins"),
        (changed(PLAIN, 1, address=FLASH_START), "0x10000000 a second time"),
        (changed(PLAIN, 1, address=FLASH_START + PICO.flash_bytes), "outside the 2 MiB"),
        (changed(PLAIN, 1, address=0x20000000), "0x20000000, outside"),
        (PLAIN[:300] + b"x" + PLAIN[301:], "block 0 has something behind its page"),
        (E10 + PLAIN[:0] + PLAIN[: BLOCK_BYTES * 2], "of 4 blocks, and here are 2"),
    ],
)  # fmt: skip
def test_each_fault_is_named_in_one_line_with_the_next_step(data: bytes, cause: str) -> None:
    with pytest.raises(BadImage, match=cause.replace(".* 0x", ".*0x")) as refused:
        read(data)
    assert "; " in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_block_for_erratum_e10_is_kept_in_either_form() -> None:
    for lead in LEADS:
        data = write(micropython(PICO_2, lead=lead))
        assert data.startswith(lead)
        assert read(data).lead == lead
        assert write(read(data)) == data


def test_blocks_may_come_in_any_order_of_addresses() -> None:
    data = changed(changed(PLAIN, 0, address=FLASH_START + 256), 1, address=FLASH_START)
    assert read(data).pages[FLASH_START] == PLAIN[32 : 32 + PAGE_BYTES]


def test_pages_that_follow_one_another_are_one_run() -> None:
    image = Image(RP2040, pages(b"a" * 512) | pages(b"b" * 256, FLASH_START + 1024))
    assert image.runs() == [(FLASH_START, b"a" * 512), (FLASH_START + 1024, b"b" * 256)]
    assert image.end == FLASH_START + 1280


def test_only_an_ordinary_file_of_a_sane_size_is_read(tmp_path: Path) -> None:
    good = tmp_path / "good.uf2"
    good.write_bytes(SEALED)
    assert load(good).sealed
    pipe, huge = tmp_path / "pipe", tmp_path / "huge.uf2"
    os.mkfifo(pipe)
    huge.touch()
    os.truncate(huge, 33 << 20)
    for path, cause in (
        (pipe, "no ordinary file"),
        (tmp_path, "no ordinary file"),
        (Path("/dev/zero"), "no ordinary file"),
        (huge, "no image of a Pico"),
        (tmp_path / "none", "No such file"),
        (Path("a\0b"), "null"),
    ):
        with pytest.raises(BadImage, match=cause) as refused:
            load(path)
        assert str(refused.value).startswith(f"{path}: ")
