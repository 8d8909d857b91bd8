"""The board on an RP2040 under MicroPython: the only module that imports `machine`.

Pin handlers here run hard: no allocation, attributes that exist already, small integers. A soft
handler would time a card 2 to 14 ms late while the garbage collector runs. Timers are soft in
MicroPython 1.25: they need a program that still executes bytecode, so no pin may interrupt
without end.
"""

import asyncio
import binascii
import gc
import os
import random
import select
import sys
import time
from array import array

import machine
from machine import ADC, PWM, Pin, Timer, mem32

from . import pins
from .limits import CARD_MIN_US, LENGTHS_KEPT, MOTOR_HOLD_MS, STORM_EDGES

_MOTOR_HZ = 20_000  # above hearing
# USB endpoint 2 IN carries MicroPython's serial output. Its two buffers are full or offered to the
# host until that has taken them (RP2040 datasheet, 4.1.2.5 and 4.1.2.7; seen in the emulator only).
_CDC_IN_BUFFER_CONTROL = 0x50100090
_BUFFERS_PENDING = 0x84008400
_VSYS_GPIO = 29
_SAMPLES_WASTED = 3  # the ADC's capacitor still holds what was read before
_BYTES_A_READ = 32  # then other tasks get their turn


def motor_off() -> None:
    """The motor stands still and the driver sleeps. Safe to call at any time, in any state.

    The pins are taken back from PWM by hand: PWM.deinit() and a soft reset leave the pin at the
    level it had, with the motor running (micropython issue 9007).
    """
    for number in (pins.MOTOR_SLEEP, pins.MOTOR_IN1, pins.MOTOR_IN2):
        Pin(number, Pin.OUT, value=0)


def all_off() -> None:
    """Motor, buzzer and light off."""
    motor_off()
    for number in (pins.BUZZER, pins.LIGHT):
        Pin(number, Pin.OUT, value=0)


class IrqFlag:
    """Set by an interrupt, waited for by one task; a timer of its own ends a wait that is too long.

    The timer costs a tenth of asyncio.wait_for_ms(), which makes two tasks a call.
    """

    def __init__(self):
        self._flag = asyncio.ThreadSafeFlag()
        self._timer = Timer()
        self._came = self._late = False

    def set(self) -> None:
        """Safe in a hard interrupt handler."""
        self._came = True
        self._flag.set()

    def _time_is_up(self, timer) -> None:
        self._late = True
        self._flag.set()

    async def wait(self, timeout_ms=None) -> bool:
        """True when it was set, False after `timeout_ms`. The flag is clear afterwards."""
        self._late = False
        if timeout_ms is None:
            while not self._came:
                await self._flag.wait()
        else:
            self._timer.init(mode=Timer.ONE_SHOT, period=timeout_ms, callback=self._time_is_up)
            while not self._came and not self._late:
                await self._flag.wait()
            self._timer.deinit()
        if self._came:
            self._came = False
            return True
        return False


class Flag:
    """Set by one task, waited for by another. Unlike an IrqFlag it costs nothing while it waits."""

    def __init__(self):
        self._event = asyncio.Event()
        self.set = self._event.set

    async def wait(self) -> None:
        """Until it is set; it is clear afterwards."""
        await self._event.wait()
        self._event.clear()


class Clock:
    """Milliseconds since power-on that do not wrap, if asked at least every six days."""

    def __init__(self):
        self._now_ms = self._ticks = time.ticks_ms()

    def now_ms(self) -> int:
        ticks = time.ticks_ms()
        self._now_ms += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now_ms


class Button:
    """One falling edge sets `moved`; then the line is left alone until `watch` is called, so
    that a line that floats can't interrupt without end."""

    def __init__(self):
        self.moved = IrqFlag()
        self._pin = Pin(pins.BUTTON, Pin.IN, Pin.PULL_UP)

    def watch(self) -> None:
        """Wait for the next falling edge."""
        self._pin.irq(self._on_edge, Pin.IRQ_FALLING, hard=True)

    def _on_edge(self, pin) -> None:
        pin.irq(None)
        self.moved.set()

    def is_down(self) -> bool:
        return not self._pin.value()


