"""What one player has done and suffered."""

from collections import Counter
from dataclasses import dataclass, field, fields

_LARGEST = ("largest_fire", "most_cards")  # of several, not their sum


@dataclass(slots=True)
class PlayerFigures:
    """Sums over one match or many; a seat that is taken over counts for whoever sits there.

    A press that was stopped before its first card is made again, and is none. The deal of a round
    is nothing that anybody receives.
    """

    bot: bool = False
    matches: int = 0  # that the player sat in
    won: int = 0  # a shared win is one for each
    rounds: int = 0  # played to their end
    rounds_won: int = 0
    points: int = 0  # where the winner of a round takes what the others hold
    penalty_points: int = 0  # where everybody adds up their own hand
    presses_owed: int = 0  # presses made for debts
    presses_chosen: int = 0  # and instead of playing
    presses: Counter[int] = field(default_factory=Counter)  # cards -> presses that nothing stopped
    cards_received: int = 0  # from the launcher: presses, exact draws, free presses that were kept
    largest_fire: int = 0  # cards of it
    most_cards: int = 0  # in hand at once
    cards_played: int = 0  # in turn, by cut-ins, and under a Discard All
    calls: int = 0
    caught: int = 0  # without the call
    catches: int = 0  # of others
    cut_ins: int = 0

    @property
    def blanks(self) -> int:
        """Presses that gave no card, and were not stopped."""
        return self.presses[0]

    def add(self, other: "PlayerFigures") -> None:
        """Add what the same player did elsewhere, later."""
        self.bot = other.bot
        for one in fields(self):
            mine, more = getattr(self, one.name), getattr(other, one.name)
            if one.name == "presses":
                self.presses.update(other.presses)
            elif one.name in _LARGEST:
                setattr(self, one.name, max(mine, more))
            elif one.name != "bot":
                setattr(self, one.name, mine + more)
