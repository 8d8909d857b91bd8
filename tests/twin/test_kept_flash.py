"""An emulated board's flash: from any image, kept in a file, and what is refused as that file."""

import contextlib
import os
import signal
import struct
import threading
import zlib
from pathlib import Path

import pytest
from cardslinger.twin.errors import CannotKeep, NoImage, TwinError
from cardslinger.twin.image import FLASH_BYTES, RP2040, find_image, flash_content
from cardslinger.twin.kept_flash import KeptFlash, is_kept
from cardslinger.twin.process import TwinProcess
from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from tests.conftest import StartTwin
from tests.table.disks import as_nobody, folder_of_nobody, small_files

BLANK = b"\xff" * FLASH_BYTES
FILES_AT = 0xA0000
SECTOR_BYTES = 4096
REBOOT_MS = 300.0
PIECE_BYTES = 256


def uf2(content: dict[int, bytes], family: int = RP2040) -> bytes:
    """A UF2 file of these pieces, each by its place in flash."""
    head = (0x0A324655, 0x9E5D5157, 0x2000)
    blocks = [
        struct.pack("<8I", *head, 0x10000000 + at, len(piece), number, len(content), family)
        + piece.ljust(476, b"\0")
        + struct.pack("<I", 0x0AB16F30)
        for number, (at, piece) in enumerate(content.items())
    ]
    return b"".join(blocks)


def uf2_of(flash: bytes) -> bytes:
    """A UF2 file of all that is on a flash."""
    pieces = {at: flash[at : at + PIECE_BYTES] for at in range(0, FLASH_BYTES, PIECE_BYTES)}
    blank = b"\xff" * PIECE_BYTES
    return uf2({at: piece for at, piece in pieces.items() if piece != blank})


def prompt(twin: TwinProcess, *, soft_reset: bool = False) -> SerialTransport:
    transport = SerialTransport(twin.serial_url)
    transport.enter_raw_repl(soft_reset=soft_reset)
    return transport


# The file


def test_what_is_written_to_flash_is_in_the_file_at_once(tmp_path: Path) -> None:
    file = tmp_path / "board.bin"
    assert not is_kept(file)
    kept = KeptFlash(file, lambda: BLANK)
    assert is_kept(file)
    kept.write(4096, b"cards")
    assert file.read_bytes() == BLANK[:4096] + b"cards" + BLANK[4101:]
    kept._open.close()
    again = KeptFlash(file, lambda: pytest.fail("it is there already"))
    assert again.content[4096:4101] == b"cards"
    again._open.close()


def test_a_file_serves_one_twin_at_a_time(tmp_path: Path) -> None:
    first = KeptFlash(tmp_path / "board.bin", lambda: BLANK)
    with pytest.raises(CannotKeep, match=r"board.bin is in use by another twin; close that first$"):
        KeptFlash(tmp_path / "board.bin", lambda: BLANK)
    first._open.close()


def test_a_file_of_another_kind_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "letter"
    file.write_bytes(b"Dear all")
    with pytest.raises(
        CannotKeep, match=r"has 8 bytes, a Pico's flash has 2097152: .* another one"
    ):
        KeptFlash(file, lambda: BLANK)
    assert file.read_bytes() == b"Dear all"
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CannotKeep, match="is no plain file; name another one"):
        KeptFlash(tmp_path / "pipe", lambda: BLANK)
    with pytest.raises(CannotKeep, match="is a folder; name a file in it"):
        KeptFlash(tmp_path, lambda: BLANK)
    with pytest.raises(CannotKeep, match="away: no such folder; make it first"):
        KeptFlash(tmp_path / "away" / "board.bin", lambda: BLANK)
    with pytest.raises(CannotKeep, match="Not a directory; name another file"):
        KeptFlash(file / "board.bin", lambda: BLANK)


def test_a_place_that_may_not_be_written_is_refused() -> None:
    with folder_of_nobody() as folder:
        folder.chmod(0o500)
        with as_nobody(), pytest.raises(CannotKeep, match="Permission denied; name another file"):
            KeptFlash(folder / "board.bin", lambda: BLANK)


def test_a_disk_without_room_for_the_board_is_told_and_leaves_no_half_one(tmp_path: Path) -> None:
    file = tmp_path / "board.bin"
    with small_files(FLASH_BYTES // 2), pytest.raises(CannotKeep, match=r"; make room there$"):
        KeptFlash(file, lambda: BLANK)
    assert not is_kept(file)
    kept = KeptFlash(file, lambda: BLANK)
    assert file.read_bytes() == BLANK
    with small_files(FLASH_BYTES // 2), pytest.raises(CannotKeep, match=r"; make room there$"):
        kept.write(FLASH_BYTES - 4096, b"cards")
    kept._open.close()


# The image


def test_an_empty_file_system_is_there_unless_the_image_brings_files(tmp_path: Path) -> None:
    image = tmp_path / "image.uf2"
    image.write_bytes(uf2({0: b"\1" * 256, FILES_AT - 256: b"\2" * 256}))
    flash = flash_content(image)
    assert flash[:512] == b"\1" * 256 + b"\xff" * 256
    for sector in (FILES_AT, FILES_AT + 4096):
        assert flash[sector + 8 : sector + 16] == b"littlefs"
    image.write_bytes(uf2({0: b"\1" * 256, FILES_AT + 8192: b"\2" * 256}))
    flash = flash_content(image)
    assert b"littlefs" not in flash
    assert len(flash) == FLASH_BYTES


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"no image", "not a UF2 file; check image="),
        (uf2({0: b"\1" * 256, 256: b"\2" * 256})[:-512], "a UF2 file that is cut off"),
        (uf2({0: b"\1" * 256})[:-4] + b"oops", "block 0 is damaged; get the file anew"),
        (uf2({0: b"\1" * 256}, family=0xE48BFF59), "made for another chip than the RP2040"),
        (uf2({FLASH_BYTES - 255: b"\1" * 256}), "made for other flash than a Pico's"),
    ],
)
def test_a_wrong_image_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    image = tmp_path / "image.uf2"
    image.write_bytes(content)
    with pytest.raises(NoImage, match=reason):
        find_image(str(image))


