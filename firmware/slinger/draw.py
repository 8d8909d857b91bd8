"""How many cards a press gives.

A profile is a histogram: `weights[n]` is the share of presses that give n cards.
"""

# 35 % of presses fire, 1 to 12 cards, mostly 3 to 8: what the old toy is said to have done.
PROFILES = {
    "classic": (65, 1, 2, 5, 6, 6, 5, 4, 3, 1, 1, 0, 1),
}


class Draw:
    """Draws card counts. `random_bits(k)` gives k random bits, as `random.getrandbits` does."""

    def __init__(self, random_bits):
        self._random_bits = random_bits

    def cards(self, profile: str) -> int:
        """A card count by the profile. Raises KeyError for an unknown profile."""
        weights = PROFILES[profile]
        ticket = self._below(sum(weights))
        for cards in range(len(weights)):
            ticket -= weights[cards]
            if ticket < 0:
                return cards
        raise AssertionError("the ticket lies below the sum of the weights")

    def _below(self, limit: int) -> int:
        """A number in 0..limit-1, each equally likely: what does not fit is drawn again."""
        bits = 1
        while 1 << bits < limit:
            bits += 1
        while True:
            number = self._random_bits(bits)
            if number < limit:
                return number
