# The launcher. Ctrl-C stops it and leaves the prompt to you, with the motor off.
import asyncio

from slinger.app import App
from slinger.pico import Board, motor_off

try:
    asyncio.run(App(Board()).run())
finally:
    motor_off()
