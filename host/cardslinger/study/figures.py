"""What many rounds add up to, also as matches at a stated pace."""

import hashlib
from collections import Counter
from dataclasses import dataclass

from cardslinger.rules.ruleset import RuleSet
from cardslinger.study.tally import RoundResult

# The pace of a table that plays briskly and talks a little; an assumption, so it is always told
# with the minutes that come of it.
SECONDS_PER_TURN = 8.0  # to look, choose and lay a card, with all that belongs to the turn
SECONDS_PER_FIRE = 4.0  # a press or an exact draw, and taking up what came
SECONDS_PER_ROUND = 90.0  # gather, shuffle, load and deal; count the points


@dataclass(frozen=True, slots=True)
class Match:
    """Rounds end to end until somebody has the match's points."""

    rounds: int
    seconds: float  # at the stated pace


class Figures:
    """Adds up rounds. `add` them in the order of their index: the digest and the matches, which
    are made of rounds as they follow each other, depend on it.
    """

    def __init__(self, rules: RuleSet, players: int) -> None:
        self.rounds = self.blocked = self.moves = 0
        self.wins = [0] * players  # rounds, by seat
        self.turns: Counter[int] = Counter()  # turns of a round -> rounds
        self.presses: Counter[int] = Counter()  # cards of a press -> presses
        self.draws: Counter[int] = Counter()  # cards of an exact draw -> draws
        self.matches: list[Match] = []  # only those that were played to their end
        self._match_points = rules.match_points
        self._digest = hashlib.blake2b(digest_size=16)
        self._begin_match()

    def _begin_match(self) -> None:
        self._scores = [0] * len(self.wins)
        self._match_rounds = 0
        self._match_seconds = 0.0

    def add(self, result: RoundResult) -> None:
        """Count one more round."""
        self.rounds += 1
        if result.winner is None:
            self.blocked += 1
        else:
            self.wins[result.winner] += 1
        self.moves += result.moves
        self.turns[result.turns] += 1
        self.presses.update(dict(enumerate(result.presses_by_cards)))
        self.draws.update(dict(enumerate(result.draws_by_cards)))
        self._digest.update(bytes.fromhex(result.digest))
        self._add_to_match(result)

    def _add_to_match(self, result: RoundResult) -> None:
        self._match_rounds += 1
        self._match_seconds += seconds(result)
        self._scores = [a + b for a, b in zip(self._scores, result.points, strict=True)]
        if max(self._scores) >= self._match_points:
            self.matches.append(Match(self._match_rounds, self._match_seconds))
            self._begin_match()

    @property
    def turns_per_round(self) -> float:
        """The mean; 0 before there is a round."""
        return _mean(self.turns) or 0.0

    @property
    def cards_per_press(self) -> float | None:
        """The mean; None if nobody has pressed, as in rules with exact draws."""
        return _mean(self.presses)

    @property
    def blank_share(self) -> float | None:
        """Of the presses, how many gave no card, 0 to 1; None if nobody has pressed."""
        presses = self.presses.total()
        return self.presses[0] / presses if presses else None

    @property
    def rounds_per_match(self) -> float | None:
        """The mean; None if no match came to its end."""
        matches = self.matches
        return sum(match.rounds for match in matches) / len(matches) if matches else None

    @property
    def minutes_per_match(self) -> float | None:
        """The mean at the stated pace; None if no match came to its end."""
        matches = self.matches
        return sum(match.seconds for match in matches) / len(matches) / 60 if matches else None

    @property
    def digest(self) -> str:
        """A short hash of everything that happened in all rounds, in their order."""
        return self._digest.hexdigest()


def seconds(result: RoundResult) -> float:
    """How long the round takes people at the stated pace, in seconds."""
    fires = result.presses + sum(result.draws_by_cards)
    return SECONDS_PER_ROUND + SECONDS_PER_TURN * result.turns + SECONDS_PER_FIRE * fires


def counted(count: int, one: str, many: str = "") -> str:
    """`1 round`, `2 rounds`."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def _mean(counts: Counter[int]) -> float | None:
    """Of the keys, each as often as it was counted; None for nothing."""
    total = counts.total()
    return sum(key * count for key, count in counts.items()) / total if total else None
