"""A host from another hand: it knows PROTOCOL.md, and nothing of this project's code."""

import json
import os
import select
import time
from binascii import crc32

from tests.conftest import StartTwin

ANSWER_S = 0.5
TRIES = 20


class OtherHost:
    def __init__(self, path: str) -> None:
        self.port = os.open(path, os.O_RDWR | os.O_NOCTTY)
        os.write(self.port, b"\n")
        self.half, self.answers, self.events = b"", {}, []
        self.key, self.boot, self.taken, self.id = None, "", 0, 1000

    def say(self, message: dict) -> None:
        body = json.dumps(message, separators=(",", ":")).encode()
        os.write(self.port, b"!%s %08x\n" % (body, crc32(body)))

    def ask(self, command: str, **arguments: object) -> dict:
        self.id += 1
        message = {"id": self.id, "cmd": command, **arguments}
        if self.key:
            message["s"] = self.key
        for _ in range(TRIES):
            self.say(message)
            until_s = time.monotonic() + ANSWER_S
            while time.monotonic() < until_s:
                self.listen()
                if self.id in self.answers:
                    return self.answers[self.id]
        raise AssertionError(f"no answer to {message}")

    def greet(self) -> dict:
        hello = self.ask("hello", protocol=1, session="other")
        self.boot, self.taken = hello["boot"], hello["oldest"] - 1
        self.key = "other" + self.boot[:3]
        return hello

    def listen(self) -> None:
        if not select.select([self.port], [], [], 0.05)[0]:
            return
        *lines, self.half = (self.half + os.read(self.port, 4096)).split(b"\n")
        for line in lines:
            body, crc = line[line.find(b"!{") + 1 : -9], line[-9:]
            if b"!{" in line and crc == b" %08x" % crc32(body):
                self.take(json.loads(body))

    def take(self, message: dict) -> None:
        if "re" in message:
            self.answers[message["re"]] = message
        elif message.get("boot") == self.boot and "ev" in message:
            if message["n"] > self.taken:
                self.taken = message["n"]
                self.events.append(message)
            self.say({"ack": self.taken, "boot": self.boot})

    def fire(self, cards: int) -> dict:
        number = self.ask("fire", cards=cards)["fire"]
        while True:
            self.listen()
            for event in self.events:
                if event["ev"] == "fired" and event["fire"] == number:
                    return event


def test_a_host_written_from_the_document_fires_three_cards(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    host = OtherHost(twin.serial_url)
    try:
        assert host.greet()["protocol"] == 1
        fired = host.fire(3)
        assert (fired["cards"], fired["outcome"], fired["by"]) == (3, "ok", "host")
        assert twin.bench.wait(1000).left == 3
        passed = host.ask("cards", **{"from": 1})
        assert len(passed["us"]) == 3
        assert [event["n"] for event in host.events] == [1, 2]
        again = host.greet()
        assert again["oldest"] == again["next"] == 3, "all events are acknowledged"
    finally:
        os.close(host.port)
