"""The port of a board to write to, for as long as a command takes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from cardslinger.bridge.ports import TWINS, lasting_name, resolve
from cardslinger.flash.errors import NoBoard
from cardslinger.twin.bench import Bench
from cardslinger.twin.process import TwinProcess


@dataclass(frozen=True, slots=True)
class BoardPort:
    """`url` opens the board, over all its starts; `bench` are the hands on a twin."""

    url: str
    bench: Bench | None = None


@contextmanager
def board_port(port: str) -> Iterator[BoardPort]:
    """The board that `port` means now. A twin lives until the end of the block.

    Raises NoBoard for one without flash, PortError, TwinError.
    """
    if not port.startswith(TWINS):
        device = resolve(port)
        yield BoardPort(lasting_name(device, device))
        return
    if port.startswith("virtual://"):
        raise NoBoard("virtual:// has no flash: take emulated://, which is a whole Pico")
    with TwinProcess(port) as twin:
        yield BoardPort(twin.serial_url, twin.bench)
