"""What the machine shows: light and buzzer."""

from machine import PWM, Pin

from .. import pins
from .motor import motor_off


def all_off() -> None:
    """Motor, buzzer and light off."""
    motor_off()
    for number in (pins.BUZZER, pins.LIGHT):
        Pin(number, Pin.OUT, value=0)


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