class CardSensor:
    """Counts cards that reached the beam (`leading`), that left it (`trailing`), and `noise`:
    times that the beam was blocked for too short for a card."""

    def __init__(self):
        self.moved = IrqFlag()
        self.trailing = self.noise = 0
        self._lengths_us = array("i", bytes(4 * LENGTHS_KEPT))  # written in place by the handler
        self._unseen = 0  # edges since somebody looked
        self._off = False  # too many: the line is not watched
        self._blocked_us = time.ticks_us()
        self._pin = Pin(pins.CARD_SENSOR, Pin.IN, Pin.PULL_UP)
        self._blocked = not self._pin.value()
        self.leading = int(self._blocked)  # a card that already stands in the beam
        self._watch()

    def look(self) -> None:
        """The counts are being looked at; after a storm the line is watched again."""
        self._unseen = 0
        if self._off:
            self._off = False
            self.noise += STORM_EDGES
            blocked = not self._pin.value()
            if blocked != self._blocked:  # it moved on unwatched
                self._blocked = blocked
                self.leading += 1 if blocked else -1
                self._blocked_us = time.ticks_us()
            self._watch()

    def blocked_us(self, number: int) -> int:
        """How long the card with this trailing count was in the beam; the last LENGTHS_KEPT."""
        return self._lengths_us[number % LENGTHS_KEPT]

    def _watch(self) -> None:
        self._pin.irq(self._on_edge, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)

    def _on_edge(self, pin) -> None:
        self._unseen += 1
        if self._unseen > STORM_EDGES:
            pin.irq(None)
            self._off = True
        blocked = not pin.value()
        if blocked == self._blocked:  # two edges in one interrupt
            return
        self._blocked = blocked
        if blocked:
            self._blocked_us = time.ticks_us()
            self.leading += 1
        else:
            length_us = time.ticks_diff(time.ticks_us(), self._blocked_us)
            if length_us < CARD_MIN_US:
                self.leading -= 1
                self.noise += 1
            else:
                self.trailing += 1
                self._lengths_us[self.trailing % LENGTHS_KEPT] = length_us
        self.moved.set()


class Motor:
    """The feed roller's motor behind a DRV8833."""

    def __init__(self):
        motor_off()
        self._in1_pin = Pin(pins.MOTOR_IN1, Pin.OUT, value=0)
        self._in2_pin = Pin(pins.MOTOR_IN2, Pin.OUT, value=0)
        self._in1 = self._in2 = None  # their PWM, while they have one
        self._sleep = Pin(pins.MOTOR_SLEEP, Pin.OUT, value=0)
        self._fault = Pin(pins.DRIVER_FAULT, Pin.IN, Pin.PULL_UP)
        self.fault_moved = IrqFlag()
        self._dead_man = Timer()

    def watch_fault(self) -> None:
        """The next time that the driver reports a fault sets `fault_moved`, once."""
        self._fault.irq(self._on_fault, Pin.IRQ_FALLING, hard=True)

    def _on_fault(self, pin) -> None:
        pin.irq(None)
        self.fault_moved.set()

    def fault(self) -> bool:
        """The driver draws too much, is too hot, or has too little supply."""
        return not self._fault.value()

    def drive(self, percent: int) -> None:
        """On, for MOTOR_HOLD_MS at most unless it is said again."""
        duty = percent * 65535 // 100
        if self._in2:
            self._in2.duty_u16(0)
        self._sleep.value(1)
        if self._in1 is None:
            self._in1 = PWM(self._in1_pin, freq=_MOTOR_HZ, duty_u16=duty)
        else:
            self._in1.duty_u16(duty)
        self._hold()

    def reverse(self, percent: int) -> None:
        """The same backwards."""
        duty = percent * 65535 // 100
        if self._in1:
            self._in1.duty_u16(0)
        self._sleep.value(1)
        if self._in2 is None:
            self._in2 = PWM(self._in2_pin, freq=_MOTOR_HZ, duty_u16=duty)
        else:
            self._in2.duty_u16(duty)
        self._hold()

    def _hold(self) -> None:
        # After the motor's pins: it takes 60 us, which a press would feel.
        self._dead_man.init(mode=Timer.ONE_SHOT, period=MOTOR_HOLD_MS, callback=self._let_go)

    def brake(self) -> None:
        """Both driver inputs high: the motor is shorted and stops."""
        if self._in1 or self._in2:
            if self._in1 is None:
                self._in1 = PWM(self._in1_pin, freq=_MOTOR_HZ, duty_u16=65535)
            if self._in2 is None:
                self._in2 = PWM(self._in2_pin, freq=_MOTOR_HZ, duty_u16=65535)
            self._in1.duty_u16(65535)
            self._in2.duty_u16(65535)

    def _let_go(self, timer) -> None:
        self.off()

    def off(self) -> None:
        self._sleep.value(0)  # first: one input down before the other would be a jerk backwards
        for pwm in (self._in1, self._in2):
            if pwm:
                pwm.duty_u16(0)
        self._in1 = self._in2 = None
        motor_off()


