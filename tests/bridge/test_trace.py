"""A trace of the wire: whatever was said comes back, whatever happened to the file."""

import contextlib
import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from cardslinger.bridge import Launcher, LauncherError, Refused, TraceError, recording
from cardslinger.bridge.trace import (
    CLOSED,
    INCOMPLETE,
    LOST,
    OPENED,
    Entry,
    Source,
    listening,
    note,
    read_trace,
    wire,
)
from hypothesis import given
from hypothesis import strategies as st
from slinger.frame import Decoder

from tests.conftest import StartTwin

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="/dev/full is Linux's")

ports = st.text(st.characters(exclude_categories=()), max_size=9)
pieces = st.lists(
    st.tuples(ports, st.sampled_from([Source.HOST, Source.LAUNCHER]), st.binary(max_size=60)),
    max_size=8,
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("trace") / "wire.trace"


def said(path: Path) -> list[tuple[Source, bytes]]:
    return [(entry.source, entry.data) for entry in read_trace(path)]


def as_text(port: str) -> str:
    return port.encode(errors="backslashreplace").decode()


@given(pieces)
def test_whatever_bytes_in_whatever_pieces_come_back(
    path: Path, pieces: list[tuple[str, Source, bytes]]
) -> None:
    with recording(path):
        for port, source, data in pieces:
            wire(port, source, data)
    entries = list(read_trace(path))
    expected = [(as_text(port), source, data) for port, source, data in pieces]
    assert [(one.port, one.source, one.data) for one in entries] == expected
    assert [entry.s for entry in entries] == sorted(entry.s for entry in entries)


@given(st.text(st.characters(exclude_categories=())))
def test_a_note_comes_back_in_its_own_letters(path: Path, text: str) -> None:
    with recording(path):
        note("p", text)
    [entry] = read_trace(path)
    assert (entry.source, entry.data.decode()) == (Source.LINK, as_text(text))


def test_a_trace_that_is_cut_at_any_byte_reads_up_to_there_and_says_so(path: Path) -> None:
    pieces = [b"\n", b'!{"id":1}', b"\x00\x9b\xff\\", b'"}']
    with recording(path):
        for piece in pieces:
            wire("p", Source.LAUNCHER, piece)
    whole = path.read_bytes()
    ends = [at for at, byte in enumerate(whole) if byte == ord("\n")]
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        there = sum(end <= length for end in ends)  # only the newline may lack
        told = [(Source.LAUNCHER, piece) for piece in pieces[:there]]
        if there and length not in (*ends, *(end + 1 for end in ends)):
            told.append((Source.LINK, INCOMPLETE.encode()))
        assert said(path) == told


def test_each_piece_is_on_file_as_soon_as_it_was_said(path: Path) -> None:
    with recording(path):
        note("p", OPENED)
        wire("p", Source.HOST, b"\x00\xff")
        assert said(path) == [(Source.LINK, b"opened"), (Source.HOST, b"\x00\xff")]


def test_a_trace_is_lines_of_ascii_json_with_both_clocks(path: Path) -> None:
    with recording(path):
        wire("/dev/ttyACM0", Source.LAUNCHER, b"!\x1b\x9b")
        note("/dev/ttyACM0", CLOSED)
    first, second = map(json.loads, path.read_text("ascii").splitlines())
    assert {*first} == {"at", "s", "port", "from", "data"}
    assert (first["port"], first["from"], first["data"]) == (
        "/dev/ttyACM0",
        "launcher",
        "!\x1b\x9b",
    )
    assert (second["from"], second["data"]) == ("link", "closed")
    assert 0 <= first["s"] <= second["s"] < 60
    assert second["at"] > 1.7e9


def test_nothing_is_noted_after_the_recording(path: Path) -> None:
    with recording(path):
        wire("p", Source.HOST, b"in")
    wire("p", Source.HOST, b"out")
    assert said(path) == [(Source.HOST, b"in")]


def test_when_nobody_listens_any_more_no_record_is_made(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with recording(path):
        wire("p", Source.HOST, b"x")
    made = []
    monkeypatch.setattr(logging.Logger, "makeRecord", lambda *arguments: made.append(arguments))
    wire("p", Source.HOST, b"x")
    assert made == []


def test_two_can_listen_and_one_can_stop(path: Path) -> None:
    heard: list[Entry] = []

    class Ears(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.append(record.entry)  # type: ignore[attr-defined]

    with listening(Ears()):
        with recording(path):
            wire("p", Source.HOST, b"1")
        wire("p", Source.HOST, b"2")
    assert [entry.data for entry in heard] == [b"1", b"2"]
    assert said(path) == [(Source.HOST, b"1")]


def test_a_log_of_ones_own_shows_the_bytes(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "cardslinger.wire")
    wire("COM5", Source.LAUNCHER, b"\x1b!\n")
    assert caplog.messages == [r"COM5: launcher b'\x1b!\n'"]


# -- what can't be written ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "reason"),
    [("", "Is a directory"), ("no/such/folder", "No such file or directory")],
)
def test_a_file_that_can_not_be_opened_is_refused_before_anything_is_done(
    tmp_path: Path, name: str, reason: str
) -> None:
    with (
        pytest.raises(TraceError, match=f"{reason}.*: name a file that can be written"),
        recording(tmp_path / name),
    ):
        raise AssertionError("the body must not begin")
    assert [*tmp_path.iterdir()] == []


@needs_full
def test_a_full_disk_stops_nobody_and_is_said_at_the_end() -> None:
    done = []
    with (
        pytest.raises(TraceError, match=r"not complete.*No space left on device.*make room"),
        recording(FULL),
    ):
        wire("p", Source.HOST, b"1")
        wire("p", Source.HOST, b"2")
        done.append("all")
    assert done == ["all"]


@needs_full
def test_a_full_disk_hides_no_other_error() -> None:
    with pytest.raises(Refused) as caught, recording(FULL):
        wire("p", Source.HOST, b"1")
        raise Refused("fire", "lid_open", {})
    [remark] = caught.value.__notes__
    assert "not complete (No space left on device)" in remark


@needs_full
def test_a_disk_that_fills_up_keeps_what_came_before(path: Path) -> None:
    with pytest.raises(TraceError, match="not complete"), recording(path), small_files(300):
        for number in range(9):
            wire("p", Source.HOST, b"%d" % number)
    kept = [data for _, data in said(path)]
    assert kept == [b"%d" % number for number in range(len(kept))]
    assert 0 < len(kept) < 9


@contextlib.contextmanager
def small_files(most_bytes: int) -> Iterator[None]:
    """No file may grow further than that, as if the disk were full."""
    import resource
    import signal

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


# -- what can't be read -------------------------------------------------------------------------

GOOD = b'{"at": 1.5, "s": 0.5, "port": "p", "from": "host", "data": "\\u00ff"}\n'


def test_a_line_in_the_form_of_the_documentation_is_read(path: Path) -> None:
    path.write_bytes(GOOD)
    assert [*read_trace(path)] == [Entry(1.5, 0.5, "p", Source.HOST, b"\xff")]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"cardslinger match 1",
        b"[]",
        b"\xff\xfe",
        GOOD.replace(b"host", b"guest").strip(),
        GOOD.replace(b"00ff", b"0100").strip(),
        GOOD.replace(b"0.5", b'"soon"').strip(),
        GOOD.replace(b'"data"', b'"date"').strip(),
        GOOD[:20],
    ],
)
def test_what_is_no_trace_is_refused_with_the_line(path: Path, line: bytes) -> None:
    path.write_bytes(GOOD + line + b"\n" + GOOD)
    with pytest.raises(TraceError, match="line 2: this is no trace; record one with --trace FILE"):
        list(read_trace(path))


