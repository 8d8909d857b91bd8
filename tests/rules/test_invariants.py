"""What holds for any rules, deck, players and play that is allowed."""

from collections import Counter
from random import Random

from cardslinger.rules.apply import apply
from cardslinger.rules.cards import FACES, UNKNOWN
from cardslinger.rules.decide import decide
from cardslinger.rules.events import (
    Dealt,
    Event,
    Fired,
    Left,
    Moved,
    Outcome,
    Refusal,
    Turned,
    Undone,
    Waived,
)
from cardslinger.rules.legal import claims, legal
from cardslinger.rules.moves import CATCH, COLOUR, CUT, DRAW, LAY, PRESS, TALK, TARGET
from cardslinger.rules.record import Record, format_record, parse_record
from cardslinger.rules.state import NOBODY, Phase, State, Way
from cardslinger.rules.view import view
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.random_matches import bots_wish, matches, next_wish

STEPS = 250
SEEDS = st.integers(0, 2**32)
EVERY_MOVE = [
    *(base + face for base in (0, CUT, LAY) for face in sorted(FACES)),
    LAY + UNKNOWN,
    *range(PRESS, COLOUR + 5),
    *(base + seat for base in (TARGET, CATCH, TALK) for seat in range(10)),
]


def steps(state: State, seed: int, count: int = STEPS):
    """Play on at random; gives the events of each wish once they are applied."""
    chance = Random(seed)
    for _ in range(count):
        if state.phase is Phase.OVER:
            return
        events = decide(state, next_wish(state, chance))
        assert not isinstance(events, Refusal), events
        for event in events:
            apply(state, event)
        yield events


def has_cards(state: State) -> bool:
    return bool(state.discards or state.hopper)


@settings(max_examples=150)
@given(matches(), SEEDS)
def test_every_card_is_always_somewhere_exactly_once(state: State, seed: int) -> None:
    for _ in steps(state, seed):
        assert [sum(hand.values()) for hand in state.hands] == state.sizes
        if not has_cards(state):
            continue
        assert state.cards_in_all() == len(state.deck)
        if not state.physical and state.phase not in (Phase.DEAL, Phase.OVER):
            held = sum((Counter(hand) for hand in state.hands), Counter())
            piles = Counter(state.hopper) + Counter(state.discards)
            assert held + piles == Counter(state.deck)


@settings(max_examples=40, deadline=None)
@given(matches(), SEEDS)
def test_decide_accepts_exactly_what_legal_and_claims_list(state: State, seed: int) -> None:
    for number, _ in enumerate(steps(state, seed)):
        if number % 10:
            continue
        before = state.as_tuple()
        for seat in (*range(10), NOBODY, 10):
            listed = {*(legal(state) if seat == state.seat else ()), *claims(state, seat)}
            for move in EVERY_MOVE:
                wish = Fired(seat, 0) if move == PRESS else Moved(seat, move)
                accepted = not isinstance(decide(state, wish), Refusal)
                assert accepted == (move in listed), (wish, state.phase)
        assert state.as_tuple() == before  # neither refusals nor answers change anything


@settings(max_examples=150)
@given(matches(), SEEDS)
def test_whoever_has_to_act_can_always_do_something(state: State, seed: int) -> None:
    for _ in steps(state, seed):
        assert bool(legal(state)) == (state.seat != NOBODY)
        assert state.seat == NOBODY or state.seat in state.seated


@settings(max_examples=150)
@given(matches(), SEEDS)
def test_nobodys_debt_is_lost_or_doubled(state: State, seed: int) -> None:
    chance = Random(seed)
    for _ in range(STEPS):
        if state.phase is Phase.OVER:
            return
        before, could_come = list(state.owed), len(state.hopper) + len(state.discards)
        events = decide(state, next_wish(state, chance))
        assert not isinstance(events, Refusal), events
        for event in events:
            apply(state, event)
        if state.phase not in (Phase.DEAL, Phase.OVER):
            expected = debts_after(before, events, could_come - 1)
            if expected is not None:
                assert state.owed[: len(expected)] == expected, events
                grown = isinstance(events[0], Moved | Dealt | Turned)
                assert grown or state.owed == expected, events


