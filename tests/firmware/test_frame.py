"""Frames: what is said arrives, whatever stands around it, and nothing else does."""

import binascii
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slinger.frame import Decoder, FrameTooLong, encode
from slinger.limits import LINE_MAX_BYTES

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "frames.json").read_text())

values = st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=20)
messages = st.dictionaries(
    st.text("abcdefgh", min_size=1, max_size=6), values | st.lists(values, max_size=3), max_size=4
).filter(lambda message: len(json.dumps(message)) < LINE_MAX_BYTES - 20)
noise = st.binary(max_size=600)


def cut(data: bytes, sizes: list[int]) -> list[bytes]:
    """The same bytes in pieces of these sizes, the rest at the end."""
    pieces = []
    for size in sizes:
        pieces.append(data[:size])
        data = data[size:]
    return [*pieces, data]


def skipped(decoder: Decoder) -> int:
    return decoder.text_lines + decoder.damaged_lines + decoder.long_lines


@pytest.mark.parametrize("vector", VECTORS["decode"], ids=lambda vector: vector["name"])
def test_decode_vectors(vector: dict) -> None:
    decoder = Decoder()
    found = [
        message for piece in vector["pieces"] for message in decoder.feed(bytes.fromhex(piece))
    ]
    assert found == vector["messages"]
    counts = [decoder.text_lines, decoder.damaged_lines, decoder.long_lines]
    assert counts == [vector["text"], vector["damaged"], vector["long"]]


@pytest.mark.parametrize("vector", VECTORS["encode"], ids=lambda vector: vector["line"])
def test_encode_vectors(vector: dict) -> None:
    assert encode(vector["message"]).decode() == vector["line"]


@given(st.lists(messages, max_size=5), st.lists(st.integers(0, 40), max_size=30))
def test_messages_arrive_however_the_stream_is_cut(sent: list, sizes: list[int]) -> None:
    decoder = Decoder()
    stream = b"".join(encode(message) for message in sent)
    got = [message for piece in cut(stream, sizes) for message in decoder.feed(piece)]
    assert got == sent
    assert skipped(decoder) == 0


@given(noise, messages, st.lists(st.integers(0, 40), max_size=30))
def test_a_good_line_after_any_noise_is_understood(
    before: bytes, message: dict, sizes: list[int]
) -> None:
    decoder = Decoder()
    stream = before + b"\n" + encode(message)
    got = [found for piece in cut(stream, sizes) for found in decoder.feed(piece)]
    assert got[-1:] == [message]


@given(messages, st.data())
def test_a_changed_byte_is_never_taken_for_the_message(message: dict, data: st.DataObject) -> None:
    line = bytearray(encode(message))
    at = data.draw(st.integers(0, len(line) - 2))
    line[at] ^= data.draw(st.integers(1, 255))
    assert message not in Decoder().feed(bytes(line))


@given(st.integers(1, 3 * LINE_MAX_BYTES))
def test_a_line_of_any_length_is_kept_or_counted_as_long(length: int) -> None:
    lines: list[bytes] = []
    decoder = Decoder(on_text=lines.append)
    decoder.feed(b"x" * length + b"\n")
    assert (len(lines), decoder.long_lines) == ((1, 0) if length < LINE_MAX_BYTES else (0, 1))


@given(st.lists(st.binary(max_size=300), max_size=40))
def test_memory_stays_bounded_on_an_endless_line(pieces: list[bytes]) -> None:
    decoder = Decoder()
    for piece in pieces:
        decoder.feed(piece.replace(b"\n", b" "))
        assert len(decoder._line) < LINE_MAX_BYTES


@given(messages)
def test_no_control_character_stands_in_a_frame(message: dict) -> None:
    line = encode(message)
    assert line.endswith(b"\n")
    assert min(line[:-1]) >= 0x20
    assert len(line) <= LINE_MAX_BYTES


def test_a_message_that_fits_no_line_is_refused() -> None:
    with pytest.raises(FrameTooLong):
        encode({"a": "x" * LINE_MAX_BYTES})


def test_log_text_is_handed_on_in_order() -> None:
    lines: list[bytes] = []
    decoder = Decoder(on_text=lines.append)
    decoder.feed(b">>> \nTraceback\n" + encode({"a": 1}) + b"ValueError: x\n")
    assert lines == [b">>> ", b"Traceback", b"ValueError: x"]
    assert decoder.text_lines == 3


def test_the_crc_is_the_one_of_zlib() -> None:
    assert encode({}) == b"!{} %08x\n" % binascii.crc32(b"{}")
