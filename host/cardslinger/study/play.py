"""One round, played to its end by bots, with the launcher's own draws."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from slinger import draw

from cardslinger.rules.apply import apply
from cardslinger.rules.bots import greedy_bot
from cardslinger.rules.calls import NEARLY_OUT
from cardslinger.rules.decide import decide
from cardslinger.rules.deck import Deck
from cardslinger.rules.events import (
    DealerPicked,
    Dealt,
    Event,
    Moved,
    Refusal,
    Reloaded,
)
from cardslinger.rules.launching import fired
from cardslinger.rules.legal import claims, legal
from cardslinger.rules.moves import PRESS, is_talk
from cardslinger.rules.ruleset import FirstDealer, RuleSet
from cardslinger.rules.state import Phase, State, new_match
from cardslinger.rules.turns import others_in_order
from cardslinger.rules.view import view
from cardslinger.study.errors import EndlessRound
from cardslinger.study.tally import RoundResult, Tally

PROFILES = tuple(name for name in draw.NAMES if name != "custom")
EVENTS_MAX = 100_000  # of one round; the longest of ten players have some thousands


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played over and over: the rules with their deck, how many seats, the launcher's
    profile (one of PROFILES), and the seed that all chance comes from.
    """

    rules: RuleSet
    deck: Deck
    players: int
    profile: str
    seed: int


def play_round(setup: Setup, index: int) -> RoundResult:
    """The round of this index, which with the seed determines all of it; dealt by seat
    `index % players`.

    Raises BadDeck or BadMatch for what can't be played, KeyError for an unknown profile,
    EndlessRound naming the round.
    """
    tally = Tally()
    for state, event in round_events(setup, index):
        tally.add(state, event)
        if tally.events > EVENTS_MAX:
            raise EndlessRound(
                f"round {index} of seed {setup.seed} has not ended after {EVENTS_MAX} events"
            )
    return tally.result(state)


def round_events(setup: Setup, index: int) -> Iterator[tuple[State, Event]]:
    """The same round event by event: each with the state that it is about to happen to, which is
    the same object all along. Raises BadDeck, BadMatch or KeyError as `play_round` does.
    """
    chance = Random(f"{setup.seed}:{index}")
    rules = setup.rules.with_flags(first_dealer=FirstDealer.PICK)
    state = new_match(rules, setup.deck, setup.players)
    for event in _happen(state, DealerPicked(index % setup.players)):
        yield state, event
    for event in _happen(state, _deal(state, chance)):
        yield state, event
    for event in play_out(state, setup.profile, chance):
        yield state, event


def _deal(state: State, chance: Random) -> Event:
    """A shuffled deck; shuffled again if no card of the hopper could start the discard pile."""
    deck = list(state.deck)
    while True:
        chance.shuffle(deck)
        wish = Dealt(tuple(deck))
        if not isinstance(decide(state, wish), Refusal):
            return wish


def play_out(state: State, profile: str, chance: Random) -> Iterator[Event]:
    """Play a round that has been dealt to its end, every seat by the greedy bot.

    Yields each event just before it happens to `state`. Raises KeyError for an unknown profile.
    """
    launcher = draw.Draw(chance.getrandbits)  # type: ignore[no-untyped-call]  # MicroPython
    press = partial(launcher.cards, profile)
    rounds = state.rounds
    while state.rounds == rounds:
        wish: Event
        if said := _said(state, chance):
            wish = said
        elif state.phase is Phase.RELOAD:
            order = state.discards[:-1]
            chance.shuffle(order)
            wish = Reloaded(tuple(order))
        else:
            move = _chosen(state, chance)
            wish = fired(state, press) if move == PRESS else Moved(state.seat, move)
        yield from _happen(state, wish)


def _happen(state: State, wish: Event) -> Iterator[Event]:
    decision = decide(state, wish)
    if isinstance(decision, Refusal):
        raise AssertionError(f"the rules refuse {wish}: {decision}")
    for event in decision:
        yield event
        apply(state, event)


def _said(state: State, chance: Random) -> Moved | None:
    """What somebody calls, catches or cuts in with before play goes on.

    Nobody is distracted: whoever could be caught is quickest to speak, then whose turn it is, and
    so on in order. So a call is never forgotten.
    """
    for seat in _may_speak(state):
        open_claims = [claim for claim in claims(state, seat) if not is_talk(claim)]
        if open_claims:
            move = greedy_bot(view(state, seat), chance.random)
            if move in open_claims:
                return Moved(seat, move)
    return None


def _may_speak(state: State) -> list[int]:
    """Seats worth asking for a claim: everybody while somebody can be caught, else whose turn it
    is if about to call, and whoever holds the card to cut in with.
    """
    turn = state.turn
    if state.exposed:
        seats = [turn, *others_in_order(state, turn)]
        return sorted(seats, key=lambda seat: not state.exposed >> seat & 1)
    nearly_out = state.sizes[turn] <= NEARLY_OUT
    if not (state.cut_open and state.rules.cut_in):
        return [turn] if nearly_out else []
    top, hands = state.discards[-1], state.hands
    speaking = [turn] if nearly_out or top in hands[turn] else []
    return speaking + [seat for seat in others_in_order(state, turn) if top in hands[seat]]


def _chosen(state: State, chance: Random) -> int:
    """The move of the seat that has to act; where there is only one, nobody is asked."""
    moves = legal(state)
    if len(moves) == 1:
        return moves[0]
    move = greedy_bot(view(state, state.seat), chance.random)
    assert move is not None  # a seat that has to act has a move
    return move
