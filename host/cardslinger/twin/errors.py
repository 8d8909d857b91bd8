"""What can go wrong with a twin. Each message names the cause and the next step."""


class TwinError(Exception):
    """Root of the twin's errors."""


class BadOption(TwinError):
    """A `virtual://` or `emulated://` URL that can't be understood."""


class NoImage(TwinError):
    """There is no MicroPython image to run."""


class CannotKeep(TwinError):
    """The file of `keep=` does not hold a board's flash, or takes no more of it."""


class NoAnswer(TwinError):
    """The launcher did not say what a conversation waited for."""


class UnsafeWrite(TwinError):
    """The firmware wrote to flash while the motor was driven. The twin ends with it."""


class TwinBroken(TwinError):
    """The twin's process ended or does not answer."""
