"""What may be done: `legal` for the seat that has to act, `claims` for what anyone may say or do.

Physical hands: every card that could be there is listed, and what nobody can check is `unprovable`.
"""

from collections.abc import Callable

from cardslinger.rules import cards
from cardslinger.rules.calls import claims_open, may_call, may_cut
from cardslinger.rules.cards import COLOURS, kind_of
from cardslinger.rules.fitting import as_last, held, layable, playable
from cardslinger.rules.moves import (
    CARDS_END,
    CATCH,
    COLOUR,
    CUT,
    DONE,
    DRAW,
    KEEP,
    LAY,
    PASS,
    PRESS,
    TALK,
    TARGET,
    UNO,
    is_talk,
)
from cardslinger.rules.ruleset import DiscardAll, Draws, TradeHands
from cardslinger.rules.state import Phase, State, Why, cards_can_come
from cardslinger.rules.turns import may_stack

# Bound once: reading a member off its enum costs CPython 3.11 some 60 ns.
_BY_PRESSES = Draws.PRESSES
_TURN = Phase.TURN
_ANY_NUMBER = DiscardAll.ANY_NUMBER


def legal(state: State) -> tuple[int, ...]:
    """The moves of `state.seat`; PRESS stands for any `Fired`. Empty if no seat has to act.

    Never empty while a seat has to act. Worked out once for a state, and kept in it.
    """
    if state.legal is None:
        find = _FIND.get(state.phase)
        state.legal = tuple(find(state)) if find else ()
    return state.legal


def claims(state: State, seat: int) -> tuple[int, ...]:
    """What the seat may call, claim or cut in with, whoever has to act."""
    if not claims_open(state, seat):
        return ()
    moves = []
    if may_call(state, seat):
        moves.append(UNO)
    others = [other for other in state.seated if other != seat]
    moves += [CATCH + other for other in others if state.exposed >> other & 1]
    if may_cut(state, seat):
        moves.append(CUT + state.top)
    if state.rules.table_talk_penalty:
        moves += [TALK + other for other in others]
    return tuple(moves)


def unprovable(state: State, move: int) -> bool:
    """Whether a legal move (PRESS for a press) rests on the word of its player.

    With physical cards nobody sees whether a player had a card that fits (attack-hk 1), laid down
    all of a colour, or held no action card (all-wild 3); and a card of which all lie on the pile
    already says that something was entered wrongly. Table talk is always somebody's word.
    """
    if is_talk(move):
        return True
    if not state.physical:
        return False
    if move < CARDS_END or CUT <= move < LAY:
        card = move % CARDS_END
        return state.discards.count(card) >= state.deck.counts[card]
    if move == PRESS:
        return state.phase is _TURN and not state.rules.may_press_anyway
    if move == DONE:
        return state.step is Phase.LAY and state.rules.discard_all is DiscardAll.ALL
    return move in (PASS, DRAW)


def _turn(state: State) -> list[int]:
    moves = playable(state, state.seat)
    if state.rules.draws is _BY_PRESSES:
        doubtful = state.physical or not moves
        if state.hopper or cards_can_come(state):
            if state.rules.may_press_anyway or doubtful:
                moves.append(PRESS)
        elif doubtful:
            moves.append(PASS)
    elif state.rules.special_draw and _may_draw(state):
        moves.append(DRAW)
    return moves


def _may_draw(state: State) -> bool:
    """all-wild 3: no action card in the hand, and one card in the next player's."""
    if state.sizes[state.order[state.seat]] != 1 or not cards_can_come(state):
        return False
    return state.physical or state.hands[state.seat].keys() == {cards.WILD}


def _drawn(state: State) -> list[int]:
    return list(state.deck.counts) if state.physical else [state.drawn]


def _extra(state: State) -> list[int]:
    return [*playable(state, state.seat), DONE]


def _lay(state: State) -> list[int]:
    moves = layable(state)
    if state.physical or not moves or state.rules.discard_all is _ANY_NUMBER:
        moves.append(DONE)
    return moves


def _colour(state: State) -> list[int]:
    return [COLOUR + colour for colour in COLOURS]


def _target(state: State) -> list[int]:
    moves = [TARGET + seat for seat in state.seated if seat != state.turn]
    trades = kind_of(state.top) == cards.TRADE_HANDS
    if trades and state.rules.trade_hands is TradeHands.MAY:
        moves.append(KEEP)
    return moves


def _pay(state: State) -> list[int]:
    if not state.rules.stacking or not may_stack(state):
        return [PRESS]
    kind = cards.HIT_2 if state.owed[0].why is Why.HIT_2 else cards.HIT_4
    stackable = [card for card in held(state, state.seat) if kind_of(card) == kind]
    if state.sizes[state.seat] == 1:
        stackable = as_last(state, stackable)
    return [PRESS, *stackable]


_FIND: dict[Phase, Callable[[State], list[int]]] = {
    _TURN: _turn,
    Phase.DRAWN: _drawn,
    Phase.EXTRA: _extra,
    Phase.LAY: _lay,
    Phase.COLOUR: _colour,
    Phase.TARGET: _target,
    Phase.PAY: _pay,
}
