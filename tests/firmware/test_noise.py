"""Whatever comes from the host's side of the wire, the device answers the next good line."""

import asyncio
import gc
import time
import tracemalloc
from collections.abc import Awaitable, Callable, Iterator

import pytest
import serial
from cardslinger.twin.mechanics import Mechanics
from cardslinger.twin.virtual import VirtualTwin
from cardslinger.twin.virtual_time import VirtualTimeLoop
from slinger.frame import Decoder, encode
from slinger.limits import LINE_MAX_BYTES

from tests.conftest import StartTwin
from tests.noise import noise
from tests.twin.cables import NoCable

NOISE_BYTES = 5_000_000
NOISE_EMULATED_BYTES = 8000  # an emulated Pico takes a second for a kilobyte
MEMORY_MAX_BYTES = 100_000  # of the whole launcher in software, beyond what it held before
HELLO = {"id": 1, "cmd": "hello", "protocol": 1, "session": "n"}
FILLS = (b"x", b"\x00", b"\r", b"\x03", b"\xff", b"!{", b"!{}")

# What a host says; without `s`, so that a changed session does not shut out all the rest.
COMMANDS = (
    HELLO,
    {"id": 1, "cmd": "hello", "protocol": 1, "session": "m", "asked": 3},
    *({"cmd": name} for name in ("ping", "status", "life", "reset", "restart", "dance")),
    {"cmd": "fire", "cards": 2, "percent": 60},
    {"cmd": "cards", "from": 1},
    {"cmd": "arm", "presses": 3, "profile": "toy", "light": "armed"},
    {"cmd": "seed", "value": 7},
    {"cmd": "get", "name": "mute"},
    {"cmd": "get", "place": 3},
    {"cmd": "set", "name": "custom", "value": [1, 2, 3]},
    {"cmd": "set", "name": "lead_ms", "value": 300},
    {"cmd": "log", "place": 0},
    {"cmd": "selftest", "what": "beam_clear"},
    {"ack": 5},
)


def messages() -> list[dict]:
    """Commands with rising ids, so that most of those that come out whole are done."""
    return [
        {"id": 50 * number + place, **command}
        for number in range(1, 60)
        for place, command in enumerate(COMMANDS)
    ]


class Heard(NoCable):
    """A host that listens."""

    host_present = True

    def __init__(self) -> None:
        self.decoder = Decoder()
        self.answers: list[dict] = []
        self.on_bytes: Callable[[bytes], None] = lambda data: None
        self.done = 0

    def write(self, data: bytes) -> int:
        answers = [message for message in self.decoder.feed(data) if "re" in message]
        self.done += sum("err" not in message for message in answers)
        self.answers = answers or self.answers
        return len(data)

    async def answers_ping(self, number: int) -> bool:
        """It says hello anew: the noise may have restarted the device."""
        for message in (HELLO | {"session": f"s{number}"}, {"id": 2, "cmd": "ping"}):
            self.on_bytes(encode(message))
            await asyncio.sleep(0.01)
        return self.answers[-1].keys() == {"re", "t", "us"}


def with_launcher(work: Callable[[Heard], Awaitable[None]]) -> None:
    """`work` with a whole launcher in software, in virtual time. Its errors come out here."""

    async def run() -> None:
        cable = Heard()
        twin = VirtualTwin(cable, Mechanics(112, seed=1), 1)  # type: ignore[arg-type]
        running = asyncio.create_task(twin.run())
        await asyncio.sleep(0.1)
        working = asyncio.ensure_future(work(cable))
        await asyncio.wait({running, working}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        working.result()
        running.cancel()

    with asyncio.Runner(loop_factory=lambda: VirtualTimeLoop(0)) as runner:
        runner.run(run())


def test_5_mb_of_noise_break_nothing_and_take_no_memory() -> None:
    async def work(cable: Heard) -> None:
        for piece in noise(messages(), 50_000, seed=2):  # what is made once and kept
            cable.on_bytes(piece)
            await asyncio.sleep(0.002)
        tracemalloc.start()
        for piece in noise(messages(), NOISE_BYTES, seed=1):
            cable.on_bytes(piece)
            await asyncio.sleep(0.002)
        gc.collect()  # launchers that were restarted
        taken, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        cable.on_bytes(b"\n")
        assert taken < MEMORY_MAX_BYTES
        assert cable.done > 20, "what was good in it was done"
        await asyncio.sleep(1)
        assert await cable.answers_ping(7)

    with_launcher(work)


@pytest.mark.parametrize("fill", FILLS)
def test_after_a_line_of_any_length_the_next_good_one_is_answered(fill: bytes) -> None:
    async def work(cable: Heard) -> None:
        for length in range(1, LINE_MAX_BYTES + 51):
            cable.on_bytes((fill * length)[:length] + b"\n")
            assert await cable.answers_ping(length), length

    with_launcher(work)


def test_an_endless_line_takes_no_memory() -> None:
    decoder = Decoder()
    tracemalloc.start()
    for _ in range(1000):
        decoder.feed(b"x" * 5000)
        assert len(decoder._line) < LINE_MAX_BYTES
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken < 5000
    assert decoder.feed(b"\n" + encode(HELLO)) == [HELLO]
    assert decoder.long_lines == 1


class Board:
    """An emulated Pico at its serial port. What it says is in `heard`, decoded."""

    def __init__(self, url: str) -> None:
        self._port = serial.Serial(url, timeout=0)
        self._text: list[bytes] = []
        self._decoder = Decoder(on_text=self._text.append)
        self.heard: list[dict] = []

    def say(self, data: bytes) -> None:
        self._port.write(data)
        self.heard += self._decoder.feed(self._port.read(9999))

    def ask(self, message: dict) -> dict:
        """The answer. Sends the message again, as a host does."""
        for _ in range(20):
            self.say(b"\n" + encode(message))
            until_s = time.monotonic() + 5
            while time.monotonic() < until_s:
                time.sleep(0.001)
                self.say(b"")
                for answer in self.heard:
                    if answer.get("re") == message["id"]:
                        self.heard.clear()
                        return answer
        raise AssertionError(f"no answer to {message}, but {self._text[-9:]}")

    def close(self) -> None:
        self._port.close()


@pytest.fixture
def board(start_twin: StartTwin) -> Iterator[Board]:
    board = Board(start_twin("emulated").serial_url)
    yield board
    board.close()


def test_noise_does_not_stop_a_board(board: Board) -> None:
    """Without 0x03, which stops the program by design, and which no frame holds. In the boot that
    answers at the end no error can have been: it would have been another one."""
    boot = board.ask(HELLO | {"id": 9001})["boot"]
    said = [message for message in messages() if message.get("cmd") != "restart"]
    for piece in noise(said, NOISE_EMULATED_BYTES, seed=3, without=b"\x03"):
        board.say(piece)
    assert board.ask(HELLO | {"id": 9002, "session": "z"})["boot"] == boot
    assert board.ask({"id": 9003, "cmd": "status"})["damaged"] > 5


def test_a_board_answers_after_lines_of_any_length(board: Board) -> None:
    board.ask(HELLO)
    around = (1, 2, 9, 10, 63, 64, 65, 128, *range(LINE_MAX_BYTES - 2, LINE_MAX_BYTES + 3), 300)
    for place, length in enumerate(around):
        fill = FILLS[place % len(FILLS)].replace(b"\x03", b"{")
        board.say((fill * length)[:length])
        assert "t" in board.ask({"id": 2 + place, "cmd": "ping"}), length
    board.say(b"x" * 3000)
    assert "t" in board.ask({"id": 99, "cmd": "ping"})
