"""`cardslinger flash --image` on a board at its prompt, as far as that goes without a real one: the
board is emulated, its drive is a folder, and its bootloader a mere restart."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from cardslinger.cli import flash_image
from cardslinger.cli.flash_image import over_bootloader
from cardslinger.flash.boards import PICO
from cardslinger.flash.drives import Drive
from cardslinger.flash.errors import BoardFailed
from cardslinger.flash.files import launcher_files
from cardslinger.flash.kept import Kept, read_kept, write_kept
from cardslinger.flash.merge import merge
from cardslinger.flash.probe import probe
from cardslinger.flash.prompt import Prompt
from cardslinger.flash.uf2 import load, write
from cardslinger.twin.image import find_image
from cardslinger.twin.process import TwinProcess

KEPT = {"settings": {"retries": 1}, "life": {"cards": 3, "boots": 2}}


@pytest.fixture(scope="module")
def twin() -> Iterator[TwinProcess]:
    with TwinProcess("emulated://?speed=0") as twin:
        yield twin


@pytest.fixture
def drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Drive:
    """Where the board's drive appears."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = tmp_path / "drive"
    folder.mkdir()
    drive = Drive(folder, "RPI-RP2", "RP2040")
    monkeypatch.setattr(flash_image, "wait_in_bootsel", lambda others: drive)
    monkeypatch.setattr(Prompt, "to_bootloader", Prompt.leave)
    return drive


@pytest.fixture
def merged(tmp_path: Path) -> Path:
    """An image that brings files of its own."""
    path = tmp_path / "l.uf2"
    path.write_bytes(write(merge(load(find_image("stock")), launcher_files(), PICO)))
    return path


def flash(twin: TwinProcess, image: Path) -> None:
    with Prompt(twin.serial_url) as prompt:
        write_kept(prompt, Kept(KEPT))
        over_bootloader(prompt, probe(prompt), image, yes=True, dry_run=False)


def test_what_the_board_kept_is_given_back(
    twin: TwinProcess, drive: Drive, merged: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def starts(*_: object) -> bool:  # an image takes all files along; then the board starts
        with Prompt(twin.serial_url) as prompt:
            prompt.run("remove('/settings'); remove('/life')")
        return False

    monkeypatch.setattr(flash_image, "load", starts)
    monkeypatch.setattr(flash_image, "check_flash", lambda *_: None)  # it is not this image
    flash(twin, merged)
    with Prompt(twin.serial_url) as prompt:
        kept = read_kept(prompt).values
    assert kept["settings"] == KEPT["settings"]
    assert kept["life"]["cards"] == 3
    assert list((tmp_path / "data").rglob("*.json")) == []


def test_what_the_board_kept_lies_in_a_file_when_it_goes_wrong(
    twin: TwinProcess, drive: Drive, merged: Path, capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:  # fmt: skip
    drive.path.rmdir()  # unplugged
    with pytest.raises(BoardFailed):
        flash(twin, merged)
    (backup,) = (tmp_path / "data").rglob("*.json")
    assert f"cardslinger restore {backup}" in capsys.readouterr().err
    assert '"cards": 3' in backup.read_text()
