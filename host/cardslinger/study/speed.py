"""How fast the rules engine is: random legal play beside rlcard's, a refold, two processes."""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from itertools import cycle
from random import Random
from statistics import median
from typing import Any

from slinger.draw import Draw

from cardslinger.rules.apply import apply
from cardslinger.rules.decide import decide
from cardslinger.rules.deck import ATTACK as ATTACK_DECK
from cardslinger.rules.events import (
    DealerPicked,
    Dealt,
    Event,
    Fired,
    Moved,
    PointsCounted,
    Reloaded,
    Turned,
)
from cardslinger.rules.launching import fired
from cardslinger.rules.legal import claims, legal
from cardslinger.rules.moves import PRESS, is_talk
from cardslinger.rules.ruleset import ATTACK, FirstDealer
from cardslinger.rules.scoring import uncounted
from cardslinger.rules.state import Phase, State, new_match
from cardslinger.study.errors import NotInstalled
from cardslinger.study.play import Setup
from cardslinger.study.spread import processes, results

PLAYERS = 4
ROUNDS = 120  # of ours in a run, about a second
RLCARD_ROUNDS = 1500  # of theirs, which are shorter
RUNS = 5  # of each, alternating
FOLDS = 30
SPREAD_ROUNDS = 2000  # some seconds
PAIRS = 5  # of one process and two
REFOLDED_EVENTS = 1000

_RULES = ATTACK.with_flags(first_dealer=FirstDealer.PICK)
Report = Callable[[str], None]


def measure(report: Report) -> dict[str, float]:
    """Every figure of `cardslinger bench rules`; `report` is told what is being measured.

    Raises NotInstalled without the extra `bench`.
    """
    rlcard_moves = rlcard_player()
    ours, theirs = [], []
    for run in range(RUNS):
        report(f"random play, run {run + 1} of {RUNS}")
        ours.append(_per_s(random_moves, ROUNDS, run))
        theirs.append(_per_s(rlcard_moves, RLCARD_ROUNDS, run))
    report(f"folding {REFOLDED_EVENTS} events")
    refold_ms = refold_1000_events_ms()
    report("simulating with one process and with two")
    return {
        "moves_per_s": round(median(ours)),
        "rlcard_moves_per_s": round(median(theirs)),
        "ratio": round(median(one / other for one, other in zip(ours, theirs, strict=True)), 2),
        "refold_1000_events_ms": round(refold_ms, 2),
        "refold_1000_events_physical_ms": round(refold_1000_events_ms(physical=True), 2),
        "jobs2_speedup": round(jobs2_speedup(), 2),
    }


def _per_s(moves: Callable[[int, int], int], rounds: int, seed: int) -> float:
    began_s = time.perf_counter()
    count = moves(rounds, seed)
    return count / (time.perf_counter() - began_s)


def random_moves(rounds: int, seed: int) -> int:
    """Play so many rounds of `attack` at random, every rule of it on; how many moves that took.

    Whatever is legal is equally likely; half the time that somebody could be caught, somebody
    speaks first. What a press gives has been drawn beforehand, by the firmware's own profile.
    """
    chance = Random(seed)
    random, fires = chance.random, _fires(chance)
    moves = 0
    for index in range(rounds):
        state = _new_match(index % PLAYERS)
        while not state.rounds:
            wish: Event | None = _random_wish(state, random, fires)
            if wish is None:
                wish = _shuffle(state, chance)
            else:
                moves += 1
            for event in decide(state, wish):  # type: ignore[union-attr]  # it is legal
                apply(state, event)
    return moves


def _new_match(dealer: int, physical: bool = False) -> State:
    state = new_match(_RULES, ATTACK_DECK, PLAYERS, physical=physical)
    apply(state, DealerPicked(dealer))
    return state


def _fires(chance: Random) -> Iterator[int]:
    """Cards a press wants, for ever."""
    launcher = Draw(chance.getrandbits)  # type: ignore[no-untyped-call]  # MicroPython
    return cycle([launcher.cards("classic") for _ in range(4096)])


def _random_wish(
    state: State, random: Callable[[], float], fires: Iterator[int]
) -> Moved | Fired | None:
    """A legal move of whoever has to act or may speak; None when a shuffle is due."""
    if state.exposed and random() < 0.5 and (claim := _random_claim(state, random)):
        return claim
    moves = legal(state)
    if not moves:
        return None
    move = moves[int(random() * len(moves))]
    if move != PRESS:
        return Moved(state.seat, move)
    return fired(state, fires.__next__)


