"""The device's half of the session: commands done once, events kept until acknowledged."""

from types import SimpleNamespace

import msgspec
import pytest
from cardslinger.bridge import Status
from hypothesis import given
from hypothesis import strategies as st
from slinger import orders
from slinger.frame import Decoder, encode
from slinger.limits import COUNT_MAX, EVENTS_KEPT, ID_MAX, LINE_MAX_BYTES, PROTOCOL, RUNTIME_CHARS
from slinger.link import ACK_WAIT_MS, SENDS, Link

HELLO = {"boot": "b00710ad"}


def decode(line: bytes | None) -> dict:
    assert line is not None
    [message] = Decoder().feed(line)
    return message


def greet(link: Link, session: str = "s1", number: int = 1, **more: object) -> dict:
    command = {"id": number, "cmd": "hello", "protocol": PROTOCOL, "session": session, **more}
    assert link.receive(command) is None
    return decode(link.next_line(0))


@pytest.fixture
def link() -> Link:
    link = Link(HELLO)
    greet(link)
    return link


def events(link: Link, now_ms: int = 0) -> list[int]:
    """Numbers of all events that come when each is acknowledged."""
    numbers = []
    while (line := link.next_line(now_ms)) is not None:
        numbers.append(decode(line)["n"])
        link.receive({"ack": numbers[-1]})
    return numbers


def test_a_new_command_is_handed_on_once_and_a_repeat_gets_the_stored_answer(link: Link) -> None:
    command = {"id": 2, "cmd": "fire", "cards": 3}
    assert link.receive(command) == (2, "fire", command)
    link.answer(2, {"fire": 1})
    assert decode(link.next_line(0)) == {"re": 2, "fire": 1}
    for _ in range(3):
        assert link.receive(command) is None
        assert decode(link.next_line(0)) == {"re": 2, "fire": 1}


def test_an_older_id_is_refused(link: Link) -> None:
    link.receive({"id": 5, "cmd": "ping"})
    link.answer(5, {})
    link.next_line(0)
    assert link.receive({"id": 4, "cmd": "fire", "cards": 1}) is None
    assert decode(link.next_line(0)) == {"re": 4, "err": "old_id"}


def test_without_a_hello_nothing_is_done() -> None:
    link = Link(HELLO)
    assert link.receive({"id": 1, "cmd": "fire", "cards": 3}) is None
    assert decode(link.next_line(0)) == {"re": 1, "err": "no_session"}


@pytest.mark.parametrize("protocol", [0, 2, None, "1", [1]])
def test_another_protocol_is_refused_and_opens_no_session(protocol: object) -> None:
    link = Link(HELLO)
    link.receive({"id": 1, "cmd": "hello", "protocol": protocol, "session": "s"})
    assert decode(link.next_line(0)) == {"re": 1, "err": "protocol", "protocol": PROTOCOL}
    assert link.receive({"id": 2, "cmd": "fire", "cards": 3}) is None


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"id": 1},
        {"cmd": "ping"},
        {"id": "1", "cmd": "ping"},
        {"id": 1, "cmd": 2},
        {"ack": "1"},
        {"ack": None},
        {"ack": []},
        {"ack": True},
        {"ack": 10**200},
        {"id": True, "cmd": "ping"},
        {"id": 0, "cmd": "ping"},
        {"id": -5, "cmd": "ping"},
        {"id": 10**200, "cmd": "ping"},
        {"id": 2**30, "cmd": "ping"},
        {"id": 9, "cmd": "hello", "protocol": 1, "session": 3},
        {"re": 1},
    ],
)
def test_nonsense_is_never_handed_on(link: Link, message: dict) -> None:
    assert link.receive(message) is None
    link.next_line(0)
    link.event("fired", 0, {})
    assert events(link) == [1]


def test_events_come_one_by_one_each_after_the_acknowledgement_of_the_last(link: Link) -> None:
    for _ in range(3):
        link.event("fired", 7, {"cards": 2})
    first = decode(link.next_line(0))
    assert first == {"ev": "fired", "n": 1, "boot": HELLO["boot"], "t": 7, "cards": 2}
    assert link.next_line(0) is None
    link.receive({"ack": 1})
    assert events(link) == [2, 3]


def test_an_event_is_sent_again_and_then_waits_in_silence_for_the_host(link: Link) -> None:
    link.event("fired", 0, {})
    for sent in range(SENDS):
        assert decode(link.next_line(sent * ACK_WAIT_MS))["n"] == 1
        assert link.next_line(sent * ACK_WAIT_MS + ACK_WAIT_MS - 1) is None
    assert link.next_line(10 * ACK_WAIT_MS) is None
    assert link.resent == SENDS - 1
    link.receive({"id": 2, "cmd": "ping"})
    assert events(link, 10 * ACK_WAIT_MS) == [1]


