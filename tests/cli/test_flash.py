"""`cardslinger flash`: from a stock MicroPython to a launcher, and all that may go wrong."""

import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path

import pytest
import serial
from cardslinger.flash.boards import PICO
from cardslinger.flash.uf2 import Image, seal, write
from cardslinger.twin.image import find_image

from tests.cli.terminal import Terminal
from tests.cli.test_cli import CARDSLINGER, assert_refused, run
from tests.flash.boards import flash_with, launcher_on
from tests.flash.images import micropython

INFO = "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: {}\n"
PLATE = b"cardslinger launcher 0.1.0\0"


def kept(tmp_path: Path, files: dict[str, bytes]) -> tuple[Path, str]:
    """A board with a stock MicroPython and these files: its flash, and its port."""
    path = tmp_path / "pico.bin"
    path.write_bytes(flash_with(files))
    return path, f"emulated://?speed=0&keep={path}"


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    """What stands in for the drive of a Pico in BOOTSEL."""
    folder = tmp_path / "RPI-RP2"
    folder.mkdir()
    (folder / "INFO_UF2.TXT").write_text(INFO.format("RPI-RP2"))
    return folder


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """One with a launcher, if one looks no closer than at its plate."""
    path = tmp_path / "launcher.uf2"
    pages = micropython().pages
    page = PLATE.ljust(256, b"\0")
    path.write_bytes(write(seal(Image(PICO.family, {**pages, max(pages) + 256: page}))))
    return path


# -- over the prompt ------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_stock_pico_becomes_a_launcher_in_one_command(tmp_path: Path) -> None:
    board = f"keep={tmp_path / 'pico.bin'}"
    done = run("flash", "--port", f"emulated://?image=stock&speed=0&{board}", "--yes", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["verdict"], told["way"], told["before"]) == ("ok", "files", None)
    assert (told["launcher"], told["micropython"]) == ("0.1.0", "1.25.0")
    assert told["wall_s"] > 0
    assert told["virtual_s"] > 0

    port = f"emulated://?speed=0&{board}"
    assert run("fire", "3", "--port", port).stdout.startswith("fired 3 of 3")
    again = json.loads(run("flash", "--port", port, "--json").stdout)
    assert (again["verdict"], again["way"], again["wrote_bytes"]) == ("ok", "nothing", 0)


@pytest.mark.long
def test_an_image_of_a_stock_micropython_and_the_launcher_boots_and_fires(tmp_path: Path) -> None:
    image = tmp_path / "l.uf2"
    stock = str(find_image("stock"))
    built = run("image", "build", "--micropython", stock, "-o", str(image), "--json")
    assert json.loads(built.stdout)["layout"] == "files", built.stderr
    fired = run("fire", "3", "--port", f"emulated://?speed=0&image={image}")
    assert fired.stdout.startswith("fired 3 of 3"), fired.stderr


def test_a_program_of_the_owners_is_not_touched_without_a_yes(tmp_path: Path) -> None:
    path, port = kept(tmp_path, {"/main.py": b"print('mine')\n"})
    before = path.read_bytes()
    assert_refused(run("flash", "--port", port, "--json"), 2, "/main.py, which is not ours")
    with Terminal("flash", "--port", port) as terminal:
        terminal.until("Go on? [y/N]: ")
        terminal.type("n\n")
        code, shown = terminal.end()
    assert (code, "nothing was written" in shown) == (1, True)
    assert path.read_bytes() == before


def test_a_newer_launcher_is_not_replaced_without_a_yes(tmp_path: Path) -> None:
    _, port = kept(tmp_path, {"/main.py": b"# cardslinger 9.9.9 0123456789abcdef\n"})
    assert_refused(run("flash", "--port", port), 2, "9.9.9 may be newer than this, 0.1.0")


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    path, port = kept(tmp_path, {})
    before = path.read_bytes()
    done = run("flash", "--port", port, "--dry-run", "--json")
    assert json.loads(done.stdout)["verdict"] == "dry run"
    assert path.read_bytes() == before


