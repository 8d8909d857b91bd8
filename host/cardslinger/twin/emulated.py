"""An emulated Pico (rp2040py) that runs a real MicroPython image."""

import asyncio
import functools
import os
import random
import time
from collections.abc import Callable
from typing import Any

from rp2040py.boards import BoardSpec
from rp2040py.device.base_device import BaseDevice, ResetCause
from rp2040py.execute_batch import execute_batch
from rp2040py.gpio_pin import FUNCTION_PWM, GPIOPinState
from rp2040py.peripherals.peripheral import BasePeripheral
from slinger import pins

from cardslinger.twin.cable import Cable
from cardslinger.twin.emulated_flash import NS_PER_MS, EmulatedFlash
from cardslinger.twin.mechanics import Mechanics
from cardslinger.twin.motor import driver_output
from cardslinger.twin.plant import Plant
from cardslinger.twin.usb_host import UsbHost

PACE_MS = 2.0  # virtual time run at a stretch when paced to the wall clock
STANDSTILL_S = 0.001  # wall; free-running time stands still while the chip waits for the world
ADC_GPIO = 26  # channel 0
PWM_ENABLED = 1  # in a slice's control register
PWM_PHASE_CORRECT = 2  # in the same: it counts up and down, which takes twice as long
# What a program writes to have the watchdog reset everything at once (RP2040 datasheet, 2.13.5 and
# 4.7.6).
_WATCHDOG_RESETS, _ALL_BUT_OSCILLATORS = 0x40010008, 0x1FFFC
_WATCHDOG_CONTROL, _TRIGGER = 0x40058000, 1 << 31
_ROSC_BASE = 0x40060  # peripherals are keyed by address >> 12
_ROSC_RANDOM_BIT = 0x1C
_ROSC_STATUS = 0x18
_ROSC_STABLE = 1 << 31


class RingOscillator(BasePeripheral):  # type: ignore[misc]  # rp2040py's class is untyped
    """The RP2040's source of random bits, which rp2040py leaves out: without it every boot of
    MicroPython would draw the same numbers (RP2040 datasheet, 2.17)."""

    def __init__(self, mcu: Any, chance: random.Random) -> None:
        super().__init__(mcu, "ROSC")
        self._chance = chance

    def read_uint32(self, offset: int) -> int:
        if offset == _ROSC_RANDOM_BIT:
            return self._chance.getrandbits(1)
        return _ROSC_STABLE if offset == _ROSC_STATUS else 0

    def write_uint32(self, offset: int, value: int) -> None:
        """Speed and power settings change nothing here."""


class _Pico(BaseDevice):  # type: ignore[misc]  # rp2040py's class is untyped
    """The board, its two PIO blocks standing still: no program of ours uses them, and stepping
    them at every instruction takes a seventh of the time."""

    def __init__(self) -> None:
        super().__init__(board=BoardSpec(image=os.devnull))  # EmulatedFlash fills the flash
        self._blocks, self.mcu.pio = self.mcu.pio, []

    def _enter_reset(self, cause: ResetCause) -> None:
        """Every way to a reset, which resets the blocks, too, and ends the watchdog: rp2040py's
        would go on, and a board that waits at its prompt would be reset again and again."""
        self.mcu.pio = self._blocks
        self.mcu.watchdog.write_uint32(_WATCHDOG_CONTROL & 0xFFF, 0)
        super()._enter_reset(cause)
        self.mcu.pio = []


