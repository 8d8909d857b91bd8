"""The vectors in PROTOCOL.md are what the code does, and its examples are true."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slinger.frame import Decoder, encode
from slinger.limits import LINE_MAX_BYTES

from tests.vectors import make
from tests.vectors.device import HELLO, Device
from tests.vectors.document import DOCUMENT, Dialogue, Frames, dialogues, escape, frames, unescape

FRAMED = re.compile(r"!(\{.*?\}) [0-9a-f]{8}$", re.MULTILINE)


def test_the_committed_vectors_are_those_of_the_code() -> None:
    assert make.main(["--check"]) == 0


def test_vectors_that_are_out_of_date_are_told(
    tmp_path, monkeypatch, capsys: pytest.CaptureFixture
) -> None:
    text = DOCUMENT.read_text()
    changed = tmp_path / "PROTOCOL.md"
    monkeypatch.setattr(make, "DOCUMENT", changed)
    changed.write_text(text.replace('"us":5000000}', '"us":5000001}'))
    assert make.main(["--check"]) == 1
    assert "out of date: run `make vectors`" in capsys.readouterr().err
    assert make.main([]) == 0
    assert changed.read_text() == text
    changed.write_text("no vectors")
    assert make.main([]) == 1
    assert "no lines '<!-- vectors: begin -->'" in capsys.readouterr().err


@pytest.mark.parametrize("vector", frames(), ids=lambda vector: vector.name)
@pytest.mark.parametrize("size", [1, 7, 64, 10_000])
def test_frames_are_read_as_the_document_says_however_they_are_cut(
    vector: Frames, size: int
) -> None:
    decoder = Decoder()
    pieces = (vector.data[at : at + size] for at in range(0, len(vector.data), size))
    assert [message for piece in pieces for message in decoder.feed(piece)] == vector.messages
    counts = (decoder.text_lines, decoder.damaged_lines, decoder.long_lines)
    assert counts == tuple(vector.skipped.get(kind, 0) for kind in ("text", "damaged", "long"))


def test_the_device_says_what_the_document_says() -> None:
    device = Device()
    for dialogue in dialogues():
        said: list[bytes] = []
        for mark, text in dialogue.steps:
            if mark in ("<", "<x"):
                assert said.pop(0) == text + b"\n", dialogue.name
            else:
                assert said == [], dialogue.name
                said = device.do(mark, text)
        assert said == [], dialogue.name


def test_every_line_in_the_document_has_its_true_crc() -> None:
    examples = DOCUMENT.read_text().split("<!-- vectors: begin -->")[0]
    found = list(FRAMED.finditer(examples))
    assert len(found) >= 5
    for line in found:
        message = json.loads(line[1])
        assert Decoder().feed(line[0].encode() + b"\n") == [message], line[0]
        assert len(encode(message)) <= LINE_MAX_BYTES


def test_the_dialogues_show_every_kind_of_message() -> None:
    shown = {
        next(iter(message))
        for dialogue in dialogues()
        for mark, text in dialogue.steps
        for message in Decoder().feed(text + b"\n")
    }
    assert shown == {"id", "ack", "re", "ev", "tm", "hello"}
    assert HELLO["boot"].encode() in _all_bytes(dialogues())


def _all_bytes(played: list[Dialogue]) -> bytes:
    return b"\n".join(text for dialogue in played for _, text in dialogue.steps)


@given(st.binary(max_size=100) | st.text("\\nrx0<> y", max_size=60).map(str.encode))
def test_bytes_that_are_shown_are_read_back(data: bytes) -> None:
    if not re.search(rb"<\d+ \S+>", data):  # the notation itself stands in no vector
        assert unescape(escape(data)) == data
