"""A UF2 file goes to a board in BOOTSEL: onto its drive, or by picotool."""

import errno
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from cardslinger.flash.boards import BOARDS
from cardslinger.flash.drives import Drive
from cardslinger.flash.errors import BadImage, BoardFailed, NoBoard

NAME = "cardslinger.uf2"
PIECE_BYTES = 64 * 1024  # is on the board before the next one goes: so progress is real
PICOTOOL_PATIENCE_S = 120.0  # 2 MiB take some 20 s
_READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)

Report = Callable[[int], None]  # so many bytes more are written


def load(image: bytes, family: int, drive: Drive, report: Report) -> bool:
    """Write a UF2 file of this family to the drive.

    A board takes the file in as it comes, and starts a second after the last byte: then False, for
    what could be read back until then is only what this computer remembers, and the launcher's
    hello has to show that it plays. True for a folder in its place, where the file was read back.

    Raises what `check_fits` does before anything is written, BoardFailed with the next step.
    """
    check_fits(image, family, drive)
    path = drive.path / NAME
    left = len(image)
    try:
        with path.open("wb", buffering=0) as file:
            for start in range(0, len(image), PIECE_BYTES):
                piece = image[start : start + PIECE_BYTES]
                _write_all(file.fileno(), piece)
                left -= len(piece)
                os.fsync(file.fileno())
                report(len(piece))
    except OSError as error:
        if left or error.errno in (errno.ENOSPC, *_READ_ONLY):
            raise BoardFailed(_cause(drive, error)) from error
    return not drive.path.is_mount() and _is_there(path, image)


def check_fits(image: bytes, family: int, drive: Drive) -> None:
    """Raises NoBoard for a drive that is no Pico's, BadImage for an image of another chip,
    BoardFailed when there is no room."""
    if not drive.chip:
        raise NoBoard(
            f"{drive.path}: the bootloader of another board ({drive.board_id[:20]!r}), which can't "
            "be a launcher; plug in a Pico with BOOTSEL held"
        )
    chips = [board.chip for board in BOARDS if board.family == family]
    if drive.chip not in chips:
        of = chips[0] if chips else f"the family 0x{family:08x}"
        raise BadImage(
            f"{drive.path}: the board has an {drive.chip}, the image is for {of}; take one for it"
        )
    try:
        free_bytes = shutil.disk_usage(drive.path).free
    except OSError as error:
        raise BoardFailed(_cause(drive, error)) from error
    if free_bytes < len(image):
        raise BoardFailed(_full(drive))


def _write_all(file: int, piece: bytes) -> None:
    while piece:
        piece = piece[os.write(file, piece) :]


def _is_there(path: Path, image: bytes) -> bool:
    try:
        written = path.read_bytes()
    except OSError:  # the board has started, and its drive is gone
        return False
    if hashlib.sha256(written).digest() != hashlib.sha256(image).digest():
        raise BoardFailed(f"{path}: the file there is not as it was written; run this again")
    return True


def _cause(drive: Drive, error: OSError) -> str:
    if error.errno == errno.ENOSPC:
        return _full(drive)
    if error.errno in _READ_ONLY:
        return f"{drive.path}: can't be written ({error.strerror}); mount it so that you may write"
    return (
        f"{drive.path}: the board went away while it was written ({error.strerror}); hold BOOTSEL "
        "while you plug it in, then run this again"
    )


def _full(drive: Drive) -> str:
    return (
        f"{drive.path}: there is no room for the image; unplug the board, hold BOOTSEL while you "
        "plug it in, then run this again"
    )


def picotool() -> str | None:
    """Where picotool is, if it is installed: it needs no drive."""
    return shutil.which("picotool")


def load_by_picotool(command: str, image: bytes) -> None:
    """Write a UF2 file to the only board in BOOTSEL, compare its flash with it, and start it.

    Raises BoardFailed with what picotool says.
    """
    with tempfile.TemporaryDirectory(prefix="cardslinger-") as folder:
        path = Path(folder, NAME)
        path.write_bytes(image)
        try:
            ran = subprocess.run(
                [command, "load", "-v", "-x", str(path)],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=PICOTOOL_PATIENCE_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BoardFailed(
                f"picotool does not do it ({error}); mount the drive instead"
            ) from None
    if ran.returncode:
        last = ((ran.stderr or ran.stdout).strip().splitlines() or ["no reason"])[-1]
        raise BoardFailed(
            f"picotool says {last[:80]!r}; hold BOOTSEL while you plug the board in, or mount its "
            "drive, then run this again"
        )
