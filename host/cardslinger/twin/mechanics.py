"""The launcher's mechanics in virtual time: hopper, feed roller, cards, exit.

This model is the judge of the firmware: it knows how many cards really left and where the others
lie. Cards are never made or lost: `inside + in_path + left + taken == loaded` at all times.

What happens. The stack's weight and the lid's pad press the bottom card onto the roller. The
roller drags it forward against the friction of the stack, at a little less than its own speed,
until its tail leaves the roller; it slides on by itself, through the beam and over the lip of the
exit, while the next card drops onto the roller. Backwards the roller takes the card that it still
holds into the hopper again. A card that meets another one's tail pushes it, or stops if that is
wedged; a wedged card holds the roller too. With the lid open nothing presses on the roller: it
spins and no card moves.

What it does not know. Cards move along one line: no skew, no bending, no static charge; a wedged
card is wedged or free, nothing between; a pair never parts on its way; rubber does not wear while
it runs, and grip does not depend on speed. All numbers are in `parameters`, most of them assumed.

Positions are millimetres along the path from where the roller touches a card; a card's position
is that of its leading edge.
"""

import random
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf

from cardslinger.twin.battery import Battery
from cardslinger.twin.cards import Card, Fates
from cardslinger.twin.faults import Faults
from cardslinger.twin.motor import COAST, DRIVE, REVERSE, Driver, Motor
from cardslinger.twin.parameters import GRAVITY, Parameters

TOUCH_MM = 1e-6  # closer than this is touching


