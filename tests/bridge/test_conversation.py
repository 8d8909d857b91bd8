"""What is found in a trace: what belongs together, what came again, what is missing or damaged."""

import random

from cardslinger.bridge.conversation import Conversation, Kind, Line, Summary
from cardslinger.bridge.session import Session
from cardslinger.bridge.trace import CLOSED, LOST, OPENED, Entry, Source
from hypothesis import given
from hypothesis import strategies as st
from slinger.frame import Decoder, encode
from slinger.limits import LINE_MAX_BYTES

from tests.bridge.device import HELLO

HOST, LAUNCHER, LINK = Source.HOST, Source.LAUNCHER, Source.LINK


class Wire:
    """A conversation that is made up. Each piece comes 10 ms after the one before."""

    def __init__(self) -> None:
        self.conversation = Conversation()
        self.lines: list[Line] = []
        self._ms = 0

    def say(self, source: Source, what: dict | bytes | str, port: str = "p") -> list[Line]:
        data = encode(what) if isinstance(what, dict) else what
        data = data.encode() if isinstance(data, str) else data
        self._ms += 10
        lines = self.conversation.hear(Entry(0.0, self._ms / 1000, port, source, data))
        self.lines += lines
        return lines

    def greet(self, **changes: object) -> None:
        self.say(HOST, {"id": 1, "cmd": "hello", "protocol": 1, "session": "s"})
        self.say(LAUNCHER, {"re": 1, **HELLO, **changes})

    def tell(self, number: int, boot: str = HELLO["boot"]) -> Line:
        [line] = self.say(LAUNCHER, {"ev": "lid", "n": number, "boot": boot, "t": 0, "open": True})
        return line

    @property
    def summary(self) -> Summary:
        return self.conversation.summary()


def test_an_answer_belongs_to_its_command_and_has_its_round_trip() -> None:
    wire = Wire()
    wire.say(HOST, {"id": 7, "cmd": "ping"})
    wire.say(HOST, {"ack": 1})
    [answer] = wire.say(LAUNCHER, {"re": 7, "t": 5})
    assert (answer.kind, answer.command) == (Kind.ANSWER, "ping")
    assert round(answer.round_trip_ms or 0, 6) == 20
    assert [line.kind for line in wire.lines] == [Kind.COMMAND, Kind.ACK, Kind.ANSWER]


def test_a_line_has_the_time_of_its_last_byte() -> None:
    wire = Wire()
    frame = encode({"id": 7, "cmd": "ping"})
    assert wire.say(HOST, frame[:5]) == []
    assert wire.say(HOST, frame[5:9]) == []
    assert wire.say(LAUNCHER, "a line between\n")[0].s == 0.03
    [line] = wire.say(HOST, frame[9:] + frame[:3])
    assert (line.s, line.message) == (0.04, {"id": 7, "cmd": "ping"})


def test_a_command_that_is_sent_again_is_the_same_and_its_answer_took_from_the_first() -> None:
    wire = Wire()
    command = {"id": 7, "cmd": "fire", "cards": 3}
    assert not wire.say(HOST, command)[0].again
    assert wire.say(HOST, command)[0].again
    [first], [second] = (wire.say(LAUNCHER, {"re": 7, "fire": 1}) for _ in range(2))
    assert round(first.round_trip_ms or 0, 6) == 20
    assert not first.again
    assert (second.again, second.round_trip_ms) == (True, None)
    summary = wire.summary
    assert (summary.commands, summary.resent_commands, summary.unanswered_commands) == (1, 1, 0)
    assert (summary.answers, summary.repeated_answers, summary.unasked_answers) == (1, 1, 0)


def test_an_answer_to_nothing_is_marked() -> None:
    wire = Wire()
    wire.say(HOST, {"id": 7, "cmd": "ping"})
    [answer] = wire.say(LAUNCHER, {"re": 8})
    assert (answer.unasked, answer.command, answer.round_trip_ms) == (True, "", None)
    assert (wire.summary.unasked_answers, wire.summary.unanswered_commands) == (1, 1)


def test_an_answer_from_another_port_answers_nothing_here() -> None:
    wire = Wire()
    wire.say(HOST, {"id": 7, "cmd": "ping"}, port="p")
    assert wire.say(LAUNCHER, {"re": 7}, port="q")[0].unasked
    assert not wire.say(LAUNCHER, {"re": 7}, port="p")[0].unasked


