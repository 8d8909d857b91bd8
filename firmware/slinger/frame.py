"""One line a message: marker, JSON object, CRC-32 in hex, newline.

    !{"id":1,"cmd":"status"} e89f859b

A line without the marker is log text, so a traceback or a REPL prompt on the same wire never
breaks the link. No frame holds a control character: JSON escapes them, so 0x03 (which stops a
MicroPython program) never travels inside a message.
"""

import binascii
import json

from .limits import LINE_MAX_BYTES

_MARKER = b"!{"
_CRC_BYTES = 9  # a space and eight hex digits
_TRIES = 4  # frames looked for in one line: prompts and cut-off frames in front of the good one


class FrameTooLong(ValueError):
    """The message does not fit a line of LINE_MAX_BYTES."""


def encode(message: dict) -> bytes:
    """The line for a message, newline included. Raises FrameTooLong."""
    body = json.dumps(message, separators=(",", ":")).encode()
    line = b"!%s %08x\n" % (body, binascii.crc32(body))
    if len(line) > LINE_MAX_BYTES:
        raise FrameTooLong("a message of %d bytes, at most %d" % (len(line), LINE_MAX_BYTES))
    return line


class Decoder:
    """Cuts a byte stream into messages and counts what it had to skip.

    Memory stays bounded whatever comes: at most one line is held.
    """

    def __init__(self, on_text=None) -> None:
        """`on_text(line: bytes)` is called for each line of log text, in stream order."""
        self._on_text = on_text
        self._line = bytearray()
        self._too_long = False
        self.text_lines = 0  # lines without a marker
        self.damaged_lines = 0  # a marker, but the CRC or the JSON is wrong
        self.long_lines = 0  # more than LINE_MAX_BYTES without a newline

    def feed(self, data: bytes) -> list:
        """Take the next bytes, however they were cut; return the messages completed by them."""
        messages = []
        start = 0
        while True:
            end = data.find(b"\n", start)
            if end < 0:
                self._keep(data[start:])
                return messages
            line = data[start:end]
            if self._line or self._too_long or len(line) >= LINE_MAX_BYTES:
                self._keep(line)
                line = self._take_line()
            start = end + 1
            message = self._read(line)
            if message is not None:
                messages.append(message)

    def _keep(self, piece: bytes) -> None:
        if len(self._line) + len(piece) >= LINE_MAX_BYTES:
            self._too_long = True
        elif not self._too_long:
            self._line.extend(piece)

    def _take_line(self) -> bytes:
        """The line whose last piece was kept; an empty one in place of one that is too long."""
        line = b"" if self._too_long else bytes(self._line)
        self.long_lines += self._too_long
        self._line = bytearray()
        self._too_long = False
        return line

    def _read(self, line: bytes):
        """The message in a line, or None."""
        at = line.find(_MARKER)
        if at < 0:
            self._skip_text(line)
            return None
        # A cut-off frame or a prompt may stand before a good frame on the same line.
        for _ in range(_TRIES):
            message = _parse(line[at + 1 :])
            if message is not None:
                return message
            at = line.find(_MARKER, at + 1)
            if at < 0:
                break
        self.damaged_lines += 1
        return None

    def _skip_text(self, line: bytes) -> None:
        if not line.strip():
            return
        self.text_lines += 1
        if self._on_text:
            self._on_text(line)


def _parse(framed: bytes):
    """The message in `{...} 0123abcd`, or None when anything about it is wrong."""
    body = framed[:-_CRC_BYTES]
    if not body or framed[-_CRC_BYTES:] != b" %08x" % binascii.crc32(body) or min(body) < 0x20:
        return None
    try:
        message = json.loads(body.decode())
    except ValueError:  # UnicodeError is one too
        return None
    return message if isinstance(message, dict) else None
