"""Disks that take no more, and folders that may not be written: real ones, for root too."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

NOBODY = 65534


@contextlib.contextmanager
def small_files(most_bytes: int) -> Iterator[None]:
    """No file may grow further than that: writing fails, though not as on a full disk (EFBIG)."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)  # Python ignores the signal
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextlib.contextmanager
def as_nobody() -> Iterator[None]:
    """Permissions count in here: root, for whom they do not, becomes another user."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@contextlib.contextmanager
def folder_of_nobody() -> Iterator[Path]:
    """A folder that `as_nobody` comes to; pytest's own are root's alone."""
    folder = Path(tempfile.mkdtemp())
    if os.geteuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
    try:
        yield folder
    finally:
        folder.chmod(0o700)
        shutil.rmtree(folder)
