"""Joins the mechanics to a board: the motor's pins drive it, it drives the sensor's pin."""

from collections.abc import Callable
from typing import Protocol

from cardslinger.twin.mechanics import BRAKE, COAST, DRIVE, Mechanics

STEP_MS = 0.5
FULL_DUTY = 0.99  # an input driven with more than this counts as steadily high


def driver_output(in1_duty: float, in2_high: bool, awake: bool) -> tuple[str, float]:
    """(mode, duty) of a DRV8833 bridge for its inputs (DRV8833 data sheet, table 1)."""
    if not awake or (in1_duty == 0.0 and not in2_high):
        return COAST, 0.0
    if not in2_high:
        return DRIVE, in1_duty
    return (BRAKE, 0.0) if in1_duty >= FULL_DUTY else (COAST, 0.0)


class Wires(Protocol):
    """What the plant needs of a board, virtual or emulated."""

    def motor(self) -> tuple[str, float]:
        """(mode, duty 0..1) as the driver chip sees its inputs now."""

    def set_beam(self, blocked: bool) -> None:
        """Show the break-beam's state to the board; called on changes only."""

    def call_later(self, delay_ms: float, action: Callable[[], None]) -> None:
        """Run `action` after `delay_ms` of virtual time."""

    def now_ms(self) -> float:
        """Virtual time since power-on."""


class Plant:
    """Steps the mechanics while anything moves; sleeps otherwise.

    `motor_changed` must be called when the motor's pins changed.
    """

    def __init__(self, mechanics: Mechanics, wires: Wires):
        self.mechanics = mechanics
        self.motor_on_ms = 0.0  # driven, in all
        self.longest_drive_ms = 0.0  # driven without a pause
        self._drive_ms = 0.0
        self.pressed_at_ms: float | None = None
        self.press_to_motor_ms: list[float] = []
        self._wires = wires
        self._running = False
        self._blocked = False

    @property
    def motor_mode(self) -> str:
        return self._wires.motor()[0]

    def button_pressed(self) -> None:
        """Note the moment, to measure how soon the motor answers. A press that finds the motor
        running has nothing to start."""
        self.pressed_at_ms = None if self.motor_mode == DRIVE else self._wires.now_ms()

    def button_released(self) -> None:
        """The press is over: what the motor does later is no answer to it."""
        self.pressed_at_ms = None

    def restarted(self) -> None:
        """Power off and on: the board's clock starts anew."""
        self.pressed_at_ms = None

    def motor_changed(self) -> None:
        """The motor's pins changed: measure, and start to move."""
        if self._wires.motor()[1] > 0.0 and self.pressed_at_ms is not None:
            self.press_to_motor_ms.append(self._wires.now_ms() - self.pressed_at_ms)
            self.pressed_at_ms = None
        if not self._running and self._wires.motor()[1] > 0.0:
            self._running = True
            self._wires.call_later(STEP_MS, self._step)

    def beam_changed(self) -> None:
        """Show the beam after a hand moved cards."""
        blocked = self.mechanics.beam_blocked
        if blocked != self._blocked:
            self._blocked = blocked
            self._wires.set_beam(blocked)

    def _step(self) -> None:
        mode, duty = self._wires.motor()
        if duty > 0.0:
            self.motor_on_ms += STEP_MS
            self._drive_ms += STEP_MS
            self.longest_drive_ms = max(self.longest_drive_ms, self._drive_ms)
        else:
            self._drive_ms = 0.0
        self.mechanics.step(mode, duty, STEP_MS)
        self.beam_changed()
        if duty > 0.0 or not self.mechanics.resting:
            self._wires.call_later(STEP_MS, self._step)
        else:
            self._running = False
