"""The session with a host: commands done once, events kept until acknowledged.

Plain logic, no I/O: `receive` takes decoded messages, `next_line` gives the line to write next.
The wire is described in firmware/PROTOCOL.md.
"""

from .frame import FrameTooLong, encode
from .limits import EVENTS_KEPT, ID_MAX, KEY_BOOT_CHARS, PROTOCOL, SESSIONS_KEPT

ACK_WAIT_MS = 500  # above a flash write (45 ms) and a garbage collection, below a person's patience
SENDS = 3  # an event sent this often without an acknowledgement: the host has gone


class Link:
    """Answers, the ring of events, and one line of telemetry.

    `hello` is the fixed part of the device's description of itself; it must hold "boot".
    """

    def __init__(self, hello: dict):
        self._hello = hello
        self._session = None
        self._past = []  # names of sessions before this one
        self._key = None  # of the session in this boot: commands from elsewhere lack it
        self._opened_id = 0  # of the hello that began the session: nothing is known of before
        self._highest_id = 0  # below it only the last command is still known
        self._last_id = 0  # of the last command that was handed on
        self._last_answer = None  # the line, kept for a repeated command
        self._answer_due = None
        self._host_here = False

        self._events = []  # [number, line], oldest first
        self._next_number = 1
        self._sends = 0  # of the oldest event, since the host was heard of
        self._sent_ms = 0
        self._event_out = False  # the line written last is an event
        self._sent_number = 0  # the newest event that was ever sent
        self.resent = 0
        self.dropped = 0

        self._telemetry = None  # the latest, not sent yet
        self.skipped = 0  # telemetry that was never sent

    # -- from the host ------------------------------------------------------------------------

    def receive(self, message: dict):
        """Take a message. Returns (id, command, message) when the application must act on it."""
        if "ack" in message:
            self._acknowledge(message)
            return None
        number, command = message.get("id"), message.get("cmd")
        if not _is_number(number) or not isinstance(command, str):
            return None
        if command == "hello":
            self._greet(number, message)
        elif self._session is None:
            self._say(number, {"err": "no_session"})
        elif message.get("s", self._key) != self._key:
            self._say(number, {"err": "other_session"})
        else:
            self._host_here = True
            return self._command(number, command, message)
        return None

    def _command(self, number: int, command: str, message: dict):
        """The same for a command of this session."""
        if number == self._last_id:
            self._answer_due = self._last_answer
        elif number <= self._highest_id:
            self._say(number, {"err": "old_id"})
        else:
            self._highest_id = self._last_id = number
            return number, command, message
        return None

    def answer(self, number: int, facts: dict) -> None:
        """The answer to a command from `receive`; kept in case the host asks again."""
        self._say(number, facts)
        self._last_answer = self._answer_due

    def _say(self, number: int, facts: dict) -> None:
        message = {"re": number}
        message.update(facts)
        try:
            self._answer_due = encode(message)
        except FrameTooLong:
            self._answer_due = encode({"re": number, "err": "too_long"})

    def _greet(self, number: int, message: dict) -> None:
        """Open a session, or go on with it; `asked` is a command whose answer the host lacks."""
        if message.get("protocol") != PROTOCOL:
            self._say(number, {"err": "protocol", "protocol": PROTOCOL})
        elif not isinstance(message.get("session"), str):
            self._say(number, {"err": "bad_value", "name": "session"})
        elif message["session"] in self._past:
            self._say(number, {"err": "old_session"})
        else:
            self._host_here = True
            if message["session"] != self._session:
                if self._session is not None:
                    self._past.append(self._session)
                    del self._past[:-SESSIONS_KEPT]
                self._session = message["session"]
                self._key = self._session + self._hello["boot"][:KEY_BOOT_CHARS]
                self._highest_id = self._last_id = 0
                self._opened_id = number
            # A copy of a command from before, late on its way, must not be done after this.
            self._highest_id = max(number, self._highest_id)
            self._sends = 0
            facts = self.hello()
            asked = message.get("asked")
            if _is_number(asked) and asked > self._opened_id:
                facts["done"] = self._last_id == asked
            self._say(number, facts)

    def hello(self) -> dict:
        """Who this device is and which event numbers it holds."""
        record = {"next": self._next_number, "oldest": self.oldest}
        record.update(self._hello)
        return record

    @property
    def oldest(self) -> int:
        """Number of the oldest event that is not acknowledged, or of the next one."""
        return self._events[0][0] if self._events else self._next_number

    def _acknowledge(self, message: dict) -> None:
        number = message["ack"]
        # Without a session the acknowledgement is for a boot before this one.
        if self._session is None or not _is_number(number):
            return
        if message.get("boot", self._hello["boot"]) != self._hello["boot"]:
            return
        while self._events and self._events[0][0] <= number:
            self._events.pop(0)
            self._sends = 0
            self._host_here = True

    # -- to the host --------------------------------------------------------------------------

    def announce(self) -> None:
        """Say hello unasked, once, so that a host sees a device that has just started."""
        self._answer_due = encode({"hello": self._hello["boot"], "protocol": PROTOCOL})

    def event(self, name: str, now_ms: int, facts: dict) -> int:
        """Number an event and keep it until the host has it; the oldest goes when all is full."""
        number = self._next_number
        self._next_number += 1
        message = {"ev": name, "n": number, "boot": self._hello["boot"], "t": now_ms}
        message.update(facts)
        self._events.append((number, encode(message)))
        if len(self._events) > EVENTS_KEPT:
            self._events.pop(0)
            self.dropped += 1
            self._sends = 0
        return number

    def telemetry(self, facts: dict) -> None:
        """Something of the moment: only the latest waits, and only for a host that listens."""
        if self._telemetry:
            self.skipped += 1
        self._telemetry = None
        if self._session is not None and self._host_here:
            self._telemetry = facts
        else:
            self.skipped += 1

    def next_line(self, now_ms: int):
        """The line to write now, or None: an answer, then the oldest event, then telemetry."""
        self._event_out = False
        if self._answer_due:
            line, self._answer_due = self._answer_due, None
            return line
        if self._event_is_due(now_ms):
            number, line = self._events[0]
            if number <= self._sent_number:
                self.resent += 1
            else:
                self._sent_number = number
            self._sends += 1
            self._event_out = True
            self.wrote(now_ms)
            return line
        if self._telemetry:
            facts, self._telemetry = self._telemetry, None
            return encode(facts)
        return None

    @property
    def more_to_say(self) -> bool:
        """True when `next_line` may have another line already."""
        return bool(self._answer_due or self._telemetry or (self._events and not self._sends))

    def _event_is_due(self, now_ms: int) -> bool:
        if not self._events or self._session is None or not self._host_here:
            return False
        if self._sends and now_ms - self._sent_ms < ACK_WAIT_MS:
            return False
        if self._sends == SENDS:
            self._host_here = False
            self._sends = 0
            return False
        return True

    def wrote(self, now_ms: int) -> None:
        """The line from `next_line` is out: its acknowledgement can be late from now on."""
        if self._event_out:
            self._sent_ms = now_ms

    @property
    def session(self):
        """What the host called its session, None before the first."""
        return self._session

    @property
    def lost(self) -> bool:
        """True when there was a host and it takes no events any more."""
        return self._session is not None and not self._host_here

    @property
    def unacknowledged(self) -> bool:
        """True while an event was sent and the host has not said that it has it."""
        return self._sends > 0


def _is_number(value) -> bool:
    """True for a number that ids and acknowledgements can be; a bool is none."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= ID_MAX
