"""What all matches of a journal add up to: players by name, the launcher, records."""

from collections.abc import Iterable
from dataclasses import dataclass

from cardslinger.table.launcher_figures import LauncherFigures
from cardslinger.table.player_figures import PlayerFigures
from cardslinger.table.statistics import MatchStatistics


@dataclass(frozen=True, slots=True)
class Record:
    """The most there has been of something, where it was first reached."""

    value: int
    match: int
    name: str = ""  # whose; empty: everybody's
    round: int = 0  # from 1; 0: told of no round


class Totals:
    """Adds up matches: `add` them in the order in which they were played."""

    def __init__(self, matches: Iterable[MatchStatistics] = ()) -> None:
        self.matches = self.over = self.rounds = 0
        self.players: dict[str, PlayerFigures] = {}
        self.launcher = LauncherFigures()
        self.largest_fire: Record | None = None  # cards
        self.most_cards: Record | None = None  # in a hand
        self.longest_round: Record | None = None  # turns
        for match in matches:
            self.add(match)

    def add(self, match: MatchStatistics) -> None:
        """Add a match."""
        self.matches += 1
        self.over += match.over
        self.rounds += len(match.rounds)
        self.launcher.add(match.launcher)
        for name, player in match.players.items():
            self.players.setdefault(name, PlayerFigures()).add(player)
            fire = Record(player.largest_fire, match.number, name)
            self.largest_fire = _better(self.largest_fire, fire)
            hand = Record(player.most_cards, match.number, name)
            self.most_cards = _better(self.most_cards, hand)
        for number, one in enumerate(match.rounds, 1):
            turns = Record(one.turns, match.number, round=number)
            self.longest_round = _better(self.longest_round, turns)


def _better(old: Record | None, new: Record) -> Record | None:
    best = old.value if old else 0
    return new if new.value > best else old
