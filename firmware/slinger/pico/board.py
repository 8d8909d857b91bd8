"""The launcher's parts on the RP2040, together."""

import binascii
import gc
import os
import random
import sys

import machine
from machine import Timer

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
        # A sleeping task would do for both, but a sleep under way makes every other wake-up late,
        # a press too: by 0.3 ms and more, on the emulated Pico.
        self.beat = False  # set by start_beat, again and again
        self.rang = False  # set by ring_after, once
        self._heart, self._alarm = Timer(), Timer()
        self.hands = IrqFlag()  # button, lid or driver
        self.motor = Motor(self.hands)
        self.button = Button(self.hands)
        self.card_sensor = CardSensor()
        self.lid = Lid(self.hands)
        self.battery = Battery()
        self.light = Light()
        self.buzzer = Buzzer()
        self.serial = Serial()
        self.store = Store()
        self.watchdog = Watchdog()
        self._tidied = True
        self._free_bytes = 0
        self.flag = Flag
        self.random_bits = random.getrandbits  # MicroPython seeds it from the ring oscillator
        self.board_id = binascii.hexlify(machine.unique_id()).decode()
        self.boot_id = binascii.hexlify(os.urandom(4)).decode()
        self.reset_cause = machine.reset_cause()
        self.runtime = sys.version.split("; ")[-1].split(" on ")[0]  # "MicroPython v1.25.0"

    def start_beat(self, every_ms: int) -> None:
        """Set `beat` and `hands` again and again."""
        self._heart.init(mode=Timer.PERIODIC, period=every_ms, callback=self._on_beat)

    def _on_beat(self, timer) -> None:
        self.beat = True
        self.hands.set()

    def ring_after(self, ms: int) -> None:
        """Set `rang` and `hands` then; what was asked for before is forgotten."""
        self._alarm.init(mode=Timer.ONE_SHOT, period=ms, callback=self._on_alarm)

    def _on_alarm(self, timer) -> None:
        self.rang = True
        self.hands.set()

    def restart(self) -> None:
        """Begin anew, with a clean sheet."""
        self.watchdog.steady()
        self.watchdog.stop()
        machine.reset()

    def tidy(self) -> None:
        """Collect garbage now, while nothing is urgent, and not in the middle of a press."""
        gc.collect()
        self._tidied = True

    def free_bytes(self, now: bool) -> int:
        """Heap left since it was tidied; not looked at anew unless `now`, for that takes 7 ms."""
        if self._tidied and (now or not self._free_bytes):
            self._tidied = False
            self._free_bytes = gc.mem_free()
        return self._free_bytes
