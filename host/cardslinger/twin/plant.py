"""Joins the mechanics to a board: the motor's pins drive it, it drives the board's inputs."""

from collections import deque
from collections.abc import Callable, Sequence
from math import inf
from typing import Protocol

from cardslinger.twin.errors import BadOption
from cardslinger.twin.flash import FlashWrites
from cardslinger.twin.lines import Line
from cardslinger.twin.mechanics import Mechanics
from cardslinger.twin.motor import DRIVE, REVERSE
from cardslinger.twin.train import Train

SHOWN_KEPT = 400  # changes of light and buzzer
STEP_MS = 1.0  # no longer than the beam's response, so that an edge between two steps comes in time
BATTERY_DIVIDER = 2  # two equal resistors (hardware/board.toml)
ADC_FULL_MV = 3300
ADC_MAX = 4095


class Wires(Protocol):
    """What the plant needs of a board, virtual or emulated. `set_...` come on changes only."""

    def motor(self) -> tuple[str, float]:
        """(mode, duty 0..1) as the driver chip sees its inputs now."""

    def driver_awake(self) -> bool:
        """Whether the driver's nSLEEP is high."""

    def set_beam(self, blocked: bool) -> None:
        """Show the break-beam's output to the board."""

    def set_button(self, down: bool) -> None:
        """Show the button to the board."""

    def set_lid(self, lid_open: bool) -> None:
        """Show the lid's switch to the board."""

    def set_driver_fault(self, fault: bool) -> None:
        """Show the driver's nFAULT to the board; True is low."""

    @property
    def light_on(self) -> bool: ...

    @property
    def tone_hz(self) -> int:
        """Of the buzzer, 0 while it is silent."""

    def call_later(self, delay_ms: float, action: Callable[[], None]) -> None:
        """Run `action` after `delay_ms` of virtual time."""

    def now_ms(self) -> float:
        """Virtual time since power-on."""