def test_events_without_a_host_wait_for_its_hello() -> None:
    link = Link(HELLO)
    for _ in range(3):
        link.event("fired", 0, {})
    assert link.next_line(0) is None
    hello = greet(link)
    assert (hello["oldest"], hello["next"]) == (1, 4)
    assert events(link) == [1, 2, 3]


def test_an_acknowledgement_from_before_a_restart_frees_nothing() -> None:
    link = Link(HELLO)
    link.event("fired", 0, {})
    link.receive({"ack": 1})
    greet(link)
    assert events(link) == [1]


def test_a_full_ring_drops_the_oldest_and_says_so() -> None:
    link = Link(HELLO)
    for _ in range(EVENTS_KEPT + 5):
        link.event("fired", 0, {})
    assert link.dropped == 5
    assert greet(link)["oldest"] == 6
    assert events(link) == list(range(6, EVENTS_KEPT + 6))


def test_a_new_session_starts_ids_anew_and_the_events_go_on(link: Link) -> None:
    link.event("fired", 0, {})
    link.receive({"id": 7, "cmd": "ping"})
    link.answer(7, {})
    link.next_line(0)
    greet(link, "s2")
    assert link.receive({"id": 2, "cmd": "ping"}) is not None
    link.answer(2, {})
    link.next_line(0)
    assert events(link) == [1]


def test_a_hello_in_a_session_tells_whether_a_command_was_done_and_its_answer_is_still_there(
    link: Link,
) -> None:
    fire = {"id": 5, "cmd": "fire", "cards": 2}
    link.receive(fire)
    link.answer(5, {"fire": 1})
    assert greet(link, number=6, asked=5)["done"] is True
    assert link.receive(fire) is None
    assert decode(link.next_line(0)) == {"re": 5, "fire": 1}
    assert "done" not in greet(link, number=7)


def test_a_command_that_arrives_after_a_later_hello_is_not_done(link: Link) -> None:
    """The host was told that it was not done, and holds on to that."""
    assert greet(link, number=6, asked=5)["done"] is False
    assert link.receive({"id": 5, "cmd": "fire", "cards": 2}) is None
    assert decode(link.next_line(0)) == {"re": 5, "err": "old_id"}
    assert greet(link, "s2", number=3, asked=5)["done"] is False


def test_a_hello_after_another_host_came_between_does_not_tell_what_was_done_before(
    link: Link,
) -> None:
    """The fire was done and its answer went to the other host: `done` false would be a lie, also
    in the answer to a copy of that hello."""
    link.receive({"id": 5, "cmd": "fire", "cards": 2})
    link.answer(5, {"fire": 1})
    greet(link, "s2", number=3)
    for _ in range(2):
        assert "done" not in greet(link, "s3", number=6, asked=5)
    assert greet(link, "s3", number=8, asked=7)["done"] is False


def test_a_command_of_another_session_is_not_done(link: Link) -> None:
    for key in ("s0b00", "s1", "s1b01", None):
        assert link.receive({"id": 9, "cmd": "fire", "cards": 2, "s": key}) is None
        assert decode(link.next_line(0)) == {"re": 9, "err": "other_session"}
    assert link.receive({"id": 9, "cmd": "fire", "cards": 2, "s": "s1b00"})


def test_a_session_that_has_ended_never_comes_back(link: Link) -> None:
    """Late copies of a dead host's hello and fire must not start the motor again."""
    fire = {"id": 12, "cmd": "fire", "cards": 2, "s": "s1b00"}
    assert link.receive(fire)
    assert "boot" in greet(link, "s2", number=500)
    assert greet(link, "s1", number=1) == {"re": 1, "err": "old_session"}
    assert link.receive(fire) is None
    assert decode(link.next_line(0)) == {"re": 12, "err": "other_session"}
    assert link.receive({"id": 501, "cmd": "ping", "s": "s2b00"})


def test_whoever_is_refused_is_not_told_the_events_of_somebody_else() -> None:
    link = Link(HELLO)
    greet(link)
    link.event("fired", 0, {})
    for sent in range(SENDS + 1):
        link.next_line(sent * ACK_WAIT_MS)
    assert link.lost
    link.receive({"id": 9, "cmd": "ping", "s": "s0b00"})
    link.next_line(0)
    assert link.lost
    link.receive({"id": 9, "cmd": "ping", "s": "s1b00"})
    assert not link.lost


def test_an_acknowledgement_of_another_boot_frees_nothing(link: Link) -> None:
    link.event("fired", 0, {})
    link.next_line(0)
    link.receive({"ack": 1, "boot": "a boot before"})
    assert decode(link.next_line(ACK_WAIT_MS))["n"] == 1
    link.receive({"ack": 1, "boot": HELLO["boot"]})
    assert link.next_line(9 * ACK_WAIT_MS) is None


