"""The image with the launcher frozen in, for the Pico: built here, on Debian, from a checkout."""

import os
import platform
import signal
import subprocess
import sys
from pathlib import Path

import slinger

from cardslinger.flash.errors import NoImage
from cardslinger.twin.image import VARIABLE

_SAYS = "image: "  # before each line of the build


def can_be_frozen() -> bool:
    """Whether there is a frozen image to be had: one named by CARDSLINGER_IMAGE, or a checkout on
    Debian."""
    return bool(os.environ.get(VARIABLE)) or (_script() is not None and _is_debian())


def frozen_image() -> Path:
    """The image of this firmware, built unless it is there. Raises NoImage with the next step."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    script = _script()
    if script is None:
        raise NoImage("a frozen image is built in a checkout of cardslinger; this is none")
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as build:
        try:
            path, said = build.communicate()
        except BaseException:
            build.send_signal(signal.SIGINT)  # it tidies up
            raise
    if build.returncode:
        raise NoImage(f"{_cause(said)}; or name a MicroPython's .uf2 file with --micropython")
    return Path(path.strip())


def _script() -> Path | None:
    firmware = Path(slinger.__file__).parents[1]
    script = firmware / "image" / "build.py"
    return script if firmware.name == "firmware" and script.is_file() else None


def _is_debian() -> bool:
    try:
        return platform.freedesktop_os_release().get("ID") == "debian"
    except OSError:  # no such file: Windows, macOS
        return False


def _cause(said: str) -> str:
    """The error in what the build said; a tool's last lines, which follow it, are in its log."""
    lines = [line for line in said.splitlines() if line.startswith(_SAYS)]
    last = lines[-1].removeprefix(_SAYS) if lines else "the build of the image ended without a word"
    return last.removesuffix(", the last lines are:")
