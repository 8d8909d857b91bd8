"""The firmware's own code on the real MicroPython, reached over its raw REPL in the emulator."""

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cardslinger.bridge import Launcher
from mpremote.transport_serial import SerialTransport
from slinger.frame import Decoder, encode
from slinger.limits import MOTOR_HOLD_MS

from tests.conftest import StartTwin

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "frames.json").read_text())
STREAMS = 60


@pytest.fixture
def board(start_twin: StartTwin) -> Iterator[Any]:
    """A prompt on an emulated Pico: Ctrl-C has stopped the launcher."""
    twin = start_twin("emulated")
    transport = SerialTransport(twin.serial_url)
    transport.enter_raw_repl(soft_reset=False)
    transport.exec(DECODE)
    yield transport
    transport.close()


DECODE = """
import binascii, json
from slinger.frame import Decoder, encode
def decode(pieces):
    d = Decoder()
    found = []
    for piece in pieces:
        found += d.feed(binascii.unhexlify(piece))
    print(json.dumps([found, d.text_lines, d.damaged_lines, d.long_lines]))
"""


def decode_there(board: Any, pieces: list[bytes]) -> list:
    return json.loads(board.exec(f"decode({[piece.hex() for piece in pieces]!r})"))


def decode_here(pieces: list[bytes]) -> list:
    decoder = Decoder()
    found = [message for piece in pieces for message in decoder.feed(piece)]
    return [found, decoder.text_lines, decoder.damaged_lines, decoder.long_lines]


def test_decode_vectors_on_micropython(board: Any) -> None:
    for vector in VECTORS["decode"]:
        expected = [vector[key] for key in ("messages", "text", "damaged", "long")]
        pieces = [bytes.fromhex(piece) for piece in vector["pieces"]]
        assert decode_there(board, pieces) == expected, vector["name"]


def test_encode_vectors_on_micropython(board: Any) -> None:
    for vector in VECTORS["encode"]:
        line = board.exec(f"print(encode(json.loads({json.dumps(vector['message'])!r})))")
        assert eval(line) == vector["line"].encode()


def test_random_streams_mean_the_same_on_both_pythons(board: Any) -> None:
    """Whole, cut and damaged frames, text and noise in any order and any pieces."""
    chance = random.Random(5)
    for _ in range(STREAMS):
        stream = b"".join(_piece(chance) for _ in range(chance.randrange(6)))
        pieces = []
        while stream:
            size = chance.choice((1, 7, 64, 300))
            pieces.append(stream[:size])
            stream = stream[size:]
        assert decode_there(board, pieces) == decode_here(pieces), pieces


def _piece(chance: random.Random) -> bytes:
    frame = bytearray(encode({"id": chance.randrange(99), "cmd": "x" * chance.randrange(99)}))
    kind = chance.randrange(5)
    if kind == 0:
        frame[chance.randrange(len(frame))] ^= 1 << chance.randrange(8)
    elif kind == 1:
        del frame[chance.randrange(len(frame)) :]
    elif kind == 2:
        return bytes(chance.choices(range(256), k=chance.randrange(400)))
    elif kind == 3:
        return b">>> text\r\n"
    return bytes(frame)


def test_ctrl_c_in_a_fire_stops_the_motor_and_gives_the_prompt(start_twin: StartTwin) -> None:
    twin = start_twin("emulated", speed=1)
    transport = SerialTransport(twin.serial_url)
    port = transport.serial
    for message in (
        {"id": 1, "cmd": "hello", "protocol": 1, "session": "s"},
        {"id": 2, "cmd": "fire", "cards": 1},
    ):
        port.write(b"\n" + encode(message))
    while twin.bench.wait(200).left < 1:
        pass
    twin.bench.wait(500)  # that fire is over
    port.write(b"\n" + encode({"id": 3, "cmd": "fire", "cards": 60}))
    while twin.bench.read().motor != "drive":
        twin.bench.wait(20)
    transport.enter_raw_repl(soft_reset=False)  # sends Ctrl-C
    assert twin.bench.read().motor == "coast"
    kept = json.loads(transport.exec("print(open('life').readline())"))
    assert kept["fires"] == 1, "what it had counted is kept"
    transport.close()
    assert twin.bench.wait(1000).motor == "coast"


def test_a_soft_reset_with_the_motor_on_finds_it_off_again(start_twin: StartTwin) -> None:
    """boot.py comes first: a soft reset leaves a PWM pin as it was (micropython issue 9007)."""
    twin = start_twin("emulated")
    transport = SerialTransport(twin.serial_url)
    transport.enter_raw_repl(soft_reset=False)
    transport.exec(MOTOR_ON)
    assert twin.bench.wait(2000).motor == "drive"
    transport.exit_raw_repl()
    transport.serial.write(b"\x04")
    assert twin.bench.wait(500).motor == "coast"
    transport.close()


