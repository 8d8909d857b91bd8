"""Whose turn it is, who owes what, and what the table waits for next."""

from typing import NamedTuple

from cardslinger.rules.fitting import playable
from cardslinger.rules.scoring import finish_round
from cardslinger.rules.state import (
    NOBODY,
    Obligation,
    Phase,
    State,
    Way,
    Why,
    launcher_empty,
)

# A penalty that comes due while one of these is open waits its turn.
_CHOICES = (Phase.COLOUR, Phase.TARGET, Phase.LAY)
_TURN = Phase.TURN


class Hit(NamedTuple):
    """What befalls the next player, who loses the turn by it."""

    way: Way
    amount: int
    why: Why


# Bound once: reading a member off its enum costs CPython 3.11 some 60 ns.
_EXTRA = Phase.EXTRA
_RELOAD = Phase.RELOAD
_PAY = Phase.PAY


def settle(state: State) -> None:
    """Work out what the table waits for, from the step, the debts and the piles."""
    state.legal = None
    step = state.step
    if step is not _TURN and step in _CHOICES:
        state.phase, state.seat = step, state.turn
    elif not state.owed and (state.winner != NOBODY or state.blocked):
        finish_round(state)
    elif (not state.hopper or state.dry) and _reload_is_due(state):
        state.phase, state.seat = _RELOAD, NOBODY
    elif state.owed:
        state.phase, state.seat = _PAY, state.owed[0].seat
    else:
        state.phase, state.seat = step, state.turn


def _reload_is_due(state: State) -> bool:
    """Whether somebody has to press, or has tried to, and only a reload brings cards."""
    if not launcher_empty(state) or len(state.discards) < 2:
        return False
    if state.owed:
        return True
    return state.step is _TURN and (state.dry or not playable(state, state.turn))


def owe(state: State, seat: int, way: Way, amount: int, why: Why, *, in_turn: bool = False) -> None:
    """The seat owes something more, to be paid after all that is owed already.

    Whoever has won the round owes nothing (attack 4, 12: choice), nor does whoever has left.
    """
    if amount and seat != state.winner and seat in state.seated:
        state.owed.append(Obligation(seat, way, amount, why, in_turn=in_turn))


def turn_has_begun(state: State) -> bool:
    """Whether a penalty that comes due now does so within the turn: all that was owed before it is
    paid.
    """
    if state.step is _TURN:
        return not state.owed or state.owed[0].in_turn
    return state.step is _EXTRA


def turn_is_lost(state: State) -> None:
    """The turn passes on by a cut, or as somebody leaves, though penalties from it are owed."""
    state.owed = [due._replace(in_turn=False) for due in state.owed]


def may_stack(state: State) -> bool:
    """attack 8: a Hit that is owed may be handed on, if it is all the table owes and untouched.

    Not the one that was turned over to begin with (choice).
    """
    due = state.owed[0]
    untouched = len(state.owed) == 1 and not due.begun and not state.first
    hits = due.why in (Why.HIT_2, Why.HIT_4)
    return untouched and hits and state.winner == NOBODY


def end_turn(state: State, hit: Hit | None = None) -> None:
    """The turn of `state.player` is over: what was played bites (attack 6).

    So many others lose their turn as skips were played, but never the player, however few they
    are (attack 5, all-wild 5); a hit falls on the one after them.
    """
    order, player = state.order, state.player
    last = player
    if state.skips:
        for _ in range(state.skips):
            if order[last] != player:
                last = order[last]
    if hit:
        victim = order[last]
        if victim == player:
            victim = order[player]
        else:
            last = victim
        owe(state, victim, *hit)
    begin_turn(state, order[last])


def begin_turn(state: State, seat: int) -> None:
    """It is the seat's turn, once all debts are paid."""
    if state.called:
        state.called &= ~(1 << state.turn)  # a call is for this turn only
    if state.fresh:
        state.fresh = {}
    state.step = _TURN
    state.turn = seat
    state.skips = state.stack = 0


def others_in_order(state: State, seat: int) -> list[int]:
    """Everyone but this seat, from the next on."""
    seats: list[int] = []
    other = state.order[seat]
    while other != seat and other not in seats:
        seats.append(other)
        other = state.order[other]
    return seats
