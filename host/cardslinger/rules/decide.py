"""`decide`: whether what somebody asks for may happen, and what happens then."""

from collections.abc import Callable
from typing import Any

from cardslinger.rules import events
from cardslinger.rules.calls import ROUND_STEPS
from cardslinger.rules.events import COUNT_MAX, Event, Fired, Moved, Outcome, Refusal
from cardslinger.rules.legal import claims, legal, unprovable
from cardslinger.rules.moves import PRESS, SEATS_MAX, TALK
from cardslinger.rules.refusals import why_not
from cardslinger.rules.rounds import BETWEEN_ROUNDS, first_card_place
from cardslinger.rules.ruleset import PLAYERS_MIN
from cardslinger.rules.scoring import countable
from cardslinger.rules.state import Phase, State, Way, Why, deck_too_small

Decision = tuple[Event, ...] | Refusal
FIRE_MAX = 112  # cards of one fire: the launcher's own limit


# Bound once: reading a member off its enum costs CPython 3.11 some 60 ns.
_OK = Outcome.OK
_EXACT = Way.EXACT
_PRESSES = Way.PRESSES
_DEAL = Why.DEAL
_UNTIL_CARD = Way.UNTIL_CARD


def decide(state: State, wish: Event) -> Decision:
    """The events that follow from a wish, to be applied in order, or why it is refused.

    Changes nothing. Wishes are the events that come from people, the launcher or a shuffle;
    `Waived` and `Returned` follow from others, `Undone` is for `rules.match`: as wishes they are
    refused. A move is accepted exactly if `legal` (of the seat that has to act) or `claims` lists
    it; a `Fired` exactly if `legal` lists PRESS.
    """
    ask = _DECIDE.get(type(wish))
    return ask(state, wish) if ask else Refusal("refusal.no_wish")


def _moved(state: State, wish: Moved) -> Decision:
    seat, move = wish.seat, wish.move
    if seat == state.seat and move in (state.legal or legal(state)) and move != PRESS:
        pass
    elif move not in claims(state, seat):
        return why_not(state, seat, move)
    claimed = (state.physical or move >= TALK) and unprovable(state, move)
    if wish.claimed is not claimed:
        wish = Moved(seat, move, claimed)
    return (wish,)


def _fired(state: State, wish: Fired) -> Decision:
    seat, cards = wish.seat, wish.cards
    if not 0 <= cards <= FIRE_MAX:
        return _impossible(cards, 0, FIRE_MAX)
    if seat != state.seat or PRESS not in legal(state):
        return why_not(state, seat, PRESS)
    taken = cards
    if not state.physical and cards > len(state.hopper):
        taken = len(state.hopper)
    if state.owed and state.owed[0].way is _EXACT:
        taken = min(taken, state.owed[0].amount)
    claimed = state.physical and unprovable(state, PRESS)
    if taken != cards or wish.claimed is not claimed:
        wish = Fired(seat, taken, wish.outcome, claimed)
    returned = (events.Returned(seat, cards - taken),) if cards > taken else ()
    waived = (events.Waived(seat),) if state.owed and _is_void(state, taken, wish.outcome) else ()
    return (wish, *returned, *waived)


def _kept(state: State, wish: events.Kept) -> Decision:
    """A free press (choice): any player may keep cards for as long as a round is being played.

    TURN, DRAWN, EXTRA, LAY: the hand is bigger, what may be done is found anew. COLOUR, TARGET:
    the choice stays open. PAY: what is owed stays owed, by that seat too; so it does after a round
    has been won, by all but the winner, whose hand stays empty. RELOAD: virtual cards can't have
    come; physical ones show that the launcher was not empty.

    Not before: in DEALER and DEAL there are no hands, and until the first card is turned over
    (FIRST_CARD, also while the launcher deals and PAY is what the table waits for) every hand is
    what was dealt, and a card that comes is the first one or goes back. Not after: in COUNT hands
    are being told and in OVER all is scored.
    """
    seat, cards = wish.seat, wish.cards
    if state.step not in ROUND_STEPS:
        return Refusal("refusal.not_now", {"phase": str(state.step)})
    if refused := _plays_no_more(state, seat):
        return refused
    if not 1 <= cards <= FIRE_MAX:
        return _impossible(cards, 1, FIRE_MAX)
    held = len(state.hopper)
    if state.physical or cards <= held:
        return (wish,)
    if not held:
        return Refusal("refusal.launcher_empty")
    return (events.Kept(seat, held), events.Returned(seat, cards - held))


def _is_void(state: State, taken: int, outcome: Outcome) -> bool:
    """Whether nothing can come for the rest of what is owed first.

    attack 11: an empty or jammed hopper ends the presses until a card comes. An exact draw ends
    when every card is in somebody's hand; a deal never does.
    """
    due = state.owed[0]
    if due.way is _PRESSES or due.why is _DEAL:
        return False
    if due.way is _UNTIL_CARD and (taken or outcome is not _OK):
        return not taken
    return taken < due.amount and not _more_can_come(state, taken, outcome)


def _more_can_come(state: State, taken: int, outcome: Outcome) -> bool:
    if len(state.discards) > 1:
        return True
    if state.physical:
        return outcome is not Outcome.EMPTY and (taken > 0 or not state.dry)
    return len(state.hopper) > taken


