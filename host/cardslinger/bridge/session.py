"""The session with a device: ids, answers, events once and in order. No I/O, no clock.

It goes on over any number of connections. The wire is described in firmware/PROTOCOL.md; the
device's half is `slinger.link`.
"""

import secrets
from collections import deque
from dataclasses import dataclass
from typing import Any

import msgspec
from slinger.frame import Decoder, FrameTooLong, encode
from slinger.limits import KEY_BOOT_CHARS, LINE_MAX_BYTES, PROTOCOL

from cardslinger.bridge.errors import TooLong
from cardslinger.bridge.messages import (
    Began,
    Event,
    Fired,
    Firing,
    Hello,
    Missed,
    Passed,
    Restarted,
    event_from,
    typed,
)

FIRST_ID_MAX = 1_000_000
BOOTS_KEPT = 16


@dataclass(frozen=True, slots=True)
class Heard:
    """How far a host's record of events goes: up to event `number` of `boot`. Empty as it is."""

    boot: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """The device's answer to the command with this id."""

    id: int
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Announced:
    """A device has just started: it must be greeted anew."""

    boot: str


Received = Answer | Announced | Event | Began | Missed | Restarted | Passed


class Session:
    """Makes lines to write and turns received bytes into news.

    `hello` is the device's latest description of itself, once it has greeted.
    """

    hello: Hello | None = None

    def __init__(self, heard: Heard | None = None) -> None:
        """`heard`: events up to there are in the host's record already. None: it keeps none."""
        self._keeps_record = heard is not None
        heard = heard or Heard()
        self.renew()
        self.decoder = Decoder(on_text=self._text)
        self.last_text = b""  # the latest line that was no frame: what a foreign board says
        self.malformed = 0  # good frames with contents that make no sense
        self.repeated = 0  # events that came again
        self.stranger = ""  # another board that answered in place of ours
        # Ids start anywhere, so that an answer to some earlier host is not taken for ours.
        self._next_id = 1 + secrets.randbelow(FIRST_ID_MAX)
        self._hello_id = 0
        self._boot = heard.boot
        self._past_boots: deque[str] = deque(maxlen=BOOTS_KEPT)
        self._seen = heard.number  # the latest event that was handed on
        self._acknowledged = heard.number
        self._acknowledgement_due = False
        self._firing: Firing | None = None  # a fire of which no end is known
        self._passed = 0

    def renew(self) -> None:
        """Another session: somebody else's came between, and the device goes back to none."""
        self.token = secrets.token_urlsafe(3)  # short: the device takes 30 us a byte

    @property
    def boot(self) -> str:
        """Of the device; empty before the first greeting of a host with an empty record."""
        return self._boot

    @property
    def introduction(self) -> dict[str, object]:
        """What this host says of itself in a hello."""
        return {"protocol": PROTOCOL, "session": self.token}

    # -- to the device ------------------------------------------------------------------------

    def greeting(self, asked: int | None = None) -> tuple[int, bytes]:
        """(id, line) of the command that opens the session or goes on with it; `asked` is a
        command whose answer is lacking."""
        question = {} if asked is None else {"asked": asked}
        self._hello_id = self._next_id
        return self._numbered({"cmd": "hello", **self.introduction, **question})

    def command(self, name: str, /, **arguments: object) -> tuple[int, bytes]:
        """(id, line) of a new command. Send the same line again when no answer comes.

        Raises TooLong.
        """
        key = self.token + self._boot[:KEY_BOOT_CHARS]
        return self._numbered({"cmd": name, "s": key, **arguments})

    def _numbered(self, message: dict[str, object]) -> tuple[int, bytes]:
        number = self._next_id
        try:
            line = encode({"id": number, **message})
        except FrameTooLong as error:
            raise TooLong(
                f"`{message['cmd']}` does not fit a line to the launcher, at most "
                f"{LINE_MAX_BYTES} bytes: shorten what you typed"
            ) from error
        self._next_id += 1
        return number, line

    def acknowledge(self, event: Event) -> None:
        """The event is where it belongs: the device may forget it."""
        if event.boot == self._boot and event.n > self._acknowledged:
            self._acknowledged = event.n
            self._acknowledgement_due = True

    def take_acknowledgement(self) -> bytes | None:
        """The acknowledgement to write now, if any."""
        if not self._acknowledgement_due:
            return None
        self._acknowledgement_due = False
        return encode({"ack": self._acknowledged, "boot": self._boot})

    # -- from the device ----------------------------------------------------------------------

    def cut(self) -> None:
        """The connection broke: what comes next does not go on with a line cut off there."""
        self.decoder.feed(b"\n")
        self.last_text = b""

    def receive(self, data: bytes) -> list[Received]:
        """News in the next bytes from the device, however they were cut."""
        news: list[Received] = []
        for message in self.decoder.feed(data):
            try:
                news += self._take(message)
            except msgspec.ValidationError:
                self.malformed += 1
        return news

    def _take(self, message: dict[str, Any]) -> list[Received]:
        if "re" in message:
            number = typed(message.pop("re"), int)
            answer = Answer(number, message)
            return [*self._greeted(message), answer] if number == self._hello_id else [answer]
        if "ev" in message:
            return self._take_event(self._event(message))
        if "hello" in message:
            boot = typed(message["hello"], str)
            known = boot == self._boot or boot in self._past_boots
            return [Announced(boot)] if self._boot and not known else []
        if "tm" in message:
            return self._take_telemetry(message)
        self.malformed += 1
        return []

    def _greeted(self, answer: dict[str, Any]) -> list[Received]:
        """Take the device's hello: from here on its events count, also those right behind it."""
        try:
            hello = typed(answer, Hello)
        except msgspec.ValidationError:
            return []
        if hello.protocol != PROTOCOL or hello.boot in self._past_boots:
            return []  # or a copy that is late, of a device that has restarted since
        self.stranger = "" if not self.hello or hello.board == self.hello.board else hello.board
        if self.stranger:
            return []
        self.hello = hello
        news: list[Received] = []
        if hello.boot != self._boot:
            if self._boot:
                self._past_boots.append(self._boot)
                news.append(Restarted(hello.boot, self._firing, self._passed))
                self._seen = 0
            else:
                self._seen = hello.oldest - 1
                if self._keeps_record:
                    news.append(Began(hello.boot, self._seen))
            self._boot = hello.boot
            self._acknowledged = self._seen
            self._acknowledgement_due = False
            self._firing, self._passed = None, 0
        return news + self._missed_before(hello.oldest)

    def _event(self, message: dict[str, Any]) -> Event:
        """Typed by its kind; plainly when its facts are not what the kind should have, for an
        event that is not acknowledged would hold up all behind it."""
        try:
            return event_from(message)
        except msgspec.ValidationError:
            event = typed(message, Event)
            self.malformed += 1
            return event

    def _take_event(self, event: Event) -> list[Received]:
        if event.boot != self._boot:
            return []  # of a boot we have not met: it comes again after our hello
        if event.n <= self._seen:
            self.repeated += 1
            self._acknowledgement_due |= event.n <= self._acknowledged  # ours did not get there
            return []
        missed = self._missed_before(event.n)
        self._seen = event.n
        if isinstance(event, Firing | Fired):
            self._firing = event if isinstance(event, Firing) else None
            self._passed = 0
        return [*missed, event]

    def _missed_before(self, number: int) -> list[Received]:
        if number <= self._seen + 1:
            return []
        missed = Missed(self._seen + 1, number - 1)
        self._seen = number - 1
        self._firing, self._passed = None, 0
        return [missed]

    def _take_telemetry(self, message: dict[str, Any]) -> list[Received]:
        if message["tm"] != "passed":
            return []
        passed = typed(message, Passed)
        if self._firing and passed.fire == self._firing.n:
            self._passed = passed.cards
        return [passed]

    def _text(self, line: bytes) -> None:
        self.last_text = line