class Lid:
    """The lid's switch. One edge sets `moved`; then the line is left alone until `watch`."""

    def __init__(self):
        self.moved = IrqFlag()
        self._pin = Pin(pins.LID, Pin.IN, Pin.PULL_UP)

    def watch(self) -> None:
        self._pin.irq(self._on_edge, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)

    def _on_edge(self, pin) -> None:
        pin.irq(None)
        self.moved.set()

    def is_open(self) -> bool:
        return bool(self._pin.value())


class Battery:
    """The battery's voltage: VSYS over three at the ADC."""

    def __init__(self):
        self._adc = ADC(_VSYS_GPIO)

    def millivolts(self) -> int:
        for _ in range(_SAMPLES_WASTED):
            self._adc.read_u16()
        return self._adc.read_u16() * 9900 // 65535


class Light:
    def __init__(self):
        self._pin = Pin(pins.LIGHT, Pin.OUT, value=0)

    def set(self, on: bool) -> None:
        self._pin.value(on)


class Buzzer:
    def __init__(self):
        self._pin = Pin(pins.BUZZER, Pin.OUT, value=0)
        self._pwm = None

    def tone(self, hz: int) -> None:
        self._pwm = PWM(self._pin, freq=hz, duty_u16=32768)

    def off(self) -> None:
        if self._pwm:
            self._pwm.duty_u16(0)
            self._pwm = None
        self._pin.init(Pin.OUT, value=0)


class Serial:
    """USB serial, raw. One task reads, one writes."""

    def __init__(self):
        self._in, self._out = sys.stdin.buffer, sys.stdout.buffer
        self._reader = asyncio.StreamReader(self._in)
        self._readable = select.poll()
        self._readable.register(self._in, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(self._out, select.POLLOUT)

    async def read(self) -> bytes:
        """At least one byte. Longer reads of the stream would freeze every task on a cut-off
        line (micropython issues 16550, 8772), so what is there is taken byte by byte."""
        data = await self._reader.read(1)
        while len(data) < _BYTES_A_READ and self._readable.poll(0):
            data += self._in.read(1)
        return data

    def drained(self) -> bool:
        """True when the host has taken all that was written: a whole line fits the buffer now."""
        self._writable.poll(0)  # TinyUSB moves on what it still holds
        return not mem32[_CDC_IN_BUFFER_CONTROL] & _BUFFERS_PENDING

    def write(self, data: bytes) -> int:
        return self._out.write(data)


class Store:
    """Small files on flash. Writing stops all interrupts for 30 to 45 ms and more."""

    def read(self, name: str):
        """The bytes, or None if there is no such file."""
        try:
            with open(name, "rb") as file:
                return file.read()
        except OSError:
            return None

    def replace(self, name: str, data: bytes) -> None:
        """Write, keeping the bytes before as `.old`. Raises OSError when flash is full."""
        with open(name + ".new", "wb") as file:
            file.write(data)
        if self.read(name) is not None:
            os.rename(name, name + ".old")
        os.rename(name + ".new", name)


class Board:
    """The launcher's parts on the RP2040."""

    def __init__(self):
        self.clock = Clock()
        self.motor = Motor()
        self.button = Button()
        self.card_sensor = CardSensor()
        self.lid = Lid()
        self.battery = Battery()
        self.light = Light()
        self.buzzer = Buzzer()
        self.serial = Serial()
        self.store = Store()
        self.flag = Flag
        self.random_bits = random.getrandbits  # MicroPython seeds it from the ring oscillator
        self.board_id = binascii.hexlify(machine.unique_id()).decode()
        self.boot_id = binascii.hexlify(os.urandom(4)).decode()
        self.reset_cause = machine.reset_cause()
        self.runtime = sys.version.split("; ")[-1].split(" on ")[0]  # "MicroPython v1.25.0"

    def tidy(self) -> None:
        """Collect garbage now, while nothing is urgent, and not in the middle of a press."""
        gc.collect()

    def free_bytes(self) -> int:
        """Heap left, garbage not counted."""
        return gc.mem_free()
