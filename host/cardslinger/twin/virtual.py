"""A launcher whose board is software: the firmware's own `slinger` on CPython, in virtual time."""

import asyncio
import platform
import random
from collections.abc import Callable

from slinger.app import App
from slinger.limits import CARD_MIN_US, LENGTHS_KEPT

from cardslinger.twin.cable import Cable
from cardslinger.twin.mechanics import Mechanics
from cardslinger.twin.motor import driver_output
from cardslinger.twin.plant import ADC_FULL_MV, ADC_MAX, VSYS_DIVIDER, Plant

TRANSMIT_BYTES = 256  # the Pico's USB transmit buffer
LOOK_DELAY_S = 0.0003  # from an edge to the program's look at it, on the emulated Pico
POWER_ON = 1  # MicroPython's machine.PWRON_RESET


class Flag:
    """Set by a part or a task, waited for by one task."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self.set = self._event.set

    async def wait(self, timeout_ms: float | None = None) -> bool:
        """True when it was set, False after `timeout_ms`. The flag is clear afterwards."""
        try:
            async with asyncio.timeout(None if timeout_ms is None else timeout_ms / 1000):
                await self._event.wait()
        except TimeoutError:
            return False
        self._event.clear()
        return True


class Clock:
    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._started_s = self._loop.time()

    def now_ms(self) -> int:
        return int(self.exact_ms())

    def exact_ms(self) -> float:
        return (self._loop.time() - self._started_s) * 1000


class Button:
    """Like the Pico's: one falling edge sets `moved`, then none until `watch` is called."""

    def __init__(self, down: bool) -> None:
        self.moved = Flag()
        self._down = down
        self._watched = False

    def watch(self) -> None:
        self._watched = True

    def is_down(self) -> bool:
        return self._down

    def push(self, down: bool) -> None:
        if down and not self._down and self._watched:
            self._watched = False
            asyncio.get_running_loop().call_later(LOOK_DELAY_S, self.moved.set)
        self._down = down


class CardSensor:
    """Counts as the Pico's does, spikes told from cards by their length."""

    def __init__(self, blocked: bool, clock: Clock) -> None:
        self.moved = Flag()
        self.leading = int(blocked)
        self.trailing = self.noise = 0
        self._clock = clock
        self._blocked_ms = clock.exact_ms()
        self._lengths_us = [0] * LENGTHS_KEPT

    def look(self) -> None:
        """Nothing here floods the program with interrupts."""

    def blocked_us(self, number: int) -> int:
        return self._lengths_us[number % LENGTHS_KEPT]

    def show(self, blocked: bool) -> None:
        length_us = int((self._clock.exact_ms() - self._blocked_ms) * 1000)
        if blocked:
            self._blocked_ms = self._clock.exact_ms()
            self.leading += 1
        elif length_us < CARD_MIN_US:
            self.leading -= 1
            self.noise += 1
        else:
            self.trailing += 1
            self._lengths_us[self.trailing % LENGTHS_KEPT] = length_us
        self.moved.set()


class Motor:
    """The driver's three inputs, as the firmware sets them, and its fault output."""

    def __init__(self, on_change: Callable[[], None], fault: bool) -> None:
        self.in1_duty = self.in2_duty = 0.0
        self.awake = False
        self._fault = fault
        self.fault_moved = Flag()
        self._on_change = on_change

    def drive(self, percent: int) -> None:
        self._set(percent / 100, 0.0, True)

    def reverse(self, percent: int) -> None:
        self._set(0.0, percent / 100, True)

    def brake(self) -> None:
        self._set(1.0, 1.0, self.awake)

    def off(self) -> None:
        self._set(0.0, 0.0, False)

    def watch_fault(self) -> None:
        """`fault_moved` is set on every change here."""

    def fault(self) -> bool:
        """True while the driver pulls nFAULT low."""
        return self._fault

    def show_fault(self, fault: bool) -> None:
        self._fault = fault
        self.fault_moved.set()

    def _set(self, in1_duty: float, in2_duty: float, awake: bool) -> None:
        if (in1_duty, in2_duty, awake) != (self.in1_duty, self.in2_duty, self.awake):
            self.in1_duty, self.in2_duty, self.awake = in1_duty, in2_duty, awake
            self._on_change()


class Lid:
    """The lid's switch."""

    def __init__(self, lid_open: bool) -> None:
        self.moved = Flag()
        self._open = lid_open

    def watch(self) -> None:
        """`moved` is set on every change here."""

    def is_open(self) -> bool:
        return self._open

    def show(self, lid_open: bool) -> None:
        self._open = lid_open
        self.moved.set()


class Battery:
    """The battery's voltage as the Pico's ADC reads it."""

    def __init__(self, counts: Callable[[], int]) -> None:
        self._counts = counts

    def millivolts(self) -> int:
        return round(self._counts() * ADC_FULL_MV * VSYS_DIVIDER / ADC_MAX)


class Light:
    def __init__(self) -> None:
        self.on = False

    def set(self, on: bool) -> None:
        self.on = on


class Buzzer:
    def __init__(self) -> None:
        self.hz = 0

    def tone(self, hz: int) -> None:
        self.hz = hz

    def off(self) -> None:
        self.hz = 0


class Serial:
    """USB serial with the Pico's small transmit buffer; without a host it keeps nothing."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable
        self._received = bytearray()
        self._arrived = Flag()
        self._unsent = bytearray()
        cable.on_bytes = self._receive
        cable.on_room = self._flush

    async def read(self) -> bytes:
        while not self._received:
            await self._arrived.wait()
        data = bytes(self._received)
        self._received.clear()
        return data

    def drained(self) -> bool:
        return not self._unsent

    def write(self, data: bytes) -> int:
        taken = min(len(data), TRANSMIT_BYTES - len(self._unsent))
        self._unsent += data[:taken]
        self._flush()
        return taken

    def _receive(self, data: bytes) -> None:
        self._received += data
        self._arrived.set()

    def _flush(self) -> None:
        sent = self._cable.write(bytes(self._unsent))
        del self._unsent[:sent]
        if self._unsent:
            self._cable.notify_room()


class Store:
    """The Pico's small files, kept from one power-on to the next."""

    def __init__(self) -> None:
        self._files: dict[str, bytes] = {}

    def read(self, name: str) -> bytes | None:
        return self._files.get(name)

    def replace(self, name: str, data: bytes) -> None:
        if name in self._files:
            self._files[f"{name}.old"] = self._files[name]
        self._files[name] = data


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
        self._store = Store()
        self._chance = random.Random(seed) if seed is not None else random.SystemRandom()
        self._power: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()
        self.plant = Plant(mechanics, self)
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

    def power_cycle(self) -> None:
        """Power off and on: the firmware starts anew, cards stay where they are."""
        assert self._power is not None
        self._power.cancel()
        self._board.motor.off()
        self.plant.restarted()
        self._switch_on()

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
