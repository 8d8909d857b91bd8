"""What waits for a slow port: commands in order, and of acknowledgements only the newest."""

import asyncio
import os
import pty
import threading
import tty
from collections.abc import Iterator

import pytest
import serial
from cardslinger.bridge import Launcher, wire
from cardslinger.bridge.messages import Event
from cardslinger.bridge.outbox import Outbox
from hypothesis import given
from hypothesis import strategies as st
from slinger.frame import Decoder, encode

from tests.bridge.device import HELLO

EVENTS = 50


class SlowPort(serial.Serial):
    """A port whose writes wait while it is shut."""

    def __init__(self, *arguments: object, **named: object) -> None:
        self.ready = threading.Event()
        self.ready.set()
        super().__init__(*arguments, **named)

    def write(self, data: bytes) -> int | None:
        self.ready.wait()
        return super().write(data)


@pytest.fixture
def line() -> Iterator[tuple[int, str]]:
    """A device's end, and the name of the host's end."""
    device, host = pty.openpty()
    tty.setraw(host)
    yield device, os.ttyname(host)
    os.close(device)
    os.close(host)


async def test_events_that_come_faster_than_the_port_writes_are_acknowledged_once(
    line: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    device, name = line
    monkeypatch.setattr(wire, "open_port", lambda port: SlowPort(port, timeout=0.1))
    heard: list[dict] = []
    pinged = threading.Event()

    def answer() -> None:
        decoder = Decoder()
        while not pinged.is_set():
            for message in decoder.feed(os.read(device, 256)):
                heard.append(message)
                if message.get("cmd") == "hello":
                    os.write(device, encode({"re": message["id"], **HELLO}))
                elif message.get("cmd") == "ping":
                    os.write(device, encode({"re": message["id"], "t": 1}))
                    pinged.set()

    threading.Thread(target=answer, daemon=True).start()
    async with await Launcher.open(name) as host:
        host.port.ready.clear()  # type: ignore[attr-defined]
        events = host.events()
        for number in range(1, EVENTS + 1):
            message = {"ev": "x", "n": number, "boot": HELLO["boot"], "t": 0}
            await asyncio.to_thread(os.write, device, encode(message))
            assert isinstance(await anext(events), Event)
        ping = asyncio.create_task(host.ping())
        await asyncio.sleep(0)
        host.port.ready.set()  # type: ignore[attr-defined]
        assert await ping == 1
    acknowledged = [message["ack"] for message in heard[1:-1]]
    assert acknowledged == [1, EVENTS], "the first had left for the port already"
    assert heard[-1]["cmd"] == "ping", "a command does not wait for its first repetition"


@given(st.lists(st.integers(0, 9), max_size=60))
def test_commands_leave_in_order_and_acknowledgements_never_go_back(
    operations: list[int],
) -> None:
    """0 takes a line out, 1 to 4 acknowledge, more says a command or says the last one again."""

    async def run() -> None:
        outbox = Outbox()
        said = acknowledged = 0
        waiting: set[int] = set()
        left: list[int] = []
        for operation in operations:
            if operation == 0 and waiting:
                waiting.discard(await take(outbox, left))
            elif 0 < operation < 5:
                acknowledged += 1
                outbox.acknowledge(b"%d" % -acknowledged)
                waiting = {number for number in waiting if number > 0} | {-acknowledged}
            elif operation >= 5:
                said += operation < 8 or not said
                outbox.say(said, b"%d" % said)
                waiting.add(said)
        while waiting:
            waiting.discard(await take(outbox, left))
        commands = [number for number in left if number > 0]
        acknowledgements = [-number for number in left if number < 0]
        assert sorted(commands) == commands
        assert set(commands) == set(range(1, said + 1))
        assert sorted(set(acknowledgements)) == acknowledgements
        assert acknowledgements[-1:] == ([acknowledged] if acknowledged else [])

    asyncio.run(run())


async def take(outbox: Outbox, left: list[int]) -> int:
    async with asyncio.timeout(1):
        left.append(int(await outbox.next()))
    return left[-1]
