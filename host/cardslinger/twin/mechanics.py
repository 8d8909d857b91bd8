"""The launcher's mechanics in virtual time: hopper, feed roller, cards, break-beam.

This model is the judge of the firmware: it knows how many cards really left. It does not yet know
overlapping or sticking cards, a slow sensor or a sagging battery, so an exact count here says that
the firmware's loop is right, not that a machine would never miss one.

Positions are millimetres along the card path, measured from where the roller touches a card; a
card's position is that of its leading edge. The bottom card rests with its edge a little past the
roller. It is driven until its trailing edge leaves the roller, then flies on by itself, while the
next card drops onto the roller and starts to move only after `engage_ms`.
"""

import random
from dataclasses import dataclass, field
from math import exp


@dataclass(frozen=True, slots=True)
class Parameters:
    """Lengths in mm, times in ms, speeds in m/s (which is mm/ms).

    Card size, beam width and speeds are from shared measurements of such machines; what is marked
    "assumed" waits for a built one.
    """

    card_mm: float = 88.0  # 63 x 88 mm card, fed lengthwise
    rest_mm: float = 5.0  # assumed
    beam_mm: float = 20.0  # centre of the beam; assumed
    beam_width_mm: float = 3.0
    full_speed: float = 2.0  # roller surface at full duty: 20 mm wheel at about 1900 rpm
    drive_tau_ms: float = 50.0  # motor and gears speeding up; assumed
    brake_tau_ms: float = 8.0  # motor shorted by the driver; assumed
    coast_tau_ms: float = 120.0  # motor left alone; assumed
    engage_ms: float = 20.0  # a card drops 0.2 mm and is gripped; assumed
    grip_low: float = 0.97  # card speed over roller speed, drawn per card; assumed
    grip_high: float = 1.0
    ramp_drag: float = 0.003  # m/s lost per ms by a card that flies; assumed
    standstill: float = 0.01  # m/s below which gears and friction hold the roller


DRIVE, BRAKE, COAST = "drive", "brake", "coast"


@dataclass(slots=True)
class Card:
    position_mm: float
    grip: float
    flying_speed: float = 0.0  # once the roller let it go
    wait_ms: float = 0.0  # until the roller grips it


@dataclass(slots=True)
class Mechanics:
    """Cards in the hopper, on the roller and in flight. `step` moves time on."""

    hopper: int
    parameters: Parameters = field(default_factory=Parameters)
    seed: int | None = None
    left: int = 0  # cards whose trailing edge has passed the beam: the truth
    roller_speed: float = 0.0
    jammed: bool = False  # a card that reaches the beam sticks there
    _gripped: Card | None = None
    _flying: list[Card] = field(default_factory=list)
    _random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    @property
    def beam_blocked(self) -> bool:
        """True while a card covers the beam."""
        return any(self._in_beam(card) for card in self._cards())

    @property
    def resting(self) -> bool:
        """True when nothing moves and nothing will before the motor is driven."""
        return self.roller_speed == 0.0 and not any(card.flying_speed for card in self._flying)

    @property
    def inside(self) -> int:
        """Cards not yet in the beam's reach or in flight: the hopper and the one on the roller."""
        return self.hopper + (self._gripped is not None)

    def load(self, cards: int) -> None:
        """Put cards into the hopper."""
        self.hopper += cards

    def clear(self) -> None:
        """A hand takes every card out of the path, loosens what stuck and puts nothing back."""
        self.jammed = False
        self._gripped = None
        self._flying.clear()

    def pulled_by_hand(self) -> None:
        """A hand takes a card of the hopper out through the exit."""
        self.hopper -= 1
        self.left += 1

    def step(self, mode: str, duty: float, dt_ms: float) -> None:
        """Move on by `dt_ms` with the motor in `mode`; `duty` is 0..1 and counts for DRIVE."""
        self._turn_roller(mode, duty, dt_ms)
        self._fly(dt_ms)
        self._drag(dt_ms)

    def _cards(self) -> list[Card]:
        return [*self._flying, self._gripped] if self._gripped else self._flying

    def _in_beam(self, card: Card) -> bool:
        half = self.parameters.beam_width_mm / 2
        beam, edge = self.parameters.beam_mm, card.position_mm
        return edge > beam - half and edge - self.parameters.card_mm < beam + half

    def _turn_roller(self, mode: str, duty: float, dt_ms: float) -> None:
        """First-order motor: the speed goes to its target with one time constant a mode."""
        p = self.parameters
        target = p.full_speed * duty if mode == DRIVE else 0.0
        tau_ms = {DRIVE: p.drive_tau_ms, BRAKE: p.brake_tau_ms, COAST: p.coast_tau_ms}[mode]
        self.roller_speed = target + (self.roller_speed - target) * exp(-dt_ms / tau_ms)
        if target == 0.0 and self.roller_speed < p.standstill:
            self.roller_speed = 0.0

    def _drag(self, dt_ms: float) -> None:
        """Move the card under the roller; when it is let go, the next one drops."""
        p = self.parameters
        if self._gripped is None and self.hopper and self.roller_speed:
            self.hopper -= 1
            self._gripped = Card(p.rest_mm, self._random.uniform(p.grip_low, p.grip_high))
        card = self._gripped
        if card is None:
            return
        if card.wait_ms > 0.0:
            card.wait_ms -= dt_ms
            return
        if self.jammed and self._in_beam(card):
            return
        card.position_mm += self.roller_speed * card.grip * dt_ms
        if card.position_mm < p.card_mm:
            return
        card.flying_speed = self.roller_speed * card.grip
        self._flying.append(card)
        self._gripped = None
        if self.hopper:
            self.hopper -= 1
            grip = self._random.uniform(p.grip_low, p.grip_high)
            self._gripped = Card(p.rest_mm, grip, wait_ms=p.engage_ms)

    def _fly(self, dt_ms: float) -> None:
        p = self.parameters
        gone_mm = p.beam_mm + p.beam_width_mm / 2 + p.card_mm
        for card in list(self._flying):
            card.position_mm += card.flying_speed * dt_ms
            card.flying_speed = max(card.flying_speed - p.ramp_drag * dt_ms, 0.0)
            if card.position_mm >= gone_mm:
                self._flying.remove(card)
                self.left += 1
