"""The file that keeps a board's flash from one twin to the next: `emulated://?keep=FILE`.

It is the 2 MiB of the chip, byte by byte. Whatever the firmware writes to flash is in the file
before the firmware goes on, so a twin that is killed leaves what a board leaves that loses power.
"""

import errno
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

from cardslinger.twin.errors import CannotKeep
from cardslinger.twin.image import FLASH_BYTES

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def is_kept(file: Path) -> bool:
    """True if a board's flash is in the file, or something that is none: not if it is yet to be
    made."""
    try:
        return file.stat().st_size > 0 or not file.is_file()
    except OSError:
        return False


class KeptFlash:
    """The open file, which no other twin may have open."""

    def __init__(self, file: Path, make: Callable[[], bytes]) -> None:
        """What `make` gives is put into a file that is not there, or is empty.

        Raises CannotKeep with the next step.
        """
        self._file = file
        _check_place(file)
        try:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
            self._open = os.fdopen(os.open(file, flags, 0o666), "r+b", buffering=0)
        except OSError as error:
            raise self._failure(error) from None
        try:
            _lock(self._open.fileno())
        except BlockingIOError:
            self._open.close()
            raise CannotKeep(f"{file} is in use by another twin; close that first") from None
        except OSError as error:
            self._open.close()
            raise self._failure(error) from None
        try:
            self.content = self._read() or self._make(make())
        except BaseException:
            self._open.close()
            raise

    def write(self, start: int, content: bytes) -> None:
        """Flash has changed from `start` on. Raises CannotKeep, when the disk is full."""
        try:
            self._open.seek(start)
            while content:
                content = content[self._open.write(content) :]
        except OSError as error:
            raise self._failure(error) from None

    def _read(self) -> bytes:
        """The file's content: a whole flash, or nothing yet."""
        try:
            size = os.fstat(self._open.fileno()).st_size
            if size not in (0, FLASH_BYTES):
                raise CannotKeep(
                    f"{self._file} has {size} bytes, a Pico's flash has {FLASH_BYTES}: "
                    "it is another kind of file; name another one"
                )
            return self._open.read(size) or b""
        except OSError as error:
            raise self._failure(error) from None

    def _make(self, content: bytes) -> bytes:
        try:
            self.write(0, content)
        except CannotKeep:
            self._open.truncate(0)  # half a board would be refused the next time
            raise
        return content

    def _failure(self, error: OSError) -> CannotKeep:
        cure = "make room there" if error.errno in _FULL else "name another file"
        return CannotKeep(f"{self._file}: {error.strerror}; {cure}")


def _check_place(file: Path) -> None:
    """What opening would not say, or not clearly."""
    try:
        kind = file.stat().st_mode
    except FileNotFoundError:
        if not file.parent.is_dir():
            raise CannotKeep(f"{file.parent}: no such folder; make it first") from None
        return
    except OSError as error:
        raise CannotKeep(f"{file}: {error.strerror}; name another file") from None
    if stat.S_ISDIR(kind):
        raise CannotKeep(f"{file} is a folder; name a file in it")
    if not stat.S_ISREG(kind):
        raise CannotKeep(f"{file} is no plain file; name another one")


def _lock(descriptor: int) -> None:
    """Until it is closed, or its process has ended. Raises BlockingIOError."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, FLASH_BYTES, os.SEEK_SET)  # what is locked there cannot be read
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BlockingIOError from None
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
