"""A launcher whose board is software: the firmware's own `slinger` on CPython, in virtual time."""

import asyncio
import os
import platform
import random
from collections.abc import Callable
from typing import NoReturn

from slinger.app import App
from slinger.start import PROMPT, SAFE, start

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
    Watchdog,
)

POWER_ON, RESET = 1, 3  # MicroPython's machine.PWRON_RESET and WDT_RESET


class Board:
    """The parts of `slinger.pico.Board`, from one reset to the next."""

    flag = Flag
    board_id = "virtual"
    runtime = f"CPython {platform.python_version()}"

    def __init__(
        self,
        cable: Cable,
        store: Store,
        watchdog: Watchdog,
        chance: random.Random,
        plant: Plant,
        reset_cause: int,
        restart: Callable[[], None],
    ) -> None:
        self.clock = Clock()
        self.hands = Flag()
        self.beat = self.rang = False
        self._heart: asyncio.TimerHandle | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self.motor = Motor(plant.motor_changed, plant.driver_fault, self.hands)
        self.button = Button(plant.button.shown, self.hands)
        self.card_sensor = CardSensor(plant.beam.shown, self.clock)
        self.lid = Lid(plant.mechanics.lid_open, self.hands)
        self.battery = Battery(lambda: plant.battery_counts)
        self.light = Light(plant.light_or_buzzer_changed)
        self.buzzer = Buzzer(plant.light_or_buzzer_changed)
        self.serial = Serial(cable)
        self.store = store
        self.watchdog = watchdog
        self.reset_cause = reset_cause
        self.restart = restart
        self.random_bits = chance.getrandbits
        # Another one at each power-on, whatever the seed: hosts tell boots apart by it.
        self.boot_id = f"{chance.getrandbits(32) ^ int.from_bytes(os.urandom(4)):08x}"

    def start_beat(self, every_ms: int) -> None:
        """Set `beat` and `hands` again and again, until the heart stops."""
        self._heart = asyncio.get_running_loop().call_later(
            every_ms / 1000, self._on_beat, every_ms
        )

    def _on_beat(self, every_ms: int) -> None:
        self.beat = True
        self.hands.set()
        self.start_beat(every_ms)

    def ring_after(self, ms: int) -> None:
        """Set `rang` and `hands` then; what was asked for before is forgotten."""
        if self._alarm:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(ms / 1000, self._on_alarm)

    def _on_alarm(self) -> None:
        self.rang = True
        self.hands.set()

    def power_off(self) -> None:
        """No timer goes on."""
        for timer in (self._heart, self._alarm):
            if timer:
                timer.cancel()
        self.motor.off()

    def tidy(self) -> None:
        """CPython tidies up by itself."""

    def free_bytes(self, now: bool) -> int:
        return 0  # a PC's memory says nothing about the Pico's


class VirtualTwin:
    """A powered virtual launcher; `run` until cancelled. See `twin.server.Twin` for the hands."""

    kind = "virtual"
    boot_ms = 0.0  # software has no power-on time
    wakes = 0  # nor a chip that sleeps

    def __init__(self, cable: Cable, mechanics: Mechanics, seed: int | None) -> None:
        self._cable = cable
        self._chance = random.Random(seed) if seed is not None else random.SystemRandom()
        self._power: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()
        self.plant = Plant(mechanics, self)
        self._store = Store(self.plant.flash, self._lose_power)
        self._watchdog = Watchdog(self._reset)
        self._start(POWER_ON)

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
        self._watchdog.stop()
        self._watchdog = Watchdog(self._reset)
        self._reset(POWER_ON)

    def reset(self) -> None:
        """As the watchdog does, which remembers some numbers over it."""
        self._watchdog.bite()

    def _reset(self, cause: int = RESET) -> None:
        assert self._power is not None
        self._power.cancel()
        self._board.power_off()
        self._watchdog.stop()
        self.plant.restarting()
        self._start(cause)

    def _start(self, cause: int) -> None:
        """What firmware/main.py does; an error in it is not caught here, but ends the twin."""
        self._board = board = Board(
            self._cable, self._store, self._watchdog, self._chance, self.plant, cause, self._restart
        )
        way = start(cause == POWER_ON, board.button.is_down(), self._watchdog.crashes)
        program = self._prompt() if way == PROMPT else App(board, safe=way == SAFE).run()
        self._power = self._loop.create_task(program)

    def _restart(self) -> None:
        self._watchdog.steady()
        self._reset()

    async def _prompt(self) -> None:
        """MicroPython's prompt: nothing of ours runs."""
        await asyncio.Event().wait()

    def _lose_power(self) -> NoReturn:
        """From within the firmware, which does nothing more."""
        self.power_cycle()
        raise asyncio.CancelledError

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
