"""The feed roller's motor, its driver and its battery."""

from machine import ADC, PWM, Pin, Timer

from .. import pins
from ..limits import MOTOR_HOLD_MS
from .flags import IrqFlag
from .inputs import Line

_MOTOR_HZ = 20_000  # above hearing
_SAMPLES_WASTED = 3  # the ADC's capacitor still holds what was read before


def motor_off() -> None:
    """The motor stands still and the driver sleeps. Safe to call at any time, in any state.

    The pins are taken back from PWM by hand: PWM.deinit() and a soft reset leave the pin at the
    level it had, with the motor running (micropython issue 9007).
    """
    for number in (pins.MOTOR_SLEEP, pins.MOTOR_IN1, pins.MOTOR_IN2):
        Pin(number, Pin.OUT, value=0)


class DriverFault(Line):
    """The driver's nFAULT."""

    def __init__(self, hands: IrqFlag):
        super().__init__(pins.DRIVER_FAULT, Pin.IRQ_FALLING, hands)

    def is_low(self) -> bool:
        return not self._pin.value()


class Motor:
    """The feed roller's motor behind a DRV8833."""

    def __init__(self, hands: IrqFlag):
        """`hands` is set when the driver begins to report a fault, if that is watched."""
        motor_off()
        self._in1_pin = Pin(pins.MOTOR_IN1, Pin.OUT, value=0)
        self._in2_pin = Pin(pins.MOTOR_IN2, Pin.OUT, value=0)
        self._in1 = self._in2 = None  # their PWM, while they have one
        self._sleep = Pin(pins.MOTOR_SLEEP, Pin.OUT, value=0)
        self._fault = DriverFault(hands)
        self.watch_fault = self._fault.watch
        self._dead_man = Timer()
        self._driven = 0  # by this duty: below zero backwards

    def fault(self) -> bool:
        """The driver draws too much, is too hot, or has too little supply."""
        return self._fault.is_low()

    def drive(self, percent: int) -> None:
        """On, for MOTOR_HOLD_MS at most unless it is said again."""
        if percent == self._driven:
            self._hold()
            return
        self._driven = percent
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
        if percent == -self._driven:
            self._hold()
            return
        self._driven = -percent
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
        self._driven = 0
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
        self._driven = 0
        self._sleep.value(0)  # first: one input down before the other would be a jerk backwards
        for pwm in (self._in1, self._in2):
            if pwm:
                pwm.duty_u16(0)
        self._in1 = self._in2 = None
        motor_off()


class Battery:
    """The battery's voltage, halved at the ADC. VSYS would show USB's while that is plugged in."""

    def __init__(self):
        self._adc = ADC(pins.BATTERY)

    def millivolts(self) -> int:
        for _ in range(_SAMPLES_WASTED):
            self._adc.read_u16()
        return self._adc.read_u16() * 6600 // 65535
