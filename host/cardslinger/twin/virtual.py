"""A launcher whose board is software: the firmware's own `slinger` on CPython, in virtual time."""

import asyncio
import platform
import random
from collections.abc import Callable
from typing import NoReturn

from slinger.app import App

from cardslinger.twin.cable import Cable
from cardslinger.twin.mechanics import Mechanics
from cardslinger.twin.motor import driver_output
from cardslinger.twin.plant import Plant
from cardslinger.twin.virtual_parts import (
    Battery,
    Button,
    Buzzer,
    CardSensor,
    Clock,
    Flag,
    Lid,
    Light,
    Motor,
    Serial,
    Store,
)

POWER_ON = 1  # MicroPython's machine.PWRON_RESET


class Board:
    """The parts of `slinger.pico.Board`, for one power-on."""

    flag = Flag
    board_id = "virtual"
    reset_cause = POWER_ON
    runtime = f"CPython {platform.python_version()}"

    def __init__(
        self,
        cable: Cable,
        store: Store,
        chance: random.Random,
        plant: Plant,
    ) -> None:
        self.clock = Clock()
        self.motor = Motor(plant.motor_changed, plant.driver_fault)
        self.button = Button(plant.button.shown)
        self.card_sensor = CardSensor(plant.beam.shown, self.clock)
        self.lid = Lid(plant.mechanics.lid_open)
        self.battery = Battery(lambda: plant.battery_counts)
        self.light = Light()
        self.buzzer = Buzzer()
        self.serial = Serial(cable)
        self.store = store
        self.random_bits = chance.getrandbits
        self.boot_id = f"{chance.getrandbits(32):08x}"

    def tidy(self) -> None:
        """CPython tidies up by itself."""

    def free_bytes(self) -> int:
        return 0  # a PC's memory says nothing about the Pico's


class VirtualTwin:
    """A powered virtual launcher; `run` until cancelled. See `twin.server.Twin` for the hands."""

    kind = "virtual"
    boot_ms = 0.0  # software has no power-on time

    def __init__(self, cable: Cable, mechanics: Mechanics, seed: int | None) -> None:
        self._cable = cable
        self._chance = random.Random(seed) if seed is not None else random.SystemRandom()
        self._power: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()
        self.plant = Plant(mechanics, self)
        self._store = Store(self.plant.flash, self._lose_power)
        self._switch_on()

    def motor(self) -> tuple[str, float]:
        motor = self._board.motor
        return driver_output(motor.in1_duty, motor.in2_duty, motor.awake)

    def driver_awake(self) -> bool:
        return self._board.motor.awake

    def set_beam(self, blocked: bool) -> None:
        self._board.card_sensor.show(blocked)

    def set_button(self, down: bool) -> None:
        self._board.button.push(down)

    def set_lid(self, lid_open: bool) -> None:
        self._board.lid.show(lid_open)

    def set_driver_fault(self, fault: bool) -> None:
        self._board.motor.show_fault(fault)

    def call_later(self, delay_ms: float, action: Callable[[], None]) -> None:
        self._loop.call_later(delay_ms / 1000, action)

    def now_ms(self) -> float:
        return self._board.clock.exact_ms()

    @property
    def light_on(self) -> bool:
        return self._board.light.on

    @property
    def tone_hz(self) -> int:
        return self._board.buzzer.hz

    def power_cycle(self) -> None:
        """Power off and on: the firmware starts anew, cards stay where they are."""
        assert self._power is not None
        self._power.cancel()
        self._board.motor.off()
        self.plant.restarting()
        self._switch_on()

    def _lose_power(self) -> NoReturn:
        """From within the firmware, which does nothing more."""
        self.power_cycle()
        raise asyncio.CancelledError

    def _switch_on(self) -> None:
        self._board = Board(self._cable, self._store, self._chance, self.plant)
        self._power = self._loop.create_task(App(self._board).run())

    async def run(self) -> None:
        """Until the firmware breaks: its exception comes out here."""
        while True:
            power = self._power
            assert power is not None
            try:
                await asyncio.shield(power)
            except asyncio.CancelledError:
                if power is self._power:  # it is us who are cancelled
                    power.cancel()
                    raise
