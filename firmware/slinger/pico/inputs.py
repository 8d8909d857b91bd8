"""What fingers and cards move: the button, the lid's switch, the card sensor.

Pin handlers run hard: no allocation, attributes that exist already, small integers. A soft
handler would time a card 2 to 14 ms late while the garbage collector runs.
"""

import time
from array import array

from machine import Pin

from .. import pins
from ..limits import CARD_MIN_US, LENGTHS_KEPT, STORM_EDGES
from .flags import IrqFlag


class Line:
    """A line that hands move. One edge sets the flag; then the line is left alone until `watch`
    is called again, so that one that floats can't interrupt without end."""

    def __init__(self, number: int, edges: int, moved: IrqFlag):
        self._pin = Pin(number, Pin.IN, Pin.PULL_UP)
        self._edges, self._moved = edges, moved
        self._watched = False

    def watch(self) -> None:
        """Wait for the next edge."""
        if not self._watched:
            self._watched = True
            self._pin.irq(self._on_edge, self._edges, hard=True)

    def _on_edge(self, pin) -> None:
        pin.irq(None)
        self._watched = False
        self._moved.set()


_TAP_MS = 20  # a finger stays longer: whoever looks within that sees it; only flash takes longer


class Button(Line):
    def __init__(self, hands: IrqFlag):
        super().__init__(pins.BUTTON, Pin.IRQ_FALLING, hands)
        self._fell = False  # and was down then
        self._fell_ms = 0
        self.edges = 0  # while they are counted

    def count_edges(self, on: bool) -> None:
        """Count each edge in `edges`, from 0 to STORM_EDGES, or go back to one at a time. Presses
        are seen either way."""
        self._pin.irq(None)
        self._watched = False
        if on:
            self.edges = 0
            self._watched = True  # nobody else may watch it
            self._pin.irq(self._on_each_edge, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)
        else:
            self.watch()

    def is_down(self) -> bool:
        return not self._pin.value()

    def tapped(self) -> bool:
        """True, once, when the last edge was a tap that nobody saw down: the program was busy
        with flash, and looks when the finger has gone."""
        fell, self._fell = self._fell, False
        return fell and time.ticks_diff(time.ticks_ms(), self._fell_ms) >= _TAP_MS

    def _on_edge(self, pin) -> None:
        self._fell = not pin.value()
        self._fell_ms = time.ticks_ms()
        Line._on_edge(self, pin)  # super() would allocate

    def _on_each_edge(self, pin) -> None:
        self.edges += 1
        if self.edges >= STORM_EDGES:
            pin.irq(None)
        self._fell = not pin.value()
        self._fell_ms = time.ticks_ms()
        self._moved.set()


class Lid(Line):
    """The lid's switch."""

    def __init__(self, hands: IrqFlag):
        super().__init__(pins.LID, Pin.IRQ_FALLING | Pin.IRQ_RISING, hands)

    def is_open(self) -> bool:
        return bool(self._pin.value())


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

    def blocked_ms(self) -> int:
        """How long the beam is blocked by now; 0 when it is free."""
        return time.ticks_diff(time.ticks_us(), self._blocked_us) // 1000 if self._blocked else 0

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