@pytest.mark.long
def test_ctrl_c_while_it_writes_leaves_what_was_there(tmp_path: Path) -> None:
    path, _ = kept(tmp_path, {})
    before = path.read_bytes()
    with subprocess.Popen(
        [CARDSLINGER, "flash", "--port", f"emulated://?keep={path}", "--yes"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        while path.read_bytes() == before:
            assert child.poll() is None
            time.sleep(0.1)
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=60)
    assert child.returncode == 130
    assert "interrupted" in said
    assert launcher_on(path.read_bytes()) is None


# -- over a drive ---------------------------------------------------------------------------------


def test_an_image_is_copied_to_a_drive(drive: Path, image: Path) -> None:
    done = run("flash", "--drive", str(drive), "--image", str(image), "--yes", "--json")
    told = json.loads(done.stdout)
    assert (told["verdict"], told["way"], told["launcher"]) == ("written", "image", None)
    assert (drive / "cardslinger.uf2").read_bytes() == image.read_bytes()


def test_what_is_on_a_board_in_bootsel_is_replaced_after_a_yes_only(
    drive: Path, image: Path
) -> None:
    done = run("flash", "--drive", str(drive), "--image", str(image))
    assert_refused(done, 2, "what is on the board is replaced")
    assert [path.name for path in drive.iterdir()] == ["INFO_UF2.TXT"]


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("damaged", "it is not what its SHA-256 says"),
        ("text", "not a UF2 file"),
        ("missing", "No such file"),
        ("of another chip", "the board has an RP2350"),
        ("foreign board", "the bootloader of another board"),
        ("no bootloader", "it has no INFO_UF2.TXT"),
    ],
)
def test_a_wrong_file_or_drive_is_told_and_nothing_is_written(
    what: str, said: str, drive: Path, image: Path
) -> None:
    info = drive / "INFO_UF2.TXT"
    if what == "damaged":
        data = bytearray(image.read_bytes())
        data[700] ^= 1
        image.write_bytes(data)
    elif what == "text":
        image.write_text("hello")
    elif what == "missing":
        image.unlink()
    elif what == "no bootloader":
        info.unlink()
    else:
        info.write_text(INFO.format("RP2350" if what == "of another chip" else "SAMD51"))
    done = run("flash", "--drive", str(drive), "--image", str(image), "--yes")
    assert_refused(done, 1, said)
    assert not (drive / "cardslinger.uf2").exists()


@pytest.mark.parametrize(
    ("place", "said"),
    [("/sys/nobody_may_write_here", "can't be written"), ("/dev/full", "there is no room")],
)
def test_a_drive_that_takes_no_file_is_told(
    place: str, said: str, drive: Path, image: Path
) -> None:
    (drive / "cardslinger.uf2").symlink_to(place)
    done = run("flash", "--drive", str(drive), "--image", str(image), "--yes")
    assert done.returncode == 1
    assert (done.stdout, "Traceback" in done.stderr) == ("", False)
    assert said in done.stderr.splitlines()[-1]


def test_an_image_without_a_launcher_is_written_after_a_yes_only(drive: Path, image: Path) -> None:
    image.write_bytes(write(micropython()))
    done = run("flash", "--drive", str(drive), "--image", str(image))
    assert_refused(done, 2, "the image has no launcher")
    assert not (drive / "cardslinger.uf2").exists()


# -- ports ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--port", "virtual://"), "virtual:// has no flash"),
        (("--port", "/dev/nothing"), "/dev/nothing: can't be opened"),
        (("--port", "emulated://?image=none.uf2"), "none.uf2"),
        (("--drive", "/none"), "/none: no such folder"),
    ],
)
def test_a_place_without_a_board_is_one_line(arguments: tuple[str, ...], said: str) -> None:
    assert_refused(run("flash", *arguments, "--yes"), 1, said)


def test_an_emulated_board_takes_an_image_from_the_start_only(image: Path) -> None:
    port = "emulated://?image=stock&speed=0"
    done = run("flash", "--port", port, "--image", str(image), "--yes")
    assert_refused(done, 1, "emulated://?image=FILE.uf2")


def test_a_port_that_another_program_has_open_is_one_line() -> None:
    ours, theirs = pty.openpty()
    try:
        with serial.Serial(os.ttyname(theirs), exclusive=True) as port:
            done = run("flash", "--port", str(port.port), "--yes")
    finally:
        os.close(ours)
        os.close(theirs)
    assert_refused(done, 1, "close what else has it open")


def test_without_mpremote_the_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "mpremote.py").write_text("raise ImportError")
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = run("flash", "--port", "/dev/nothing", "--yes", PYTHONPATH=paths)
    assert_refused(done, 1, "mpremote is missing: pip install -e '.[flash]'")
