"""A card on its way, and what chance and faults have in store for it."""

import random
from dataclasses import dataclass
from math import inf

from cardslinger.twin.faults import JAMS, Faults
from cardslinger.twin.parameters import Parameters


@dataclass(slots=True, eq=False)
class Card:
    """One card that the roller has begun to move, or could."""

    position_mm: float  # of its leading edge, from the roller's line of contact
    friction: float  # of the stack on it, times the usual
    pitch_mm: float  # its leading edge comes no closer to that of the card ahead
    follow_mm: float | None = None  # the next card comes along so far behind
    held_ms: float = 0.0  # stuck to the stack for so long
    stage: int = 0  # jams it can no longer meet
    jam: str = ""  # the one that the fault `jam` has in store for it
    wedged: bool = False
    free: bool = False  # its tail has left the roller
    speed: float = 0.0  # m/s, once it is free
    stop_mm: float = inf  # where it will stop by itself
    stop_wedges: bool = False


class Fates:
    """Draws for each card, at the stage of its way where it matters."""

    def __init__(self, parameters: Parameters, faults: Faults, chance: random.Random) -> None:
        self._p, self._faults, self._chance = parameters, faults, chance

    def new_card(self, position_mm: float) -> Card:
        """The bottom card comes to lie on the roller."""
        p = self._p
        card = Card(position_mm, self.friction(), p.card.length_mm - p.rest_mm)
        sticky = self._faults["sticky"]
        if sticky.strikes():
            for_ever = sticky.chance.random() < p.held_for_ever
            card.held_ms = inf if for_ever else sticky.chance.uniform(p.held_low_ms, p.held_high_ms)
        card.follow_mm = self._follow_mm()
        return card

    def friction(self) -> float:
        """Of the stack on the bottom card as it lies now, times the usual."""
        return self._chance.uniform(self._p.friction_low, self._p.friction_high)

    def engage_ms(self) -> float:
        """Until the next card lies on the roller."""
        return self._chance.uniform(self._p.engage_low_ms, self._p.engage_high_ms)

    def passes(self, card: Card) -> None:
        """It was dragged on: it may jam where it is now."""
        if card.stage < 1 and card.position_mm >= self._p.jam_entry_mm:
            card.stage = 1
            jam = self._faults["jam"]
            card.jam = jam.chance.choice(JAMS) if jam.strikes() else ""
            card.wedged = self._jams(card, "jam_entry")
        if card.stage < 2 and card.position_mm >= self._p.jam_beam_mm:
            card.stage = 2
            card.wedged = self._jams(card, "jam_beam")

    def let_go(self, card: Card) -> None:
        """Its tail leaves the roller: it may stop short."""
        p, half_out = self._p, self._faults["half_ejected"]
        if self._jams(card, "jam_exit"):
            card.stop_mm, card.stop_wedges = p.card.length_mm + p.jam_exit_tail_mm, True
        elif half_out.strikes():
            in_beam = half_out.chance.random() < p.half_out_in_beam
            card.stop_mm = p.card.length_mm + (p.beam_mm if in_beam else p.half_out_tail_mm)

    def _jams(self, card: Card, name: str) -> bool:
        return self._faults[name].strikes() or card.jam == name

    def frees(self, chance: float) -> bool:
        """Whether a jerk or a pull of the roller loosens its card."""
        return self._chance.random() < chance

    def _follow_mm(self) -> float | None:
        """How far behind the next card comes along; None: it waits for its turn."""
        p, faults = self._p, self._faults
        length_mm = p.card.length_mm
        if faults["overlapped"].strikes():
            return faults["overlapped"].chance.uniform(0.0, p.overlap_mm)
        if faults["double"].strikes():
            return faults["double"].chance.uniform(p.lag_low, p.lag_high) * length_mm
        if faults["nose_to_tail"].strikes():
            most_mm = p.beam_width_mm + p.tail_gap_mm
            return length_mm + faults["nose_to_tail"].chance.uniform(0.0, most_mm)
        return None
