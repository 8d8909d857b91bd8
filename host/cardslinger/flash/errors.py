"""What can go wrong on the way from a bare Pico to a launcher.

    FlashError
    ├── BadImage      a file that is no image for this board: not a UF2, damaged, another family
    ├── NoImage       there is no image, and none can be made or fetched here
    ├── NoBoard       no board to write to, or several
    ├── NotAgreed     what is on the board would be replaced, and nobody said yes
    ├── BoardFailed   the board, or its drive, did not do what it was told
    ├── BadBackup     a file that is no backup of a launcher
    └── NotSaved      a file on this computer that could not be written

Each message names the cause and the next step, in one line.
"""


class FlashError(Exception):
    """Root of the errors of flashing."""


class BadImage(FlashError):
    """The file is no image for this board."""


class NoImage(FlashError):
    """There is no image to write, and none can be made or fetched here."""


def not_installed(library: str) -> NoImage:
    """What to raise when a library of the extra `flash` is not there."""
    return NoImage(f"{library} is missing: pip install -e '.[flash]'")


class NoBoard(FlashError):
    """There is no board to write to, or it is not clear which."""


class NotAgreed(FlashError):
    """What is on the board would be replaced, and nobody said yes to that."""


class BoardFailed(FlashError):
    """The board, or its drive, did not do what it was told."""


class BadBackup(FlashError):
    """The file is no backup of a launcher."""


class NotSaved(FlashError):
    """A file on this computer could not be written."""