def test_an_event_that_comes_again_and_numbers_between_two_are_told() -> None:
    wire = Wire()
    wire.greet()
    assert [wire.tell(number).again for number in (1, 1, 2)] == [False, True, False]
    assert wire.tell(5).missing == (3, 4)
    assert wire.tell(6).missing is None
    summary = wire.summary
    assert (summary.events, summary.repeated_events, summary.missing_events) == (4, 1, 2)


def test_events_that_the_launcher_could_not_keep_are_missing_at_its_hello() -> None:
    wire = Wire()
    wire.greet()
    wire.tell(1)
    wire.say(HOST, {"id": 2, "cmd": "hello", "protocol": 1, "session": "t"})
    [answer] = wire.say(LAUNCHER, {"re": 2, **HELLO, "oldest": 4})
    assert answer.missing == (2, 3)
    assert wire.tell(4).missing is None
    assert wire.summary.missing_events == 2


def test_what_was_before_the_trace_is_not_missing() -> None:
    wire = Wire()
    assert wire.tell(40).missing is None
    wire = Wire()
    wire.greet(oldest=7)
    assert wire.tell(7).missing is None
    assert wire.summary.missing_events == 0


def test_another_boot_numbers_anew() -> None:
    wire = Wire()
    wire.greet()
    wire.tell(1)
    [line] = wire.say(LAUNCHER, {"hello": "boot2", "protocol": 1})
    assert line.kind is Kind.POWER_ON
    event = wire.tell(1, boot="boot2")
    assert (event.again, event.other_boot) == (False, False)


def test_an_event_of_a_boot_that_said_no_hello_is_marked() -> None:
    wire = Wire()
    wire.greet()
    assert wire.tell(1, boot="other").other_boot


def test_lines_that_both_sides_skip_are_shown_with_their_bytes() -> None:
    wire = Wire()
    damaged = encode({"re": 1})[:-2] + b"x\n"
    lines = wire.say(LAUNCHER, damaged + b"Traceback\r\n\r\n" + b"y" * LINE_MAX_BYTES + b"\n")
    assert [line.kind for line in lines] == [Kind.DAMAGED, Kind.TEXT, Kind.LONG]
    assert [line.raw for line in lines[:2]] == [damaged[:-1], b"Traceback\r"]
    assert lines[2].raw == b"y" * LINE_MAX_BYTES
    summary = wire.summary
    assert (summary.damaged_lines, summary.text_lines, summary.long_lines) == (1, 1, 1)


def test_a_frame_on_the_wrong_side_or_without_sense_is_unknown() -> None:
    wire = Wire()
    for echoed in ({"id": 1, "cmd": "ping"}, {"re": "1"}, {"re": True}, {"ev": "x", "n": None}):
        assert wire.say(LAUNCHER, echoed)[0].kind is Kind.UNKNOWN
    assert wire.say(HOST, {"re": 1})[0].kind is Kind.UNKNOWN


def test_a_lost_connection_cuts_a_line_off_and_the_next_begins_a_new_one() -> None:
    wire = Wire()
    wire.say(LINK, OPENED)
    wire.say(LAUNCHER, '!{"ev":')
    cut, lost = wire.say(LINK, f"{LOST}: the port broke")
    assert (cut.kind, cut.raw, cut.s) == (Kind.CUT_OFF, b'!{"ev":', 0.02)
    assert (lost.kind, lost.raw) == (Kind.NOTE, b"lost: the port broke")
    wire.say(LINK, OPENED)
    assert wire.say(LAUNCHER, {"hello": "b", "protocol": 1})[0].kind is Kind.POWER_ON
    assert (wire.summary.reconnects, wire.summary.cut_off_lines) == (1, 1)


def test_only_what_follows_a_loss_is_a_reconnect() -> None:
    wire = Wire()
    for what, reconnects in (
        (OPENED, 0),
        (CLOSED, 0),
        (OPENED, 0),
        (f"{LOST}: why", 0),
        (OPENED, 1),
        (CLOSED, 1),
        (OPENED, 1),
    ):
        wire.say(LINK, what)
        assert wire.summary.reconnects == reconnects


def test_a_repeat_over_a_new_connection_is_known_as_one() -> None:
    wire = Wire()
    wire.say(HOST, {"id": 7, "cmd": "fire"})
    wire.say(LINK, f"{LOST}: ...")
    wire.say(LINK, OPENED)
    assert wire.say(HOST, {"id": 7, "cmd": "fire"})[0].again


