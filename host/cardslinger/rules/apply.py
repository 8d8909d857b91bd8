"""`apply`: the only function that changes a state."""

from collections.abc import Callable
from typing import Any

from cardslinger.rules import effects, events, rounds
from cardslinger.rules.calls import call, catch, debt_pressed, forget, hand_changed, turn_used
from cardslinger.rules.cards import UNKNOWN
from cardslinger.rules.events import Event, Fired, Outcome
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
from cardslinger.rules.state import Obligation, Phase, State, Way, Why, cards_can_come
from cardslinger.rules.turns import begin_turn, end_turn, owe, settle, turn_has_begun, turn_is_lost

# Bound once: reading a member off its enum costs CPython 3.11 some 60 ns.
_EMPTY = Outcome.EMPTY
_OK = Outcome.OK
_EXACT = Way.EXACT
_UNTIL_CARD = Way.UNTIL_CARD
_SPECIAL_DRAW = Why.SPECIAL_DRAW
_PAY = Phase.PAY


def apply(state: State, event: Event) -> None:
    """Change the state by an event that `decide` has given for it (or that a record holds).

    An `Undone` is not applied: it leaves out what it takes back, which is for `rules.match`.
    """
    _APPLY[type(event)](state, event)


def _moved(state: State, event: events.Moved) -> None:
    seat, move = event.seat, event.move
    if move < CARDS_END:
        if state.phase is _PAY:  # attack 8: stacked on a Hit, which is handed on
            state.stack = state.owed.pop().amount
        effects.play(state, seat, move)
    elif move >= LAY:
        effects.lay_down(state, move - LAY)
    elif move >= CUT:
        turn_is_lost(state)
        state.skips = 0  # what the turn before would still have done
        effects.play(state, seat, move - CUT)
    elif move >= TALK:
        penalty, in_turn = state.rules.table_talk_penalty, turn_has_begun(state)
        owe(state, move - TALK, Way.PRESSES, penalty, Why.TABLE_TALK, in_turn=in_turn)
    elif move >= CATCH:
        catch(state, move - CATCH)
    elif move >= TARGET:
        effects.choose_target(state, move - TARGET)
    elif move >= COLOUR:
        effects.choose_colour(state, move - COLOUR)
    else:
        _PLAIN[move](state, seat)
    settle(state)


def _done(state: State, seat: int) -> None:
    if state.step is Phase.LAY:
        effects.end_laying(state)
    else:
        end_turn(state)


def _draw(state: State, seat: int) -> None:
    state.step = Phase.DRAWN
    owe(state, seat, _EXACT, 1, _SPECIAL_DRAW)


def _pass(state: State, seat: int) -> None:
    _turn_used(state, seat)
    state.passes += 1
    if state.passes >= len(state.seated):
        state.blocked = True


def _keep(state: State, seat: int) -> None:
    effects.choose_target(state, None)


_PLAIN: dict[int, Callable[[State, int], None]] = {
    DRAW: _draw,
    PASS: _pass,
    DONE: _done,
    KEEP: _keep,
    UNO: call,
}


def _turn_used(state: State, seat: int) -> None:
    """The seat presses or passes instead of playing: it is the next one's turn."""
    turn_used(state)
    if seat == state.player:
        end_turn(state)  # skips of its own may be due
    else:
        begin_turn(state, state.order[seat])


def _fired(state: State, event: Fired) -> None:
    seat, count = event.seat, event.cards
    if count:
        came = _receive(state, seat, count)
        if state.owed:
            _came_for_debt(state, seat, came)
    if event.outcome is _EMPTY:
        _ran_dry(state)
    failed = event.outcome is not _OK and not count
    if failed and cards_can_come(state):  # the press will be made again
        pass
    elif state.owed:
        debt_pressed(state, seat, state.owed[0].why)
        _pay(state, count)
    else:
        state.passes = 0
        _turn_used(state, seat)
    settle(state)


def _kept(state: State, event: events.Kept) -> None:
    """A free press pays nothing, and closes nothing that the next player's press would."""
    _receive(state, event.seat, event.cards)
    settle(state)


def _ran_dry(state: State) -> None:
    if state.physical:
        state.missing += len(state.hopper)
        state.hopper = []
    state.dry = not state.hopper


def _receive(state: State, seat: int, count: int) -> list[int]:
    """Cards from the hopper into a hand; gives those that were booked. Of physical ones there may
    be more. With more cards than before nobody has anything to call.
    """
    hand, hopper = state.hands[seat], state.hopper
    booked = min(count, len(hopper))
    came = hopper[: -booked - 1 : -1]
    del hopper[len(hopper) - booked :]
    for card in came:
        hand[card] = hand.get(card, 0) + 1
    if booked < count:
        state.missing -= count - booked
        hand[UNKNOWN] = hand.get(UNKNOWN, 0) + count - booked
    state.sizes[seat] += count
    state.passes = 0
    state.dry = False
    forget(state, seat)
    return came


def _came_for_debt(state: State, seat: int, came: list[int]) -> None:
    """Which of the hand must be played now (all-wild 3), and which not yet (attack 1)."""
    due = state.owed[0]
    if due.why is _SPECIAL_DRAW:
        state.drawn = came[-1] if came else UNKNOWN
    elif due.in_turn and seat == state.turn and not state.physical and state.rules.colours:
        for card in came:
            state.fresh[card] = state.fresh.get(card, 0) + 1


def _pay(state: State, cards: int) -> None:
    """A press, or cards, off the first obligation."""
    due = state.owed[0]
    way, amount = due.way, due.amount
    if way is _UNTIL_CARD:
        left = 0 if cards else amount
    else:
        left = amount - (cards if way is _EXACT else 1)
    if left > 0:
        state.owed[0] = Obligation(due.seat, way, left, due.why, True, due.in_turn)
    else:
        del state.owed[0]


def _waived(state: State, event: events.Waived) -> None:
    due = state.owed.pop(0)
    if due.why is _SPECIAL_DRAW:
        begin_turn(state, due.seat)
    settle(state)


def _returned(state: State, event: events.Returned) -> None:
    """Only said, so that somebody does it: the cards were never booked to the seat."""


def _reloaded(state: State, event: events.Reloaded) -> None:
    order = event.cards or [UNKNOWN] * (len(state.discards) - 1)
    state.hopper = list(reversed(order))
    state.discards = state.discards[-1:]
    state.dry = False
    settle(state)


def _corrected(state: State, event: events.CountCorrected) -> None:
    if event.seat is None:
        state.missing += len(state.hopper) - event.cards
        state.hopper = [UNKNOWN] * event.cards
        state.dry = not event.cards
    elif event.cards != state.sizes[event.seat]:
        state.missing += state.sizes[event.seat] - event.cards
        state.hands[event.seat] = {UNKNOWN: event.cards}
        state.sizes[event.seat] = event.cards
        hand_changed(state, event.seat)
    settle(state)


_APPLY: dict[type, Callable[[State, Any], None]] = {
    events.Moved: _moved,
    events.Fired: _fired,
    events.Kept: _kept,
    events.Waived: _waived,
    events.Returned: _returned,
    events.DealerDrew: rounds.dealer_drew,
    events.DealerPicked: rounds.dealer_picked,
    events.Dealt: rounds.deal,
    events.Turned: rounds.turned,
    events.Reloaded: _reloaded,
    events.PointsCounted: rounds.points_counted,
    events.CountCorrected: _corrected,
    events.Joined: rounds.joined,
    events.Left: rounds.left,
}
