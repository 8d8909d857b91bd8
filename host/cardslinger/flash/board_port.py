"""The port of a board to write to, for as long as a command takes."""

from collections.abc import Iterator
from contextlib import contextmanager

from cardslinger.bridge.ports import TWINS, resolve
from cardslinger.flash.errors import NoBoard
from cardslinger.twin.process import TwinProcess


@contextmanager
def board_port(port: str) -> Iterator[str]:
    """The device or URL that `port` means now; `bridge.ports.lasting_name` finds it again when the
    board has started anew. A twin lives until the end of the block, over all its starts.

    Raises NoBoard for one without flash, PortError, TwinError.
    """
    if not port.startswith(TWINS):
        yield resolve(port)
        return
    if port.startswith("virtual://"):
        raise NoBoard("virtual:// has no flash: take emulated://, which is a whole Pico")
    with TwinProcess(port) as twin:
        yield twin.serial_url
