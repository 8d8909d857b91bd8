"""The serial side of a twin: a pseudo-terminal on POSIX, a TCP port on loopback elsewhere.

Both lose what a real USB cable loses, and nothing else: while no host holds the port open the
device's bytes go nowhere; a host that does not read makes `write` take less than it was given; a
cable that is pulled breaks the host's port, and with it goes what was on its way.
"""

import asyncio
import os
import select
import socket
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from cardslinger.twin.errors import BadOption

CHUNK_BYTES = 4096
ATTACH_POLL_S = 0.01  # wall time; only while no host holds the port open


class Cable(Protocol):
    """One end of a byte stream to a host that comes and goes."""

    url: str
    host_present: bool
    on_bytes: Callable[[bytes], None]
    on_host: Callable[[bool], None]
    on_room: Callable[[], None]
    on_unplug: Callable[[], None]

    def write(self, data: bytes) -> int:
        """Bytes taken, which may be none; everything is taken (and lost) without a host."""

    def notify_room(self) -> None:
        """Call `on_room` once, when the host has read something."""

    def stall(self, stalled: bool) -> None:
        """The host's computer takes nothing more from the device, or takes it again."""

    def unplug(self) -> None:
        """Pull it out: the host's port breaks, and there is none to open."""

    def plug(self) -> None:
        """Plug it in again, under the same `url`."""

    def replug(self) -> None:
        """As if pulled and plugged in again, if it is in at all."""

    def take_over(self, on_output: Callable[[bytes], None]) -> None:
        """An ideal host takes this end: it gets the device's bytes at once, all of them, and
        speaks by `on_bytes`. Raises BadOption when the cable is out or a host is there."""

    def give_back(self) -> None:
        """It goes; a host that opened the port meanwhile is found now."""

    def close(self) -> None: ...


def open_cable() -> Cable:
    """The kind of cable this system has. Call it inside a running event loop."""
    return PtyCable() if hasattr(os, "openpty") else TcpCable()


class _Cable(ABC):
    """What both kinds share: a host-facing file descriptor that is there or not."""

    url = ""

    def __init__(self) -> None:
        self.host_present = False
        self.on_bytes: Callable[[bytes], None] = lambda data: None
        self.on_host: Callable[[bool], None] = lambda present: None
        self.on_room: Callable[[], None] = lambda: None
        self.on_unplug: Callable[[], None] = lambda: None
        self._plugged = False
        self._ideal_host: Callable[[bytes], None] | None = None
        self._loop = asyncio.get_running_loop()
        self._fd = -1
        self._stalled = False

    def write(self, data: bytes) -> int:
        if not self.host_present:
            return len(data)
        if self._ideal_host:
            self._ideal_host(data)
            return len(data)
        if self._stalled:
            return 0
        try:
            return self._send(data)
        except BlockingIOError:
            return 0
        except OSError:
            self._detach()
            return len(data)

    def notify_room(self) -> None:
        if not self.host_present:
            self._loop.call_soon(self.on_room)
            return
        if not self._stalled:
            self._loop.add_writer(self._fd, self._room)

    def stall(self, stalled: bool) -> None:
        self._stalled = stalled
        if stalled and self.host_present and not self._ideal_host:
            self._loop.remove_writer(self._fd)
        else:
            self._loop.call_soon(self.on_room)

    def unplug(self) -> None:
        if self._plugged:
            self._plugged = False
            self.give_back()
            self._detach()
            self._close_port()
            self.on_unplug()

    def plug(self) -> None:
        if not self._plugged:
            self._plugged = True
            self._open_port()

    def replug(self) -> None:
        if self._plugged:
            self.unplug()
            self.plug()

    def take_over(self, on_output: Callable[[bytes], None]) -> None:
        if not self._plugged:
            raise BadOption("the USB cable is out; plug it in first")
        if self.host_present:
            raise BadOption("a host is there; close its port first")
        self._ignore_hosts()
        self._ideal_host = on_output
        self.host_present = True
        self.on_host(True)

    def give_back(self) -> None:
        if self._ideal_host:
            self._ideal_host = None
            self.host_present = False
            self.on_host(False)
            if self._plugged:
                self._watch_for_hosts()

    def close(self) -> None:
        self.on_host = lambda present: None
        self.unplug()

    def _room(self) -> None:
        self._loop.remove_writer(self._fd)
        self.on_room()

    def _attach(self) -> None:
        self.host_present = True
        self._loop.add_reader(self._fd, self._readable)
        self.on_host(True)

    def _detach(self) -> None:
        if not self.host_present:
            return
        self.host_present = False
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        self._loop.call_soon(self.on_room)
        self.on_host(False)

    def _readable(self) -> None:
        try:
            data = self._receive()
        except BlockingIOError:
            return
        except OSError:  # EIO: the last host closed the terminal
            data = b""
        if data:
            self.on_bytes(data)
        else:
            self._detach()

    @abstractmethod
    def _open_port(self) -> None:
        """Make what a host opens."""

    @abstractmethod
    def _close_port(self) -> None:
        """Take it away; no host holds it any more."""

    @abstractmethod
    def _watch_for_hosts(self) -> None:
        """Attach the next host that opens the port."""

    @abstractmethod
    def _ignore_hosts(self) -> None:
        """... no more, until it is watched again."""

    @abstractmethod
    def _send(self, data: bytes) -> int:
        """Bytes taken. Raises BlockingIOError when none, another OSError when the host went."""

    @abstractmethod
    def _receive(self) -> bytes:
        """What the host wrote; b"" or an OSError when it went."""


