"""What is said or done out of turn: the call, the catch, the cut-in, and until when.

Whoever laid the second-to-last card without the call is *exposed* until the next player plays or
presses. Where the call has to come before the card (attack-hk 2), a later one is too *late*.
"""

from cardslinger.rules import cards
from cardslinger.rules.cards import colour_of
from cardslinger.rules.fitting import as_last, held
from cardslinger.rules.ruleset import Draws, UnoCall
from cardslinger.rules.state import NOBODY, Phase, State, Way, Why
from cardslinger.rules.turns import may_stack, owe, turn_has_begun

OWN_STEPS = (Phase.TURN, Phase.EXTRA, Phase.LAY, Phase.DRAWN)  # in which a seat plays cards
ROUND_STEPS = (*OWN_STEPS, Phase.COLOUR, Phase.TARGET)  # of a round that is being played
CUT_PHASES = (Phase.TURN, Phase.EXTRA, Phase.PAY)  # no choice is open, no reload is due
NEARLY_OUT = 2  # cards; with more, nobody has anything to call
_EVERYONE = (Why.ALL_HIT, Why.CUSTOMIZABLE)
_TURN_LOSING = (Why.HIT_2, Why.HIT_4, Why.HIT_FIRE, Why.DRAW_TWO, Why.DRAW_FOUR)


# Bound once: reading a member off its enum costs CPython 3.11 some 60 ns.
_LAY = Phase.LAY
_BEFORE_PLAYING = UnoCall.BEFORE_PLAYING
_PRESSED = Way.PRESSES
_EXACT = Way.EXACT


def may_call(state: State, seat: int) -> bool:
    """attack 3, attack-hk 2: with one card left, or about to be left with one."""
    mask = 1 << seat
    if state.exposed & mask:
        return not state.late & mask
    if state.called & mask or state.sizes[seat] > NEARLY_OUT:
        return False
    if seat == state.turn and state.step is _LAY:
        return state.sizes[seat] == 2 or not _before(state)
    return state.sizes[seat] == 2 and _may_lay(state, seat)


def _may_lay(state: State, seat: int) -> bool:
    """In its turn, by a cut, or by stacking."""
    if seat == state.turn and state.step in OWN_STEPS:
        return True
    pays = state.phase is Phase.PAY and seat == state.seat
    stacks = pays and state.rules.stacking and may_stack(state)
    return stacks or may_cut(state, seat)


def may_cut(state: State, seat: int) -> bool:
    """attack-hk 5: the same colour and kind as the top card, before the next one plays or presses.

    Choices: whoever owes something pays first, whoever has to act plays instead, and the card that
    was turned over to begin with is not cut.
    """
    if not (state.rules.cut_in and state.cut_open):
        return False
    if state.phase not in CUT_PHASES:
        return False
    if seat == state.seat or any(due.seat == seat for due in state.owed):
        return False
    top = state.top
    if colour_of(top) == cards.NONE or state.sizes[seat] == 0 or top not in held(state, seat):
        return False
    return state.sizes[seat] > 1 or bool(as_last(state, [top]))


def card_laid(state: State, seat: int, *, more_may_follow: bool = False) -> None:
    """The seat has laid a card. `more_may_follow`: a Discard All may take further ones along, and
    a call that may come after the card may come after those too.
    """
    mask = 1 << seat
    exposed = state.sizes[seat] == 1 and not state.called & mask
    if exposed and not (more_may_follow and not _before(state)):
        state.exposed |= mask
        if _before(state):
            state.late |= mask


def hand_changed(state: State, seat: int) -> None:
    """The hand is another one, by a swap or a correction: with one card the seat must call anew
    (attack 13, all-wild 1).
    """
    forget(state, seat)
    if state.sizes[seat] == 1:
        state.exposed |= 1 << seat


def forget(state: State, seat: int) -> None:
    """The seat can't be caught, and has not called."""
    mask = ~(1 << seat)
    state.exposed &= mask
    state.late &= mask
    state.called &= mask


def turn_used(state: State) -> None:
    """The next player has pressed or passed: nobody is caught any more, a cut comes too late."""
    state.exposed = state.late = state.called = 0
    state.cut_open = False


def debt_pressed(state: State, seat: int, why: Why) -> None:
    """A press for a debt counts as the next player's if it is; other people's close nothing."""
    first_of_all = why in _EVERYONE and seat == state.order[state.player]
    is_next = seat == state.turn or why in _TURN_LOSING or first_of_all
    if is_next and seat != state.player:
        mask = 1 << seat
        state.exposed &= mask
        state.late &= mask
        state.cut_open = False


def call(state: State, seat: int) -> None:
    """The seat calls in time."""
    mask = 1 << seat
    if state.exposed & mask:
        state.exposed &= ~mask
    else:
        state.called |= mask


def catch(state: State, seat: int) -> None:
    """Somebody was quicker than the seat (attack 3, all-wild 2)."""
    forget(state, seat)
    way = _EXACT if state.rules.draws is Draws.EXACT else _PRESSED
    owe(state, seat, way, state.rules.uno_penalty, Why.UNO, in_turn=turn_has_begun(state))


def claims_open(state: State, seat: int) -> bool:
    """Whether the seat could say or do anything out of turn: found out sooner than what, and
    mostly not.
    """
    running = state.step in ROUND_STEPS and state.winner == NOBODY and seat in state.seated
    if not running or state.sizes[seat] <= NEARLY_OUT or state.exposed:
        return running
    return (state.rules.cut_in and state.cut_open) or state.rules.table_talk_penalty > 0


def _before(state: State) -> bool:
    return state.rules.uno_call is _BEFORE_PLAYING
