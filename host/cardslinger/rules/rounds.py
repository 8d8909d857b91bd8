"""Around the play: who deals, the deal, who comes and goes, points told."""

from cardslinger.rules import effects
from cardslinger.rules.calls import forget
from cardslinger.rules.cards import UNKNOWN, is_number, kind_of
from cardslinger.rules.events import (
    DealerDrew,
    DealerPicked,
    Dealt,
    Joined,
    Left,
    PointsCounted,
    Turned,
)
from cardslinger.rules.ruleset import MatchWinner
from cardslinger.rules.scoring import close_round, finish_round, hand_points
from cardslinger.rules.state import (
    NOBODY,
    Phase,
    State,
    Way,
    Why,
    clear_round,
    seat_players,
)
from cardslinger.rules.turns import begin_turn, end_turn, owe, settle, turn_is_lost

BETWEEN_ROUNDS = (Phase.DEALER, Phase.DEAL)


def dealer_drew(state: State, event: DealerDrew) -> None:
    """Highest number deals; action and wild cards count lowest; ties draw again (set-up)."""
    state.draws[event.seat] = event.card
    _settle_draw(state)


def _settle_draw(state: State) -> None:
    if any(seat not in state.draws for seat in state.contenders):
        return
    worth = {seat: draw_worth(state.draws[seat]) for seat in state.contenders}
    best = tuple(seat for seat in state.contenders if worth[seat] == max(worth.values()))
    state.draws = {}
    if len(best) == 1:
        _deals(state, best[0])
    else:
        state.contenders = best


def draw_worth(card: int) -> int:
    """What a card counts in the draw for the deal."""
    return kind_of(card) if is_number(card) else 0


def dealer_picked(state: State, event: DealerPicked) -> None:
    """The table has chosen."""
    _deals(state, event.seat)


def _deals(state: State, seat: int) -> None:
    state.dealer = seat
    state.contenders = ()
    state.step = state.phase = Phase.DEAL


def deal(state: State, event: Dealt) -> None:
    """Cards to every seat from the dealer's left on, the rest into the hopper, one turned over."""
    clear_round(state)
    state.hopper = list(reversed(event.cards)) or [UNKNOWN] * len(state.deck)
    order = [state.left[state.dealer]]
    while order[-1] != state.dealer:
        order.append(state.left[order[-1]])
    if event.by_launcher:
        for seat in order:
            owe(state, seat, Way.EXACT, state.rules.hand_size, Why.DEAL)
    else:
        for _ in range(state.rules.hand_size):
            for seat in order:
                card = state.hopper.pop()
                state.hands[seat][card] = state.hands[seat].get(card, 0) + 1
                state.sizes[seat] += 1
    if state.physical:
        state.step = Phase.FIRST_CARD
    else:
        _turn_first_card(state)
    settle(state)


def _turn_first_card(state: State) -> None:
    """The first card that may start goes on the pile, those before it under the hopper."""
    place = first_card_place(state.hopper)
    passed_over = state.hopper[place + 1 :]
    card = state.hopper[place]
    state.hopper = passed_over[::-1] + state.hopper[:place]
    effects.turn_over(state, card)


def first_card_place(hopper: list[int]) -> int:
    """Where in the hopper, whose end comes out first, lies a card to start with; -1: nowhere."""
    places = (n for n in reversed(range(len(hopper))) if may_start(hopper[n]))
    return next(places, -1)


def may_start(card: int) -> bool:
    """Whether the card may be the first of the discard pile (attack 15, attack-hk 7)."""
    return kind_of(card) not in effects.NO_FIRST_CARD


def turned(state: State, event: Turned) -> None:
    """A physical first card; one that may not start goes back, and another is waited for."""
    if may_start(event.card):
        if state.hopper:
            state.hopper.pop()
        else:
            state.missing -= 1
        effects.turn_over(state, event.card)
    settle(state)


def points_counted(state: State, event: PointsCounted) -> None:
    """A hand's points; the last one ends the round."""
    state.counted[event.seat] = event.points
    finish_round(state)


def joined(state: State, event: Joined) -> None:
    """A newcomer starts level with whoever is last."""
    scores = [state.scores[seat] for seat in state.seated]
    lowest_wins = state.rules.match_winner is MatchWinner.LOWEST
    state.scores[event.seat] = max(scores) if lowest_wins else min(scores)
    seat_players(state, tuple(sorted((*state.seated, event.seat))))
    if state.contenders:
        state.contenders = state.seated
        state.draws = {}


def left(state: State, event: Left) -> None:
    """The seat is empty; its hand goes under the hopper, or aside; its debts go with it.

    After the round is won the hand still counts for its winner (choice).
    """
    seat = event.seat
    seat_players(state, tuple(other for other in state.seated if other != seat))
    if state.winner != NOBODY and state.phase not in BETWEEN_ROUNDS:
        state.forfeited += hand_points(state, seat)
    _give_up_hand(state, seat)
    if state.phase in BETWEEN_ROUNDS:
        _leave_between_rounds(state, seat)
        return
    state.owed = [due for due in state.owed if due.seat != seat]
    state.passes = 0
    forget(state, seat)
    if len(state.seated) == 1 and state.winner == NOBODY:
        close_round(state)
        return
    if state.turn == seat:
        turn_is_lost(state)
        _leave_turn(state)
    if state.dealer == seat and state.step is Phase.FIRST_CARD:
        state.dealer = state.right[seat]  # whose left is who sat left of the leaver
    settle(state)


def _give_up_hand(state: State, seat: int) -> None:
    hand = state.hands[seat]
    if state.physical:
        state.aside += state.sizes[seat]
    else:
        state.dry = state.dry and not hand
        state.hopper[:0] = [card for card in sorted(hand) for _ in range(hand[card])]
    state.hands[seat] = {}
    state.sizes[seat] = 0


def _leave_between_rounds(state: State, seat: int) -> None:
    if state.dealer == seat:
        state.dealer = state.left[seat]
    if len(state.contenders) > 1:
        state.contenders = tuple(other for other in state.contenders if other != seat)
        state.draws.pop(seat, None)
        if len(state.contenders) == 1:
            _deals(state, state.contenders[0])
        else:
            _settle_draw(state)


def _leave_turn(state: State) -> None:
    """Somebody else goes on where the leaver stood."""
    resumed = state.step is Phase.TURN and state.turn == state.player
    if state.step is Phase.COLOUR:
        state.turn = state.order[state.turn]
    elif resumed or state.step in (Phase.TARGET, Phase.LAY, Phase.EXTRA):
        end_turn(state)
    elif state.step in (Phase.TURN, Phase.DRAWN):
        begin_turn(state, state.order[state.turn])
