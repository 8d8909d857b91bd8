"""Why a move is refused: a code and its facts, for whoever has to explain it."""

from cardslinger.rules import cards
from cardslinger.rules.calls import CUT_PHASES, ROUND_STEPS
from cardslinger.rules.cards import COLOURS, FACES, is_number, kind_of
from cardslinger.rules.events import Refusal
from cardslinger.rules.fitting import fitting, playable
from cardslinger.rules.moves import CATCH, CUT, LAY, PRESS, SEATS_MAX, TALK, UNO
from cardslinger.rules.state import NOBODY, Phase, State, cards_can_come


def why_not(state: State, seat: int, move: int) -> Refusal:
    """The reason why `decide` does not let the seat make this move."""
    if seat not in state.seated:
        return Refusal("refusal.nobody_there", {"seat": seat})
    if state.step not in ROUND_STEPS and state.phase is not Phase.PAY:
        return Refusal("refusal.not_now", {"phase": str(state.phase)})
    if move == UNO:
        return _why_no_call(state, seat)
    if CATCH <= move < CATCH + SEATS_MAX:
        return Refusal("refusal.nothing_to_catch", {"seat": move - CATCH})
    if TALK <= move < TALK + SEATS_MAX:
        return _why_no_talk(state, seat, move - TALK)
    if state.phase is Phase.RELOAD:
        return Refusal("refusal.reload_first")
    if CUT <= move < LAY:
        return _why_no_cut(state, seat, move - CUT)
    if seat != state.seat:
        return Refusal("refusal.not_your_turn", {"seat": state.seat})
    if state.phase is Phase.PAY:
        return _pay_first(state, seat)
    if move in FACES and state.phase in (Phase.TURN, Phase.EXTRA, Phase.DRAWN):
        return _why_no_play(state, seat, move)
    if move == PRESS and state.phase is Phase.TURN:
        return _why_no_press(state)
    return Refusal("refusal.not_on_offer", {"phase": str(state.phase)})


def _why_no_play(state: State, seat: int, card: int) -> Refusal:
    if state.phase is Phase.DRAWN:
        return Refusal("refusal.play_the_drawn_card", {"card": state.drawn})
    if not state.physical and card not in state.hands[seat]:
        return Refusal("refusal.not_in_hand", {"card": card})
    if state.rules.colours and not fitting(state.active, state.top)(card):
        facts: dict[str, object] = {"card": card, "top": state.top, "colour": state.active}
        return Refusal("refusal.does_not_fit", facts)
    if state.fresh.get(card):
        return Refusal("refusal.just_received", {"card": card})
    return _why_not_last(state, seat, card) or Refusal("refusal.not_in_deck", {"card": card})


def _why_not_last(state: State, seat: int, card: int) -> Refusal | None:
    """attack-hk 3."""
    if state.sizes[seat] != 1:
        return None
    if state.rules.last_card_must_be_number and not is_number(card):
        return Refusal("refusal.last_card_must_be_number", {"card": card})
    if not state.rules.discard_all_may_empty_hand and kind_of(card) == cards.DISCARD_ALL:
        return Refusal("refusal.discard_all_may_not_empty_hand")
    return None


def _why_no_press(state: State) -> Refusal:
    if not cards_can_come(state):
        return Refusal("refusal.no_cards_left")
    if playable(state, state.seat):
        return Refusal("refusal.a_card_fits", {"card": playable(state, state.seat)[0]})
    return Refusal("refusal.not_on_offer", {"phase": str(state.phase)})


def _why_no_call(state: State, seat: int) -> Refusal:
    if state.late >> seat & 1:
        return Refusal("refusal.call_too_late")
    if state.called >> seat & 1:
        return Refusal("refusal.has_called")
    return Refusal("refusal.no_call_due", {"count": state.sizes[seat]})


def _why_no_cut(state: State, seat: int, card: int) -> Refusal:
    if not state.rules.cut_in:
        return Refusal("refusal.rule_is_off", {"flag": "cut_in"})
    if any(due.seat == seat for due in state.owed):
        return _pay_first(state, seat)
    if not state.cut_open or state.winner != NOBODY:
        return Refusal("refusal.cut_too_late")
    if card != state.top or cards.colour_of(card) not in COLOURS:
        return Refusal("refusal.cut_not_the_same", {"card": card, "top": state.top})
    if state.phase not in CUT_PHASES:
        return Refusal("refusal.choice_first", {"seat": state.seat})
    if seat == state.seat:
        return Refusal("refusal.no_cut_in_turn")
    if not state.physical and card not in state.hands[seat]:
        return Refusal("refusal.not_in_hand", {"card": card})
    return _why_not_last(state, seat, card) or Refusal("refusal.not_in_hand", {"card": card})


def _why_no_talk(state: State, seat: int, other: int) -> Refusal:
    if not state.rules.table_talk_penalty:
        return Refusal("refusal.rule_is_off", {"flag": "table_talk_penalty"})
    if other == seat:
        return Refusal("refusal.own_talk")
    if other not in state.seated:
        return Refusal("refusal.nobody_there", {"seat": other})
    return Refusal("refusal.not_now", {"phase": str(state.phase)})


def _pay_first(state: State, seat: int) -> Refusal:
    due = next(due for due in state.owed if due.seat == seat)
    return Refusal("refusal.pay_first", {"way": str(due.way), "amount": due.amount})
