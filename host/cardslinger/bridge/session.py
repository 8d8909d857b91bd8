"""One session with a device: ids, answers, events once and in order. No I/O, no clock.

The wire is described in firmware/PROTOCOL.md; the device's half is `slinger.link`.
"""

import secrets
from dataclasses import dataclass
from typing import Any

import msgspec
from slinger.frame import Decoder, FrameTooLong, encode
from slinger.limits import LINE_MAX_BYTES, PROTOCOL

from cardslinger.bridge.errors import TooLong
from cardslinger.bridge.messages import Event, Hello, Missed, Restarted, event_from

FIRST_ID_MAX = 1_000_000


@dataclass(frozen=True, slots=True)
class Answer:
    """The device's answer to the command with this id."""

    id: int
    facts: dict[str, Any]


News = Answer | Event | Missed | Restarted


class Session:
    """Makes lines to write and turns received bytes into news.

    `outbox` collects the acknowledgements that must be written after each `receive`; `hello` is
    the device's description of itself, once it has greeted.
    """

    hello: Hello | None = None

    def __init__(self) -> None:
        self.token = secrets.token_hex(4)
        self.decoder = Decoder(on_text=self._text)
        self.last_text = b""  # the latest line that was no frame: what a foreign board says
        self.malformed = 0  # good frames with contents that make no sense
        self.outbox: list[bytes] = []
        # Ids start anywhere, so that an answer to some earlier host is not taken for ours.
        self._next_id = 1 + secrets.randbelow(FIRST_ID_MAX)
        self._hello_id = 0
        self._boot: str | None = None
        self._seen = 0  # number of the latest event delivered

    def greeting(self) -> tuple[int, bytes]:
        """(id, line) of the command that opens the session."""
        self._hello_id, line = self.command("hello", protocol=PROTOCOL, session=self.token)
        return self._hello_id, line

    def command(self, name: str, /, **arguments: object) -> tuple[int, bytes]:
        """(id, line) of a new command. Send the same line again when no answer comes.

        Raises TooLong.
        """
        number = self._next_id
        try:
            line = encode({"id": number, "cmd": name, **arguments})
        except FrameTooLong as error:
            raise TooLong(
                f"`{name}` does not fit a line to the launcher, at most {LINE_MAX_BYTES} bytes: "
                "shorten what you typed"
            ) from error
        self._next_id += 1
        return number, line

    def _greeted(self, answer: dict[str, Any]) -> list[News]:
        """Take the device's hello: from here on its events count, also those right behind it."""
        try:
            hello = msgspec.convert(answer, Hello)
        except msgspec.ValidationError:
            return []
        if hello.protocol != PROTOCOL:
            return []
        self.hello = hello
        restarted = self._boot is not None and hello.boot != self._boot
        if self._boot is None:
            self._seen = hello.oldest - 1
        elif restarted:
            self._seen = 0
        self._boot = hello.boot
        news: list[News] = [Restarted(hello.boot)] if restarted else []
        return news + self._missed_before(hello.oldest)

    def receive(self, data: bytes) -> list[News]:
        """News in the next bytes from the device, however they were cut."""
        news: list[News] = []
        for message in self.decoder.feed(data):
            try:
                news += self._take(message)
            except msgspec.ValidationError:
                self.malformed += 1
        return news

    def _take(self, message: dict[str, Any]) -> list[News]:
        if "re" in message:
            number = msgspec.convert(message.pop("re"), int)
            news: list[News] = [Answer(number, message)]
            return news + self._greeted(message) if number == self._hello_id else news
        if "ev" in message:
            return self._take_event(self._event(message))
        if "hello" in message:
            boot = msgspec.convert(message["hello"], str)
            return [Restarted(boot)] if self._boot not in (None, boot) else []
        self.malformed += 1
        return []

    def _event(self, message: dict[str, Any]) -> Event:
        """Typed by its kind; plainly when its facts are not what the kind should have, for an
        event that is not acknowledged would hold up all behind it."""
        try:
            return event_from(message)
        except msgspec.ValidationError:
            event = msgspec.convert(message, Event)
            self.malformed += 1
            return event

    def _take_event(self, event: Event) -> list[News]:
        if event.boot != self._boot:
            return []  # of a boot we have not met: it comes again after our hello
        self.outbox.append(encode({"ack": event.n}))
        if event.n <= self._seen:
            return []  # sent again before our acknowledgement got there
        missed = self._missed_before(event.n)
        self._seen = event.n
        return [*missed, event]

    def _missed_before(self, number: int) -> list[News]:
        if number <= self._seen + 1:
            return []
        missed = Missed(self._seen + 1, number - 1)
        self._seen = number - 1
        return [missed]

    def _text(self, line: bytes) -> None:
        self.last_text = line
