"""The parts of a virtual board, as the firmware sees `slinger.pico`'s."""

import asyncio
from collections.abc import Callable
from typing import NoReturn

from slinger.health import WATCHDOG_MS
from slinger.limits import CARD_MIN_US, LENGTHS_KEPT

from cardslinger.twin.cable import Cable
from cardslinger.twin.flash import FlashWrites
from cardslinger.twin.plant import ADC_FULL_MV, ADC_MAX, BATTERY_DIVIDER

TRANSMIT_BYTES = 256  # the Pico's USB transmit buffer
LOOK_DELAY_S = 0.0003  # from an edge to the program's look at it, on the emulated Pico


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

    def now_us(self) -> int:
        return int(self.exact_ms() * 1000) % 2**30

    def exact_ms(self) -> float:
        return (self._loop.time() - self._started_s) * 1000


class Line:
    """Like the Pico's: one edge sets the flag, then none until `watch` is called."""

    def __init__(self, hands: Flag) -> None:
        self._hands = hands
        self._watched = False

    def watch(self) -> None:
        self._watched = True

    def _edge(self) -> None:
        if self._watched:
            self._watched = False
            asyncio.get_running_loop().call_later(LOOK_DELAY_S, self._hands.set)


class Button(Line):
    def __init__(self, down: bool, hands: Flag) -> None:
        super().__init__(hands)
        self._down = down
        self.edges = 0

    def count_edges(self, on: bool) -> None:
        """Count each edge in `edges`, from 0."""
        if on:
            self.edges = 0

    def is_down(self) -> bool:
        return self._down

    def tapped(self) -> bool:
        """False: this program is never busy for long."""
        return False

    def push(self, down: bool) -> None:
        moved, self._down = down != self._down, down
        self.edges += moved
        if moved and down:
            self._edge()


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

    def blocked_ms(self) -> int:
        if self.leading == self.trailing:
            return 0
        return int(self._clock.exact_ms() - self._blocked_ms)

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


class DriverFault(Line):
    """The driver's nFAULT."""

    def __init__(self, fault: bool, hands: Flag) -> None:
        super().__init__(hands)
        self.low = fault

    def show(self, fault: bool) -> None:
        fell, self.low = fault and not self.low, fault
        if fell:
            self._edge()


class Motor:
    """The driver's three inputs, as the firmware sets them, and its fault output."""

    def __init__(self, on_change: Callable[[], None], fault: bool, hands: Flag) -> None:
        self.in1_duty = self.in2_duty = 0.0
        self.awake = False
        self._fault = DriverFault(fault, hands)
        self.watch_fault = self._fault.watch
        self.show_fault = self._fault.show
        self._on_change = on_change

    def drive(self, percent: int) -> None:
        self._set(percent / 100, 0.0, True)

    def reverse(self, percent: int) -> None:
        self._set(0.0, percent / 100, True)

    def brake(self) -> None:
        self._set(1.0, 1.0, self.awake)

    def off(self) -> None:
        self._set(0.0, 0.0, False)

    def fault(self) -> bool:
        """True while the driver pulls nFAULT low."""
        return self._fault.low

    def _set(self, in1_duty: float, in2_duty: float, awake: bool) -> None:
        if (in1_duty, in2_duty, awake) != (self.in1_duty, self.in2_duty, self.awake):
            self.in1_duty, self.in2_duty, self.awake = in1_duty, in2_duty, awake
            self._on_change()


class Lid(Line):
    """The lid's switch."""

    def __init__(self, lid_open: bool, hands: Flag) -> None:
        super().__init__(hands)
        self._open = lid_open

    def is_open(self) -> bool:
        return self._open

    def show(self, lid_open: bool) -> None:
        moved, self._open = lid_open != self._open, lid_open
        if moved:
            self._edge()


class Battery:
    """The battery's voltage as the Pico's ADC reads it."""

    def __init__(self, counts: Callable[[], int]) -> None:
        self._counts = counts

    def millivolts(self) -> int:
        return round(self._counts() * ADC_FULL_MV * BATTERY_DIVIDER / ADC_MAX)


class Light:
    def __init__(self, on_change: Callable[[], None]) -> None:
        self.on = False
        self._on_change = on_change

    def set(self, on: bool) -> None:
        self.on = on
        self._on_change()


class Buzzer:
    def __init__(self, on_change: Callable[[], None]) -> None:
        self.hz = 0
        self._on_change = on_change

    def tone(self, hz: int) -> None:
        self.hz = hz
        self._on_change()

    def off(self) -> None:
        self.hz = 0
        self._on_change()


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

    def unread(self) -> bool:
        return bool(self._received)

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
    """The Pico's small files, kept from one power-on to the next. Takes the Pico's steps."""

    def __init__(self, writes: FlashWrites, cut_power: Callable[[], NoReturn]) -> None:
        self._files: dict[str, bytes] = {}
        self._writes, self._cut_power = writes, cut_power

    def read(self, name: str) -> bytes | None:
        return self._files.get(name)

    def replace(self, name: str, data: bytes) -> None:
        new = f"{name}.new"
        if self._writes.begin("write"):
            self._files[new] = data[: len(data) // 2]
            self._cut_power()
        self._files[new] = data
        if name in self._files:
            self._rename(name, f"{name}.old")
        self._rename(new, name)

    def _rename(self, name: str, to: str) -> None:
        if self._writes.begin("rename"):
            self._cut_power()
        self._files[to] = self._files.pop(name)


class Watchdog:
    """The Pico's watchdog, with what its scratch registers remember over a reset."""

    def __init__(self, reset: Callable[[], None]) -> None:
        self.crashes = self.noted = 0
        self.bit = False
        self.cut: tuple[bool, int, int] | None = None
        self._running = False
        self._note = 0
        self._reset = reset
        self._alarm: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        self._running, self.bit = True, False
        self._note = 0

    def feed(self) -> None:
        self.stop()
        loop = asyncio.get_running_loop()
        self._alarm = loop.call_later(WATCHDOG_MS / 1000, self.bite)

    def note(self, number: int) -> None:
        self._note = number

    def note_fire(self, by_press: bool, wanted: int, cards: int) -> None:
        self.cut = (by_press, wanted, cards)

    def fire_is_told(self) -> None:
        self.cut = None

    def steady(self) -> None:
        self.crashes = 0

    def stop(self) -> None:
        """Never bites again, until it is fed."""
        if self._alarm:
            self._alarm.cancel()

    def bite(self) -> None:
        """Reset the board. A crash, if the application was running."""
        if self._running:
            self._running, self.bit, self.noted = False, True, self._note
            self.crashes += 1
        self._reset()
