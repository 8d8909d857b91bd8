"""A virtual launcher and a host in one event loop, joined by a line that loses, repeats and delays.

All in virtual time. What the line does to each piece of bytes is drawn by chance; it never puts
pieces in another order, but late copies of old ones come between new ones, even over another cable
or from a host that is gone: something between the two may keep them.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from cardslinger.bridge.errors import Lost, PortError


@dataclass
class Troubles:
    """Chances of each trouble for each piece, and how long a piece or a copy is on its way."""

    drop: float = 0.0
    truncate: float = 0.0
    duplicate: float = 0.0
    late_copy: float = 0.0
    delay_ms: float = 0.0
    single_bytes: bool = False


class Direction:
    """One way of the line."""

    def __init__(self, chance: Random, troubles: Troubles) -> None:
        self.arrive: Callable[[bytes], None] = lambda data: None
        self._chance, self.troubles = chance, troubles
        self._free_at_s = 0.0  # the piece before has arrived then
        self._cable = 0  # counts cables: what was in one that was pulled never arrives

    def send(self, data: bytes) -> None:
        chance, troubles = self._chance, self.troubles
        if chance.random() < troubles.late_copy:
            late_s = chance.choice((1.0, 20.0)) * chance.random()
            asyncio.get_running_loop().call_later(late_s, lambda: self.arrive(data))
        if chance.random() < troubles.drop:
            return
        if chance.random() < troubles.truncate:
            data = data[: chance.randrange(len(data))]
        if chance.random() < troubles.duplicate:
            data += data
        loop = asyncio.get_running_loop()
        pieces = [bytes([one]) for one in data] if troubles.single_bytes else [data]
        for piece in pieces:
            delay_s = chance.uniform(0.0, troubles.delay_ms) / 1000
            self._free_at_s = max(self._free_at_s, loop.time() + delay_s)
            self._deliver(piece, self._free_at_s)

    def pull(self) -> None:
        """What is on its way is lost."""
        self._cable += 1

    def _deliver(self, piece: bytes, at_s: float) -> None:
        cable = self._cable

        def arrive() -> None:
            if cable == self._cable:
                self.arrive(piece)

        asyncio.get_running_loop().call_at(at_s, arrive)


class LossyCable:
    """What the twin takes for its cable, and what a host dials."""

    url = "lossy"

    def __init__(self, chance: Random) -> None:
        self.troubles = Troubles()
        self.to_device = Direction(chance, self.troubles)
        self.to_host = Direction(chance, self.troubles)
        self.to_device.arrive = self._to_device
        self.to_host.arrive = self._to_host
        self.on_bytes: Callable[[bytes], None] = lambda data: None
        self.on_host: Callable[[bool], None] = lambda present: None
        self.on_room: Callable[[], None] = lambda: None
        self._plugged_in = True
        self._wire: LossyWire | None = None

    @property
    def host_present(self) -> bool:
        return self._wire is not None

    async def dial(self) -> "LossyWire":
        if not self._plugged_in:
            raise PortError("no such port")
        if self._wire:
            raise PortError("busy")
        self._wire = LossyWire(self)
        self.on_host(True)
        return self._wire

    def pull(self) -> None:
        self._plugged_in = False
        self.let_go(Lost("unplugged"))

    def plug(self) -> None:
        self._plugged_in = True

    def let_go(self, why: Lost) -> None:
        """The host's end is gone, with all that is on its way."""
        wire, self._wire = self._wire, None
        for direction in (self.to_device, self.to_host):
            direction.pull()
        if wire:
            wire.end(why)
            self.on_host(False)

    def write(self, data: bytes) -> int:
        if self._wire:
            self.to_host.send(data)
        return len(data)

    def notify_room(self) -> None:
        asyncio.get_running_loop().call_soon(self.on_room)

    def stall(self, stalled: bool) -> None:
        """This one never does."""

    def close(self) -> None:
        """Nothing to let go of."""

    def _to_device(self, data: bytes) -> None:
        self.on_bytes(data)

    def _to_host(self, data: bytes) -> None:
        if self._wire:
            self._wire.pieces.put_nowait(data)


class LossyWire:
    """The host's end, until it breaks."""

    only_once = False

    def __init__(self, cable: LossyCable) -> None:
        self.pieces: asyncio.Queue[bytes] = asyncio.Queue()
        self._cable: LossyCable | None = cable
        self._why = Lost("closed")

    def end(self, why: Lost) -> None:
        self._cable, self._why = None, why
        self.pieces.put_nowait(b"")

    async def read(self) -> bytes:
        data = await self.pieces.get()
        if not data:
            self.pieces.put_nowait(b"")
            raise self._why
        return data

    async def write(self, line: bytes) -> None:
        if not self._cable:
            raise self._why
        self._cable.to_device.send(line)

    async def close(self) -> None:
        if self._cable:
            self._cable.let_go(Lost("closed"))