def _random_claim(state: State, random: Callable[[], float]) -> Moved | None:
    """What some seat may call or catch, if it may."""
    seat = state.seated[int(random() * PLAYERS)]
    open_claims = [move for move in claims(state, seat) if not is_talk(move)]
    return Moved(seat, open_claims[int(random() * len(open_claims))]) if open_claims else None


def _shuffle(state: State, chance: Random) -> Dealt | Reloaded:
    """The deal, or the reload, that the table waits for."""
    dealing = state.phase is Phase.DEAL
    cards = list(ATTACK_DECK) if dealing else state.discards[:-1]
    chance.shuffle(cards)
    return Dealt(tuple(cards)) if dealing else Reloaded(tuple(cards))


def rlcard_player() -> Callable[[int, int], int]:
    """What plays so many rounds of rlcard's own UNO game at random. Raises NotInstalled."""
    try:
        from numpy.random import RandomState
        from rlcard.games.uno import Game
    except ImportError:
        raise NotInstalled("bench rules needs rlcard: pip install -e '.[bench]'") from None

    def moves(rounds: int, seed: int) -> int:
        chance = Random(seed)
        count = 0
        for index in range(rounds):
            game: Any = Game(num_players=PLAYERS)
            game.np_random = RandomState(seed * rounds + index)
            game.init_game()
            while not game.is_over():
                actions = game.get_legal_actions()
                game.step(actions[int(chance.random() * len(actions))])
                count += 1
        return count

    return moves


def refold_1000_events_ms(*, physical: bool = False) -> float:
    """Milliseconds to fold the first 1000 events of a match, with counted hands if `physical`,
    into its state: median of FOLDS.
    """
    events = _first_events(physical)
    times_ms = []
    for _ in range(FOLDS):
        began_s = time.perf_counter()
        state = _new_match(0, physical)
        for event in events:
            apply(state, event)
        times_ms.append((time.perf_counter() - began_s) * 1000)
    return median(times_ms)


def _first_events(physical: bool) -> list[Event]:
    """1000 events of a match played at random, from the first deal on."""
    chance = Random(1)
    fires = _fires(chance)
    state = _new_match(0, physical)
    around = _said_of_cards if physical else _shuffle
    events: list[Event] = []
    while len(events) < REFOLDED_EVENTS:
        wish = _random_wish(state, chance.random, fires) or around(state, chance)
        for event in decide(state, wish):  # type: ignore[union-attr]
            apply(state, event)
            events.append(event)
    return events[:REFOLDED_EVENTS]


def _said_of_cards(state: State, chance: Random) -> Event:
    """What people tell of physical cards, whatever the table waits for."""
    if state.phase is Phase.FIRST_CARD:
        return Turned(chance.choice(list(state.deck)))
    if state.phase is Phase.COUNT:
        seat = uncounted(state)[0]
        return PointsCounted(seat, state.sizes[seat] * min(state.deck.points.values()))
    return Dealt() if state.phase is Phase.DEAL else Reloaded()


def jobs2_speedup() -> float:
    """How much sooner two processes have simulated the same rounds than one: the median of pairs
    that alternate, since other work on the machine comes and goes. All processes run beforehand.
    """
    setup = Setup(ATTACK, ATTACK_DECK, PLAYERS, "classic", seed=1)
    with processes(1) as one, processes(2) as two:
        _wake(one, 1)
        _wake(two, 2)
        ratios = [_seconds(setup, one) / _seconds(setup, two) for _ in range(PAIRS)]
    return median(ratios)


def _wake(executor: Executor, jobs: int) -> None:
    """Wait until all its processes run."""
    awake: set[int] = set()
    while len(awake) < jobs:
        awake |= set(executor.map(_doze, range(jobs)))


def _doze(_: int) -> int:
    """In a process: long enough that another one takes the next task."""
    time.sleep(0.1)
    return os.getpid()


def _seconds(setup: Setup, executor: Executor) -> float:
    began_s = time.perf_counter()
    for _ in results(setup, SPREAD_ROUNDS, executor):
        pass
    return time.perf_counter() - began_s
