"""The launcher's parts on the RP2040, together."""

import binascii
import gc
import os
import random
import sys

import machine

from .flags import Clock, Flag, IrqFlag
from .inputs import Button, CardSensor, Lid
from .motor import Battery, Motor
from .outputs import Buzzer, Light
from .store import Store
from .usb import Serial
from .watchdog import Watchdog


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
        self.watchdog = Watchdog()
        self.flag, self.timed_flag = Flag, IrqFlag
        self.random_bits = random.getrandbits  # MicroPython seeds it from the ring oscillator
        self.board_id = binascii.hexlify(machine.unique_id()).decode()
        self.boot_id = binascii.hexlify(os.urandom(4)).decode()
        self.reset_cause = machine.reset_cause()
        self.runtime = sys.version.split("; ")[-1].split(" on ")[0]  # "MicroPython v1.25.0"

    def restart(self) -> None:
        """Begin anew, with a clean sheet."""
        self.watchdog.steady()
        self.watchdog.stop()
        machine.reset()

    def tidy(self) -> None:
        """Collect garbage now, while nothing is urgent, and not in the middle of a press."""
        gc.collect()

    def free_bytes(self) -> int:
        """Heap left, garbage not counted."""
        return gc.mem_free()