MOTOR_ON = """
from machine import PWM, Pin
from slinger import pins
Pin(pins.MOTOR_SLEEP, Pin.OUT, value=1)
motor = PWM(Pin(pins.MOTOR_IN1), freq=20000, duty_u16=40000)
"""


def test_a_program_that_hangs_loses_the_motor(start_twin: StartTwin) -> None:
    twin = start_twin("emulated", speed=1)
    transport = SerialTransport(twin.serial_url)
    transport.enter_raw_repl(soft_reset=False)
    transport.exec_raw_no_follow(
        "import machine\nfrom slinger.pico import Board\nBoard().motor.drive(60)\n"
        "while 1: machine.idle()"
    )
    reading = twin.bench.wait(MOTOR_HOLD_MS + 500)
    assert 0 < reading.longest_drive_ms <= MOTOR_HOLD_MS + 10
    assert reading.motor == "coast"
    transport.close()


def test_an_error_in_the_firmware_leaves_the_motor_off(start_twin: StartTwin) -> None:
    """Any exception in any task ends the application, and that ends the motor."""
    twin = start_twin("emulated")
    transport = SerialTransport(twin.serial_url)
    transport.enter_raw_repl(soft_reset=False)
    transport.exec_raw_no_follow(BREAK)
    twin.bench.wait(1000)
    reading = twin.bench.press()
    assert reading.press_to_motor_ms, "the motor did start"
    assert twin.bench.wait(1000).motor == "coast"
    transport.close()


BREAK = """
import asyncio
from slinger import app, fires, pico
class Broken(fires.Feed):
    def step(self, sensor, now_ms):
        raise RuntimeError("broken")
fires.Feed = Broken
board = pico.Board()
launcher = app.App(board)
launcher._drawn = 3
asyncio.run(launcher.run())
"""


def test_after_an_error_the_board_starts_anew_by_itself(start_twin: StartTwin) -> None:
    """The frozen main.py with a fault put into it: the motor goes off, the error is shown."""
    twin = start_twin("emulated", speed=1)
    transport = SerialTransport(twin.serial_url)
    transport.enter_raw_repl(soft_reset=False)
    transport.exec_raw_no_follow(BREAK_MAIN)
    said = transport.read_until(1, b'"hello"', timeout=10)
    twin.bench.press()
    said = transport.read_until(1, b'"hello"', timeout=20)
    assert b"RuntimeError: broken" in said
    assert twin.bench.read().motor == "coast"
    transport.close()

    async def fire() -> int:
        async with await Launcher.open(twin.serial_url) as launcher:
            return (await launcher.fire(2)).cards

    assert asyncio.run(fire()) == 2


BREAK_MAIN = """
from slinger import app
def broken(self, now_ms):
    raise RuntimeError("broken")
app.App.pressed = broken
import main
"""


def test_no_interrupt_handler_allocates(board: Any) -> None:
    """With the heap locked, an allocation would raise MemoryError. Twice: what is made at the
    first call and kept would hide in it."""
    said = board.exec(
        """
import micropython
from slinger.pico import Board
board = Board()
sensor = board.card_sensor
lines = [board.button, board.lid, board.motor._fault]
calls = [(part._on_edge, part._pin) for part in lines + [sensor]]
for line in lines:
    line.watch()
for handler, pin in calls + calls:
    sensor._blocked = not sensor._blocked
    micropython.heap_lock()
    try:
        handler(pin)
    finally:
        micropython.heap_unlock()
print("none")
"""
    )
    assert said == b"none\r\n"


@pytest.mark.long
def test_settings_damaged_at_every_byte_are_never_believed_on_micropython(board: Any) -> None:
    said = board.exec(
        """
from slinger.settings import DEFAULTS, NAME, load, save
class Files:
    def __init__(self): self.files = {}
    def read(self, name): return self.files.get(name)
    def replace(self, name, data): self.files[name] = data
files = Files()
kept = dict(DEFAULTS)
kept["lead_ms"] = 777
save(files, kept)
whole = files.files[NAME]
believed = 0
for place in range(len(whole)):
    print(end=".")  # mpremote gives up on a board that says nothing for 10 s
    for flip in (1, 0x80):
        files.files[NAME] = whole[:place] + bytes([whole[place] ^ flip]) + whole[place + 1:]
        values, became = load(files)
        believed += became != "damaged" or values != DEFAULTS
files.files[NAME] = whole
print(believed, len(whole) > 100, load(files)[0]["lead_ms"])
"""
    )
    assert said.lstrip(b".") == b"0 True 777\r\n"