def test_an_image_without_end_is_not_read(tmp_path: Path) -> None:
    for image in ("/dev/zero", str(tmp_path)):
        with pytest.raises(NoImage, match="no ordinary file; check image="):
            find_image(image)
    big = tmp_path / "big.uf2"
    with big.open("wb") as file:
        file.truncate(10**11)
    with pytest.raises(NoImage, match="too big"):
        find_image(str(big))


def test_each_way_to_name_an_image_is_told_when_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = str(tmp_path / "nothing.uf2")
    monkeypatch.setenv("CARDSLINGER_IMAGE", nothing)
    monkeypatch.setenv("CARDSLINGER_STOCK_IMAGE", nothing)
    for wanted, where in (
        ("", "CARDSLINGER_IMAGE"),
        ("stock", "CARDSLINGER_STOCK_IMAGE"),
        (nothing, "image="),
    ):
        with pytest.raises(NoImage, match=f"No such file or directory; check {where}$"):
            find_image(wanted)


# The board


def test_a_killed_board_is_itself_again_and_so_is_an_image_made_of_it(
    start_twin: StartTwin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, image = tmp_path / "board.bin", tmp_path / "of board.uf2"
    twin = start_twin("emulated", image="stock", keep=file)
    transport = prompt(twin)
    transport.fs_writefile("/note", b"dealt")
    with pytest.raises(TwinError) as refused:
        TwinProcess(f"emulated://?keep={file}")
    assert str(refused.value) == (
        f"emulated://?keep={file}: {file} is in use by another twin; close that first"
    )
    os.kill(twin._child.pid, signal.SIGKILL)
    twin._child.wait()
    with contextlib.suppress(OSError):
        transport.close()

    monkeypatch.setenv("CARDSLINGER_STOCK_IMAGE", "/not needed any more")
    image.write_bytes(uf2_of(file.read_bytes()))
    for again in ({"image": "stock", "keep": file}, {"image": str(image).replace(" ", "%20")}):
        twin = start_twin("emulated", **again)
        transport = prompt(twin)
        assert transport.fs_readfile("/note") == b"dealt"
        transport.close()
        twin.close()


def test_a_stock_board_comes_back_from_every_reset(start_twin: StartTwin) -> None:
    twin = start_twin("emulated", image="stock")
    transport = prompt(twin)
    transport.exec("import machine\nlived = True")
    transport.fs_writefile("/main.py", b"print('dealing')")

    transport.exec_raw_no_follow("machine.reset()")
    transport.close()
    twin.bench.wait(REBOOT_MS)
    transport = prompt(twin)
    assert transport.eval("'lived' in globals()") is False, "on a port that was opened anew"
    transport.close()

    transport = prompt(twin, soft_reset=True)
    transport.exec("import machine\nlived = True\nmachine.WDT(timeout=100)")
    transport.close()
    twin.bench.wait(REBOOT_MS)
    for restart, cause in ((lambda: None, 3), (twin.bench.reset, 3), (twin.bench.power_cycle, 1)):
        restart()
        twin.bench.wait(REBOOT_MS)
        transport = prompt(twin)
        assert transport.eval("'lived' in globals()") is False
        assert transport.eval("__import__('machine').reset_cause()") == cause
        assert transport.fs_readfile("/main.py") == b"print('dealing')"
        transport.close()


def test_a_cut_while_files_are_written_is_kept_as_it_is(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    file = tmp_path / "board.bin"
    twin = start_twin("emulated", image="stock", keep=file)
    transport = prompt(twin)
    transport.fs_writefile("/old", b"before")
    cut = threading.Timer(0.1, twin.bench.cut_power_in_write, [SPARED])
    cut.start()
    with pytest.raises(TransportError):  # the board has lost power, the port is still there
        for number in range(30):
            transport.serial.timeout = 1
            transport.exec_raw(WRITE % number, timeout=1)
    cut.join()
    transport.close()
    twin.bench.wait(REBOOT_MS)

    transport = prompt(twin)
    kept = file.read_bytes()[FILES_AT:]
    sectors = [kept[at : at + SECTOR_BYTES] for at in range(0, len(kept), SECTOR_BYTES)]
    sums = {n: zlib.crc32(s) for n, s in enumerate(sectors) if s != b"\xff" * SECTOR_BYTES}
    assert len(sums) > 3, "the superblock and what was written"
    transport.exec(DEFINE_SUM)
    assert transport.eval(f"[sum_of(number) for number in {list(sums)}]") == list(sums.values())
    assert transport.fs_readfile("/old") == b"before"
    transport.close()


SPARED = 20  # a file of 3000 bytes takes 14
WRITE = "with open('/new%d', 'wb') as file: file.write(bytes(3000))"
DEFINE_SUM = """
import binascii, rp2
flash, sector = rp2.Flash(), bytearray(4096)
def sum_of(number):
    flash.readblocks(number, sector)
    return binascii.crc32(sector)
"""
