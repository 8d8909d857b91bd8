"""How many cards a press gives.

A profile is a histogram: `weights[n]` is the share of presses that give n cards. The profile `toy`
is a cycle instead, `custom` a histogram of the table's own.
"""

PROFILES = {
    # 35 % of presses fire, 1 to 12 cards, mostly 3 to 8: what the old toy is said to have done,
    # but each press by itself.
    "classic": (65, 1, 2, 5, 6, 6, 5, 4, 3, 1, 1, 0, 1),
    "gentle": (50, 25, 15, 10),  # for small hands: every other press fires, 1 to 3 cards
    "brutal": (30, 0, 0, 6, 8, 10, 12, 11, 9, 6, 4, 2, 2),  # most presses fire, 3 to 12 cards
    "exact": (0, 1),  # one card a press, as from a draw pile
}
NAMES = ("toy", "classic", "gentle", "brutal", "exact", "custom")
HISTOGRAM_MAX = 13  # weights of a custom histogram: 0 to 12 cards
WEIGHT_MAX = 1000

# Presses of the old toy's cycle that fire, by an early encyclopedia text, unverified; its length
# is ours: the last fire ends it.
TOY_CYCLE = 96
TOY_FIRES = (
    2, 6, 9, 13, 17, 21, 24, 26, 27, 29, 32, 36, 37, 41, 44, 47, 48, 51, 54, 57, 58, 62, 66, 69,
    72, 73, 77, 81, 84, 85, 88, 92, 93, 96,
)  # fmt: skip
TOY_CARDS = (0, 1, 2, 5, 6, 6, 5, 4, 3, 1, 1, 0, 1)  # of a fire: mostly 3 to 8, up to 12


class Draw:
    """Draws card counts. `random_bits(k)` gives k random bits, as `random.getrandbits` does."""

    def __init__(self, random_bits, custom=(1,)):
        """`custom`: weights of the profile of that name; all presses blank if nothing is given."""
        self._random_bits = random_bits
        self.custom = custom
        self.seeded = False
        self._toy_press = self._below(TOY_CYCLE)  # presses of the cycle that are over

    def seed(self, value: int) -> None:
        """From now on the sequence of this seed, the same on every board: for tests only."""
        self.seeded = True
        self._random_bits = Sequence(value).bits
        self._toy_press = 0

    def cards(self, profile: str) -> int:
        """A card count by the profile. Raises KeyError for an unknown profile."""
        if profile == "toy":
            return self._toy()
        return self._by(self.custom if profile == "custom" else PROFILES[profile])

    def _toy(self) -> int:
        self._toy_press = self._toy_press % TOY_CYCLE + 1
        return self._by(TOY_CARDS) if self._toy_press in TOY_FIRES else 0

    def _by(self, weights) -> int:
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


class Sequence:
    """A known sequence of bits (xorshift with 13, 17, 5: Marsaglia 2003)."""

    def __init__(self, seed: int):
        self._state = (seed ^ 0x9E3779B9) & 0xFFFFFFFF or 1

    def bits(self, count: int) -> int:
        """The next `count` bits, at most 32."""
        state = self._state
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        self._state = state
        return state >> 32 - count
