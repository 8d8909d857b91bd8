"""The end of a round and of a match (attack 16, all-wild 7, attack-hk 8)."""

from cardslinger.rules.ruleset import Scoring
from cardslinger.rules.state import NOBODY, Phase, State, clear_debts


def finish_round(state: State) -> None:
    """Score the round and go on to the next deal, or end the match.

    With physical cards this waits until the points of every hand have been told.
    """
    if uncounted(state):
        state.step = state.phase = Phase.COUNT
        state.legal = None
        state.seat = state.turn = NOBODY
        return
    points = {seat: hand_points(state, seat) for seat in state.seated if seat != state.winner}
    if state.rules.scoring is Scoring.EACH_THEIR_OWN:
        for seat, count in points.items():
            state.scores[seat] += count
    elif state.winner != NOBODY:
        state.scores[state.winner] += sum(points.values()) + state.forfeited
    close_round(state)
    if max(state.scores[seat] for seat in state.seated) >= state.rules.match_points:
        state.step = state.phase = Phase.OVER


def close_round(state: State) -> None:
    """The round is over, nothing is owed any more, and the deal passes to the left."""
    state.rounds += 1
    state.legal = None
    state.seat = state.turn = NOBODY
    state.dealer = state.left[state.dealer]
    state.step = state.phase = Phase.DEAL
    clear_debts(state)


def uncounted(state: State) -> list[int]:
    """Seats whose points have not been told yet."""
    return [seat for seat in countable(state) if seat not in state.counted]


def countable(state: State) -> list[int]:
    """Seats whose points somebody has to tell: physical hands whose points somebody scores."""
    takes = state.rules.scoring is Scoring.WINNER_TAKES
    if not state.physical or (takes and state.winner == NOBODY):
        return []
    return [seat for seat in state.seated if seat != state.winner and state.sizes[seat]]


def hand_points(state: State, seat: int) -> int:
    """What the cards left in a hand are worth."""
    if state.physical:
        return state.counted.get(seat, 0)
    return sum(state.deck.points_of(card) * n for card, n in state.hands[seat].items())
