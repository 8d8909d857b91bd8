"""Where the MicroPython image for the emulated Pico comes from."""

import os
import subprocess
import sys
from pathlib import Path

import slinger

from cardslinger.twin.errors import NoImage

VARIABLE = "CARDSLINGER_IMAGE"
UF2_MAGIC = b"UF2\n"


def find_image() -> Path:
    """The file named by CARDSLINGER_IMAGE, else the one `make image` built of this very firmware.

    Raises NoImage with the next step.
    """
    named = os.environ.get(VARIABLE)
    image = Path(named) if named else _built_image()
    try:
        with image.open("rb") as file:
            magic = file.read(len(UF2_MAGIC))
    except OSError as error:
        raise NoImage(f"{image}: {error.strerror}; check {VARIABLE}") from None
    if magic != UF2_MAGIC:
        raise NoImage(f"{image}: not a UF2 file; check {VARIABLE}")
    return image


def _built_image() -> Path:
    build = Path(slinger.__file__).parents[1] / "image" / "build.py"
    if not build.exists():
        raise NoImage(f"no image to emulate: set {VARIABLE}=file.uf2")
    asked = subprocess.run(
        [sys.executable, build, "--path"], capture_output=True, text=True, check=False
    )
    if asked.returncode:
        raise NoImage(asked.stderr.strip().removeprefix("image: "))
    return Path(asked.stdout.strip())
