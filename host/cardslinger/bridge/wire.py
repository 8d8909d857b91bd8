"""A connection's bytes: an open port, read by a thread of its own."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import serial

from cardslinger.bridge import trace
from cardslinger.bridge.errors import Lost
from cardslinger.bridge.ports import READ_TIMEOUT_S, broken_port, lasting_name, open_port

PIECES_MAX = 64  # read and not yet taken: then the port has to wait


class Wire(Protocol):
    """Bytes to and from a launcher, until the wire breaks."""

    only_once: bool  # what is behind it ends when it is closed: it can't be opened again

    async def read(self) -> bytes:
        """The next bytes. Raises Lost when it broke, from then on always."""

    async def write(self, line: bytes) -> None:
        """Raises Lost when it broke."""

    async def close(self) -> None:
        """Let go of it; safe to call twice."""


Dial = Callable[[], Awaitable[Wire]]  # opens a wire; raises PortError


class SerialWire:
    """A serial port as a wire, overheard by `trace` under its name."""

    def __init__(self, port: serial.Serial, name: str) -> None:
        self.port = port
        self._name = name
        self.only_once = hasattr(type(port), "ending")
        self._loop = asyncio.get_running_loop()
        self._pieces: asyncio.Queue[bytes] = asyncio.Queue()
        self._room = threading.Semaphore(PIECES_MAX)
        self._broken: Lost | None = None
        self._closing = False
        self._reader = threading.Thread(target=self._read, name="launcher-reader", daemon=True)
        trace.note(name, trace.OPENED)
        self._reader.start()

    async def read(self) -> bytes:
        data = b"" if self._broken and self._pieces.empty() else await self._pieces.get()
        if not data:
            assert self._broken is not None
            raise self._broken
        self._room.release()
        return data

    async def write(self, line: bytes) -> None:
        trace.wire(self._name, trace.Source.HOST, line)
        try:
            await asyncio.to_thread(self.port.write, line)
        except (OSError, TypeError) as error:  # TypeError: pyserial, when closed meanwhile
            # a twin may take time to say how it ended
            raise await asyncio.to_thread(self._lost, error) from error

    async def close(self) -> None:
        if not self._closing:
            self._closing = True
            await asyncio.to_thread(self._let_go)

    def _let_go(self) -> None:
        self._reader.join()
        self.port.close()
        trace.note(self._name, trace.CLOSED)

    def _read(self) -> None:
        """Blocking reads, handed to the event loop."""
        while not self._closing:
            try:
                data = self.port.read(max(1, self.port.in_waiting))
            except (OSError, TypeError) as error:
                self._hand_over(self._break, self._lost(error))
                return
            if data and self._wait_for_room():
                trace.wire(self._name, trace.Source.LAUNCHER, bytes(data))
                self._hand_over(self._pieces.put_nowait, bytes(data))

    def _wait_for_room(self) -> bool:
        while not self._closing:
            if self._room.acquire(timeout=READ_TIMEOUT_S):
                return True
        return False

    def _lost(self, error: Exception) -> Lost:
        why = broken_port(self.port, error)
        trace.note(self._name, f"{trace.LOST}: {why}")
        return Lost(why)

    def _break(self, error: Lost) -> None:
        self._broken = error
        self._pieces.put_nowait(b"")

    def _hand_over(self, take: Callable[[Any], None], what: object) -> None:
        try:
            self._loop.call_soon_threadsafe(take, what)
        except RuntimeError:  # the loop has ended; nobody is interested any more
            self._closing = True


def dialer(name: str) -> Dial:
    """Opens the port again and again: the same board, wherever it is plugged in."""
    lasting = name

    async def dial() -> Wire:
        nonlocal lasting
        port = await asyncio.to_thread(open_port, lasting)
        lasting = await asyncio.to_thread(lasting_name, lasting, port.port)
        return SerialWire(port, name)

    return dial
