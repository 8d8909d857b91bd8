"""Devices that are played on a PTY, for hosts of little patience."""

import os
import pty
import threading
import tty
from collections.abc import Callable, Iterator

import pytest
from cardslinger.bridge import connection
from slinger.frame import Decoder

Play = Callable[[Callable[[dict], bytes]], str]


@pytest.fixture
def play() -> Iterator[Play]:
    """Plays a device: `play(answer)` gives the port; `answer(message)` gives the bytes to say."""
    open_ends: list[int] = []

    def start(answer: Callable[[dict], bytes]) -> str:
        device, host = pty.openpty()
        tty.setraw(host)
        open_ends.extend((device, host))

        def serve() -> None:
            decoder = Decoder()
            try:
                while True:
                    for message in decoder.feed(os.read(device, 256)):
                        os.write(device, answer(message))
            except OSError:  # the test is over
                return

        threading.Thread(target=serve, daemon=True).start()
        return os.ttyname(host)

    yield start
    for end in open_ends:
        os.close(end)


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "ANSWER_WAIT_S", 0.1)
