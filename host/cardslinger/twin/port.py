"""A serial port that brings its own twin: what `virtual://` and `emulated://` open."""

import contextlib
import os
from typing import Any

import serial
from serial.urlhandler.protocol_socket import Serial as SocketSerial

from cardslinger.twin.bench import Bench
from cardslinger.twin.errors import TwinError
from cardslinger.twin.process import TwinProcess

START_MS = 1000.0  # virtual; a launcher in files takes 380 until its first word
START_STEP_MS = 20.0

_Plain: Any = serial.Serial if os.name == "posix" else SocketSerial


class TwinSerial(_Plain):  # type: ignore[misc]  # pyserial is untyped
    """The twin starts when the port opens and ends when it closes."""

    twin_url = ""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self.twin: TwinProcess | None = None
        super().__init__(*arguments, **named)

    @property
    def ending(self) -> str:
        """How the twin's process ended, with the next step; empty while it runs."""
        return self.twin.ending() if self.twin is not None else ""

    @property
    def bench(self) -> Bench:
        """The hands on this port's twin; only while it is open."""
        assert self.twin is not None, "the port is closed"
        return self.twin.bench

    def open(self) -> None:
        try:
            self.twin = TwinProcess(self.twin_url)
        except TwinError as error:
            raise serial.SerialException(str(error)) from error
        self.port = self.twin.serial_url
        try:
            super().open()
        except serial.SerialException:
            self._end_twin()
            raise
        if self.twin_url.startswith("emulated"):
            self._await_start()

    def _await_start(self) -> None:
        """Until the board has said something, or had time for it: on a busy machine an emulated
        one may need longer than a host waits for a real one."""
        with contextlib.suppress(TwinError):  # it has ended, which whoever reads is told
            while (seen := self.bench.read()).boot_ms == 0 and seen.now_ms < START_MS:
                self.bench.wait(START_STEP_MS)

    def close(self) -> None:
        super().close()
        self._end_twin()

    def _end_twin(self) -> None:
        twin, self.twin = self.twin, None
        if twin is not None:
            twin.close()


def for_url(url: str) -> tuple[None, type[TwinSerial]]:
    """pyserial's `serial_class_for_url`, with the URL kept in the class."""
    return None, type("TwinSerial", (TwinSerial,), {"twin_url": url})
