"""A file that is written whole or not at all."""

import os
import tempfile
from pathlib import Path
from stat import S_ISREG

from cardslinger.flash.errors import NotSaved

_UF2 = b"UF2\n"


def save_uf2(path: Path, data: bytes) -> None:
    """Write an image. It may take the place of another UF2 file, and of nothing else.

    Raises NotSaved with the next step; then what was there is still there.
    """
    try:
        place = path.resolve()
        _check(path, place)
        descriptor, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}-")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            _allow_reading(Path(name))
            Path(name).replace(place)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:  # a name with a zero byte is a ValueError
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise NotSaved(f"{path}: {reason}; make room, or choose another place with -o") from None


def _check(path: Path, place: Path) -> None:
    if not place.parent.is_dir():
        raise NotSaved(f"{path}: there is no folder {place.parent}; make it first")
    try:
        mode = place.stat().st_mode
    except FileNotFoundError:
        return
    if not S_ISREG(mode):
        raise NotSaved(f"{path}: is no ordinary file; name a .uf2 file with -o")
    with place.open("rb") as file:
        first = file.read(len(_UF2))
    if first not in (_UF2, b""):
        raise NotSaved(f"{path}: is no UF2 file and stays as it is; choose another name with -o")


def _allow_reading(path: Path) -> None:
    """As an ordinary new file: temporary ones are for their owner's eyes only."""
    mask = os.umask(0)
    os.umask(mask)
    path.chmod(0o666 & ~mask)