class EmulatedTwin:
    """A powered emulated launcher; `run` until cancelled. See `twin.server.Twin` for the hands."""

    kind = "emulated"

    def __init__(
        self,
        cable: Cable,
        mechanics: Mechanics,
        flash: bytes,
        keep: Callable[[int, bytes], None],
        seed: int | None,
        speed: float,
    ) -> None:
        """What is on its `flash`; `keep` is given each change of it, as (start, bytes)."""
        chance = random.Random(seed) if seed is not None else random.SystemRandom()
        self._speed = speed
        self._device = _Pico()
        self._mcu: Any = self._device.mcu
        self._clock: Any = self._mcu.clock
        self._mcu.peripherals[_ROSC_BASE] = RingOscillator(self._mcu, chance)
        self._powered_at_ns = 0.0
        self._boot_ms: float | None = None
        self._power_lost = False
        self.wakes = 0  # times that an interrupt ended the chip's sleep, since power-on
        self.plant = Plant(mechanics, self)
        self._usb = UsbHost(self._device.cdc, cable, self._first_message)
        EmulatedFlash(self._mcu, flash, keep, self.plant.flash, self._lose_power)
        self._count_wakes()
        self._wire_pins()

    def _count_wakes(self) -> None:
        """Timer and USB are looked at here, pins where they are set: the firmware lets nothing
        else interrupt it. Counted in the interrupts, so that running code costs no more."""
        timer, usb = self._mcu.timer, self._mcu.usb_ctrl
        timer._check_interrupts = functools.partial(self._interrupt, timer._check_interrupts)
        usb.check_interrupts = functools.partial(self._interrupt, usb.check_interrupts)

    def _interrupt(self, cause: Callable[[], None]) -> None:
        """Do what may interrupt the chip, and count if that wakes it."""
        core = self._mcu.core
        asleep = core.waiting
        cause()
        if asleep and not core.waiting:
            self.wakes += 1

    def _wire_pins(self) -> None:
        gpio = self._mcu.gpio
        # set_input_value() latches an edge even at the same level: each pin once, then on changes
        self.set_button(self.plant.button.shown)
        self.set_beam(self.plant.beam.shown)
        self.set_lid(self.plant.mechanics.lid_open)
        self.set_driver_fault(self.plant.driver_fault)
        for pin in (pins.MOTOR_IN1, pins.MOTOR_IN2, pins.MOTOR_SLEEP):
            gpio[pin].add_listener(lambda new, old: self.plant.motor_changed())
        gpio[pins.LIGHT].add_listener(lambda new, old: self.plant.light_or_buzzer_changed())
        self._watch_pwm_registers()
        self._wire_battery()

    def _wire_battery(self) -> None:
        """Each reading of the ADC finds the battery's voltage of that moment."""
        adc = self._mcu.adc
        read = adc.on_adc_read

        def on_read(channel: int) -> None:
            adc.channel_values[pins.BATTERY - ADC_GPIO] = self.plant.battery_counts
            read(channel)

        adc.on_adc_read = on_read

    def _watch_pwm_registers(self) -> None:
        """Show a PWM pin as high while its duty is not zero, instead of drawing the wave.

        The mechanics take the duty from the registers, nothing looks at single edges, and the
        wave of the motor alone costs rp2040py 60,000 alarms a second.
        """
        pwm = self._mcu.pwm
        for channel in pwm.channels:
            for alarm in (channel.alarm_a, channel.alarm_b, channel.alarm_bottom):
                alarm.enable = False
        write = pwm.write_uint32

        def on_write(offset: int, value: int) -> None:
            write(offset, value)
            for channel in pwm.channels:
                on = bool(channel.csr & PWM_ENABLED)
                channel.set_a(on and bool(channel.cc & 0xFFFF))
                channel.set_b(on and bool(channel.cc >> 16))
            self.plant.motor_changed()
            self.plant.light_or_buzzer_changed()

        pwm.write_uint32 = on_write

    def _first_message(self) -> None:
        if self._boot_ms is None:
            self._boot_ms = self.now_ms()

    @property
    def boot_ms(self) -> float:
        """Power to the first message on USB; 0 while it has not come."""
        return self._boot_ms or 0.0

    def motor(self) -> tuple[str, float]:
        in1_duty, in2_duty = self._duty(pins.MOTOR_IN1), self._duty(pins.MOTOR_IN2)
        return driver_output(in1_duty, in2_duty, self.driver_awake())

    def _duty(self, pin: int) -> float:
        """0..1: a PWM pin's by its registers, any other pin's by its level."""
        if self._mcu.gpio[pin].function_select != FUNCTION_PWM:
            return float(self._high(pin))
        pwm = self._mcu.pwm.channels[(pin >> 1) & 7]
        compare = pwm.cc >> 16 if pin & 1 else pwm.cc & 0xFFFF
        return min(compare / (pwm.top + 1), 1.0) if pwm.csr & PWM_ENABLED else 0.0

    def driver_awake(self) -> bool:
        return self._high(pins.MOTOR_SLEEP)

    def set_beam(self, blocked: bool) -> None:
        self._set_input(pins.CARD_SENSOR, not blocked)

    def set_button(self, down: bool) -> None:
        self._set_input(pins.BUTTON, not down)

    def set_lid(self, lid_open: bool) -> None:
        self._set_input(pins.LID, lid_open)

    def set_driver_fault(self, fault: bool) -> None:
        self._set_input(pins.DRIVER_FAULT, not fault)

    def _set_input(self, pin: int, high: bool) -> None:
        self._interrupt(lambda: self._mcu.gpio[pin].set_input_value(high))

    def call_later(self, delay_ms: float, action: Callable[[], None]) -> None:
        self._clock.create_alarm(action).schedule(delay_ms * NS_PER_MS)

    def now_ms(self) -> float:
        return float(self._clock.nanos - self._powered_at_ns) / NS_PER_MS

    @property
    def light_on(self) -> bool:
        return self._high(pins.LIGHT)

    @property
    def tone_hz(self) -> int:
        """What the buzzer's PWM slice is set to; 0 while its pin stands still."""
        if not 0.0 < self._duty(pins.BUZZER) < 1.0:
            return 0
        pwm = self._mcu.pwm.channels[(pins.BUZZER >> 1) & 7]
        sweeps = 2 if pwm.csr & PWM_PHASE_CORRECT else 1
        # RP2040 datasheet, 4.5.2.6
        period_s: float = (pwm.top + 1) * sweeps * pwm.timer.prescaler / self._mcu.clk_sys
        return round(1 / period_s)

    def power_cycle(self) -> None:
        """Power off and on: the firmware starts anew, flash and cards stay as they are."""
        self.plant.restarting()
        self._powered_at_ns = self._clock.nanos
        self._boot_ms = None
        self.wakes = 0
        self._device.hard_reset(cause=ResetCause.POWER_ON)
        self.plant.motor_changed()

    def reset(self) -> None:
        """As the watchdog does: its scratch registers keep their values, the clock goes on."""
        self._mcu.write_uint32(_WATCHDOG_RESETS, _ALL_BUT_OSCILLATORS)
        self._mcu.write_uint32(_WATCHDOG_CONTROL, _TRIGGER)
        self.plant.motor_changed()

    def _lose_power(self) -> None:
        """From within an instruction: nothing more is executed, then power comes back."""
        self._power_lost = True
        self._device.simulator.stop()

    def _high(self, pin: int) -> bool:
        return bool(self._mcu.gpio[pin].value == GPIOPinState.HIGH)

    async def run(self) -> None:
        """Run the chip, free or paced to the wall clock, until cancelled."""
        self._mcu.core.pc = 0x10000000
        simulator = self._device.simulator
        simulator.stopped = False
        pause = self._clock.create_alarm(simulator.stop)
        started_s, started_ns = time.monotonic(), self._clock.nanos
        while True:
            if self._speed:
                pause.schedule(PACE_MS * NS_PER_MS)
            execute_batch(simulator, 1)
            simulator.stopped = False
            if self._power_lost:
                self._power_lost = False
                self.power_cycle()
            rest_s = 0.0
            if self._speed:
                virtual_s = (self._clock.nanos - started_ns) / 1e9
                rest_s = virtual_s / self._speed - (time.monotonic() - started_s)
            elif self._mcu.core.waiting and not self._clock.has_scheduled_alarm:
                rest_s = STANDSTILL_S
            await asyncio.sleep(max(rest_s, 0.0))
