"""A launcher without a machine: its link and its orders, and a clock that is set.

Plain MicroPython: a test runs this text on the board too.
"""

import json

from slinger import orders
from slinger.frame import Decoder
from slinger.link import Link

HELLO = {
    "protocol": 1,
    "firmware": "0.1.0",
    "runtime": "MicroPython v1.25.0",
    "board": "e6614103e7452d2f",
    "boot": "9f3a01bc",
    "cause": 1,
    "settings": "d1a25f60",
    "limits": {"fire": 112},
    "caps": ["fire"],
}


class Device:
    """`do` plays one step of a dialogue, as PROTOCOL.md writes it."""

    def __init__(self):
        self._ms = 5000
        self._lid_open = False
        self._start(HELLO["boot"])

    def _start(self, boot: str) -> None:
        about = dict(HELLO)
        about["boot"] = boot
        self.decoder = Decoder()
        self.link = Link(about)

    def do(self, mark: str, said: bytes) -> list:
        """The lines that the device says now."""
        lines = []
        if mark == ">":
            for message in self.decoder.feed(said + b"\n"):
                command = self.link.receive(message)
                if command:
                    number, name, arguments = command
                    self.link.answer(number, orders.obey(self, name, arguments))
                lines += self._new_lines()
        elif mark == "~":
            self._ms += int(said)
        elif mark == "*":
            name, facts = said.decode().split(" ", 1)
            self._happens(name, json.loads(facts))
        return lines + self._new_lines()

    def _new_lines(self) -> list:
        lines = []
        while True:
            line = self.link.next_line(self._ms)
            if line is None:
                return lines
            lines.append(line)

    def _happens(self, name: str, facts: dict) -> None:
        if name == "power-on":
            self._ms = 200
            self._start(facts["boot"])
            self.link.announce()
        elif name == "passed":
            message = {"tm": name}
            message.update(facts)
            self.link.telemetry(message)
        else:
            self._lid_open = facts.get("open", self._lid_open)
            self.link.event(name, self._ms, facts)

    # what `orders` asks of the application

    def now_ms(self) -> int:
        return self._ms

    def now_us(self) -> int:
        return self._ms * 1000 % 2**30

    def state(self) -> str:
        return "lid_open" if self._lid_open else "idle"

    def begin(self, by: str, cards: int, facts: dict, percent) -> int:
        return self.link.event("firing", self._ms, {"by": by, "wanted": cards})
