"""A deck that is stacked: hands that are known before the deal, for tests."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from cardslinger.rules.cards import parse_card


class Stacked(Random):
    """Chance that deals these hands, from the dealer's left on, then gives these cards."""

    hands: Sequence[str]
    then: str

    def shuffle(self, cards: list[int], *_: Any) -> None:
        super().shuffle(cards)
        hands = [one.split() for one in self.hands]
        wanted = [card for turn in zip(*hands, strict=True) for card in turn] + self.then.split()
        stacked = [parse_card(one) for one in wanted]
        if Counter(stacked) - Counter(cards):
            return  # another deal, or a reload
        for card in stacked:
            cards.remove(card)
        cards[:0] = stacked


def stacked(*hands: str, then: str, seed: int = 1) -> Stacked:
    """`stacked("R5 B2", "R7 Wild", then="R3 Y9")`: two hands, the first card, and what comes out
    of the launcher after it."""
    chance = Stacked(seed)
    chance.hands, chance.then = hands, then
    return chance
