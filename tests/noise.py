"""Bytes that no wire should carry: random ones, and good lines that were changed. Seeded."""

import json
import random
from binascii import crc32
from collections.abc import Iterator

SPECIAL = (b"\x00", b"\r", b"\x03", b"\xff", b"\n", b"!{", b"!", b"{}", b" ", b'"', b"[" * 99)
JUNK = (None, True, -1, 0, 1, 2**30, 10**99, 1.5, 1e400, "", "\x03\n", "\ud800", "\u724c", [], {},
        [[[]]], {"a": [1]}, "ping", "hello", 1, "x" * 90)  # fmt: skip


def frame(body: bytes) -> bytes:
    """A line with the true CRC, whatever is in it."""
    return b"!%s %08x\n" % (body, crc32(body))


def noise(messages: list[dict], size: int, seed: int, without: bytes = b"") -> Iterator[bytes]:
    """So many bytes in pieces of any size; `messages` are what good lines say. Bytes in `without`
    never come."""
    chance = random.Random(seed)
    made = 0
    stream = bytearray()
    while made < size:
        stream += _part(chance, messages).translate(None, without)
        while stream and (len(stream) > 600 or chance.random() < 0.5):
            piece = bytes(stream[: chance.choice((1, 7, 64, 300, 3000))])
            del stream[: len(piece)]
            made += len(piece)
            yield piece


def _part(chance: random.Random, messages: list[dict]) -> bytes:
    kind = chance.randrange(8)
    if kind == 0:
        return chance.randbytes(chance.choice((9, 99, 600)))
    if kind == 1:
        return chance.choice(SPECIAL) * chance.randrange(1, 9)
    if kind == 2:
        return bytes([chance.randrange(256)]) * chance.choice((3, 30, 300, 3000))
    message = dict(chance.choice(messages))
    if kind in (3, 4):  # good but for what it says
        message[chance.choice([*message, "x"])] = chance.choice(JUNK)
    body = json.dumps(message, separators=(",", ":")).encode()
    if kind == 5:  # the same, and maybe no JSON
        return frame(_changed(chance, body))
    if kind == 6:
        return _changed(chance, frame(body))
    return frame(body)


def _changed(chance: random.Random, good: bytes) -> bytes:
    changed = bytearray(good)
    for _ in range(chance.choice((1, 1, 2, 9))):
        at = chance.randrange(len(changed) + 1)
        what = chance.randrange(4)
        if what == 0:
            changed[at:at] = chance.choice(SPECIAL)
        elif what == 1:
            del changed[at : at + chance.randrange(1, 9)]
        elif what == 2:
            changed[at : at + 1] = chance.randbytes(1)
        else:
            changed[at:at] = changed[: chance.randrange(99)]
    return bytes(changed)
