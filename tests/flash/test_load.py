"""A file goes to a drive: what is read back, what is not, and how each failure is told."""

import errno
import os
from pathlib import Path

import pytest
from cardslinger.flash import load as load_module
from cardslinger.flash.boards import RP2040, RP2350_ARM_S
from cardslinger.flash.drives import Drive
from cardslinger.flash.errors import BadImage, BoardFailed, NoBoard
from cardslinger.flash.load import NAME, PIECE_BYTES, load, load_by_picotool

PIECES = 3
IMAGE = os.urandom(PIECE_BYTES * PIECES - 1000)


@pytest.fixture
def drive(tmp_path: Path) -> Drive:
    return Drive(tmp_path, "RPI-RP2", "RP2040")


def silent(more: int) -> None:
    pass


def goes_after(monkeypatch: pytest.MonkeyPatch, drive: Drive, synced: int, code: int) -> None:
    """The board is unplugged, or starts, so that the sync after `synced` others fails."""
    done: list[int] = []

    def fsync(file: int) -> None:
        if len(done) == synced:
            (drive.path / NAME).unlink()
            raise OSError(code, os.strerror(code))
        done.append(file)

    monkeypatch.setattr(load_module.os, "fsync", fsync)


def test_a_file_that_stays_is_read_back(drive: Drive) -> None:
    reported: list[int] = []
    assert load(IMAGE, RP2040, drive, reported.append)
    assert (drive.path / NAME).read_bytes() == IMAGE
    assert (len(reported), sum(reported)) == (PIECES, len(IMAGE))


@pytest.mark.parametrize("code", [errno.EIO, errno.ENODEV, errno.ENOENT])
def test_a_drive_that_goes_after_the_last_byte_is_a_board_that_starts(
    drive: Drive, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    goes_after(monkeypatch, drive, PIECES - 1, code)
    assert not load(IMAGE, RP2040, drive, silent), "nothing was read back"


@pytest.mark.parametrize("synced", range(PIECES - 1))
def test_one_that_goes_earlier_was_unplugged(
    drive: Drive, monkeypatch: pytest.MonkeyPatch, synced: int
) -> None:
    goes_after(monkeypatch, drive, synced, errno.EIO)
    with pytest.raises(BoardFailed, match=r"went away while it was written.*hold BOOTSEL"):
        load(IMAGE, RP2040, drive, silent)


def test_one_that_is_gone_before_is_told(tmp_path: Path) -> None:
    with pytest.raises(BoardFailed, match="went away"):
        load(IMAGE, RP2040, Drive(tmp_path / "gone", "RPI-RP2", "RP2040"), silent)


def test_a_full_drive_is_told(drive: Drive, monkeypatch: pytest.MonkeyPatch) -> None:
    (drive.path / NAME).symlink_to("/dev/full")
    with pytest.raises(BoardFailed, match="no room"):
        load(IMAGE, RP2040, drive, silent)


def test_a_drive_that_is_too_small_is_not_written_to(drive: Drive) -> None:
    with pytest.raises(BoardFailed, match="no room"):
        load(IMAGE, RP2040, Drive(Path("/proc"), "RPI-RP2", "RP2040"), silent)


def test_a_drive_that_is_read_only_is_told(drive: Drive) -> None:
    (drive.path / NAME).symlink_to("/sys/nobody_may_write_here")
    with pytest.raises(BoardFailed, match="can't be written"):
        load(IMAGE, RP2040, drive, silent)


def test_a_file_that_is_not_as_it_was_written_is_told(
    drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fsync(file: int) -> None:
        os.pwrite(file, b"rust", 100)

    monkeypatch.setattr(load_module.os, "fsync", fsync)
    with pytest.raises(BoardFailed, match="not as it was written"):
        load(IMAGE, RP2040, drive, silent)


def test_an_image_for_another_chip_stays_off_the_drive(drive: Drive) -> None:
    with pytest.raises(BadImage, match="has an RP2040, the image is for RP2350"):
        load(IMAGE, RP2350_ARM_S, drive, silent)
    with pytest.raises(BadImage, match="the image is for the family 0x00000001"):
        load(IMAGE, 1, drive, silent)
    assert list(drive.path.iterdir()) == []


def test_another_board_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(NoBoard, match=r"another board.*SAMD51"):
        load(IMAGE, RP2040, Drive(tmp_path, "SAMD51-v0", ""), silent)


def script(folder: Path, text: str) -> str:
    path = folder / "picotool"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_picotool_writes_compares_and_starts(tmp_path: Path) -> None:
    told = f'echo "$1 $2 $3" > {tmp_path}/told; cat "$4" > {tmp_path}/image'
    load_by_picotool(script(tmp_path, told), IMAGE)
    assert (tmp_path / "told").read_text() == "load -v -x\n"
    assert (tmp_path / "image").read_bytes() == IMAGE


def test_what_picotool_says_is_told(tmp_path: Path) -> None:
    command = script(tmp_path, "echo No accessible RP-series devices; exit 249")
    with pytest.raises(BoardFailed, match=r"'No accessible RP-series devices'.*hold BOOTSEL"):
        load_by_picotool(command, IMAGE)
    with pytest.raises(BoardFailed, match="picotool does not do it"):
        load_by_picotool(str(tmp_path / "none"), IMAGE)
