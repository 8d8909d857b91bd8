"""Whose turn it is, who owes what, and what the table waits for next."""

from typing import NamedTuple

from cardslinger.rules.scoring import finish_round
from cardslinger.rules.state import NOBODY, Obligation, Phase, State, Way

# A penalty that comes due while one of these is open waits its turn.
_CHOICES = (Phase.COLOUR, Phase.TARGET, Phase.LAY)
_TURN = Phase.TURN


class Hit(NamedTuple):
    """What befalls the next player, who loses the turn by it."""

    way: Way
    amount: int
    why: str


def settle(state: State) -> None:
    """Work out what the table waits for, from the step, the debts and the piles."""
    state.legal = None
    step = state.step
    if step is not _TURN and step in _CHOICES:
        state.phase, state.seat = step, state.turn
    elif not state.owed and (state.winner != NOBODY or state.blocked):
        finish_round(state)
    elif not state.hopper and len(state.discards) > 1:
        state.phase, state.seat = Phase.RELOAD, NOBODY
    elif state.owed:
        state.phase, state.seat = Phase.PAY, state.owed[0].seat
    else:
        state.phase, state.seat = step, state.turn


def owe(state: State, seat: int, way: Way, amount: int, why: str) -> None:
    """The seat owes something more, to be paid after all that is owed already.

    Whoever has won the round owes nothing (attack 4, 12).
    """
    if amount and seat != state.winner and seat in state.seated:
        state.owed.append(Obligation(seat, way, amount, why))


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
    state.step = _TURN
    state.turn = seat
    state.skips = state.stack = state.called = 0


def others_in_order(state: State, seat: int) -> list[int]:
    """Everyone but this seat, from the next on."""
    seats: list[int] = []
    other = state.order[seat]
    while other != seat and other not in seats:
        seats.append(other)
        other = state.order[other]
    return seats
