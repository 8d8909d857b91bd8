"""Flash takes its time, hears nothing meanwhile, and is never written while the motor is driven."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from cardslinger.bridge import Launcher
from cardslinger.twin.errors import TwinBroken, UnsafeWrite
from cardslinger.twin.flash import FlashWrites
from cardslinger.twin.mechanics import Mechanics
from cardslinger.twin.motor import BRAKE, COAST, DRIVE, REVERSE
from cardslinger.twin.process import TwinProcess
from cardslinger.twin.virtual import VirtualTwin
from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport
from slinger.app import App

from tests.conftest import StartTwin
from tests.twin.cables import NoCable

ERASE_MS, PROGRAM_MS = 45.0, 0.8  # W25Q16JV data sheet, typical
PAGES = 16  # of a sector


@pytest.fixture
def board(start_twin: StartTwin) -> Iterator[tuple[TwinProcess, Any]]:
    """An emulated Pico at its prompt: Ctrl-C has stopped the launcher."""
    twin = start_twin("emulated")
    transport = SerialTransport(twin.serial_url)
    transport.enter_raw_repl(soft_reset=False)
    transport.exec("import time, rp2\nfrom machine import PWM, Pin\nfrom slinger import pins")
    yield twin, transport
    with contextlib.suppress(OSError):  # of a twin that has ended
        transport.close()


def test_an_erase_and_a_program_take_the_time_of_the_data_sheet(board: tuple) -> None:
    twin, transport = board
    before = twin.bench.read().flash_writes
    ms = json.loads(transport.exec(TIME_A_SECTOR)) / 1000
    pure_ms = ERASE_MS + PAGES * PROGRAM_MS
    assert pure_ms < ms < pure_ms + 10, "the rest is commands and data on their way"
    assert twin.bench.read().flash_writes - before == 1 + PAGES


TIME_A_SECTOR = """
data = bytes(4096)
began = time.ticks_us()
rp2.Flash().writeblocks(300, data)
print(time.ticks_diff(time.ticks_us(), began))
"""


def test_no_interrupt_is_served_while_flash_is_busy_but_the_world_goes_on(board: tuple) -> None:
    """The button's line has an edge each millisecond; the longest time without is the erase."""
    twin, transport = board
    transport.exec_raw_no_follow(ERASE_UNDER_INTERRUPTS)
    twin.bench.shake_button(1000.0, 400)
    out, error = transport.follow(10)
    assert not error
    served_us: list[int] = json.loads(out)
    assert len(served_us) > 100
    gaps_us = sorted(after - before for before, after in pairwise(served_us))
    assert ERASE_MS - 1 < gaps_us[-1] / 1000 < ERASE_MS + 5
    assert gaps_us[len(gaps_us) // 2] == pytest.approx(2000, abs=100), "falling edges"


ERASE_UNDER_INTERRUPTS = """
from array import array
came = array("i", [0] * 300)
n = 0
def edge(pin):
    global n
    came[n] = time.ticks_us()
    n += 1
pin = Pin(pins.BUTTON, Pin.IN, Pin.PULL_UP)
pin.irq(edge, Pin.IRQ_FALLING, hard=True)
while n < 20:
    pass
rp2.Flash().writeblocks(300, bytes(256), 0)
rp2.Flash().ioctl(6, 301)
while n < 150:
    pass
pin.irq(None)
print(list(came[:n]))
"""


def test_a_boot_writes_nothing_and_the_first_takes_as_long_as_any(start_twin: StartTwin) -> None:
    twin = start_twin("emulated")
    first = twin.bench.read()
    twin.bench.power_cycle()
    second = twin.bench.wait(100)
    assert first.flash_writes == second.flash_writes == 0
    assert first.boot_ms == pytest.approx(second.boot_ms, abs=5)


@pytest.mark.parametrize(("pin", "mode"), [("MOTOR_IN1", "drive"), ("MOTOR_IN2", "reverse")])
def test_an_emulated_twin_ends_when_flash_is_written_with_the_motor_on(
    board: tuple, pin: str, mode: str
) -> None:
    twin, transport = board
    transport.exec(WRITE)
    transport.exec("Pin(pins.MOTOR_SLEEP, Pin.OUT, value=1)")
    transport.exec(f"motor = PWM(Pin(pins.{pin}), freq=20000, duty_u16=40000)")
    with pytest.raises((OSError, TransportError)):
        transport.exec(WRITE)
    assert f"of flash with the motor in {mode}" in twin.ending()
    with pytest.raises(TwinBroken):
        twin.bench.read()


def test_flash_may_be_written_while_the_motor_brakes(board: tuple) -> None:
    twin, transport = board
    transport.exec("Pin(pins.MOTOR_SLEEP, Pin.OUT, value=1)")
    transport.exec("for pin in (pins.MOTOR_IN1, pins.MOTOR_IN2): Pin(pin, Pin.OUT, value=1)")
    assert twin.bench.read().motor == "brake"
    transport.exec(WRITE)
    assert twin.bench.read().flash_writes > 0


WRITE = "with open('notes', 'w') as file: file.write('x')"


async def test_the_virtual_twin_ends_when_its_firmware_writes_with_the_motor_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def save_while_it_fires(self: App, now_ms: int) -> None:
        self.begin("press", 3, {})
        self._board.store.replace("settings", b"x")

    monkeypatch.setattr(App, "pressed", save_while_it_fires)
    twin = VirtualTwin(NoCable(), Mechanics(20, seed=1), 1)  # type: ignore[arg-type]
    running = asyncio.create_task(twin.run())
    await asyncio.sleep(1.0)
    twin.plant.button.set(True)
    with pytest.raises(UnsafeWrite, match="write of flash with the motor in drive"):
        await asyncio.wait_for(running, 5)


async def test_writes_of_the_virtual_board_are_counted(start_twin: StartTwin) -> None:
    twin = start_twin("virtual")
    async with await Launcher.open(twin.serial_url) as launcher:
        await launcher.set("mute", True)
        assert twin.bench.read().flash_writes == 2, "a file, and its rename"
        await launcher.set("mute", False)
        assert twin.bench.read().flash_writes == 5, "and that of the old one"


def test_only_a_driven_motor_forbids_a_write() -> None:
    for mode in (COAST, BRAKE):
        writes = FlashWrites(lambda mode=mode: mode)
        assert not writes.begin("write")
        assert writes.count == 1
    for mode in (DRIVE, REVERSE):
        with pytest.raises(UnsafeWrite):
            FlashWrites(lambda mode=mode: mode).begin("write")
