"""Where boards in BOOTSEL are found, on trees as the three systems have them."""

from pathlib import Path

import pytest
from cardslinger.flash.drives import (
    Drive,
    drive_at,
    drives_in,
    find_drives,
    find_unmounted,
    letters,
    mounted,
    mounting,
    volumes,
)
from cardslinger.flash.errors import NoBoard

PICO = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"
PICO_2 = "UF2 Bootloader v1.0\r\nModel: Raspberry Pi RP2350\r\nBoard-ID: RP2350\r\n"
ANOTHER = "UF2 Bootloader v3.4\nModel: Feather\nBoard-ID: SAMD51-v0\n"


def drive(folder: Path, info: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "INFO_UF2.TXT").write_bytes(info.encode())
    return folder


@pytest.mark.parametrize(
    ("info", "board_id", "chip"),
    [(PICO, "RPI-RP2", "RP2040"), (PICO_2, "RP2350", "RP2350"), (ANOTHER, "SAMD51-v0", "")],
)
def test_a_drive_says_which_board_it_is(
    info: str, board_id: str, chip: str, tmp_path: Path
) -> None:
    path = drive(tmp_path / "d", info)
    assert drive_at(path) == Drive(path, board_id, chip)


def test_what_is_no_drive_of_a_board_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoBoard, match="no such folder"):
        drive_at(tmp_path / "none")
    with pytest.raises(NoBoard, match=r"no INFO_UF2\.TXT.*hold BOOTSEL"):
        drive_at(tmp_path)
    with pytest.raises(NoBoard, match="names no board"):
        drive_at(drive(tmp_path / "d", "\xff" * 9999))


def test_linux_looks_where_small_file_systems_are_mounted(tmp_path: Path) -> None:
    path = drive(tmp_path / "my drives ä" / "RPI-RP2", PICO)
    stick = tmp_path / "stick"
    stick.mkdir()
    shown = bytes(path).replace(b" ", rb"\040").replace("ä".encode(), rb"\303\244")
    mounts = tmp_path / "mounts"
    mounts.write_bytes(
        b"/dev/sda1 / ext4 rw 0 0\n"
        b"server:/home /home/all nfs rw 0 0\n"
        b"odd\n"
        b"/dev/sdb1 %s vfat rw,flush 0 0\n/dev/sdc1 %s vfat rw 0 0\n" % (shown, bytes(stick))
    )
    assert mounted(mounts) == [path, stick]
    assert drives_in(mounted(mounts)) == [Drive(path, "RPI-RP2", "RP2040")]


def test_macos_looks_at_its_volumes(tmp_path: Path) -> None:
    drive(tmp_path / "RPI-RP2", PICO)
    drive(tmp_path / "RP2350", PICO_2)
    (tmp_path / "Macintosh HD").mkdir()
    found = drives_in(volumes(tmp_path))
    assert [one.chip for one in found] == ["RP2350", "RP2040"]


def test_windows_looks_at_its_letters() -> None:
    assert [str(folder) for folder in letters()][:2] == ["C:", "D:"]


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_a_system_without_such_places_has_no_drives(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("cardslinger.flash.drives.MOUNTS", tmp_path / "mounts")
    monkeypatch.setattr("cardslinger.flash.drives.VOLUMES", tmp_path / "Volumes")
    assert find_drives(system) == []


def test_a_board_on_usb_whose_drive_nobody_mounted_is_told(tmp_path: Path) -> None:
    for name, vendor, product in [
        ("1-1", "2e8a", "0003"),
        ("1-2", "2e8a", "000f"),
        ("1-3", "2e8a", "0005"),  # MicroPython runs there
        ("usb1", "1d6b", "0002"),
    ]:
        (tmp_path / name).mkdir()
        (tmp_path / name / "idVendor").write_text(f"{vendor}\n")
        (tmp_path / name / "idProduct").write_text(f"{product}\n")
    (tmp_path / "1-4").mkdir()
    (tmp_path / "1-4" / "idVendor").write_text("2e8a\n")  # it goes while one looks
    boards = find_unmounted(tmp_path)
    assert [(board.name, board.chip) for board in boards] == [
        ("RPI-RP2", "RP2040"), ("RP2350", "RP2350"),
    ]  # fmt: skip
    assert "udisksctl mount -b /dev/disk/by-label/RPI-RP2" in mounting(boards[0])
    assert find_unmounted(tmp_path / "none") == []