def debts_after(before: list, events: tuple[Event, ...], may_come: int) -> list | None:
    """What must still be owed of what was; None where the event takes debts back."""
    first = events[0]
    if isinstance(first, Undone):
        return None
    if isinstance(first, Left):
        return [due for due in before if due.seat != first.seat]
    if isinstance(first, Moved) and before and first.move < CUT and first.move in FACES:
        return []  # stacked: handed on with what comes on top of it
    if not isinstance(first, Fired) or not before:
        return before
    due, *others = before
    if Waived(first.seat) in events:
        return others
    if first.outcome is not Outcome.OK and not first.cards and may_come:
        return before
    if due.way is Way.UNTIL_CARD:
        left = 0 if first.cards else due.amount
    else:
        left = due.amount - (first.cards if due.way is Way.EXACT else 1)
    return [due._replace(amount=left, begun=True), *others] if left > 0 else others


@settings(max_examples=60, deadline=None)
@given(matches(st.just(False)), SEEDS)
def test_every_round_of_players_who_mean_it_ends_or_says_why_it_cant(
    state: State, seed: int
) -> None:
    chance = Random(seed)
    for _ in range(10_000):
        if state.rounds:
            break
        for event in decide(state, bots_wish(state, chance)):
            apply(state, event)
    assert state.rounds == 1
    assert state.winner != NOBODY or state.blocked


@settings(max_examples=60, deadline=None)
@given(matches(), SEEDS)
def test_a_record_replays_to_the_same_state(state: State, seed: int) -> None:
    record = Record(state.rules, state.deck, state.seated, state.physical)
    record.events = [event for events in steps(state, seed) for event in events]
    again = parse_record(format_record(record))
    assert again.events == record.events
    assert again.replay().digest() == state.digest()


@settings(max_examples=60, deadline=None)
@given(matches(), SEEDS)
def test_a_copy_goes_on_by_itself(state: State, seed: int) -> None:
    for _ in steps(state, seed, 60):
        pass
    twin, before = state.copy(), state.as_tuple()
    for _ in steps(twin, seed + 1, 60):
        pass
    assert state.as_tuple() == before


@settings(max_examples=60, deadline=None)
@given(matches(st.just(True)), SEEDS)
def test_an_undo_leads_back_to_the_state_before(state: State, seed: int) -> None:
    before = state.as_tuple()
    for events in steps(state, seed, 80):
        if not isinstance(events[0], Undone):
            for _ in events:
                apply(state, Undone())
            assert state.as_tuple() == before
            for event in events:
                apply(state, event)
        before = state.as_tuple()


@settings(max_examples=60, deadline=None)
@given(matches(st.just(False)), SEEDS)
def test_a_view_for_one_seat_never_depends_on_anothers_hand_or_the_hopper(
    state: State, seed: int
) -> None:
    chance = Random(seed)
    for number, _ in enumerate(steps(state, seed)):
        if number % 10 or state.phase in (Phase.DEAL, Phase.OVER):
            continue
        for seat in (*state.seated, None):
            assert view(with_hidden_cards_shuffled(state, seat, chance), seat) == view(state, seat)


def with_hidden_cards_shuffled(state: State, seat: int | None, chance: Random) -> State:
    """The same for all that the seat may know: other hands and the hopper dealt anew."""
    other = state.copy()
    hidden = [one for one in state.seated if one != seat]
    pool = [
        *state.hopper,
        *(card for one in hidden for card in Counter(state.hands[one]).elements()),
    ]
    chance.shuffle(pool)
    for one in hidden:
        other.hands[one] = dict(Counter(pool.pop() for _ in range(state.sizes[one])))
    other.hopper = pool
    other.legal = None
    return other


def test_random_play_reaches_every_phase_and_every_kind_of_event() -> None:
    """The properties above say something only if the play they watch gets everywhere."""
    phases, kinds, moved = set(), set(), set()

    @settings(max_examples=150, database=None, derandomize=True)
    @given(matches(), SEEDS)
    def watch(state: State, seed: int) -> None:
        for events in steps(state, seed):
            phases.add(state.phase)
            kinds.update(type(event).__name__ for event in events)
            moved.update(event.move for event in events if isinstance(event, Moved))

    watch()
    assert phases == set(Phase)
    assert kinds >= {"Fired", "Waived", "Returned", "DealerDrew", "DealerPicked", "Dealt",
                     "Turned", "Reloaded", "PointsCounted", "CountCorrected", "Undone",
                     "Joined", "Left"}  # fmt: skip
    assert {DRAW, *range(PRESS + 1, COLOUR)} - {262, 263} <= moved
    assert {move for move in moved if move < PRESS} >= FACES
