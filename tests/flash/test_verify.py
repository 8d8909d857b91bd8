"""A board's flash is compared with an image, on the board."""

from collections.abc import Iterator

import pytest
from cardslinger.flash.boards import FLASH_START, PICO
from cardslinger.flash.errors import BoardFailed
from cardslinger.flash.prompt import Prompt
from cardslinger.flash.uf2 import PAGE_BYTES, Image, load
from cardslinger.flash.verify import check_flash, covers_files
from cardslinger.twin.image import find_image
from cardslinger.twin.process import TwinProcess

from tests.flash.boards import STOCK

FILES_AT = FLASH_START + PICO.files_at


@pytest.fixture(scope="module")
def prompt() -> Iterator[Prompt]:
    with TwinProcess(STOCK) as twin, Prompt(twin.serial_url) as prompt:
        yield prompt


@pytest.fixture(scope="module")
def part() -> dict[int, bytes]:
    """Some pages of what is on the board, here and there."""
    pages = sorted(load(find_image("stock")).pages.items())
    return dict([*pages[:4], *pages[100:103]])


def test_what_is_there_is_found(prompt: Prompt, part: dict[int, bytes]) -> None:
    check_flash(prompt, Image(PICO.family, part), PICO)


def test_one_changed_byte_is_found(prompt: Prompt, part: dict[int, bytes]) -> None:
    last = max(part)
    changed = {**part, last: part[last][:-1] + bytes([part[last][-1] ^ 1])}
    with pytest.raises(BoardFailed, match="not as the image is"):
        check_flash(prompt, Image(PICO.family, changed), PICO)


def test_the_boards_files_may_have_changed_since(prompt: Prompt, part: dict[int, bytes]) -> None:
    image = Image(PICO.family, {**part, FILES_AT: bytes(PAGE_BYTES)})
    assert covers_files(image, PICO)
    assert not covers_files(Image(PICO.family, part), PICO)
    check_flash(prompt, image, PICO)
