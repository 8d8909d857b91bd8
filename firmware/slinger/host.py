"""The wire's two ends on the device: what a host sends is read and obeyed, what is new is sent."""

import asyncio

from .frame import Decoder
from .link import Link

_DRAIN_LOOK_S = 0.002  # a host that listens takes a line in about 2 ms
_DRAIN_LOOK_MAX_S = 0.5


class Host:
    """Two tasks around the session. `report(task)` says that a task is alive."""

    def __init__(self, board, about: dict, changed, report):
        """`about`: what the hello says; `changed` is set when the host is lost or found."""
        self.link = Link(about)
        self.decoder = Decoder()
        self.wake = board.flag()  # the writer
        self._clock, self._serial = board.clock, board.serial
        self._changed, self._report = changed, report
        self._was_lost = False
        self._idle = False  # the writer has nothing to write
        self._rest = b""  # of a line that the reader began

    def tell(self, event: str, facts: dict) -> int:
        """Number an event and send it when the host has the ones before."""
        number = self.link.event(event, self._clock.now_ms(), facts)
        self.wake.set()
        return number

    def show(self, facts: dict) -> None:
        """What is going on, for a host that listens; nobody keeps it."""
        self.link.telemetry(facts)
        self.wake.set()

    def unread(self) -> bool:
        """True when bytes are waiting to be read."""
        return self._serial.unread()

    async def read(self, obey, greeted) -> None:
        """`obey(name, arguments)` gives the answer to each command, once; `greeted()` is told of
        a new session."""
        link = self.link
        while True:
            for message in self.decoder.feed(await self._serial.read()):
                session = link.session
                command = link.receive(message)
                if link.session != session:
                    greeted()
                if command:
                    number, name, arguments = command
                    link.answer(number, obey(name, arguments))
                self._write_at_once()
            self._look_for_host()
            self._report("reader")

    async def write(self) -> None:
        link = self.link
        while True:
            self._report("writer")
            line, self._rest = self._rest or link.next_line(self._clock.now_ms()), b""
            if line is None:
                self._look_for_host()
                self._idle = True
                await self.wake.wait()
                self._idle = False
            else:
                await self._write(line)

    def _write_at_once(self) -> None:
        """While the writer waits no line is half written. It takes a millisecond to wake."""
        if self._idle and self._serial.drained():
            line = self.link.next_line(self._clock.now_ms())
            if line:
                self._rest = line[self._serial.write(line) :]
            if not self._rest and not self.link.more_to_say:
                return
        self.wake.set()

    async def _write(self, line: bytes) -> None:
        """Only into an empty buffer: MicroPython's write stops every task, the motor's among
        them, for half a second and more when a host does not read (micropython issue 9634)."""
        serial, pause_s = self._serial, _DRAIN_LOOK_S
        while line:
            while not serial.drained():
                self._report("writer")
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, _DRAIN_LOOK_MAX_S)
            line = line[serial.write(line) :]
        self.link.wrote(self._clock.now_ms())

    def _look_for_host(self) -> None:
        if self.link.lost != self._was_lost:
            self._was_lost = not self._was_lost
            self._changed.set()
