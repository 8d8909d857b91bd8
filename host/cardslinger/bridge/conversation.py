"""What was said on the wire, line by line: what belongs together, and what is wrong. No I/O."""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import ceil
from statistics import median
from typing import Any, TypeGuard

from slinger.frame import Decoder
from slinger.limits import LINE_MAX_BYTES

from cardslinger.bridge.trace import LOST, OPENED, Entry, Source

COMMANDS_KEPT = 1000  # that may still be answered, or come again; a monitor runs for days
ROUND_TRIPS_KEPT = 100_000


class Kind(StrEnum):
    """What a line is."""

    COMMAND = "command"
    ANSWER = "answer"
    EVENT = "event"
    ACK = "ack"
    TELEMETRY = "telemetry"
    POWER_ON = "power_on"  # the hello that nobody asked for
    UNKNOWN = "unknown"  # a good frame, but nothing that this side of the wire says
    DAMAGED = "damaged"  # a wrong CRC, or no JSON
    LONG = "long"  # more bytes than a line may have; only the first are kept
    TEXT = "text"  # log text
    CUT_OFF = "cut_off"  # no newline came before the connection or the trace ended
    NOTE = "note"  # of the link


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of the wire. Its time is that of its last byte."""

    at_s: float  # Unix time
    s: float  # as in the entries that it came in
    port: str
    source: Source
    kind: Kind
    raw: bytes  # without the newline
    message: dict[str, Any] | None = None  # of a good frame
    again: bool = False  # a command, an answer or an event that was there before
    command: str = ""  # the name of the command, also of the one that is answered
    round_trip_ms: float | None = None  # of an answer, from when its command was said first
    unasked: bool = False  # an answer to nothing that was said here
    missing: tuple[int, int] | None = None  # the first and last event that should be before this
    other_boot: bool = False  # an event of a boot that has not said hello


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over a conversation, and how long answers took. Repetitions count apart."""

    duration_s: float
    commands: int
    resent_commands: int
    unanswered_commands: int
    answers: int
    repeated_answers: int
    unasked_answers: int
    round_trip_ms_median: float | None  # None without answers
    round_trip_ms_p99: float | None
    events: int
    repeated_events: int
    missing_events: int
    damaged_lines: int
    long_lines: int
    text_lines: int
    cut_off_lines: int
    reconnects: int


@dataclass(slots=True)
class _Command:
    name: str
    s: float
    answered: bool = False


@dataclass(slots=True)
class _Port:
    """What is known of one port."""

    half: dict[Source, Line] = field(default_factory=dict)  # without a newline yet
    commands: dict[int, _Command] = field(default_factory=dict)  # by id
    boot: str = ""
    seen: dict[str, int] = field(default_factory=dict)  # the latest event, by boot


