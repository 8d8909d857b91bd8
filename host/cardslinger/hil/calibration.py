"""What fires at two duties say of a card's passage. Pure computation.

A card blocks the beam for `card_us` when the motor gets MOTOR_MV in the mean. With less it takes
longer, by how much says `battery_percent`: 100 stands for a speed in proportion to the voltage
and 0 for one that does not depend on it (the formula and its reason: `slinger.lengths`).
"""

from dataclasses import dataclass
from statistics import median, pstdev

from slinger.lengths import MOTOR_MV as MOTOR_MV  # for those who show it
from slinger.lengths import ROOM_MAX_PERCENT, SHORT_PERCENT, at_motor_mv

from cardslinger.hil.errors import BadCards

BEAM_MM = 3.0  # width of the beam: a card blocks it for its own length and this
USABLE_MIN = 8
LONG_PERCENT = 100 + ROOM_MAX_PERCENT
SPREAD_MAX = 0.10  # more, and the machine wants cleaning rather than figures
BATTERY_PERCENT_MAX = 200  # as the setting
AGAIN = "square the cards, clean the roller, and try again"


@dataclass(frozen=True, slots=True)
class Card:
    """A fired card: `percent` is the duty that was asked for, `motor_mv` what the motor got in the
    mean; the `first` of a burst meets a motor that still speeds up."""

    percent: int
    first: bool
    blocked_us: int
    motor_mv: int


@dataclass(frozen=True, slots=True)
class Fit:
    """`card_us` at MOTOR_MV."""

    card_us: int
    battery_percent: int
    spread: float  # standard deviation of the times, as a share of the usual one

    def speed_mm_s(self, length_mm: float) -> float:
        """Speed of a card of this length at MOTOR_MV."""
        return (length_mm + BEAM_MM) / self.card_us * 1e6


def is_outlier(card: Card, cards: list[Card]) -> bool:
    """Whether it took far less or more than the others at its duty: no single card."""
    usual_us = median(c.blocked_us for c in cards if c.percent == card.percent and not c.first)
    return not SHORT_PERCENT * usual_us <= 100 * card.blocked_us <= LONG_PERCENT * usual_us


def fit(cards: list[Card]) -> Fit:
    """From cards of fires at two duties.

    Raises BadCards when there are too few of use, or they say too different things.
    """
    usable = [card for card in cards if not card.first and not is_outlier(card, cards)]
    duties = sorted({card.percent for card in usable})
    if len(usable) < USABLE_MIN or len(duties) != 2:
        raise BadCards(f"{len(usable)} cards to go by, {USABLE_MIN} are needed: {AGAIN}")
    slow, fast = (_middle(usable, duty) for duty in duties)
    percent = _battery_percent(slow, fast)
    times_us = [at_motor_mv(card.blocked_us, card.motor_mv, percent) for card in usable]
    card_us = round(median(times_us))
    if card_us <= 0:
        raise BadCards(f"the cards passed in no time: check the card sensor, {AGAIN}")
    spread = pstdev(times_us) / card_us
    if spread > SPREAD_MAX:
        raise BadCards(
            f"the cards' times scatter by {spread:.1%}, more than {SPREAD_MAX:.0%}: {AGAIN}"
        )
    return Fit(card_us, percent, spread)


def _middle(cards: list[Card], duty: int) -> tuple[float, float]:
    """(median time in us, median voltage as a share of MOTOR_MV) at one duty."""
    these = [card for card in cards if card.percent == duty]
    volts = median(card.motor_mv for card in these) / MOTOR_MV
    return median(card.blocked_us for card in these), volts


def _battery_percent(slow: tuple[float, float], fast: tuple[float, float]) -> int:
    """Solves time_us * (1 + part * (volts - 1)) = the same at both duties for `part`."""
    (slow_us, slow_volts), (fast_us, fast_volts) = slow, fast
    growth = fast_us * (fast_volts - 1) - slow_us * (slow_volts - 1)
    if growth <= 0:  # far more time at more power
        return 0
    return min(max(round(100 * (slow_us - fast_us) / growth), 0), BATTERY_PERCENT_MAX)
