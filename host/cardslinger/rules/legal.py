"""What may be done: `legal` for the seat that has to act, `claims` for what anyone may say or do.

Physical hands: every card that could be there is listed, and what nobody can check is `unprovable`.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache

from cardslinger.rules import cards
from cardslinger.rules.cards import (
    COLOUR_SHIFT,
    COLOURS,
    FACES,
    UNKNOWN,
    WILD_KINDS,
    colour_of,
    is_number,
)
from cardslinger.rules.moves import (
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
)
from cardslinger.rules.ruleset import DiscardAll, Draws, TradeHands
from cardslinger.rules.state import NOBODY, Phase, State

TURN, EXTRA, LAYING, DRAWN = Phase.TURN, Phase.EXTRA, Phase.LAY, Phase.DRAWN
OWN_STEPS = (TURN, EXTRA, LAYING, DRAWN)  # in which a seat plays cards
ROUND_STEPS = (*OWN_STEPS, Phase.COLOUR, Phase.TARGET)


def legal(state: State) -> tuple[int, ...]:
    """The moves of `state.seat`; PRESS stands for any `Fired`. Empty if no seat has to act.

    Never empty while a seat has to act. Worked out once a state.
    """
    if state.legal is None:
        find = _FIND.get(state.phase)
        state.legal = tuple(find(state)) if find else ()
    return state.legal


def claims(state: State, seat: int) -> tuple[int, ...]:
    """What the seat may call, claim or cut in with, whoever has to act."""
    if state.winner != NOBODY or state.step not in ROUND_STEPS or seat not in state.seated:
        return ()
    moves = []
    if _may_call(state, seat):
        moves.append(UNO)
    others = [other for other in state.seated if other != seat]
    moves += [CATCH + other for other in others if state.exposed >> other & 1]
    if _may_cut(state, seat):
        moves.append(CUT + state.top)
    if state.rules.table_talk_penalty:
        moves += [TALK + other for other in others]
    return tuple(moves)


def unprovable(state: State, move: int) -> bool:
    """Whether a legal move (PRESS for a press) rests on the word of its player.

    With physical cards nobody sees whether a player had a card that fits (attack-hk 1), laid down
    all of a colour, or held no action card (all-wild 3). Table talk is always somebody's word.
    """
    if TALK <= move < CUT:
        return True
    if not state.physical:
        return False
    if move == PRESS:
        return state.phase is TURN and not state.rules.may_press_anyway
    if move == DONE:
        return state.step is LAYING and state.rules.discard_all is DiscardAll.ALL
    return move in (PASS, DRAW)


def playable(state: State, seat: int) -> list[int]:
    """Cards of the seat that go on the top card."""
    fits = fitting(state.active, state.discards[-1]) if state.rules.colours else FACES
    hand = unseen(state) if state.physical else state.hands[seat]
    plays = [*filter(fits.__contains__, hand)]
    return _as_last(state, plays) if state.sizes[seat] == 1 else plays


@cache
def fitting(active: int, top: int) -> frozenset[int]:
    """Cards that match by colour, number or symbol, and the wild ones (attack 1)."""
    kind = cards.kind_of(top)
    return frozenset(
        card
        for card in FACES
        if colour_of(card) == active
        or cards.kind_of(card) == kind
        or cards.kind_of(card) in WILD_KINDS
    )


def unseen(state: State) -> list[int]:
    """Faces of which not all cards lie in the discard pile."""
    left = Counter(state.deck)
    left.subtract(state.discards)
    return [card for card, count in left.items() if count > 0]


def _as_last(state: State, plays: list[int]) -> list[int]:
    """Of these, the cards that may be the last of a hand (attack-hk 3)."""
    rules = state.rules
    if rules.last_card_must_be_number:
        return [card for card in plays if is_number(card)]
    if not rules.discard_all_may_empty_hand:
        return [card for card in plays if cards.kind_of(card) != cards.DISCARD_ALL]
    return plays


def _turn(state: State) -> list[int]:
    moves = playable(state, state.seat)
    if state.rules.draws is Draws.PRESSES:
        doubtful = state.physical or not moves
        if state.hopper:
            if state.rules.may_press_anyway or doubtful:
                moves.append(PRESS)
        elif doubtful:
            moves.append(PASS)
    elif state.rules.special_draw and _may_draw(state):
        moves.append(DRAW)
    return moves


def _may_draw(state: State) -> bool:
    """all-wild 3: no action card in the hand, and one card in the next player's."""
    if state.sizes[state.order[state.seat]] != 1 or not state.hopper:
        return False
    return state.physical or state.hands[state.seat].keys() == {cards.WILD}


