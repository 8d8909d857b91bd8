"""What holds for any rules, deck, players and play that is allowed."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from cardslinger.rules.cards import FACES, KIND_NAMES, UNKNOWN
from cardslinger.rules.decide import decide
from cardslinger.rules.events import (
    Dealt,
    Event,
    Fired,
    Kept,
    Left,
    Moved,
    Outcome,
    Refusal,
    Turned,
    Undone,
    Waived,
)
from cardslinger.rules.legal import claims, legal
from cardslinger.rules.match import Match
from cardslinger.rules.moves import (
    CATCH,
    COLOUR,
    CUT,
    DONE,
    DRAW,
    KEEP,
    LAY,
    PASS,
    PRESS,
    TALK,
    TARGET,
    UNO,
)
from cardslinger.rules.record import Record, format_record, parse_record
from cardslinger.rules.state import NOBODY, Obligation, Phase, State, Way, Why, deck_too_small
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


def steps(match: Match, seed: int, count: int = STEPS) -> Iterator[tuple[Event, ...]]:
    """Play on at random; gives each step once it has happened."""
    chance = Random(seed)
    for _ in range(count):
        if match.state.phase is Phase.OVER or not _goes_on(match.state):
            return
        step = match.ask(next_wish(match, chance))
        assert not isinstance(step, Refusal), step
        match.happen(step)
        yield step


def _goes_on(state: State) -> bool:
    """Not a single player who waits for others that the deck is too small for."""
    alone = state.phase is Phase.DEAL and len(state.seated) < 2
    return not (alone and deck_too_small(state.rules, state.deck, 2))


@settings(max_examples=150)
@given(matches(), SEEDS)
def test_every_card_is_always_somewhere_exactly_once(match: Match, seed: int) -> None:
    for _ in steps(match, seed):
        state = match.state
        assert [sum(hand.values()) for hand in state.hands] == state.sizes
        if not (state.discards or state.hopper):
            continue
        assert state.cards_in_all() == len(state.deck)
        if not state.physical and state.phase not in (Phase.DEAL, Phase.OVER):
            held = sum((Counter(hand) for hand in state.hands), Counter())
            piles = Counter(state.hopper) + Counter(state.discards)
            assert held + piles == Counter(state.deck)


@settings(max_examples=40, deadline=None)
@given(matches(), SEEDS)
def test_decide_accepts_exactly_what_legal_and_claims_list(match: Match, seed: int) -> None:
    for number, _ in enumerate(steps(match, seed)):
        if number % 10:
            continue
        state = match.state
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
def test_whoever_has_to_act_can_always_do_something(match: Match, seed: int) -> None:
    for _ in steps(match, seed):
        state = match.state
        assert bool(legal(state)) == (state.seat != NOBODY)
        assert state.seat == NOBODY or state.seat in state.seated


@settings(max_examples=150)
@given(matches(), SEEDS)
def test_only_a_seat_with_one_card_can_be_caught_and_nobody_calls_too_late_and_in_time(
    match: Match, seed: int
) -> None:
    for _ in steps(match, seed):
        state = match.state
        for seat in range(10):
            mask = 1 << seat
            assert not state.exposed & mask or state.sizes[seat] == 1
            assert not state.late & mask or state.exposed & mask
            assert not (state.exposed & mask and state.called & mask)


@settings(max_examples=150)
@given(matches(), SEEDS)
def test_nobodys_debt_is_lost_or_doubled(match: Match, seed: int) -> None:
    chance = Random(seed)
    for _ in range(STEPS):
        before = match.state.copy()
        if before.phase is Phase.OVER or not _goes_on(before):
            return
        step = match.ask(next_wish(match, chance))
        assert not isinstance(step, Refusal), step
        match.happen(step)
        state = match.state
        if isinstance(step[0], Undone) or state.phase in (Phase.DEAL, Phase.OVER, Phase.COUNT):
            continue
        kept, added = debts_after(before, step)
        kept = [due for due in kept if due.seat in state.seated and due.seat != state.winner]
        assert what_is_owed(state.owed[: len(kept)]) == what_is_owed(kept), step
        new = [due for due in state.owed[len(kept) :] if due.seat != state.winner]
        assert len(new) <= len(added), step
        assert all((due.why, due.amount) in added for due in new), (step, added)


def what_is_owed(debts: list[Obligation]) -> list[tuple]:
    """Without the turn they came in, which a cut or a leaver may end."""
    return [(due.seat, due.way, due.amount, due.why, due.begun) for due in debts]


def debts_after(before: State, step: tuple[Event, ...]) -> tuple[list[Obligation], list]:
    """(what of the debts must be left, (why, amount) of each that may come new)."""
    first, owed, players = step[0], list(before.owed), len(before.seated)
    if isinstance(first, Fired) and owed:
        due, *others = owed
        if any(isinstance(event, Waived) for event in step):
            return others, []
        if first.cards == 0 and first.outcome is not Outcome.OK and tried_again(before, first):
            return owed, []
        paid = first.cards if due.way is Way.EXACT else 1
        left = due.amount - paid if due.way is not Way.UNTIL_CARD else int(not first.cards)
        return [due._replace(amount=left, begun=True), *others] if left > 0 else others, []
    if isinstance(first, Turned):
        return owed, new_debts(before, first.card, players)
    if isinstance(first, Dealt):
        return owed, [(Why.DEAL, before.rules.hand_size)] * players + FIRST_CARD_DEBTS * players
    if not isinstance(first, Moved):
        return owed, []
    move, rules = first.move, before.rules
    if move < CUT and move in FACES and owed:  # stacked: handed on with what comes on top
        return [], [(due.why, due.amount + COSTS[move % 32]) for due in owed]
    if TALK <= move < CUT:
        return owed, [(Why.TABLE_TALK, rules.table_talk_penalty)]
    if CATCH <= move < TALK:
        return owed, [(Why.UNO, rules.uno_penalty)]
    if move == DRAW:
        return owed, [(Why.SPECIAL_DRAW, 1)]
    face = move % 256 if move in FACES or move >= CUT else before.top
    return owed, new_debts(before, face, players)


COSTS = {12: 2, 18: 4}  # Hit 2, Wild Hit 4
FIRST_CARD_DEBTS = [(Why.HIT_2, 2), (Why.DRAW_TWO, 2), (Why.DRAW_FOUR, 4)]


def new_debts(before: State, face: int, players: int) -> list[tuple[Why, int]]:
    """What a card may make people owe, at most (attack 8 to 14, all-wild 1)."""
    name = KIND_NAMES.get(face % 32, "")
    custom = (Why.CUSTOMIZABLE, before.rules.custom_count)
    return {
        "Hit2": [(Why.HIT_2, 2)],
        "Hit4": [(Why.HIT_4, 4 + before.stack)],
        "AttackAttack": [(Why.ATTACK_ATTACK, 2)],
        "HitFire": [(Why.HIT_FIRE, 1)],
        "AllHit": [(Why.ALL_HIT, 1)] * players,
        "Customizable": [custom] * players,
        "DrawTwo": [(Why.DRAW_TWO, 2)],
        "DrawFour": [(Why.DRAW_FOUR, 4)],
        "TargetedDrawTwo": [(Why.TARGETED_DRAW_TWO, 2)],
    }.get(name, [])


def tried_again(before: State, fired: Fired) -> bool:
    """A press that failed is made again while cards can come."""
    if len(before.discards) > 1:
        return True
    if before.physical:
        return fired.outcome is not Outcome.EMPTY and not before.dry
    return bool(before.hopper)


@settings(max_examples=60, deadline=None)
@given(matches(st.just(False)), SEEDS)
def test_every_round_of_players_who_mean_it_ends_or_says_why_it_cant(
    match: Match, seed: int
) -> None:
    chance = Random(seed)
    for _ in range(20_000):
        if match.state.rounds:
            break
        step = match.ask(bots_wish(match, chance))
        assert not isinstance(step, Refusal), step
        match.happen(step)
    assert match.state.rounds == 1
    assert match.state.winner != NOBODY or match.state.blocked


@settings(max_examples=60, deadline=None)
@given(matches(), SEEDS)
def test_a_record_replays_to_the_same_state(match: Match, seed: int) -> None:
    state = match.state
    record = Record(state.rules, state.deck, state.seated, state.physical)
    for _ in steps(match, seed):
        pass
    record.events = list(match.events)
    again = parse_record(format_record(record))
    assert again.events == record.events
    assert again.replay().digest() == match.state.digest()


@settings(max_examples=60, deadline=None)
@given(matches(), SEEDS)
def test_a_copy_goes_on_by_itself(match: Match, seed: int) -> None:
    for _ in steps(match, seed, 60):
        pass
    twin, before = match.state.copy(), match.state.as_tuple()
    assert twin.as_tuple() == before
    for _ in steps(match, seed + 1, 60):
        pass
    assert twin.as_tuple() == before


@settings(max_examples=60, deadline=None)
@given(matches(st.just(True)), SEEDS)
def test_an_undo_leads_back_to_the_state_before_the_last_step(match: Match, seed: int) -> None:
    befores = [match.state.as_tuple()]
    for step in steps(match, seed, 60):
        if isinstance(step[0], Undone):
            befores.pop()
            assert match.state.as_tuple() == befores[-1]
        else:
            befores.append(match.state.as_tuple())
    while len(befores) > 1:
        step = match.ask(Undone())
        assert not isinstance(step, Refusal)
        match.happen(step)
        befores.pop()
        assert match.state.as_tuple() == befores[-1]
    assert isinstance(match.ask(Undone()), Refusal)


@settings(max_examples=60, deadline=None)
@given(matches(st.just(False)), SEEDS)
def test_a_view_for_one_seat_never_depends_on_anothers_hand_or_the_hopper(
    match: Match, seed: int
) -> None:
    chance = Random(seed)
    for number, _ in enumerate(steps(match, seed)):
        state = match.state
        if number % 10 or state.phase in (Phase.DEAL, Phase.OVER):
            continue
        for seat in (*state.seated, None):
            assert view(with_hidden_cards_shuffled(state, seat, chance), seat) == view(state, seat)


def with_hidden_cards_shuffled(state: State, seat: int | None, chance: Random) -> State:
    """The same for all that the seat may know: other hands and the hopper dealt anew."""
    other = state.copy()
    hidden = [one for one in state.seated if one != seat]
    pool = list(state.hopper)
    for one in hidden:
        pool += Counter(state.hands[one]).elements()
    chance.shuffle(pool)
    for one in hidden:
        other.hands[one] = dict(Counter(pool.pop() for _ in range(state.sizes[one])))
    other.hopper = pool
    other.legal = None
    return other


def test_random_play_reaches_every_phase_event_move_and_trouble() -> None:
    """The properties above say something only if the play they watch gets everywhere."""
    seen: Counter[str] = Counter()

    # the rarest, keeping one's hand, comes in 2 to 15 of 200 matches, and once came in none
    @settings(max_examples=1000, database=None)
    @given(matches(), SEEDS)
    def watch(match: Match, seed: int) -> None:
        for step in steps(match, seed):
            state = match.state
            seen[f"phase {state.phase}"] += 1
            seen.update(type(event).__name__ for event in step)
            first = step[0]
            if isinstance(first, Moved):
                seen[f"move {first.move}" if first.move < CUT else "cut or lay"] += 1
                seen["caught while choosing"] += CATCH <= first.move < TALK and (
                    state.phase in (Phase.COLOUR, Phase.TARGET)
                )
            seen["winner waits"] += state.winner != NOBODY and state.phase is Phase.PAY
            seen["left while choosing"] += isinstance(first, Left) and (
                state.phase in (Phase.COLOUR, Phase.TARGET)
            )
            seen["fresh"] += bool(state.fresh)
            if isinstance(first, Kept):
                seen[f"kept in {state.phase}"] += 1

    watch()
    phases = {f"phase {phase}" for phase in Phase}
    kinds = {
        "Fired", "Waived", "Returned", "DealerDrew", "DealerPicked", "Dealt", "Turned", "Reloaded",
        "PointsCounted", "CountCorrected", "Undone", "Joined", "Left",
        "Kept",
    }  # fmt: skip
    moves = {f"move {move}" for move in (DRAW, PASS, DONE, KEEP, UNO)}
    faces = {f"move {face}" for face in FACES}
    rare = {"caught while choosing", "winner waits", "left while choosing", "fresh"}
    rare |= {f"kept in {phase}" for phase in ("turn", "extra", "lay", "colour", "target", "pay")}
    assert phases | kinds | moves | faces | rare | {"cut or lay"} <= set(+seen)