class Conversation:
    """Turns the entries of a trace, in their order, into lines that are judged."""

    def __init__(self) -> None:
        self._ports: dict[str, _Port] = {}
        self._counts: Counter[str] = Counter()
        self._round_trips_ms: deque[float] = deque(maxlen=ROUND_TRIPS_KEPT)
        self._lost = False
        self._end_s = 0.0

    def hear(self, entry: Entry) -> list[Line]:
        """The lines that are complete with this entry."""
        self._end_s = entry.s
        port = self._ports.setdefault(entry.port, _Port())
        if entry.source is Source.LINK:
            return self._noted(entry, port)
        return [self._judge(line, port) for line in _cut(entry, port)]

    def finish(self) -> list[Line]:
        """The lines whose end never came. To be called once, after all entries."""
        return [line for port in self._ports.values() for line in self._give_up(port)]

    def summary(self) -> Summary:
        """Of all that was heard so far."""
        counts, trips_ms = self._counts, sorted(self._round_trips_ms)
        waiting = [one for port in self._ports.values() for one in port.commands.values()]
        unanswered = sum(not command.answered for command in waiting)
        return Summary(
            duration_s=self._end_s,
            commands=counts["command"],
            resent_commands=counts["command again"],
            unanswered_commands=counts["unanswered"] + unanswered,
            answers=counts["answer"],
            repeated_answers=counts["answer again"],
            unasked_answers=counts["unasked"],
            round_trip_ms_median=median(trips_ms) if trips_ms else None,
            round_trip_ms_p99=trips_ms[ceil(len(trips_ms) * 0.99) - 1] if trips_ms else None,
            events=counts["event"],
            repeated_events=counts["event again"],
            missing_events=counts["missing"],
            damaged_lines=counts["damaged"],
            long_lines=counts["long"],
            text_lines=counts["text"],
            cut_off_lines=counts["cut_off"],
            reconnects=counts["reconnects"],
        )

    # -- lines --------------------------------------------------------------------------------

    def _noted(self, entry: Entry, port: _Port) -> list[Line]:
        """A note; a connection that begins or ends leaves half lines behind."""
        what = entry.data.decode(errors="replace")
        opened = what.startswith(OPENED)
        self._counts["reconnects"] += opened and self._lost
        self._lost = what.startswith(LOST) or (self._lost and not opened)
        return [*self._give_up(port), _line(entry, Kind.NOTE, entry.data)]

    def _give_up(self, port: _Port) -> Iterator[Line]:
        for line in port.half.values():
            if line.raw.strip():
                self._counts[line.kind] += 1
                yield line
        port.half.clear()

    def _judge(self, line: Line, port: _Port) -> Line:
        message = line.message
        if message is None:
            self._counts[line.kind] += 1
            return line
        if line.source is Source.HOST:
            if "cmd" in message and _is_number(message.get("id")):
                return self._command(line, port, message["id"], str(message["cmd"]))
            return replace(line, kind=Kind.ACK) if "ack" in message else line
        if _is_number(message.get("re")):
            return self._answer(line, port, message["re"], message)
        if "ev" in message and _is_number(message.get("n")):
            return self._event(line, port, message["n"], str(message.get("boot")))
        if "tm" in message:
            return replace(line, kind=Kind.TELEMETRY)
        if "hello" in message:
            port.boot = str(message["hello"])
            return replace(line, kind=Kind.POWER_ON)
        return line

    def _command(self, line: Line, port: _Port, number: int, name: str) -> Line:
        again = number in port.commands
        self._counts["command again" if again else "command"] += 1
        if not again:
            port.commands[number] = _Command(name, line.s)
            if len(port.commands) > COMMANDS_KEPT:
                forgotten = port.commands.pop(next(iter(port.commands)))
                self._counts["unanswered"] += not forgotten.answered
        return replace(line, kind=Kind.COMMAND, command=name, again=again)

    def _answer(self, line: Line, port: _Port, number: int, message: dict[str, Any]) -> Line:
        line = replace(line, kind=Kind.ANSWER)
        command = port.commands.get(number)
        if command is None:
            self._counts["unasked"] += 1
            return replace(line, unasked=True)
        if command.answered:
            self._counts["answer again"] += 1
            return replace(line, command=command.name, again=True)
        command.answered = True
        self._counts["answer"] += 1
        trip_ms = (line.s - command.s) * 1000
        self._round_trips_ms.append(trip_ms)
        missing = self._greeted(port, message) if command.name == "hello" else None
        return replace(line, command=command.name, round_trip_ms=trip_ms, missing=missing)

    def _greeted(self, port: _Port, hello: dict[str, Any]) -> tuple[int, int] | None:
        """Take the launcher's hello: it names the oldest event that it can still tell."""
        oldest = hello.get("oldest")
        if "boot" not in hello or not _is_number(oldest):
            return None
        port.boot = str(hello["boot"])
        port.seen.setdefault(port.boot, oldest - 1)
        return self._missing_before(oldest, port, port.boot)

    def _event(self, line: Line, port: _Port, number: int, boot: str) -> Line:
        again = number <= port.seen.setdefault(boot, number - 1)
        missing = self._missing_before(number, port, boot)
        port.seen[boot] = max(port.seen[boot], number)
        self._counts["event again" if again else "event"] += 1
        other = boot != port.boot
        return replace(line, kind=Kind.EVENT, again=again, missing=missing, other_boot=other)

    def _missing_before(self, number: int, port: _Port, boot: str) -> tuple[int, int] | None:
        first = port.seen[boot] + 1
        if number <= first:
            return None
        port.seen[boot] = number - 1
        self._counts["missing"] += number - first
        return first, number - 1


def _cut(entry: Entry, port: _Port) -> Iterator[Line]:
    """The lines that end in this entry; what is behind the last is kept for the next."""
    before = port.half.pop(entry.source, None)
    held = before.raw if before else b""
    *ended, rest = entry.data.split(b"\n")
    for piece in ended:
        raw = _bounded(held, piece)
        held = b""
        decoder = Decoder()  # judges as the two sides do
        messages = decoder.feed(raw + b"\n")
        if messages:
            yield replace(_line(entry, Kind.UNKNOWN, raw), message=messages[0])
        elif decoder.damaged_lines:
            yield _line(entry, Kind.DAMAGED, raw)
        elif decoder.long_lines:
            yield _line(entry, Kind.LONG, raw)
        elif decoder.text_lines:
            yield _line(entry, Kind.TEXT, raw)
    if rest:
        port.half[entry.source] = _line(entry, Kind.CUT_OFF, _bounded(held, rest))
    elif held and before:
        port.half[entry.source] = before


def _bounded(held: bytes, piece: bytes) -> bytes:
    """Both, as far as a line may be long and a byte more, which shows that it is too long."""
    return held + piece[: max(LINE_MAX_BYTES - len(held), 0)]


def _line(entry: Entry, kind: Kind, raw: bytes) -> Line:
    return Line(
        at_s=entry.at_s, s=entry.s, port=entry.port, source=entry.source, kind=kind, raw=raw
    )


def _is_number(value: object) -> TypeGuard[int]:
    return type(value) is int
