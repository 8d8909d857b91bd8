"""A device as it describes itself and answers, for tests that play one."""

from collections.abc import Callable

from slinger import VERSION
from slinger.frame import encode

HELLO = {
    "protocol": 1,
    "firmware": VERSION,
    "runtime": "test",
    "board": "b",
    "boot": "boot1",
    "cause": 1,
    "settings": "0",
    "limits": {"fire": 112},
    "caps": ["fire"],
    "next": 1,
    "oldest": 1,
}


def good_hello(number: int, protocol: int = 1) -> dict:
    return {"re": number, **HELLO, "protocol": protocol}


class Device:
    """Does each command once, by a function that gives the answer and may `tell` events; `hello`
    is what it says of itself in another way than usual."""

    def __init__(self, obey: Callable[[dict], dict], **hello: object) -> None:
        self.obey = obey
        self.hello = hello
        self.heard: list[dict] = []
        self._events = 0
        self._told = b""
        self._last: tuple[int, bytes] = (0, b"")

    def __call__(self, message: dict) -> bytes:
        if "ack" in message:
            return b""
        number = message.pop("id")
        if message["cmd"] == "hello":
            return (
                encode({**good_hello(number), "next": self._events + 1, **self.hello}) + self._told
            )
        if number != self._last[0]:
            self.heard.append({key: message[key] for key in message if key != "s"})
            self._told = b""
            answer = encode({"re": number, **self.obey(message)})
            self._last = number, answer + self._told
        return self._last[1]

    def tell(self, kind: str, **facts: object) -> int:
        """Number an event, to be said behind the answer, or behind the hello."""
        self._events += 1
        self._told += encode(
            {"ev": kind, "n": self._events, "boot": HELLO["boot"], "t": 0, **facts}
        )
        return self._events