def _drawn(state: State) -> list[int]:
    return unseen(state) if state.physical else [state.drawn]


def _extra(state: State) -> list[int]:
    return [*playable(state, state.seat), DONE]


def _lay(state: State) -> list[int]:
    moves = layable(state)
    if state.physical or not moves or state.rules.discard_all is DiscardAll.ANY_NUMBER:
        moves.append(DONE)
    return moves


def layable(state: State) -> list[int]:
    """LAY moves for cards of the Discard All's colour (attack 7, attack-hk 3)."""
    if state.sizes[state.turn] <= (0 if state.rules.discard_all_may_empty_hand else 1):
        return []
    if state.physical:
        return [LAY + UNKNOWN]
    active = state.active
    return [LAY + card for card in state.hands[state.turn] if card >> COLOUR_SHIFT == active]


def _colour(state: State) -> list[int]:
    return [COLOUR + colour for colour in COLOURS]


def _target(state: State) -> list[int]:
    moves = [TARGET + seat for seat in state.seated if seat != state.turn]
    trades = cards.kind_of(state.top) == cards.TRADE_HANDS
    if trades and state.rules.trade_hands is TradeHands.MAY:
        moves.append(KEEP)
    return moves


def _pay(state: State) -> list[int]:
    moves = [PRESS]
    if state.rules.stacking and may_stack(state):
        due, seat = state.owed[0], state.seat
        kind = cards.HIT_2 if due.why == "hit_2" else cards.HIT_4
        hand = unseen(state) if state.physical else state.hands[seat]
        stackable = [card for card in hand if cards.kind_of(card) == kind]
        moves += _as_last(state, stackable) if state.sizes[seat] == 1 else stackable
    return moves


def may_stack(state: State) -> bool:
    """attack 8: a Hit that is owed may be handed on, if it is all the table owes and untouched."""
    due = state.owed[0]
    untouched = len(state.owed) == 1 and not due.begun and not state.first
    return untouched and due.why in ("hit_2", "hit_4") and state.winner == NOBODY


_FIND: dict[Phase, Callable[[State], list[int]]] = {
    Phase.TURN: _turn,
    Phase.DRAWN: _drawn,
    Phase.EXTRA: _extra,
    Phase.LAY: _lay,
    Phase.COLOUR: _colour,
    Phase.TARGET: _target,
    Phase.PAY: _pay,
}


def _may_call(state: State, seat: int) -> bool:
    """attack 3, attack-hk 2: with one card left, or about to be left with one."""
    mask = 1 << seat
    if state.exposed & mask:
        return not state.late & mask
    if state.called & mask:
        return False
    if seat == state.turn and state.step is LAYING:
        return state.sizes[seat] in (1, 2)
    if state.sizes[seat] != 2:
        return False
    return (seat == state.turn and state.step in OWN_STEPS) or _may_cut(state, seat)


def _may_cut(state: State, seat: int) -> bool:
    """attack-hk 5: the same colour and kind as the top card, before anyone plays or presses."""
    if not (state.rules.cut_in and state.cut_open):
        return False
    if state.phase not in (TURN, EXTRA, Phase.PAY) or state.active == cards.NONE:
        return False
    if seat == state.seat or any(due.seat == seat for due in state.owed):
        return False
    top = state.top
    if colour_of(top) == cards.NONE or state.sizes[seat] == 0:
        return False
    if state.sizes[seat] == 1 and not _as_last(state, [top]):
        return False
    return top in unseen(state) if state.physical else top in state.hands[seat]
