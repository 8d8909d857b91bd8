"""What the machine shows to a board's pins, on both kinds of board."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from cardslinger.twin.mechanics import Mechanics
from cardslinger.twin.virtual import VirtualTwin
from mpremote.transport_serial import SerialTransport

from tests.conftest import StartTwin
from tests.twin.cables import NoCable


async def test_the_virtual_board_shows_lid_driver_fault_and_battery() -> None:
    twin = VirtualTwin(NoCable(), Mechanics(20, seed=1), 1)  # type: ignore[arg-type]
    running = asyncio.create_task(twin.run())
    await asyncio.sleep(0.01)
    board = twin._board
    assert not board.lid.is_open()
    twin.plant.set_lid(True)
    assert board.lid.is_open()
    assert await board.hands.wait(1000)
    twin.plant.set_lid(False)

    at_rest_mv = board.battery.millivolts()
    assert at_rest_mv == pytest.approx(twin.plant.mechanics.battery_mv, abs=3)
    board.motor.drive(60)
    await asyncio.sleep(0.05)
    assert twin.plant.mechanics.roller_speed > 0
    assert board.battery.millivolts() < at_rest_mv - 50
    board.motor.reverse(60)
    await asyncio.sleep(0.1)
    assert twin.plant.motor_mode == "reverse"
    assert twin.plant.mechanics.roller_speed < 0
    assert not board.motor.fault()
    twin.plant.switch_fault("driver_fault")
    assert board.motor.fault()
    assert await board.hands.wait(1000)
    board.motor.off()
    assert not board.motor.fault(), "it sleeps"
    running.cancel()


@pytest.fixture
def prompt(start_twin: StartTwin) -> Iterator[tuple[Any, Any]]:
    """(bench, prompt) of an emulated Pico whose launcher was stopped by Ctrl-C."""
    twin = start_twin("emulated", cards=20)
    transport = SerialTransport(twin.serial_url)
    transport.enter_raw_repl(soft_reset=False)
    transport.exec("from machine import ADC, PWM, Pin\nfrom slinger import pins")
    transport.exec("lid = Pin(pins.LID, Pin.IN, Pin.PULL_UP)")
    transport.exec("fault = Pin(pins.DRIVER_FAULT, Pin.IN, Pin.PULL_UP)")
    yield twin.bench, transport
    transport.close()


def ask(transport: Any, expression: str) -> int:
    return int(transport.eval(expression))


def test_the_emulated_board_shows_lid_driver_fault_and_battery(prompt: tuple[Any, Any]) -> None:
    bench, transport = prompt
    assert ask(transport, "lid.value()") == 0, "low while closed"
    bench.open_lid()
    assert ask(transport, "lid.value()") == 1
    bench.close_lid()

    counts = ask(transport, "ADC(pins.BATTERY).read_u16()")
    at_rest_mv = counts / 65535 * 3300 * 2
    assert at_rest_mv == pytest.approx(bench.read().battery_mv, abs=5)
    transport.exec("Pin(pins.MOTOR_SLEEP, Pin.OUT, value=1)")
    transport.exec("motor = PWM(Pin(pins.MOTOR_IN1), freq=20000, duty_u16=40000)")
    bench.wait(100)
    assert ask(transport, "ADC(pins.BATTERY).read_u16()") < counts - 300
    assert ask(transport, "fault.value()") == 1

    transport.exec("motor.duty_u16(0)")
    transport.exec("Pin(pins.MOTOR_IN1, Pin.OUT, value=0)")
    transport.exec("motor = PWM(Pin(pins.MOTOR_IN2), freq=20000, duty_u16=40000)")
    reading = bench.wait(200)
    assert reading.motor == "reverse"
    assert reading.roller_speed < 0
    bench.fault("driver_fault")
    assert ask(transport, "fault.value()") == 0
    transport.exec("Pin(pins.MOTOR_SLEEP, Pin.OUT, value=0)")
    assert ask(transport, "fault.value()") == 1
