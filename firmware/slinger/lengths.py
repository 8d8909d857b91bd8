"""Judges by how long a card blocked the beam whether it was one card.

Against the running median of single cards: under 0.6 it was part of a card or noise, over 1.35 two
that overlap or follow without a gap, or one that slipped. Two that lie on each other whole look
like one. The first card of a burst passes while the motor still speeds up, so it has a median of
its own. Times are taken times the battery's voltage: a roller on half of it takes twice as long.
"""

SHORT_PERCENT = 60
LONG_PERCENT = 135
KEPT = 7  # single cards that the median is taken of
LEARNING = 3  # cards before anything is judged
UNLEARN = 5  # outliers in a row: these are other cards, learn anew


class Lengths:
    """Learns from each card and says how many cards it may have been."""

    def __init__(self, usual: int = 0):
        """`usual`: blocked time in us times volts of a card at full speed, 0 if unknown."""
        self._kept = ([], [usual] * LEARNING if usual else [])  # of first cards, of others
        self._outliers = [0, 0]

    def cards(self, blocked_us: int, battery_mv: int, first: bool) -> int:
        """How many cards passed: 0 (part of one, or noise), 1, 2 or more. `first` of a burst."""
        length = blocked_us * battery_mv // 1000
        kept = self._kept[not first]
        if len(kept) < LEARNING:
            kept.append(length)
            return 1
        percent = 100 * length // max(sorted(kept)[len(kept) // 2], 1)
        if SHORT_PERCENT <= percent <= LONG_PERCENT:
            self._outliers[not first] = 0
            kept.append(length)
            if len(kept) > KEPT:
                del kept[0]
            return 1
        self._outliers[not first] += 1
        if self._outliers[not first] == UNLEARN:
            self._outliers[not first] = 0
            kept.clear()
        return 0 if percent < SHORT_PERCENT else max((percent + 50) // 100, 2)

    @property
    def usual(self) -> int:
        """The median of cards at full speed, 0 while it is not known."""
        kept = self._kept[1]
        return sorted(kept)[len(kept) // 2] if len(kept) >= LEARNING else 0
