"""Players for empty seats, tests and simulation: they see a `View` and name a move.

Chance comes from outside: `random()` gives a number from 0 to below 1, as `random.random` does.
A bot answers PRESS when it wants to press, and None when it has nothing to say.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from cardslinger.rules import cards
from cardslinger.rules.cards import COLOURS, UNKNOWN, colour_of, is_number, kind_of
from cardslinger.rules.moves import (
    CARDS_END,
    CATCH,
    COLOUR,
    CUT,
    DONE,
    DRAW,
    KEEP,
    LAY,
    PRESS,
    TALK,
    TARGET,
    UNO,
    is_talk,
)
from cardslinger.rules.state import Phase
from cardslinger.rules.view import View

Chance = Callable[[], float]
Bot = Callable[[View, Chance], int | None]

_FEW_CARDS = 2  # of the next player: time for an action card


def random_bot(view: View, random: Chance) -> int | None:
    """Any legal move; calls, catches and cuts every other time it could. Never tells tales."""
    open_claims = [move for move in view.claims if not is_talk(move)]
    if open_claims and random() < 0.5:
        return _any(open_claims, random)
    return _any(view.legal, random) if view.legal else None


def greedy_bot(view: View, random: Chance) -> int | None:
    """Calls, catches and cuts whenever it can, and gets rid of what costs most."""
    for claim in view.claims:
        if claim == UNO or CATCH <= claim < TALK or CUT <= claim < LAY:
            return claim
    if not view.legal:
        return None
    if view.phase is Phase.COLOUR:
        return COLOUR + _commonest_colour(view)
    if view.phase is Phase.TARGET:
        return _target(view)
    if view.phase is Phase.LAY:
        return _lay(view)
    if DRAW in view.legal:
        return DRAW
    plays = [move for move in view.legal if move < CARDS_END]
    if plays:
        return max(plays, key=lambda card: _worth(view, card))
    return PRESS if PRESS in view.legal else _any(view.legal, random)


def _any(moves: Sequence[int], random: Chance) -> int:
    return moves[int(random() * len(moves))]


def _worth(view: View, card: int) -> tuple[bool, int, int]:
    """How gladly a card is played: it keeps a way to end the round, hurts or saves, costs."""
    left = dict(view.hand)
    left[card] = left.get(card, 0) - 1
    keeps_an_end = any(count > 0 and is_number(other) for other, count in left.items())
    safe = keeps_an_end or not view.rules.last_card_must_be_number
    points = view.deck.points_of(card) if card in view.deck.counts else 0
    if kind_of(card) == cards.DISCARD_ALL:
        points += 10 * sum(n for other, n in left.items() if colour_of(other) == colour_of(card))
    hurts = not is_number(card) and view.sizes[view.next_seats[0]] <= _FEW_CARDS
    is_wild = kind_of(card) in cards.WILD_KINDS
    return safe, (2 if hurts else 0 if is_wild else 1), points


def _commonest_colour(view: View) -> int:
    counts = Counter(dict.fromkeys(COLOURS, 0))
    for card, count in view.hand.items():
        if colour_of(card) in counts:
            counts[colour_of(card)] += count
    return max(COLOURS, key=lambda colour: counts[colour])


def _target(view: View) -> int:
    """Whoever holds the fewest cards, of equals the next: to hit, to swap with if it pays."""
    targets = [move - TARGET for move in view.legal if move != KEEP]
    fewest = min(targets, key=lambda seat: (view.sizes[seat], view.next_seats.index(seat)))
    own = view.sizes[view.seat] if view.seat is not None else 0
    if KEEP in view.legal and view.sizes[fewest] >= own:
        return KEEP
    return TARGET + fewest


def _lay(view: View) -> int:
    """Everything, but a number is kept where the last card must be one."""
    lays = [move for move in view.legal if move != DONE]
    if view.rules.last_card_must_be_number:
        numbers = sum(n for card, n in view.hand.items() if is_number(card))
        if numbers == 1:
            lays = [move for move in lays if move == LAY + UNKNOWN or not is_number(move - LAY)]
    return max(lays) if lays else view.legal[-1] if DONE in view.legal else view.legal[0]


BOTS: dict[str, Bot] = {"random": random_bot, "greedy": greedy_bot}
USUAL_BOT = "greedy"  # where nobody says which
