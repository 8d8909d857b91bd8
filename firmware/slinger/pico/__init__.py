"""The board on an RP2040 under MicroPython: the only room that imports `machine`.

Timers are soft in MicroPython 1.25: they need a program that still executes bytecode, so no pin
may interrupt without end.
"""

from .board import Board
from .inputs import CardSensor
from .motor import Motor, motor_off
from .outputs import all_off

__all__ = ("Board", "CardSensor", "Motor", "all_off", "motor_off")