def test_what_never_ended_is_told_at_the_end() -> None:
    wire = Wire()
    wire.say(LAUNCHER, ">>> ")
    wire.say(HOST, "\n")
    assert [line.raw for line in wire.conversation.finish()] == [b">>> "]
    assert wire.conversation.finish() == []
    assert wire.summary.cut_off_lines == 1


def test_the_summary_has_the_median_and_the_99th_percentile() -> None:
    wire = Wire()
    assert (wire.summary.round_trip_ms_median, wire.summary.round_trip_ms_p99) == (None, None)
    waits = [*range(100)]  # in pieces between: the answer comes one piece later than that
    random.Random(1).shuffle(waits)
    for number, wait in enumerate(waits):
        wire.say(HOST, {"id": number, "cmd": "ping"})
        for _ in range(wait):
            wire.say(HOST, "\n")
        wire.say(LAUNCHER, {"re": number})
    assert round(wire.summary.round_trip_ms_median or 0, 6) == 505
    assert round(wire.summary.round_trip_ms_p99 or 0, 6) == 990
    assert wire.summary.duration_s == 0.01 * (sum(waits) + 200)


frames = st.builds(
    lambda name, number: encode({name: number}), st.sampled_from(["re", "id", "n"]), st.integers()
)
noise = st.one_of(
    st.binary(max_size=20),
    st.just(b"\n"),
    st.builds(lambda length: b"z" * length, st.integers(250, 260)),
    st.builds(lambda frame, end: frame[:end], frames, st.integers(1, 12)),
)


@given(st.lists(st.one_of(frames, noise)), st.data())
def test_lines_are_judged_as_the_two_sides_judge_them(
    parts: list[bytes], data: st.DataObject
) -> None:
    stream = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=9), "cuts"))
    wire, decoder = Wire(), Decoder()
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        wire.say(LAUNCHER, stream[start:end])
    assert [line.message for line in wire.lines if line.message is not None] == decoder.feed(stream)
    summary = wire.summary
    assert summary.damaged_lines == decoder.damaged_lines
    assert summary.long_lines == decoder.long_lines
    assert summary.text_lines == decoder.text_lines
    rest = stream.rpartition(b"\n")[2]
    assert [line.raw for line in wire.conversation.finish()] == (
        [rest[:LINE_MAX_BYTES]] if rest[:LINE_MAX_BYTES].strip() else []
    )


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
messages = st.dictionaries(
    st.sampled_from(["id", "cmd", "re", "ev", "n", "boot", "oldest", "hello", "ack"]),
    st.integers(0, 3) | st.sampled_from(["hello", "a", "b"]) | json_values,
    max_size=5,
).filter(lambda message: len(str(message)) < 120)


@given(st.lists(st.tuples(st.sampled_from([HOST, LAUNCHER]), messages)))
def test_whatever_is_in_a_frame_the_figures_add_up(said: list[tuple[Source, dict]]) -> None:
    wire = Wire()
    for source, message in said:
        wire.say(source, message)
    assert [line.message for line in wire.lines] == [message for _, message in said]
    summary = wire.summary
    kinds = [line.kind for line in wire.lines]
    assert kinds.count(Kind.COMMAND) == summary.commands + summary.resent_commands
    answers = summary.answers + summary.repeated_answers + summary.unasked_answers
    assert kinds.count(Kind.ANSWER) == answers
    assert kinds.count(Kind.EVENT) == summary.events + summary.repeated_events
    assert summary.commands == summary.answers + summary.unanswered_commands
    missing = [line.missing for line in wire.lines if line.missing]
    assert sum(last - first + 1 for first, last in missing) == summary.missing_events


@given(st.lists(st.integers(1, 9), max_size=12))
def test_missing_and_repeated_events_are_what_the_session_finds(numbers: list[int]) -> None:
    session, wire = Session(), Wire()
    number, _ = session.greeting()
    session.receive(encode({"re": number, **HELLO}))
    wire.greet()
    news = [
        item
        for one in numbers
        for item in session.receive(
            encode({"ev": "lid", "n": one, "boot": HELLO["boot"], "t": 0, "open": True})
        )
    ]
    lines = [wire.tell(one) for one in numbers]
    told = [item.n for item in news if hasattr(item, "n")]
    assert [line.message["n"] for line in lines if line.message and not line.again] == told
    lost = [(item.first, item.last) for item in news if hasattr(item, "first")]
    assert [line.missing for line in lines if line.missing] == lost
