"""Judges by how long a card blocked the beam whether it was one card.

Against the median of the last single cards: under 0.6 it was part of a card or noise; over a
limit it was two that overlap or follow without a gap, or one that slipped. The limit follows the
spread of the cards: twice as far above the median as the second longest of them, but 16 % at
least and 35 % at most. (The longest may have been a pair that nobody noticed.) So most pairs are
seen from a lag of a fifth of a card on. Two that lie on each other whole look like one, whatever
the limit. The first card of a burst passes while the motor still speeds up, so it has a median of
its own.

Times are taken as if the motor always had MOTOR_MV. A DC motor against dry friction turns with a
speed that rises in a straight line with its voltage U, from a voltage U0 on that only just moves
it. So t * (U - U0) is the same for all U, and the time at MOTOR_MV is

    t * (1 + battery_percent / 100 * (U - MOTOR_MV) / MOTOR_MV)

with battery_percent = 100 * MOTOR_MV / (MOTOR_MV - U0): 100 without friction, more with it.
"""

from array import array

from .limits import LENGTHS_KEPT

MOTOR_MV = 2700  # the mean that the motor gets of a battery of 4500 mV at a duty of 60 %
SHORT_PERCENT = 60
ROOM_MIN_PERCENT, ROOM_MAX_PERCENT = 16, 35  # of the median, above it
ROOM_NEW_PERCENT = 60  # until it is known how the cards run now: other cards, a full hopper
KEPT = 15  # single cards that median and spread are taken of
LEARNING = 3  # cards before the median is believed
SPREAD_KNOWN = 5  # cards before the spread is
UNLEARN = 3  # outliers in a row: these are other cards, learn anew
FIRST_PERCENT = 120  # of the others' time, until it is known: the soft start costs time
GIVEN_AT_ONCE = 8  # cards in one answer: more would not fit a line of the wire


def at_motor_mv(blocked_us: int, motor_mv: int, battery_percent: int) -> int:
    """The time that a card took with `motor_mv`, as it would have been with MOTOR_MV."""
    percent = 100 * MOTOR_MV + battery_percent * (motor_mv - MOTOR_MV)
    return blocked_us * max(percent, 0) // (100 * MOTOR_MV)


class Lengths:
    """Learns from each card and says how many cards it may have been."""

    def __init__(self, settings: dict):
        """`settings` has `battery_percent`, and `card_us`: the usual time at MOTOR_MV, or 0."""
        self._settings = settings
        self._kept = ([], [])  # of first cards, of others
        self.forget()
        self.judged = False  # the last card was compared with something
        self.noted = 0  # cards in all
        self._blocked_us = array("i", [0] * LENGTHS_KEPT)
        self._motor_mv = array("i", [0] * LENGTHS_KEPT)
        self._first = bytearray(LENGTHS_KEPT)

    def cards(self, blocked_us: int, motor_mv: int, first: bool) -> int:
        """How many cards passed: 0 (part of one, or noise), 1, 2 or more. `first` of a burst."""
        length_us = at_motor_mv(blocked_us, motor_mv, self._settings["battery_percent"])
        kind = 0 if first else 1
        kept, usual_us, longest_us = self._kept[kind], self._usual[kind], self._longest[kind]
        if not usual_us and first:
            usual_us = self._usual[1] * FIRST_PERCENT // 100
            longest_us = _with_room(usual_us)
        self.judged = usual_us > 0
        if 100 * length_us < SHORT_PERCENT * usual_us:
            cards = 0
        elif not usual_us or length_us <= longest_us:
            cards = 1
        else:
            cards = max((length_us + usual_us // 2) // usual_us, 2)
        if cards == 1:
            self._outliers[kind] = 0
            kept.append(length_us)
            if len(kept) > KEPT:
                del kept[0]
            self._learn(kind)
        else:
            self._outliers[kind] += 1
            if self._outliers[kind] == UNLEARN:
                self._outliers[kind] = self._usual[kind] = 0
                kept.clear()
        return cards

    def forget(self) -> None:
        """What was learned does not hold any more; begin with `card_us` as it is set now."""
        for kept in self._kept:
            kept.clear()
        self._outliers = [0, 0]
        card_us = self._settings["card_us"]
        self._usual = [0, card_us]  # times of first cards, of others; 0 if not known
        self._longest = [0, _with_room(card_us)]  # that may still be one card, of the same

    def loosen(self) -> None:
        """Cards were put in, or may have been: a full hopper slows each card down, by up to 35 %
        in the twin. Known lengths hold roughly until some cards have passed."""
        for kind, kept in enumerate(self._kept):
            kept.clear()
            self._outliers[kind] = 0
            self._longest[kind] = _with_room(self._usual[kind])

    def note(self, blocked_us: int, motor_mv: int, first: bool) -> None:
        """Keep a card as it was measured, for `recent`."""
        self.noted += 1
        place = self.noted % LENGTHS_KEPT
        self._blocked_us[place], self._motor_mv[place] = blocked_us, motor_mv
        self._first[place] = first

    def recent(self, number: int) -> tuple:
        """Cards from the `number`-th since power-on, counted from 1, or from the oldest kept.

        (number of the first one given, [[blocked_us, motor_mv, 1 if first of a burst else 0]]):
        GIVEN_AT_ONCE at most, none where no such card has passed yet.
        """
        number = max(number, self.noted - LENGTHS_KEPT + 1, 1)
        last = min(number + GIVEN_AT_ONCE - 1, self.noted)
        places = [n % LENGTHS_KEPT for n in range(number, last + 1)]
        return number, [[self._blocked_us[p], self._motor_mv[p], self._first[p]] for p in places]

    def _learn(self, kind: int) -> None:
        """Take usual and longest time from the single cards that were kept."""
        kept = sorted(self._kept[kind])
        if len(kept) < LEARNING:
            return
        usual_us = kept[len(kept) // 2]
        room_us = usual_us * ROOM_MAX_PERCENT // 100
        if len(kept) >= SPREAD_KNOWN:
            least_us = usual_us * ROOM_MIN_PERCENT // 100
            room_us = min(max(2 * (kept[-2] - usual_us), least_us), room_us)
        self._usual[kind], self._longest[kind] = usual_us, usual_us + room_us


def _with_room(usual_us: int) -> int:
    """The longest time of one card while little is known of the cards' spread."""
    return usual_us * (100 + ROOM_NEW_PERCENT) // 100