def test_after_a_hello_the_oldest_event_comes_at_once(link: Link) -> None:
    link.event("fired", 0, {})
    link.next_line(0)
    greet(link, number=7)
    assert decode(link.next_line(1))["n"] == 1
    assert link.resent == 1


def test_a_host_that_asks_on_and_on_still_gets_an_event_again(link: Link) -> None:
    link.event("fired", 0, {})
    link.next_line(0)
    for number in range(2, 9):
        now_ms = number * ACK_WAIT_MS // 8
        link.receive({"id": number, "cmd": "ping"})
        link.answer(number, {})
        link.next_line(now_ms)
        link.wrote(now_ms)
    assert decode(link.next_line(ACK_WAIT_MS))["n"] == 1


# -- telemetry --------------------------------------------------------------------------------


def test_telemetry_comes_after_answers_and_events_and_only_the_latest(link: Link) -> None:
    link.telemetry({"tm": "passed", "cards": 1})
    link.event("fired", 0, {})
    link.telemetry({"tm": "passed", "cards": 2})
    link.receive({"id": 2, "cmd": "ping"})
    link.answer(2, {})
    lines = [decode(link.next_line(0)) for _ in range(3)]
    assert [next(iter(line)) for line in lines] == ["re", "ev", "tm"]
    assert lines[2]["cards"] == 2
    assert link.next_line(0) is None
    assert link.skipped == 1


def test_telemetry_is_for_hosts_that_listen() -> None:
    link = Link(HELLO)
    link.telemetry({"tm": "passed", "cards": 1})
    greet(link)
    assert link.next_line(0) is None
    link.event("fired", 0, {})
    for sent in range(SENDS + 1):
        link.next_line(sent * ACK_WAIT_MS)
    assert link.lost
    link.telemetry({"tm": "passed", "cards": 2})
    link.receive({"ack": 1})
    assert link.next_line(0) is None
    assert link.skipped == 2


def test_the_time_to_acknowledge_runs_from_when_the_line_was_out(link: Link) -> None:
    link.event("fired", 0, {})
    link.next_line(0)
    link.wrote(60_000)  # the host read nothing for a minute
    assert link.next_line(60_000 + ACK_WAIT_MS - 1) is None
    assert decode(link.next_line(60_000 + ACK_WAIT_MS))["n"] == 1


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
any_message = st.dictionaries(
    st.sampled_from(["id", "cmd", "ack", "protocol", "session", "cards", "x"]),
    json_values | st.sampled_from(["hello", "fire", "ping", 1, 2, 3, 2**31, 10**200]),
)


@given(st.lists(any_message, max_size=20))
def test_any_messages_are_survived_and_answered_in_a_line(messages: list[dict]) -> None:
    link = Link(HELLO)
    for message in messages:
        command = link.receive(message)
        if command:
            link.answer(command[0], {"err": "unknown_command"})
        line = link.next_line(0)
        assert line is None or len(line) <= LINE_MAX_BYTES
    link.event("fired", 0, {})
    greet(link, "another session", number=ID_MAX)
    assert events(link) == [1]


def test_the_longest_hello_fits_a_line() -> None:
    """On a board: 16 digits of chip id, a long version, numbers after years of play."""
    link = Link(
        {
            "protocol": PROTOCOL,
            "firmware": "10.10.10",
            "runtime": "x" * RUNTIME_CHARS,
            "board": "e6614103e7452d2f",
            "boot": "9f3a01bc",
            "cause": 3,
            "settings": "9f3a01bc",
            "limits": {"fire": 112},
            "caps": ["fire"],
        }
    )
    link._next_number = 1_000_000
    assert "err" not in greet(link, number=ID_MAX, asked=ID_MAX)


def test_the_longest_status_fits_a_line() -> None:
    """Every counter at a million, up for ten days."""
    counters = SimpleNamespace(
        **dict.fromkeys(("cards", "strays", "fires", "dropped", "resent", "skipped"), 1_000_000),
        **dict.fromkeys(("text_lines", "damaged_lines", "long_lines"), 1_000_000),
        session="s",
    )
    app = SimpleNamespace(
        fires=counters,
        host=SimpleNamespace(link=counters, decoder=counters),
        arms=SimpleNamespace(left=lambda session: 20, waiting=[None] * 8),
        state=lambda: "restarting",
        presses=1_000_000,
        free_bytes=lambda: 200_000,
        now_ms=lambda: 10**9,
    )
    status = orders.obey(app, "status", {})
    assert len(encode({"re": ID_MAX, **status})) <= LINE_MAX_BYTES
    assert msgspec.convert(status, Status).resent == COUNT_MAX
