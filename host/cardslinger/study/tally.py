"""What one round comes to: its winner and points, its turns, presses and cards."""

import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from cardslinger.rules.events import Event, Fired, Moved
from cardslinger.rules.notation import format_event
from cardslinger.rules.state import NOBODY, State, Way
from cardslinger.rules.turn_count import begins_turn


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What one round came to.

    What a turn is, `rules.turn_count` says. A move is anything a seat does or says.
    """

    winner: int | None  # seat; None: the round was blocked
    points: tuple[int, ...]  # that each seat scores by the rules
    turns: int
    moves: int
    presses_by_cards: tuple[int, ...]  # [n]: presses that gave n cards
    draws_by_cards: tuple[int, ...]  # [n]: exact draws that gave n cards
    digest: str  # of everything that happened

    @property
    def presses(self) -> int:
        """Pushes of the button; exact draws are none."""
        return sum(self.presses_by_cards)

    @property
    def blank_presses(self) -> int:
        """Presses that gave no card."""
        return sum(self.presses_by_cards[:1])

    @property
    def cards_by_presses(self) -> int:
        """Cards that the presses gave."""
        return sum(cards * presses for cards, presses in enumerate(self.presses_by_cards))


class Tally:
    """Counts a round's events. `add` each just before it happens, then ask for the `result`."""

    def __init__(self) -> None:
        self.events = 0
        self._turns = self._moves = 0
        self._presses: Counter[int] = Counter()
        self._draws: Counter[int] = Counter()
        self._digest = hashlib.blake2b(digest_size=8)

    def add(self, state: State, event: Event) -> None:
        """Count an event that is about to happen to the state."""
        self.events += 1
        if isinstance(event, Moved):
            self._digest.update(_line(event))
            self._moves += 1
            self._turns += begins_turn(state, event)
        elif isinstance(event, Fired):
            self._digest.update(_line(event))
            self._moves += 1
            self._turns += begins_turn(state, event)
            exact = bool(state.owed) and state.owed[0].way is Way.EXACT
            (self._draws if exact else self._presses)[event.cards] += 1
        else:
            self._digest.update(_written(event))

    def result(self, state: State) -> RoundResult:
        """What the round came to; `state` is as its last event has left it."""
        return RoundResult(
            winner=None if state.winner == NOBODY else state.winner,
            points=tuple(state.scores[seat] for seat in state.seated),
            turns=self._turns,
            moves=self._moves,
            presses_by_cards=_by_cards(self._presses),
            draws_by_cards=_by_cards(self._draws),
            digest=self._digest.hexdigest(),
        )


def _written(event: Event) -> bytes:
    return format_event(event).encode() + b"\n"


_line = lru_cache(maxsize=8192)(_written)  # the same moves come again and again; deals don't


def _by_cards(counts: Counter[int]) -> tuple[int, ...]:
    return tuple(counts[cards] for cards in range(max(counts, default=-1) + 1))