def _dealer_drew(state: State, wish: events.DealerDrew) -> Decision:
    if state.phase is not Phase.DEALER or not state.contenders:
        return _wrong_phase(state)
    if wish.seat not in state.contenders or wish.seat in state.draws:
        return Refusal("refusal.draws_no_more", {"seat": wish.seat})
    drawn = [*state.draws.values(), wish.card]
    if drawn.count(wish.card) > state.deck.counts.get(wish.card, 0):
        return Refusal("refusal.not_in_deck", {"card": wish.card})
    return (wish,)


def _dealer_picked(state: State, wish: events.DealerPicked) -> Decision:
    if state.phase is not Phase.DEALER:
        return _wrong_phase(state)
    if state.contenders:
        return Refusal("refusal.dealer_is_drawn")
    return _of_seated(state, wish)


def _dealt(state: State, wish: events.Dealt) -> Decision:
    if state.phase is not Phase.DEAL:
        return _wrong_phase(state)
    if len(state.seated) < PLAYERS_MIN:
        return Refusal("refusal.too_few_players", {"least": PLAYERS_MIN})
    if state.physical:
        return Refusal("refusal.unknown_cards") if wish.cards else (wish,)
    if wish.by_launcher or sorted(wish.cards) != sorted(state.deck):
        return Refusal("refusal.not_the_deck")
    dealt = len(state.seated) * state.rules.hand_size
    if first_card_place(list(wish.cards[: dealt - 1 : -1])) < 0:
        return Refusal("refusal.no_first_card")
    return (wish,)


def _turned(state: State, wish: events.Turned) -> Decision:
    if state.phase is not Phase.FIRST_CARD:
        return _wrong_phase(state)
    if wish.card not in state.deck.counts:
        return Refusal("refusal.not_in_deck", {"card": wish.card})
    return (wish,)


def _reloaded(state: State, wish: events.Reloaded) -> Decision:
    if state.phase is not Phase.RELOAD:
        return _wrong_phase(state)
    if state.physical:
        return Refusal("refusal.unknown_cards") if wish.cards else (wish,)
    if sorted(wish.cards) != sorted(state.discards[:-1]):
        return Refusal("refusal.not_the_discards", {"count": len(state.discards) - 1})
    return (wish,)


def _points_counted(state: State, wish: events.PointsCounted) -> Decision:
    if state.phase is not Phase.COUNT or wish.seat not in countable(state):
        return _wrong_phase(state)
    cards, worth = state.sizes[wish.seat], state.deck.points
    least = min(cards * min(worth[kind] for kind in state.deck.kinds), COUNT_MAX)
    most = min(cards * max(worth[kind] for kind in state.deck.kinds), COUNT_MAX)
    if not least <= wish.points <= most:
        return _impossible(wish.points, least, most)
    return (wish,)


def _corrected(state: State, wish: events.CountCorrected) -> Decision:
    if not state.physical:
        return Refusal("refusal.physical_only")
    if state.phase in (*BETWEEN_ROUNDS, Phase.OVER):
        return _wrong_phase(state)
    if wish.seat is not None and (refused := _plays_no_more(state, wish.seat)):
        return refused
    least = 0 if wish.seat is None else 1  # an empty hand has won, which needs a play
    most = len(state.deck)
    if not least <= wish.cards <= most:
        return _impossible(wish.cards, least, most)
    return (wish,)


def _joined(state: State, wish: events.Joined) -> Decision:
    if state.phase not in BETWEEN_ROUNDS:
        return _wrong_phase(state)
    if not 0 <= wish.seat < SEATS_MAX or wish.seat in state.seated:
        return Refusal("refusal.seat_taken", {"seat": wish.seat})
    players = len(state.seated) + 1
    if deck_too_small(state.rules, state.deck, players):
        return Refusal("refusal.deck_too_small", {"count": players})
    return (wish,)


def _left(state: State, wish: events.Left) -> Decision:
    if state.phase is Phase.OVER:
        return _wrong_phase(state)
    if len(state.seated) == 1:
        return Refusal("refusal.last_player")
    return _of_seated(state, wish)


def _of_seated(state: State, wish: events.Left | events.DealerPicked) -> Decision:
    if wish.seat not in state.seated:
        return Refusal("refusal.nobody_there", {"seat": wish.seat})
    return (wish,)


def _plays_no_more(state: State, seat: int) -> Refusal | None:
    """Why this seat's hand is not one of the round."""
    if seat not in state.seated:
        return Refusal("refusal.nobody_there", {"seat": seat})
    if seat == state.winner:
        return Refusal("refusal.has_won", {"seat": seat})
    return None


def _impossible(count: int, least: int, most: int) -> Refusal:
    return Refusal("refusal.impossible_count", {"count": count, "least": least, "most": most})


def _wrong_phase(state: State) -> Refusal:
    return Refusal("refusal.not_now", {"phase": str(state.phase)})


_DECIDE: dict[type, Callable[[State, Any], Decision]] = {
    Moved: _moved,
    Fired: _fired,
    events.Kept: _kept,
    events.DealerDrew: _dealer_drew,
    events.DealerPicked: _dealer_picked,
    events.Dealt: _dealt,
    events.Turned: _turned,
    events.Reloaded: _reloaded,
    events.PointsCounted: _points_counted,
    events.CountCorrected: _corrected,
    events.Joined: _joined,
    events.Left: _left,
}
