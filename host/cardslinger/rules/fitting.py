"""Which cards go on the top card, and which of a hand may be laid."""

from collections.abc import Callable
from functools import cache

from cardslinger.rules import cards
from cardslinger.rules.cards import (
    COLOUR_SHIFT,
    FACES,
    UNKNOWN,
    WILD_KINDS,
    colour_of,
    is_number,
    kind_of,
)
from cardslinger.rules.moves import LAY
from cardslinger.rules.state import State


@cache
def fitting(active: int, top: int) -> Callable[[int], bool]:
    """Whether a card matches by colour, number or symbol, or is a wild one (attack 1)."""
    kind = kind_of(top)
    cards_that_fit = frozenset(
        card
        for card in FACES
        if colour_of(card) == active or kind_of(card) == kind or kind_of(card) in WILD_KINDS
    )
    return cards_that_fit.__contains__


def playable(state: State, seat: int) -> list[int]:
    """Cards of the seat that go on the top card; of a physical hand, those there could be.

    Cards that came in the seat's own turn wait for the next one (attack 1).
    """
    hand = state.deck.counts if state.physical else state.hands[seat]
    if state.rules.colours:
        plays = [*filter(fitting(state.active, state.discards[-1]), hand)]
    else:
        plays = [*hand]
    if state.fresh and seat == state.turn:
        plays = _without_fresh(state, plays)
    return as_last(state, plays) if state.sizes[seat] == 1 else plays


def held(state: State, seat: int) -> dict[int, int]:
    """The cards of a hand; of a physical one, every card that it could hold."""
    return state.deck.counts if state.physical else state.hands[seat]


def as_last(state: State, plays: list[int]) -> list[int]:
    """Of these, the cards that may be the last of a hand (attack-hk 3)."""
    rules = state.rules
    if rules.last_card_must_be_number:
        return [card for card in plays if is_number(card)]
    if not rules.discard_all_may_empty_hand:
        return [card for card in plays if kind_of(card) != cards.DISCARD_ALL]
    return plays


def layable(state: State) -> list[int]:
    """LAY moves for cards of the Discard All's colour (attack 7, attack-hk 3)."""
    if state.sizes[state.turn] <= (0 if state.rules.discard_all_may_empty_hand else 1):
        return []
    if state.physical:
        return [LAY + UNKNOWN]
    active = state.active
    lays = [card for card in state.hands[state.turn] if card >> COLOUR_SHIFT == active]
    return [LAY + card for card in (_without_fresh(state, lays) if state.fresh else lays)]


def _without_fresh(state: State, plays: list[int]) -> list[int]:
    hand = state.hands[state.turn]
    return [card for card in plays if hand.get(card, 0) > state.fresh.get(card, 0)]
