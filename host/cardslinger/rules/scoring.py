"""The end of a round and of a match (attack 16, all-wild 7, attack-hk 8)."""

from cardslinger.rules.ruleset import Scoring
from cardslinger.rules.state import NOBODY, Phase, State, clear_debts


def finish_round(state: State) -> None:
    """Score the round and go on to the next deal, or end the match.

    With physical cards this waits until the points of every hand have been told.
    """
    state.legal = None
    state.seat = state.turn = NOBODY
    if uncounted(state):
        state.step = state.phase = Phase.COUNT
        return
    points = {seat: hand_points(state, seat) for seat in state.seated if seat != state.winner}
    if state.rules.scoring is Scoring.EACH_THEIR_OWN:
        for seat, count in points.items():
            state.scores[seat] += count
    elif state.winner != NOBODY:
        state.scores[state.winner] += sum(points.values())
    state.rounds += 1
    close_round(state)
    if max(state.scores[seat] for seat in state.seated) >= state.rules.match_points:
        state.step = state.phase = Phase.OVER


def close_round(state: State) -> None:
    """Nothing is owed any more; the deal passes to the left."""
    state.dealer = state.left[state.dealer]
    state.step = state.phase = Phase.DEAL
    clear_debts(state)


def uncounted(state: State) -> list[int]:
    """Seats whose points somebody has to tell: physical hands that are not the winner's."""
    if not state.physical:
        return []
    return [
        seat
        for seat in state.seated
        if seat != state.winner and state.sizes[seat] and seat not in state.counted
    ]


def hand_points(state: State, seat: int) -> int:
    """What the cards left in a hand are worth."""
    if state.physical:
        return state.counted.get(seat, 0)
    return sum(state.deck.points_of(card) * n for card, n in state.hands[seat].items())
