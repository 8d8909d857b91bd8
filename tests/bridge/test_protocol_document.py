"""This host makes of the dialogues in PROTOCOL.md what they mean, and says its own part in them."""

import secrets
from typing import Any

import msgspec
import pytest
from cardslinger.bridge.messages import CutOff, Event, Passed, Restarted
from cardslinger.bridge.session import Announced, Answer, Heard, Session
from slinger.frame import Decoder

from tests.vectors.document import Frames, dialogues, frames

NAMES, FIRST_ID = ("kQ2x", "pL7m"), 4711


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    """With the names and the first id of the dialogues in place of chance."""
    names = iter(NAMES)
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(names))
    monkeypatch.setattr(secrets, "randbelow", lambda limit: FIRST_ID - 1)
    return Session(Heard())


def decode(line: bytes) -> dict[str, Any] | None:
    messages = Decoder().feed(line + b"\n")
    return messages[0] if messages else None


def speaks(session: Session, mark: str, message: dict[str, Any]) -> bool:
    """True for a line of this host; some are of others."""
    if mark not in (">", ">x"):
        return False
    if message.get("cmd") == "hello":
        return bool(message["session"] == session.token)
    return "ack" in message or message["s"] == session.token + session.boot[:3]


def said(session: Session, message: dict[str, Any]) -> bytes | None:
    """The line that this host says to mean the message."""
    if "ack" in message:
        return session.take_acknowledgement()
    name = message["cmd"]
    if name == "hello":
        return session.greeting(message.get("asked"))[1]
    facts = {key: message[key] for key in message if key not in ("id", "cmd", "s")}
    return session.command(name, **facts)[1]


def heard(session: Session, line: bytes) -> list:
    """What it makes of a line of the device; all events are kept at once."""
    news = session.receive(line + b"\n")
    for item in news:
        if isinstance(item, Event):
            session.acknowledge(item)
        elif isinstance(item, Answer) and item.facts.get("err") == "old_session":
            session.renew()
    return news


def means(item: Any, message: dict[str, Any]) -> bool:
    """True if the news say all that the message says."""
    if "re" in message:
        facts = {key: message[key] for key in message if key != "re"}
        return item == Answer(message["re"], facts)
    if "hello" in message:
        return item == Announced(message["hello"])
    facts = msgspec.to_builtins(item)
    known = type(item) is Passed if "tm" in message else isinstance(item, Event)
    told = {key: message[key] for key in message if key != "tm"}
    return known and type(item) is not Event and facts | told == facts


def test_the_host_says_and_understands_its_part_of_every_dialogue(session: Session) -> None:
    before: set[bytes] = set()
    for dialogue in dialogues():
        for mark, line in dialogue.steps:
            message = decode(line)
            if mark == "<":
                news = heard(session, line)
                assert message
                if "ev" in message and line in before:
                    assert news == [], "it came again"
                else:
                    assert means(news[-1], message), (dialogue.name, line, news)
            elif message and line not in before and speaks(session, mark, message):
                assert said(session, message) == line + b"\n", (dialogue.name, line)
            if mark != "<x":
                before.add(line)
        assert session.take_acknowledgement() is None, dialogue.name
    assert session.malformed == 0


def test_the_host_knows_from_the_last_dialogue_what_a_restart_cut_off(session: Session) -> None:
    news: list = []
    for dialogue in dialogues():
        for mark, line in dialogue.steps:
            message = decode(line)
            if mark == "<":
                news += heard(session, line)
            elif message and message.get("cmd") == "hello" and speaks(session, mark, message):
                session._next_id = message["id"]
                session.greeting()
    [restarted] = [item for item in news if isinstance(item, Restarted)]
    assert restarted.firing and restarted.firing.n == 9
    assert restarted.cards == 1
    assert isinstance(news[-2], CutOff)


@pytest.mark.parametrize("vector", frames(), ids=lambda vector: vector.name)
def test_the_host_reads_the_frames_of_the_document(session: Session, vector: Frames) -> None:
    told: list[dict] = []
    session._take = lambda message: told.append(message) or []  # type: ignore[method-assign]
    session.receive(vector.data)
    assert told == vector.messages
