"""USB serial."""

import asyncio
import select
import sys

from machine import mem32

# USB endpoint 2 IN carries MicroPython's serial output. Its two buffers are full or offered to the
# host until that has taken them (RP2040 datasheet, 4.1.2.5 and 4.1.2.7; seen in the emulator only).
_CDC_IN_BUFFER_CONTROL = 0x50100090
_BUFFERS_PENDING = 0x84008400
_BYTES_A_READ = 64  # taken in 2 ms; then other tasks get their turn


class Serial:
    """USB serial, raw. One task reads, one writes."""

    def __init__(self):
        self._in, self._out = sys.stdin.buffer, sys.stdout.buffer
        self._reader = asyncio.StreamReader(self._in)
        self._readable = select.poll()
        self._readable.register(self._in, select.POLLIN)
        self._buffer, self._byte = bytearray(_BYTES_A_READ), bytearray(1)
        self._writable = select.poll()
        self._writable.register(self._out, select.POLLOUT)

    async def read(self) -> bytes:
        """At least one byte. Longer reads of the stream would freeze every task on a cut-off
        line (micropython issues 16550, 8772), so what is there is taken byte by byte."""
        buffer, byte = self._buffer, self._byte
        look, take = self._readable.ipoll, self._in.readinto
        buffer[0] = (await self._reader.read(1))[0]
        count = 1
        while count < _BYTES_A_READ:
            for _ in look(0):
                take(byte)
                buffer[count] = byte[0]
                count += 1
                break
            else:
                break
        return bytes(buffer[:count])

    def unread(self) -> bool:
        """True when bytes are waiting."""
        return bool(self._readable.poll(0))

    def drained(self) -> bool:
        """True when the host has taken all that was written: a whole line fits the buffer now."""
        self._writable.poll(0)  # TinyUSB moves on what it still holds
        return not mem32[_CDC_IN_BUFFER_CONTROL] & _BUFFERS_PENDING

    def write(self, data: bytes) -> int:
        return self._out.write(data)