class PtyCable(_Cable):
    """A pseudo-terminal. `url` is the path a host opens like any serial port: a link that stays
    the same whatever number the terminal has, as those in /dev/serial/by-id do."""

    def __init__(self) -> None:
        super().__init__()
        self._watch = 0  # the watch for a host that counts; earlier ones are over
        self._folder = tempfile.TemporaryDirectory(prefix="cardslinger-")
        self._link = Path(self._folder.name, "launcher")
        self.url = str(self._link)
        self.plug()

    def close(self) -> None:
        super().close()
        self._folder.cleanup()

    def _open_port(self) -> None:
        import tty

        self._fd, host_side = os.openpty()
        tty.setraw(host_side)
        self._link.symlink_to(os.ttyname(host_side))
        os.close(host_side)
        os.set_blocking(self._fd, False)
        self._watch_for_hosts()

    def _close_port(self) -> None:
        self._ignore_hosts()
        self._link.unlink()
        os.close(self._fd)
        self._fd = -1

    def _detach(self) -> None:
        was_present = self.host_present
        super()._detach()
        if was_present and self._plugged:
            self._watch_for_hosts()

    def _watch_for_hosts(self) -> None:
        """Without a host the descriptor reports a hang-up all the time, so it cannot be waited
        on; and a timer of the loop would move virtual time. Hence a thread with wall time."""
        self._watch += 1
        threading.Thread(
            target=self._wait_for_host, args=(self._watch, self._fd), daemon=True
        ).start()

    def _ignore_hosts(self) -> None:
        self._watch += 1

    def _wait_for_host(self, watch: int, fd: int) -> None:
        poll = select.poll()
        poll.register(fd, 0)
        while watch == self._watch:
            hung_up = bool(poll.poll(0))
            if not hung_up:
                self._loop.call_soon_threadsafe(self._came, watch)
                return
            time.sleep(ATTACH_POLL_S)

    def _came(self, watch: int) -> None:
        if watch == self._watch:  # not one whose terminal has been closed meanwhile
            self._attach()

    def _send(self, data: bytes) -> int:
        return os.write(self._fd, data)

    def _receive(self) -> bytes:
        return os.read(self._fd, CHUNK_BYTES)


class TcpCable(_Cable):
    """A loopback port for one host at a time; `url` is pyserial's `socket://`."""

    def __init__(self) -> None:
        super().__init__()
        self._peer: socket.socket | None = None
        self._port = 0  # any, the first time
        self.plug()
        self.url = f"socket://127.0.0.1:{self._port}"

    def _open_port(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self._port))
        self._listener.setblocking(False)
        self._port = self._listener.getsockname()[1]
        self._watch_for_hosts()

    def _close_port(self) -> None:
        self._ignore_hosts()
        self._listener.close()

    def _watch_for_hosts(self) -> None:
        self._loop.add_reader(self._listener.fileno(), self._accept)

    def _ignore_hosts(self) -> None:
        self._loop.remove_reader(self._listener.fileno())

    def _accept(self) -> None:
        peer, _ = self._listener.accept()
        if self._peer is not None:
            peer.close()
            return
        peer.setblocking(False)
        self._peer = peer
        self._fd = peer.fileno()
        self._attach()

    def _detach(self) -> None:
        super()._detach()
        if self._peer is not None:
            self._peer.close()
            self._peer = None

    def _send(self, data: bytes) -> int:
        assert self._peer is not None
        return self._peer.send(data)

    def _receive(self) -> bytes:
        assert self._peer is not None
        return self._peer.recv(CHUNK_BYTES)
