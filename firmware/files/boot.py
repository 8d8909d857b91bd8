# cardslinger
# First thing after power-on and after every reset: the motor stands still. Nothing is imported
# from flash for that, so that it holds whatever has become of the launcher's files.
from machine import Pin

for number in (MOTOR_SLEEP, MOTOR_IN1, MOTOR_IN2):  # noqa: F821 - numbers, from slinger/pins.py
    Pin(number, Pin.OUT, value=0)
