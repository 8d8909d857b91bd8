"""`apply`: the only function that changes a state."""

from collections.abc import Callable
from typing import Any

from cardslinger.rules import effects, rounds
from cardslinger.rules.cards import UNKNOWN
from cardslinger.rules.events import (
    CountCorrected,
    DealerDrew,
    DealerPicked,
    Dealt,
    Event,
    Fired,
    Joined,
    Left,
    Moved,
    Outcome,
    PointsCounted,
    Reloaded,
    Returned,
    Turned,
    Undone,
    Waived,
)
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
    TALK,
    TARGET,
    UNO,
)
from cardslinger.rules.ruleset import Draws
from cardslinger.rules.state import Obligation, Phase, State, Way, cards_can_come
from cardslinger.rules.turns import begin_turn, end_turn, owe, settle


def apply(state: State, event: Event) -> None:
    """Change the state by an event that `decide` has given for it (or that a record holds)."""
    if not state.physical or type(event) is Undone:
        _APPLY[type(event)](state, event)
        return
    before = state.copy()
    _APPLY[type(event)](state, event)
    state.before, state.last = before, event


def _moved(state: State, event: Moved) -> None:
    seat, move = event.seat, event.move
    if move < CARDS_END:
        if state.owed:  # attack 8: stacked on a Hit, which is handed on
            state.stack = state.owed.pop().amount
        effects.play(state, seat, move)
    elif move >= LAY:
        effects.lay_down(state, move - LAY)
    elif move >= CUT:
        state.skips = state.stack = 0  # what the turn before would still have done
        effects.play(state, seat, move - CUT)
    elif move >= TALK:
        owe(state, move - TALK, Way.PRESSES, state.rules.table_talk_penalty, "table_talk")
    elif move >= CATCH:
        _caught(state, move - CATCH)
    elif move >= TARGET:
        effects.choose_target(state, move - TARGET)
    elif move >= COLOUR:
        effects.choose_colour(state, move - COLOUR)
    else:
        _PLAIN[move](state, seat)
    settle(state)


def _caught(state: State, seat: int) -> None:
    state.exposed &= ~(1 << seat)
    state.late &= ~(1 << seat)
    exact = state.rules.draws is Draws.EXACT
    way = Way.EXACT if exact else Way.PRESSES
    owe(state, seat, way, state.rules.uno_penalty, "uno")


def _called(state: State, seat: int) -> None:
    mask = 1 << seat
    if state.exposed & mask:
        state.exposed &= ~mask
    else:
        state.called |= mask


def _done(state: State, seat: int) -> None:
    if state.step is Phase.LAY:
        effects.end_laying(state)
    else:
        end_turn(state)


def _draw(state: State, seat: int) -> None:
    state.step = Phase.DRAWN
    owe(state, seat, Way.EXACT, 1, "special_draw")


def _pass(state: State, seat: int) -> None:
    _window_closes(state, seat)
    state.passes += 1
    if state.passes >= len(state.seated):
        state.blocked = True
    begin_turn(state, state.order[seat])


def _keep(state: State, seat: int) -> None:
    effects.choose_target(state, None)


_PLAIN: dict[int, Callable[[State, int], None]] = {
    DRAW: _draw,
    PASS: _pass,
    DONE: _done,
    KEEP: _keep,
    UNO: _called,
}


def _window_closes(state: State, seat: int) -> None:
    """The seat presses or passes: nobody else can be caught any more, and a cut comes too late."""
    state.exposed &= 1 << seat
    state.late &= 1 << seat
    if seat != state.player:
        state.cut_open = False


def _fired(state: State, event: Fired) -> None:
    seat, count = event.seat, event.cards
    if count:
        _receive(state, seat, count)
    if state.physical and event.outcome is Outcome.EMPTY:
        state.missing += len(state.hopper)
        state.hopper = []
    _window_closes(state, seat)
    failed = event.outcome is not Outcome.OK and not count
    if not failed or not cards_can_come(state):
        if state.owed:
            _pay(state, count)
        else:
            state.passes = 0
            begin_turn(state, state.order[seat])
    settle(state)


def _receive(state: State, seat: int, count: int) -> None:
    """Cards from the hopper into a hand. Of physical ones there may be more than were booked."""
    hand, hopper = state.hands[seat], state.hopper
    booked = min(count, len(hopper))
    for _ in range(booked):
        card = hopper.pop()
        hand[card] = hand.get(card, 0) + 1
    if booked and state.step is Phase.DRAWN and state.owed[0].why == "special_draw":
        state.drawn = card
    if booked < count:
        state.missing -= count - booked
        hand[UNKNOWN] = hand.get(UNKNOWN, 0) + count - booked
    state.sizes[seat] += count
    state.passes = 0
    state.exposed &= ~(1 << seat)
    state.late &= ~(1 << seat)


def _pay(state: State, cards: int) -> None:
    """A press, or cards, off the first obligation."""
    seat, way, amount, why, _ = state.owed[0]
    if way is Way.UNTIL_CARD:
        left = 0 if cards else amount
    else:
        left = amount - (cards if way is Way.EXACT else 1)
    if left > 0:
        state.owed[0] = Obligation(seat, way, left, why, True)
    else:
        del state.owed[0]


def _waived(state: State, event: Waived) -> None:
    due = state.owed.pop(0)
    if due.why == "special_draw":
        begin_turn(state, due.seat)
    settle(state)


def _returned(state: State, event: Returned) -> None:
    """Only said, so that somebody does it: the cards were never booked to the seat."""


def _reloaded(state: State, event: Reloaded) -> None:
    order = event.cards or [UNKNOWN] * (len(state.discards) - 1)
    state.hopper = list(reversed(order))
    state.discards = state.discards[-1:]
    settle(state)


def _corrected(state: State, event: CountCorrected) -> None:
    if event.seat is None:
        state.missing += len(state.hopper) - event.cards
        state.hopper = [UNKNOWN] * event.cards
    else:
        state.missing += state.sizes[event.seat] - event.cards
        state.hands[event.seat] = {UNKNOWN: event.cards}
        state.sizes[event.seat] = event.cards
    settle(state)


def _undone(state: State, event: Undone) -> None:
    assert state.before is not None  # `decide` has seen to it
    state.become(state.before)


_APPLY: dict[type, Callable[[State, Any], None]] = {
    Moved: _moved,
    Fired: _fired,
    Waived: _waived,
    Returned: _returned,
    DealerDrew: rounds.dealer_drew,
    DealerPicked: rounds.dealer_picked,
    Dealt: rounds.deal,
    Turned: rounds.turned,
    Reloaded: _reloaded,
    PointsCounted: rounds.points_counted,
    CountCorrected: _corrected,
    Undone: _undone,
    Joined: rounds.joined,
    Left: rounds.left,
}