@dataclass(slots=True)
class Mechanics:
    """Cards in the hopper, on the roller and in flight. `step` moves time on."""

    hopper: int
    parameters: Parameters = field(default_factory=Parameters)
    seed: int | None = None
    faults: Faults = field(default_factory=Faults)
    left: int = 0  # cards whose tail has passed the lip of the exit, or that a hand pulled out
    taken: int = 0  # cards that a hand took out of the path or the hopper
    lid_open: bool = False
    loaded: int = field(init=False)
    battery: Battery = field(init=False)
    driver: Driver = field(init=False)
    motor: Motor = field(init=False)
    _cards: list[Card] = field(default_factory=list)  # outside the hopper, the foremost first
    _returned: list[Card] = field(default_factory=list)  # back in it, the lowest last
    _wait_ms: float = 0.0  # until the next card lies on the roller
    _mode: str = COAST
    _reverse_ms: float = 0.0  # driven backwards so far; -inf once that has had its effect
    _blocked_by_card: bool = False  # the card on the roller stands at a wedged one
    _fates: Fates = field(init=False)

    def __post_init__(self) -> None:
        self.loaded = self.hopper
        self.battery = Battery(self.parameters)
        self.driver = Driver(self.parameters)
        self.motor = Motor(self.parameters, self.battery)
        self._fates = Fates(self.parameters, self.faults, random.Random(self.seed))

    # -- instruments --------------------------------------------------------------------------

    @property
    def roller_speed(self) -> float:
        """Of the roller's rim, m/s, forward positive."""
        return self.motor.speed

    @property
    def battery_mv(self) -> float:
        return self.battery.millivolts(self.motor.battery_a)

    @property
    def beam_cover_mm(self) -> float:
        """How far a card covers the beam: negative while it is free, then the distance of the
        nearest edge (a card's edges meet the beam where this is 0)."""
        p = self.parameters
        front, back = p.beam_mm - p.beam_width_mm / 2, p.beam_mm + p.beam_width_mm / 2
        cover = -inf
        for card in self._cards:
            position = card.position_mm
            cover = max(cover, min(position - front, back - position + p.card.length_mm))
        return cover

    @property
    def beam_blocked(self) -> bool:
        return self.beam_cover_mm > 0.0

    @property
    def resting(self) -> bool:
        """True when nothing moves and nothing will before the motor is driven."""
        return (
            self.motor.speed == 0.0
            and self._wait_ms <= 0.0
            and not any(card.speed for card in self._cards)
        )

    @property
    def inside(self) -> int:
        """Cards in the hopper, those included whose leading edge has crept out of it."""
        return self.hopper + sum(1 for card in self._cards if self._in_hopper(card))

    @property
    def in_path(self) -> int:
        """Cards in the beam or the exit, or wedged on the way there."""
        return sum(1 for card in self._cards if not self._in_hopper(card))

    @property
    def positions_mm(self) -> list[float]:
        """Leading edges of all cards that moved and have not left, the foremost first."""
        return [card.position_mm for card in self._cards]

    # -- hands --------------------------------------------------------------------------------

    def load(self, cards: int) -> None:
        """Put cards into the hopper."""
        self.hopper += cards
        self.loaded += cards

    def clear(self) -> None:
        """A hand takes every card out of the path and squares the stack."""
        self.taken += self.in_path
        self.hopper = self.inside
        self._cards.clear()
        self._returned.clear()
        self._blocked_by_card = False

    def empty(self) -> None:
        """A hand takes every card out, those in the hopper too."""
        self.clear()
        self.taken += self.hopper
        self.hopper = 0

    def pull_out(self) -> bool:
        """A hand pulls the bottom card out through the exit; False if there is none."""
        if self._cards and not self._cards[-1].free:
            self._cards.pop()
        elif self.hopper:
            self.hopper -= 1
        else:
            return False
        self.left += 1
        return True

    def lay_in_beam(self) -> None:
        """The bottom card comes to lie in the beam, as after a power cut."""
        card = self._gripped()
        if card is None and self.hopper:
            card = self._take_from_stack(self.parameters.rest_mm)
            card.held_ms = 0.0
        if card is not None:
            card.position_mm = max(card.position_mm, self.parameters.jam_beam_mm)

    # -- time ---------------------------------------------------------------------------------

    def rest(self, ms: float) -> None:
        """Let `ms` pass in which nothing moves and the motor is not driven."""
        self.motor.let_stand()
        self.driver.step(0.0, self.battery_mv, ms)

    def step(self, mode: str, duty: float, ms: float) -> None:
        """Move on by `ms`, a millisecond or so, with the driver's inputs saying `mode`.

        `duty` is 0..1 and counts for DRIVE and REVERSE. The driver must be awake.
        """
        if not self.driver.conducts:
            mode, duty = COAST, 0.0
        if mode != self._mode:
            self._mode, self._reverse_ms = mode, 0.0
            if mode == DRIVE and self.motor.speed == 0.0:
                self._shake(self.parameters.restart_frees)
        gripped = self._gripped()
        travel_mm = self.motor.step(mode, duty, self._load_n(gripped), ms)
        self.driver.step(self.motor.current_a, self.battery_mv, ms)
        if mode == REVERSE:
            self._pull_back(gripped, ms)
        if self._wait_ms > 0.0:
            self._wait_ms -= ms
        self._slide(ms)
        if travel_mm and not self.lid_open:
            self._drag(gripped, travel_mm, ms)
        if len(self._cards) > 1:
            self._push()
        self._deliver()

    # -- the card on the roller ---------------------------------------------------------------

    def _gripped(self) -> Card | None:
        """The card on the roller: the foremost that is not free."""
        for card in self._cards:
            if not card.free:
                return card
        return None

    def _in_hopper(self, card: Card) -> bool:
        p = self.parameters
        front_mm = p.beam_mm - p.beam_width_mm / 2
        return not card.free and not card.wedged and card.position_mm <= front_mm

    def _weight_n(self) -> float:
        """What the stack presses with."""
        p = self.parameters
        cards = min(self.hopper + 1, p.stack_cards)
        return cards * p.card.mass_g / 1000 * GRAVITY + p.pad_n

    def _grip_share(self, card: Card) -> float:
        """The part of the roller's grip that the stack's friction takes; from 1 up it slips.

        The weight stands on both sides and falls out.
        """
        p = self.parameters
        drag = p.card_friction * (2 - p.roller_share) * card.friction
        return drag / (self._rubber_friction() * p.roller_share)

    def _rubber_friction(self) -> float:
        p = self.parameters
        worn = self.faults["worn_rubber"].on
        return p.rubber_friction * (p.worn_rubber if worn else 1.0)

    def _load_n(self, card: Card | None) -> float:
        """The dry friction that the card puts on the rim."""
        p = self.parameters
        if card is None or self.lid_open:
            return 0.0
        if card.wedged or (self._blocked_by_card and self._mode != REVERSE):
            return p.wedge_n
        grip_n = self._rubber_friction() * p.roller_share * self._weight_n()
        return grip_n if card.held_ms > 0.0 else grip_n * min(self._grip_share(card), 1.0)

    def _shake(self, chance: float) -> None:
        """A jerk of the roller: the bottom card sits anew, and may come loose."""
        card = self._gripped()
        if card is None:
            return
        card.friction = self._fates.friction()
        if card.held_ms > 0.0 and self._fates.frees(chance):
            card.held_ms = 0.0

    def _pull_back(self, card: Card | None, ms: float) -> None:
        """Driven backwards for long enough, the roller may free its card; once a reverse."""
        self._reverse_ms += ms
        if self._reverse_ms < self.parameters.reverse_frees_ms:
            return
        self._reverse_ms = -inf
        if (
            card is not None
            and (card.wedged or card.held_ms > 0.0)
            and self._fates.frees(self.parameters.reverse_frees)
        ):
            card.wedged = False
            card.held_ms = 0.0

    def _drag(self, card: Card | None, travel_mm: float, ms: float) -> None:
        """Move the card on the roller, and those that lie on it and come along."""
        p = self.parameters
        if card is None:
            if travel_mm < 0.0 or not self._next_drops():
                return
            card = self._gripped()
            assert card is not None
        if card.held_ms > 0.0:
            card.held_ms -= ms
            return
        share = self._grip_share(card)
        if card.wedged or share >= 1.0:
            return
        moved_mm = travel_mm * (1 - p.creep * share)
        moved_mm = max(moved_mm, p.rest_mm - card.position_mm)
        for one in self._cards:
            if not one.free:
                one.position_mm += moved_mm
        if moved_mm <= 0.0:
            self._return_to_stack()
            return
        self._fates.passes(card)
        self._follow()
        if card.position_mm >= p.card.length_mm:
            self._let_go(card, moved_mm / ms)

    def _let_go(self, card: Card, speed: float) -> None:
        """Its tail leaves the roller: from now on it slides by itself."""
        card.free, card.speed = True, speed
        self._wait_ms = self._fates.engage_ms()
        self._fates.let_go(card)

    # -- the stack ----------------------------------------------------------------------------

    def _next_drops(self) -> bool:
        """A card comes to lie on the empty roller; False if none does yet."""
        if not self._follow():
            if self._wait_ms > 0.0 or not self.hopper:
                return False
            self._take_from_stack(self.parameters.rest_mm)
        return True

    def _follow(self) -> bool:
        """The card that clings to the last one begins to move; False if none does yet."""
        if not self._cards or not self.hopper:
            return False
        last = self._cards[-1]
        if last.follow_mm is None:
            return False
        position_mm = last.position_mm - last.follow_mm
        if position_mm < self.parameters.rest_mm:
            return False
        card = self._take_from_stack(position_mm)
        card.held_ms = 0.0
        card.pitch_mm = min(last.follow_mm, card.pitch_mm)
        last.follow_mm = None
        return True

    def _take_from_stack(self, position_mm: float) -> Card:
        self.hopper -= 1
        if self._returned:
            card = self._returned.pop()
            card.position_mm = position_mm
        else:
            card = self._fates.new_card(position_mm)
        self._cards.append(card)
        return card

    def _return_to_stack(self) -> None:
        """Pulled back to where they came from: the roller slips under the stack."""
        rest_mm = self.parameters.rest_mm + TOUCH_MM
        while self._cards and not self._cards[-1].free and self._cards[-1].position_mm <= rest_mm:
            card = self._cards.pop()
            if self._cards and not self._cards[-1].free:  # it had come along with that one
                self._cards[-1].follow_mm = card.pitch_mm
                card.pitch_mm = self.parameters.card.length_mm - self.parameters.rest_mm
            self._returned.append(card)
            self.hopper += 1

    # -- cards that slide ---------------------------------------------------------------------

    def _slide(self, ms: float) -> None:
        drag = self.parameters.flight_drag * ms / 1000
        for card in self._cards:
            if card.speed:
                card.position_mm += card.speed * ms
                card.speed = max(card.speed - drag, 0.0)
                if card.position_mm >= card.stop_mm:
                    card.position_mm, card.speed = card.stop_mm, 0.0
                    card.wedged = card.stop_wedges
                    card.stop_mm = inf

    def _push(self) -> None:
        """Cards that meet: the one behind pushes, or stops at a wedged one."""
        pairs = list(pairwise(self._cards))
        for ahead, behind in reversed(pairs):
            pushed_mm = behind.position_mm + behind.pitch_mm
            if pushed_mm > ahead.position_mm + TOUCH_MM and not ahead.wedged:
                ahead.position_mm = pushed_mm
                if ahead.free:
                    ahead.speed = max(ahead.speed, behind.speed or self.motor.speed)
        self._blocked_by_card = False
        stuck = False
        for ahead, behind in pairs:
            limit_mm = ahead.position_mm - behind.pitch_mm
            stuck = (stuck or ahead.wedged) and behind.position_mm > limit_mm - TOUCH_MM
            if stuck:
                behind.position_mm = limit_mm
                behind.speed = 0.0
                self._blocked_by_card |= not behind.free

    def _deliver(self) -> None:
        p = self.parameters
        gone_mm = p.exit_mm + p.card.length_mm
        while self._cards and self._cards[0].position_mm >= gone_mm:
            self._cards.pop(0)
            self.left += 1