class Plant:
    """Steps the mechanics while anything moves; sleeps otherwise.

    `motor_changed` must be called when the motor's pins changed: the step up to that moment is
    taken with what they said before. An edge of the beam is placed between two steps where the
    card's edge met it.
    """

    def __init__(self, mechanics: Mechanics, wires: Wires):
        self.mechanics = mechanics
        self.motor_on_ms = 0.0  # driven, in all, either way
        self.longest_drive_ms = 0.0  # driven without a pause
        self._drive_ms = 0.0
        self._blocked_drive_ms = 0.0  # the longest that is over
        self._blocked_since_ms: float | None = None  # driven, and the beam's line says blocked
        self.pressed_at_ms: float | None = None
        self.press_to_motor_ms: list[float] = []
        self.shown: deque[tuple[float, bool, int]] = deque(maxlen=SHOWN_KEPT)
        self._wires = wires
        self._running = False
        self._orders: tuple[str, float] = ("coast", 0.0)
        self._at_ms: float | None = None  # virtual time up to which the mechanics have moved
        self.driver_fault = False
        self.flash = FlashWrites(lambda: self.motor_mode)
        faults, p = mechanics.faults, mechanics.parameters
        if faults["blocked"].on:
            mechanics.lay_in_beam()
        mechanics.battery.weak = faults["weak_battery"].on
        mechanics.driver.broken = faults["driver_fault"].on
        self._cover_mm = mechanics.beam_cover_mm
        self.beam = Line(
            self._show_beam,
            wires.call_later,
            faults,
            stuck={"sensor_blocked": True, "sensor_free": False},
            bounces="sensor_bounce",
            bounce_ms=p.beam_bounce_ms,
            response_ms=p.beam_response_ms,
            level=self._cover_mm > 0.0,
        )
        self.train = Train(self.beam.force, wires.call_later)
        self.button = Line(
            wires.set_button,
            wires.call_later,
            faults,
            stuck={"button_stuck": True},
            bounces="button_bounce",
            bounce_ms=p.button_bounce_ms,
        )

    # -- instruments --------------------------------------------------------------------------

    @property
    def motor_mode(self) -> str:
        """What the driver is told; a faulty one does not do it."""
        return self._wires.motor()[0]

    @property
    def blocked_drive_ms(self) -> float:
        """The longest that the motor was driven, either way and without a pause, while the beam's
        line said blocked without an edge."""
        since_ms = self._blocked_since_ms
        lasts_ms = 0.0 if since_ms is None else self._wires.now_ms() - since_ms
        return max(self._blocked_drive_ms, lasts_ms)

    @property
    def battery_counts(self) -> int:
        """What the Pico's ADC reads of the battery, 0..4095."""
        millivolts = self.mechanics.battery_mv / BATTERY_DIVIDER
        return min(round(millivolts * ADC_MAX / ADC_FULL_MV), ADC_MAX)

    # -- hands --------------------------------------------------------------------------------

    def button_pressed(self) -> None:
        """Note the moment, to measure how soon the motor answers. A press that finds the motor
        running has nothing to start."""
        self.pressed_at_ms = None if self.motor_mode == DRIVE else self._wires.now_ms()

    def button_released(self) -> None:
        """The press is over: what the motor does later is no answer to it."""
        self.pressed_at_ms = None

    def set_lid(self, lid_open: bool) -> None:
        """Open or close the lid."""
        if lid_open != self.mechanics.lid_open:
            self.mechanics.lid_open = lid_open
            self._wires.set_lid(lid_open)

    def switch_fault(
        self,
        name: str,
        on: bool = True,
        probability: float | None = None,
        after: int = 0,
        times: int | None = None,
    ) -> None:
        """Raises BadOption; see `faults`."""
        mechanics = self.mechanics
        mechanics.faults.switch(name, on, probability, after, times)
        if name == "blocked" and on:
            mechanics.lay_in_beam()
            self.beam_changed()
        mechanics.battery.weak = mechanics.faults["weak_battery"].on
        mechanics.driver.broken = mechanics.faults["driver_fault"].on
        self.beam.refresh()
        self.button.refresh()
        self._show_driver()

    def load_train(self, pulses: Sequence[Sequence[float]]) -> None:
        """These pulses at the beam, and no card in the machine. Raises BadOption; see `train`."""
        if self._running:
            raise BadOption("the roller still turns; a train is loaded while it stands")
        self.train.load(pulses)
        self.mechanics.empty()
        if self._cover_mm > 0.0:
            self.beam_changed()

    def beam_changed(self) -> None:
        """Show the beam after a hand moved cards."""
        self._cover_mm = -inf  # it did not slide there
        self._look_at_beam(0.0)

    # -- time ---------------------------------------------------------------------------------

    def restarting(self) -> None:
        """Power off and on: the board's clock is about to start anew."""
        self.pressed_at_ms = None
        self._end_blocked_drive()
        self._at_ms = None

    def motor_changed(self) -> None:
        """The motor's pins changed: measure, and start to move."""
        self._advance()
        mode, duty = self._orders = self._wires.motor()
        self.mechanics.driver.wake(self._wires.driver_awake())
        if mode == DRIVE and self.pressed_at_ms is not None:
            self.press_to_motor_ms.append(self._wires.now_ms() - self.pressed_at_ms)
            self.pressed_at_ms = None
        if duty > 0.0 and not self._running:
            self._running = True
            self._wires.call_later(STEP_MS, self._step)
        self._note_blocked_drive()
        self.train.drive(mode == DRIVE)
        self._show_driver()

    def light_or_buzzer_changed(self) -> None:
        """Note what a person at the machine sees and hears from now on."""
        now = (self._wires.light_on, self._wires.tone_hz)
        if not self.shown or self.shown[-1][1:] != now:
            self.shown.append((self._wires.now_ms(), *now))

    def _step(self) -> None:
        self._advance()
        self._show_driver()
        if self._orders[1] > 0.0 or not self.mechanics.resting:
            self._wires.call_later(STEP_MS, self._step)
        else:
            self._running = False
            self.mechanics.rest(0.0)

    def _advance(self) -> None:
        """Move the mechanics on to this moment."""
        now_ms = self._wires.now_ms()
        ms = 0.0 if self._at_ms is None else now_ms - self._at_ms
        self._at_ms = now_ms
        if ms <= 0.0:
            return
        if not self._running:
            self.mechanics.rest(ms)
            return
        mode, duty = self._orders
        if mode in (DRIVE, REVERSE):
            self.motor_on_ms += ms
            self._drive_ms += ms
            self.longest_drive_ms = max(self.longest_drive_ms, self._drive_ms)
        else:
            self._drive_ms = 0.0
        mechanics = self.mechanics
        mechanics.step(mode, duty, ms)
        self._look_at_beam(ms)
        if mechanics.faults["sensor_floating"].on and mechanics.roller_speed:
            edges = mechanics.faults["sensor_floating"].chance.uniform(0.0, 2.0)
            rate = mechanics.parameters.float_edges_per_ms
            self.beam.chatter(round(edges * rate * ms), ms)

    def _look_at_beam(self, ms: float) -> None:
        """Pass on that the beam was met or left in the last `ms`."""
        before_mm, self._cover_mm = self._cover_mm, self.mechanics.beam_cover_mm
        if (before_mm > 0.0) != (self._cover_mm > 0.0) or ms == 0.0:
            moved_mm = abs(self._cover_mm - before_mm)
            ago_ms = ms * abs(self._cover_mm) / moved_mm if 0.0 < moved_mm < inf else 0.0
            self.beam.set(self._cover_mm > 0.0, ago_ms)

    def _show_beam(self, blocked: bool) -> None:
        self._note_blocked_drive(edge=True)
        self._wires.set_beam(blocked)

    def _note_blocked_drive(self, edge: bool = False) -> None:
        """The motor's orders changed, or the beam's line did."""
        driven = self._orders[0] in (DRIVE, REVERSE)
        if edge or not driven:
            self._end_blocked_drive()
        if driven and self.beam.shown and self._blocked_since_ms is None:
            self._blocked_since_ms = self._wires.now_ms()

    def _end_blocked_drive(self) -> None:
        self._blocked_drive_ms = self.blocked_drive_ms
        self._blocked_since_ms = None

    def _show_driver(self) -> None:
        fault = self.mechanics.driver.fault
        if fault != self.driver_fault:
            self.driver_fault = fault
            self._wires.set_driver_fault(fault)
