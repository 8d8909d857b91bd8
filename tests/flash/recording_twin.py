"""`python -m cardslinger.twin`, and each change of the flash goes into the file RECORDED_FLASH:
where, how many bytes, and the bytes."""

import os
import struct
from collections.abc import Callable
from pathlib import Path

from cardslinger.twin import __main__ as program

HEAD = struct.Struct("<II")


def recording(image: Path | None, kept: Path | None) -> tuple[bytes, Callable[[int, bytes], None]]:
    content, keep = program_open(image, kept)
    log = Path(os.environ["RECORDED_FLASH"]).open("ab", buffering=0)  # noqa: SIM115 - to the end
    log.write(HEAD.pack(0, len(content)) + content)

    def write(start: int, changed: bytes) -> None:
        keep(start, changed)
        log.write(HEAD.pack(start, len(changed)) + changed)

    return content, write


program_open = program.open_flash

if __name__ == "__main__":
    program.open_flash = recording
    program.main()
