"""What happens at a table by itself: shuffles, and what bots say, play and press."""

from collections.abc import Callable
from random import Random

from slinger.draw import Draw

from cardslinger.rules.bots import BOTS, USUAL_BOT
from cardslinger.rules.decide import decide
from cardslinger.rules.events import (
    DealerDrew,
    DealerPicked,
    Dealt,
    Event,
    Fired,
    Moved,
    Refusal,
    Reloaded,
)
from cardslinger.rules.legal import claims, legal
from cardslinger.rules.moves import PRESS, is_talk
from cardslinger.rules.ruleset import PLAYERS_MIN
from cardslinger.rules.state import Phase, State
from cardslinger.rules.view import view
from cardslinger.table.entries import Entry, Ordered
from cardslinger.table.needs import Kind, need
from cardslinger.table.table import Table

ORDERED_PROFILE = "classic"  # of a press without the button, where the table names none

Chance = Random


class Luck:
    """Chance, and how many cards a press without the button gives: drawn as the launcher draws."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self._draw = Draw(chance.getrandbits)  # type: ignore[no-untyped-call]  # MicroPython

    def cards(self, profile: str) -> int:
        """What one press gives."""
        cards: int = self._draw.cards(profile)
        return cards


def dealt(state: State, chance: Chance) -> Dealt:
    """A shuffled deck; shuffled again where no card of the hopper could start the pile."""
    deck = list(state.deck)
    while True:
        chance.shuffle(deck)
        wish = Dealt(tuple(deck))
        decision = decide(state, wish)
        if not isinstance(decision, Refusal) or decision.code != "refusal.no_first_card":
            return wish


def due(table: Table, luck: Luck, *, late: bool = False) -> tuple[Entry, ...]:
    """What happens next without anybody; nothing if that is up to a person. `late`: a person who
    has to act has taken too long, and is played for this once."""
    if table.pause or table.fire or table.over:
        return ()
    if wish := _by_the_table(table, luck.chance) or _said(table, luck.chance):
        return _happens(table, wish)
    state = table.state
    if state.seat < 0 or table.lid_open or not (late or table.bot(state.seat)):
        return ()
    wanted = need(table)
    if wanted.kind is Kind.CARDS:
        return (Ordered(wanted.seat, wanted.amount),)
    move = _chosen(table, state.seat, luck.chance)
    if move != PRESS:
        return _happens(table, Moved(state.seat, move))
    return pressed(table, state.seat, luck)


def pressed(table: Table, seat: int, luck: Luck) -> tuple[Entry, ...]:
    """A press that the launcher's button does not see: what it gives is ordered."""
    cards = luck.cards(table.setup.profile or ORDERED_PROFILE)
    return (Ordered(seat, cards),) if cards else _happens(table, Fired(seat, 0))


def _happens(table: Table, wish: Event) -> tuple[Entry, ...]:
    decision = table.match.ask(wish)
    assert not isinstance(decision, Refusal), f"the rules refuse {wish}: {decision}"
    return decision


def _by_the_table(table: Table, chance: Chance) -> Event | None:
    """Virtual cards: the draw for the deal, a reload; among bots the deal too."""
    state = table.state
    if table.setup.physical:
        return None
    only_bots = all(table.bot(seat) for seat in state.seated)
    if state.phase is Phase.DEALER and state.contenders:
        seat = next(seat for seat in state.contenders if seat not in state.draws)
        rest = list(state.deck)
        for card in state.draws.values():
            rest.remove(card)
        return DealerDrew(seat, chance.choice(rest))
    if state.phase is Phase.DEALER and only_bots:
        return DealerPicked(chance.choice(state.seated))
    if state.phase is Phase.DEAL and only_bots and len(state.seated) >= PLAYERS_MIN:
        return dealt(state, chance)
    if state.phase is Phase.RELOAD:
        order = state.discards[:-1]
        chance.shuffle(order)
        return Reloaded(tuple(order))
    return None


def _said(table: Table, chance: Chance) -> Moved | None:
    """What a bot calls, catches or cuts in with; whoever could be caught is quickest."""
    state = table.state
    seats = [seat for seat in state.seated if table.bot(seat)]
    for seat in sorted(seats, key=lambda seat: not state.exposed >> seat & 1):
        open_claims = [claim for claim in claims(state, seat) if not is_talk(claim)]
        if open_claims:
            move = _bot(table, seat)(view(state, seat), chance.random)
            if move in open_claims:
                return Moved(seat, move)
    return None


def _chosen(table: Table, seat: int, chance: Chance) -> int:
    """The move of a bot that has to act; where there is only one, it is not asked."""
    moves = legal(table.state)
    if len(moves) == 1:
        return moves[0]
    move = _bot(table, seat)(view(table.state, seat), chance.random)
    return moves[0] if move is None or move not in moves else move


def _bot(table: Table, seat: int) -> Callable[..., int | None]:
    return BOTS[table.bot(seat) or USUAL_BOT]
