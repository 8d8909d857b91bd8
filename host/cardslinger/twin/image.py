"""Where the MicroPython image for the emulated Pico comes from."""

import os
import subprocess
import sys
from pathlib import Path

import slinger

from cardslinger.twin.errors import NoImage

VARIABLE = "CARDSLINGER_IMAGE"
UF2_MAGIC = b"UF2\n"
UF2_BLOCK_BYTES = 512
UF2_BLOCK_COUNT = slice(24, 28)  # in the header of each block


def find_image() -> Path:
    """The file named by CARDSLINGER_IMAGE, else the one `make image` built of this very firmware.

    Raises NoImage with the next step.
    """
    named = os.environ.get(VARIABLE)
    image = Path(named) if named else _built_image()
    try:
        with image.open("rb") as file:
            first = file.read(UF2_BLOCK_BYTES)
    except OSError as error:
        raise NoImage(f"{image}: {error.strerror}; check {VARIABLE}") from None
    if first[:4] != UF2_MAGIC:
        raise NoImage(f"{image}: not a UF2 file; check {VARIABLE}")
    blocks = int.from_bytes(first[UF2_BLOCK_COUNT], "little")
    if image.stat().st_size != blocks * UF2_BLOCK_BYTES:
        raise NoImage(f"{image}: a UF2 file that is cut off; check {VARIABLE}")
    return image


def _built_image() -> Path:
    firmware = Path(slinger.__file__).parents[1]
    build = firmware / "image" / "build.py"
    if firmware.name != "firmware" or not build.exists():  # installed, not a checkout
        raise NoImage(f"no image to emulate: set {VARIABLE}=file.uf2")
    asked = subprocess.run(
        [sys.executable, build, "--path"], capture_output=True, text=True, check=False
    )
    if asked.returncode:
        raise NoImage(asked.stderr.strip().removeprefix("image: "))
    return Path(asked.stdout.strip())
