"""Whatever comes from the device's side of the wire, the host takes the next good line."""

import tracemalloc

import msgspec
import pytest
from cardslinger.bridge.messages import Event, Passed
from cardslinger.bridge.session import Answer, Heard, Session
from slinger.frame import encode
from slinger.limits import LINE_MAX_BYTES

from tests.bridge.device import HELLO
from tests.noise import noise
from tests.vectors.document import dialogues

NOISE_BYTES = 5_000_000
MEMORY_MAX_BYTES = 100_000  # of the session, whatever came


def said_by_the_device() -> list[dict]:
    return [
        msgspec.json.decode(text[1:-9])
        for dialogue in dialogues()
        for mark, text in dialogue.steps
        if mark == "<"
    ]


@pytest.fixture
def session() -> Session:
    session = Session(Heard())
    number, _ = session.greeting()
    session.receive(encode({"re": number, **HELLO}))
    return session


def answers(session: Session) -> bool:
    number, _ = session.command("ping")
    return Answer(number, {"t": 1}) in session.receive(encode({"re": number, "t": 1}))


def test_5_mb_of_noise_raise_nothing_and_take_no_memory(session: Session) -> None:
    """The last hello's id is in the noise too, so that hellos are taken again and again."""
    messages = [{**message, "re": session._hello_id} for message in said_by_the_device()]
    messages += said_by_the_device()
    tracemalloc.start()
    understood = 0
    for piece in noise(messages, NOISE_BYTES, seed=1):
        for item in session.receive(piece):
            if isinstance(item, Event):
                session.acknowledge(item)
            understood += isinstance(item, Answer | Passed)
        session.take_acknowledgement()
        assert len(session.decoder._line) < LINE_MAX_BYTES
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken < MEMORY_MAX_BYTES
    assert understood > 1000, "what was good in it was taken"
    assert session.malformed > 1000, "and much was good but made no sense"
    session.receive(b"\n")
    assert answers(session)


@pytest.mark.parametrize("fill", [b"x", b"\x00", b"\r", b"\x03", b"\xff", b"!{", b"!{}"])
def test_after_a_line_of_any_length_the_next_good_one_is_taken(
    session: Session, fill: bytes
) -> None:
    for length in range(1, LINE_MAX_BYTES + 51):
        session.receive((fill * length)[:length] + b"\n")
        assert answers(session), length


def test_an_endless_line_takes_no_memory(session: Session) -> None:
    for _ in range(1000):
        session.receive(b"x" * 5000)
        assert len(session.decoder._line) < LINE_MAX_BYTES
    session.receive(b"\n")
    assert answers(session)


def test_text_that_is_no_unicode_makes_no_sense_and_holds_up_no_event(session: Session) -> None:
    """Half a surrogate pair: JSON can say it, and no error message can quote it."""
    half = "\ud800"
    assert session.receive(encode({"tm": "passed", "fire": 1, "cards": half})) == []
    facts = {"n": 1, "boot": HELLO["boot"], "t": 0}
    [event] = session.receive(encode({"ev": "lid", "open": half, **facts}))
    assert (type(event), event.n) == (Event, 1)
    assert session.malformed == 2
