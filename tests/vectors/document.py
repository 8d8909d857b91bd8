"""The vectors that stand in firmware/PROTOCOL.md, read from its text."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "firmware" / "PROTOCOL.md"
BEGIN, END = "<!-- vectors: begin -->\n", "<!-- vectors: end -->\n"
_ESCAPED = re.compile(rb"\\x([0-9a-f]{2})|\\n|\\r|\\\\")
_RUN = re.compile(r"([a-z]|\\x[0-9a-f]{2})\1{29,}")
_SHORT = re.compile(r"<(\d+) (\S+?)>")
_NAMED = {b"\\n": b"\n", b"\\r": b"\r", b"\\\\": b"\\"}


@dataclass(frozen=True)
class Frames:
    """Bytes, and what a receiver must make of them."""

    name: str
    data: bytes
    messages: list[dict]
    skipped: dict[str, int]  # by text, damaged, long


@dataclass(frozen=True)
class Dialogue:
    """(mark, bytes) of each step, in order."""

    name: str
    steps: list[tuple[str, bytes]]


def escape(data: bytes) -> str:
    """Bytes as printable text, as in C, with long runs shortened."""
    named = {code[0]: name.decode() for name, code in _NAMED.items()}
    return shorten(
        "".join(
            named.get(byte) or (chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02x}")
            for byte in data
        )
    )


def unescape(text: str) -> bytes:
    """The bytes of what `escape` wrote."""

    def byte(found: re.Match[bytes]) -> bytes:
        return bytes.fromhex(found[1].decode()) if found[1] else _NAMED[found[0]]

    return _ESCAPED.sub(byte, expand(text).encode())


def shorten(text: str) -> str:
    """`<240 x>` in place of so many of them."""
    return _RUN.sub(lambda run: f"<{len(run[0]) // len(run[1])} {run[1]}>", text)


def expand(text: str) -> str:
    """The text of what `shorten` wrote."""
    return _SHORT.sub(lambda short: short[2] * int(short[1]), text)


def frames() -> list[Frames]:
    return [
        Frames(
            name,
            b"".join(unescape(text) for mark, text in steps if mark == ">"),
            [json.loads(expand(text)) for mark, text in steps if mark == "="],
            {kind: int(n) for mark, text in steps if mark == "-" for kind, n in [text.split()]},
        )
        for name, steps in _entries("frames")
    ]


def dialogues() -> list[Dialogue]:
    return [
        Dialogue(name, [(mark, unescape(text)) for mark, text in steps])
        for name, steps in _entries("dialogues")
    ]


def _entries(block: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """(name, [(mark, text)]) of all entries in a block of the vectors."""
    vectors = DOCUMENT.read_text().split(BEGIN)[1].split(END)[0]
    [text] = re.findall(rf"```{block}\n(.*?)```", vectors, re.DOTALL)
    entries: list[tuple[str, list[tuple[str, str]]]] = []
    for line in filter(None, text.split("\n")):
        mark, _, rest = line.partition(" ")
        if mark == "#":
            entries.append((rest, []))
        else:
            entries[-1][1].append((mark, rest))
    return entries
