"""The wire, overheard: each piece of bytes that was written or read, kept in a file, read again.

`Launcher` tells the logger `cardslinger.wire` what it says and hears, at level DEBUG, each time as
an `Entry` in the record's `entry`. A trace is a text file of one JSON object a line:

    {"at": 1766000000.25, "s": 0.013, "port": "/dev/ttyACM0", "from": "host", "data": "..."}

`at` is the wall clock in Unix seconds, `s` seconds since the trace began, by a clock that never
jumps. `data` has a letter for each byte (Latin-1), or is a note, when it is `from` the `link`.
"""

import contextlib
import json
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import msgspec

from cardslinger.bridge.errors import TraceError

OPENED = "opened"
LOST = "lost"  # ": " and why
CLOSED = "closed"
INCOMPLETE = "not complete: the trace ends in the middle of a line"

_WIRE = logging.getLogger("cardslinger.wire")
_BEGINNING = b'{"at": '  # of each line of a trace


class Source(StrEnum):
    """Who said it; the link itself says what happened to the connection."""

    HOST = "host"
    LAUNCHER = "launcher"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class Entry:
    """Bytes on the wire, as they were written or read at once, or a note of the link in UTF-8."""

    at_s: float  # Unix time
    s: float  # of a clock that never jumps; in a trace since that began
    port: str
    source: Source
    data: bytes


def wire(port: str, source: Source, data: bytes) -> None:
    """Tell who listens that these bytes were read, or are written now. Costs nothing otherwise."""
    if _WIRE.isEnabledFor(logging.DEBUG):
        entry = Entry(time.time(), time.monotonic(), port, source, data)
        _WIRE.debug("%s: %s %r", port, source, data, extra={"entry": entry})


def note(port: str, text: str) -> None:
    """Tell who listens what happened to the connection: OPENED, LOST with why, CLOSED."""
    wire(port, Source.LINK, text.encode(errors="backslashreplace"))


@contextlib.contextmanager
def listening(handler: logging.Handler) -> Iterator[None]:
    """The wire's records go to this handler too."""
    before = _WIRE.level
    _WIRE.addHandler(handler)
    _WIRE.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        _WIRE.setLevel(before)
        _WIRE.removeHandler(handler)


class Recorder(logging.Handler):
    """Writes the wire's records to a file, each at once.

    A file that takes no more stops nobody: `failure` says why the trace is not complete.
    """

    def __init__(self, path: str | Path) -> None:
        """Begin the file anew. Raises TraceError."""
        super().__init__()
        self.failure = ""
        self._path = path
        self._began_s = time.monotonic()
        try:
            self._file = Path(path).open("w", encoding="ascii")  # noqa: SIM115  # until close
        except OSError as error:
            raise TraceError(
                f"can't record the wire to {path} ({error.strerror}): name a file that can be "
                "written"
            ) from error

    def emit(self, record: logging.LogRecord) -> None:
        entry = getattr(record, "entry", None)
        if isinstance(entry, Entry) and not self.failure:
            try:
                self._file.write(_written(entry, entry.s - self._began_s))
                self._file.flush()
            except OSError as error:
                self._fail(error)

    def close(self) -> None:
        """Close the file; safe to call twice."""
        super().close()
        try:
            self._file.close()
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> None:
        self.failure = self.failure or (
            f"the trace {self._path} is not complete ({error.strerror}): make room, or name "
            "another file, and record again"
        )


@contextlib.contextmanager
def recording(path: str | Path) -> Iterator[None]:
    """Keep what goes over the wire in this file; what it held before is gone.

    Raises TraceError at once when the file can't be written, and at the end when the trace is not
    complete. An error that comes out of the body goes on, with a note of that.
    """
    recorder = Recorder(path)
    try:
        with listening(recorder):
            yield
    except BaseException as error:
        recorder.close()
        if recorder.failure:
            error.add_note(recorder.failure)
        raise
    recorder.close()
    if recorder.failure:
        raise TraceError(recorder.failure)


# -- the file -----------------------------------------------------------------------------------


class _Line(msgspec.Struct, frozen=True, rename={"source": "from"}):
    at: float
    s: float
    port: str
    source: Source
    data: str


def _encoding(source: Source) -> str:
    return "utf-8" if source is Source.LINK else "latin-1"


def _written(entry: Entry, s: float) -> str:
    line = {
        "at": round(entry.at_s, 6),
        "s": round(s, 6),
        "port": entry.port.encode(errors="backslashreplace").decode(),
        "from": entry.source,
        "data": entry.data.decode(_encoding(entry.source), errors="replace"),
    }
    return json.dumps(line) + "\n"  # ASCII: nothing in it steers a terminal


def read_trace(path: str | Path) -> Iterator[Entry]:
    """What a trace holds, in order; in place of a last line that was cut off a note says so.

    Raises TraceError, with the line, for what is no trace, and for what can't be read.
    """
    last: Entry | None = None
    try:
        with Path(path).open("rb") as file:
            for number, line in enumerate(file, 1):
                entry = _read(line)
                if entry is not None:
                    last = entry
                    yield entry
                elif not _cut_off(line):
                    raise TraceError(
                        f"{path}, line {number}: this is no trace; record one with --trace FILE"
                    )
                elif last:
                    yield replace(last, source=Source.LINK, data=INCOMPLETE.encode())
    except OSError as error:
        raise TraceError(
            f"can't read {path} ({error.strerror}): name a file that --trace wrote"
        ) from error


def _read(text: bytes) -> Entry | None:
    try:
        line = msgspec.json.decode(text, type=_Line)
        data = line.data.encode(_encoding(line.source))
    except (msgspec.DecodeError, UnicodeError):
        return None
    return Entry(line.at, line.s, line.port, line.source, data)


def _cut_off(line: bytes) -> bool:
    """Whether this can be the beginning of a line of a trace, without its end."""
    begins = line.startswith(_BEGINNING) or _BEGINNING.startswith(line)
    return begins and not line.endswith(b"\n")
