"""The vectors in PROTOCOL.md on the real MicroPython, in the emulator."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mpremote.transport_serial import SerialTransport
from slinger.frame import Decoder

from tests.conftest import StartTwin
from tests.vectors import device
from tests.vectors.document import dialogues, frames

READ = """
import json
from slinger.frame import Decoder
def read(pieces):
    d = Decoder()
    found = []
    for piece in pieces:
        found += d.feed(piece)
    print(json.dumps([found, d.text_lines, d.damaged_lines, d.long_lines]))
"""


@pytest.fixture
def board(start_twin: StartTwin) -> Iterator[Any]:
    """A prompt on an emulated Pico: Ctrl-C has stopped the launcher."""
    transport = SerialTransport(start_twin("emulated").serial_url)
    transport.enter_raw_repl(soft_reset=False)
    yield transport
    transport.close()


def test_a_board_reads_the_frames_of_the_document(board: Any) -> None:
    board.exec(READ)
    for vector in frames():
        expected = [
            vector.messages,
            *(vector.skipped.get(k, 0) for k in ("text", "damaged", "long")),
        ]
        for size in (7, 300):
            pieces = [vector.data[at : at + size] for at in range(0, len(vector.data), size)]
            assert json.loads(board.exec(f"read({pieces!r})")) == expected, vector.name


def test_a_board_says_what_the_document_says(board: Any) -> None:
    """But for the order of names in a message, which is free."""
    board.exec(Path(device.__file__).read_text())
    board.exec("device = Device()")
    for dialogue in dialogues():
        expected: list[dict] = []
        for mark, text in dialogue.steps:
            if mark in ("<", "<x"):
                [message] = Decoder().feed(text + b"\n")
                assert expected.pop(0) == message, dialogue.name
            else:
                assert expected == [], dialogue.name
                lines = board.exec(f"for line in device.do({mark!r}, {text!r}): print(line)")
                expected = Decoder().feed(b"".join(map(eval, lines.splitlines())))
        assert expected == [], dialogue.name