def test_another_file_without_a_newline_is_no_trace_that_was_cut(path: Path) -> None:
    path.write_bytes(b"hello")
    with pytest.raises(TraceError, match="line 1"):
        list(read_trace(path))


@pytest.mark.parametrize(("name", "reason"), [("", "Is a directory"), ("nosuch", "No such file")])
def test_a_file_that_can_not_be_read_is_said(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(LauncherError, match=f"{reason}.*: name a file that --trace wrote"):
        list(read_trace(tmp_path / name))


# -- a launcher ---------------------------------------------------------------------------------


async def test_a_launchers_wire_is_in_the_trace_as_it_was(
    start_twin: StartTwin, path: Path
) -> None:
    twin = start_twin("virtual")
    with recording(path):
        async with await Launcher.open(twin.serial_url) as launcher:
            fired = await launcher.fire(2)
    entries = [entry for entry in read_trace(path) if entry.source is not Source.LINK]
    assert {entry.port for entry in entries} == {twin.serial_url}
    host, device = Decoder(), Decoder()
    frames = [
        ("cmd" if entry.source is Source.HOST else "re", message)
        for entry in entries
        for message in (host if entry.source is Source.HOST else device).feed(entry.data)
    ]
    commands = [message["cmd"] for _, message in frames if "cmd" in message]
    assert commands == ["hello", "fire"]
    [told] = [message for _, message in frames if message.get("ev") == "fired"]
    assert (told["cards"], told["ms"]) == (fired.cards, fired.ms)
    numbers = [message["id"] for _, message in frames if "cmd" in message]
    order = [message.get("id", message.get("re")) for _, message in frames]
    for number in numbers:
        assert order.index(number) < len(order) - 1 - order[::-1].index(number), "asked, answered"


async def test_a_full_disk_loses_no_fire(start_twin: StartTwin) -> None:
    if not FULL.exists():
        pytest.skip("/dev/full is Linux's")
    twin = start_twin("virtual")
    with pytest.raises(TraceError, match="not complete"), recording(os.fspath(FULL)):
        async with await Launcher.open(twin.serial_url) as launcher:
            fired = await launcher.fire(3)
    assert (fired.cards, twin.bench.read().left) == (3, 3)


def test_the_notes_of_a_connection_have_their_words() -> None:
    assert (OPENED, LOST, CLOSED) == ("opened", "lost", "closed")
