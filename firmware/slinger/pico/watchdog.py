"""The chip's watchdog, and what is remembered over a reset of ours.

The scratch registers 0 to 3 are free for programs and keep their values over every reset but
power-on (RP2040 datasheet, 4.7.5); 4 to 7 are the boot ROM's. The RP2350 has the same registers at
another place (RP2350 datasheet, 12.9); where the RP2040 has them, it has the PLL of its USB.
"""

import sys

import machine
from machine import WDT, mem32

from ..health import WATCHDOG_MS

_CONTROL = 0x400D8000 if "RP2350" in sys.implementation._machine else 0x40058000
_SCRATCH0, _SCRATCH1, _SCRATCH2 = _CONTROL + 0x0C, _CONTROL + 0x10, _CONTROL + 0x14
_CLEAR = 0x3000  # an alias of each register: writing ones clears those bits
_ENABLE = 1 << 30
_MARK, _MARK_MASK = 0x5C1A0000, 0xFFFF0000  # ours; anything else is left over from elsewhere
_RUNNING = 1 << 8
_CRASHES = 0xFF
_FIRE, _FIRE_MASK = 0x2A000000, 0x7F000000  # a fire under way; small ints
_BY_PRESS = 1 << 16


class Watchdog:
    """Bites when it was not fed for WATCHDOG_MS, from the first feeding on."""

    def __init__(self):
        kept = mem32[_SCRATCH0]
        ours = kept & _MARK_MASK == _MARK
        self.crashes = kept & _CRASHES if ours else 0  # of the application, in a row
        # It was running and never ended: no error, no Ctrl-C.
        self.bit = bool(ours and kept & _RUNNING and machine.reset_cause() == machine.WDT_RESET)
        self.noted = mem32[_SCRATCH1] if self.bit else 0
        if self.bit:
            self.crashes = min(self.crashes + 1, _CRASHES)
        fire = mem32[_SCRATCH2] if ours else 0
        cut = fire & _FIRE_MASK == _FIRE
        # (by the button, cards wanted, cards that had passed) of a fire that a reset cut off
        self.cut = (bool(fire & _BY_PRESS), fire >> 8 & 0xFF, fire & 0xFF) if cut else None
        self._running = False
        self._wdt = None
        self._keep()

    def note_fire(self, by_press: bool, wanted: int, cards: int) -> None:
        """A fire is under way: something to find as `cut` after a reset."""
        mem32[_SCRATCH2] = _FIRE | (_BY_PRESS if by_press else 0) | wanted << 8 | min(cards, 0xFF)

    def fire_is_told(self) -> None:
        """No fire is under way, and what became of the last one is among the events."""
        mem32[_SCRATCH2] = 0

    def begin(self) -> None:
        """The application runs from now on."""
        self._running = True
        self._keep()
        self.note(0)

    def feed(self) -> None:
        if self._wdt is None:
            self._wdt = WDT(timeout=WATCHDOG_MS)
        self._wdt.feed()

    def note(self, number: int) -> None:
        """Something to find as `noted` after a bite."""
        mem32[_SCRATCH1] = number

    def steady(self) -> None:
        """The application has run long enough: earlier crashes are forgotten."""
        if self.crashes:
            self.crashes = 0
            self._keep()

    def crashed(self) -> None:
        """The application ended by an error."""
        self.crashes = min(self.crashes + 1, _CRASHES)
        self.stop()

    def stop(self) -> None:
        """Never bites again: the application has ended. MicroPython has no call for this."""
        self._running = False
        self._keep()
        mem32[_CONTROL + _CLEAR] = _ENABLE

    def _keep(self) -> None:
        mem32[_SCRATCH0] = _MARK | (_RUNNING if self._running else 0) | self.crashes
