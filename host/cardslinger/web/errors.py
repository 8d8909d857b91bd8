"""What can go wrong with the pages.

    WebError
    ├── CantListen      the address can't be used
    ├── BadCertificate  the files of --tls-cert and --tls-key can't be used
    └── WrongPin        a device was not let in
        └── TooManyTries    nor will it be, for a while

Each message names the cause and the next step, in one line.
"""


class WebError(Exception):
    """Root of the pages' errors."""


class CantListen(WebError):
    """The address can't be used."""


class BadCertificate(WebError):
    """The files of --tls-cert and --tls-key can't be used."""


class WrongPin(WebError):
    """A device was not let in."""


class TooManyTries(WrongPin):
    """A device will not be let in for `wait_s` seconds."""

    def __init__(self, wait_s: float) -> None:
        super().__init__(f"too many wrong PINs: try again in {wait_s:.0f} s")
        self.wait_s = wait_s
