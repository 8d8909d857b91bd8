"""Write the vectors in firmware/PROTOCOL.md: from frames.json and dialogues.json, by the code.

python -m tests.vectors.make            write them, say what changed
python -m tests.vectors.make --check    change nothing; exit 1 when they are out of date
"""

import argparse
import json
import sys
from pathlib import Path

from slinger.frame import Decoder, encode

from tests.vectors.device import Device
from tests.vectors.document import BEGIN, DOCUMENT, END, escape, shorten

HERE = Path(__file__).parent
SKIPPED = ("text", "damaged", "long")


class VectorsError(Exception):
    """The code does not do what a vector says, or the document has no place for the vectors."""


def render() -> str:
    """The vectors as they stand in the document. Raises VectorsError naming the vector."""
    frames = json.loads((HERE / "frames.json").read_text())
    dialogues = json.loads((HERE / "dialogues.json").read_text())["dialogues"]
    lines = ["```frames", *_written(frames["encode"]), *_read(frames["decode"]), "```", ""]
    return "\n".join([*lines, "```dialogues", *_played(dialogues), "```", ""])


def _written(vectors: list[dict]) -> list[str]:
    for vector in vectors:
        if encode(vector["message"]).decode() != vector["line"]:
            raise VectorsError(f"{vector['message']} is written otherwise")
    stream = b"".join(encode(vector["message"]) for vector in vectors)
    return ["# written by this code", *_heard(stream)]


def _read(vectors: list[dict]) -> list[str]:
    """The bytes once, however they were cut in the vector."""
    lines, shown = [], set()
    for vector in vectors:
        stream = b"".join(bytes.fromhex(piece) for piece in vector["pieces"])
        heard = _heard(stream)
        kept = {kind: vector[kind] for kind in SKIPPED}
        if heard != _as_text(stream, vector["messages"], kept):
            raise VectorsError(f"{vector['name']!r} is read otherwise")
        if stream not in shown:
            lines += [f"# {vector['name']}", *heard]
        shown.add(stream)
    return lines


def _heard(stream: bytes) -> list[str]:
    decoder = Decoder()
    messages = decoder.feed(stream)
    counts = (decoder.text_lines, decoder.damaged_lines, decoder.long_lines)
    return _as_text(stream, messages, dict(zip(SKIPPED, counts, strict=True)))


def _as_text(stream: bytes, messages: list[dict], skipped: dict[str, int]) -> list[str]:
    return [
        *(f"> {escape(line)}\\n" for line in stream.split(b"\n")[:-1]),
        *(f"= {shorten(_json(message))}" for message in messages),
        *(f"- {kind} {count}" for kind, count in skipped.items() if count),
    ]


def _played(dialogues: list[dict]) -> list[str]:
    device, lines = Device(), []
    for dialogue in dialogues:
        lines.append(f"# {dialogue['name']}")
        answer = "<"
        for mark, *what in dialogue["steps"]:
            if mark == "<x":
                answer = mark
                continue
            mark, said = _step(mark, what)
            lines.append(f"{mark} {escape(said)}")
            heard = device.do(mark, said)
            lines += [f"{answer} {escape(line[:-1])}" for line in heard]
            answer = "<" if heard else answer
    return lines


def _step(mark: str, what: list) -> tuple[str, bytes]:
    if mark == ">raw":
        return ">", what[0].encode()
    if mark == "~":
        return mark, b"%d" % what[0]
    if mark == "*":
        return mark, f"{what[0]} {_json(what[1])}".encode()
    return mark, encode(what[0])[:-1]


def _json(message: dict) -> str:
    return json.dumps(message, separators=(",", ":"))


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.vectors.make")
    parser.add_argument("--check", action="store_true", help="change nothing, only compare")
    check = parser.parse_args(argv).check
    now = DOCUMENT.read_text()
    try:
        if BEGIN not in now or END not in now:
            raise VectorsError(f"no lines {BEGIN.strip()!r} and {END.strip()!r}")
        before, after = now.split(BEGIN)[0], now.split(END)[1]
        text = f"{before}{BEGIN}{render()}{END}{after}"
    except VectorsError as error:
        print(f"firmware/PROTOCOL.md: {error}", file=sys.stderr)
        return 1
    if text == now:
        return 0
    if check:
        print("firmware/PROTOCOL.md is out of date: run `make vectors`", file=sys.stderr)
        return 1
    DOCUMENT.write_text(text)
    print("wrote the vectors in firmware/PROTOCOL.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
