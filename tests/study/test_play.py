"""One round: it ends, the launcher gives what it can, and the counts are right."""

from collections import Counter
from random import Random

import pytest
from cardslinger.rules.apply import apply
from cardslinger.rules.cards import parse_card
from cardslinger.rules.deck import DECKS
from cardslinger.rules.events import DealerPicked, Dealt, Event, Fired, Moved, Outcome, Reloaded
from cardslinger.rules.legal import claims
from cardslinger.rules.moves import CARDS_END, CUT, DRAW, LAY, PASS, UNO, is_talk
from cardslinger.rules.ruleset import ALL_WILD, ATTACK, ATTACK_HK, PRESETS, RuleSet
from cardslinger.rules.state import Phase, State, Way, new_match
from cardslinger.study import play
from cardslinger.study.errors import EndlessRound
from cardslinger.study.play import Setup, play_out, play_round, round_events
from cardslinger.study.tally import RoundResult, Tally
from slinger import draw

EVERY_SIZE = [(rules, players) for rules in PRESETS for players in (2, 4, 10)]


def setup(rules: str = "attack", players: int = 4, seed: int = 1, **changes: str) -> Setup:
    profile = changes.get("profile", "classic")
    return Setup(PRESETS[rules], DECKS[rules], players, profile, seed)


def dealt(rules: RuleSet, players: int, *cards: str) -> State:
    """A round dealt by seat 0 with these cards first: seats 1, 2, ..., 0, and so on, then the
    first discard, then what comes out of the hopper.
    """
    deck = DECKS[rules.name]
    state = new_match(rules.with_flags(first_dealer="pick"), deck, players)
    first = [parse_card(card) for card in cards]
    rest = Counter(deck) - Counter(first)
    apply(state, DealerPicked(0))
    apply(state, Dealt((*first, *rest.elements())))
    return state


def played_out(state: State, profile: str) -> RoundResult:
    tally = Tally()
    for event in play_out(state, profile, Random(1)):
        tally.add(state, event)
    return tally.result(state)


@pytest.fixture
def blank(monkeypatch: pytest.MonkeyPatch) -> str:
    """A launcher that never gives a card."""
    monkeypatch.setitem(draw.PROFILES, "blank", (1,))
    return "blank"


@pytest.fixture
def twelve(monkeypatch: pytest.MonkeyPatch) -> str:
    """A launcher that gives twelve cards whenever it can."""
    monkeypatch.setitem(draw.PROFILES, "twelve", (0,) * 12 + (1,))
    return "twelve"


@pytest.mark.parametrize(("rules", "players"), EVERY_SIZE)
def test_every_rule_set_is_played_to_the_end(rules: str, players: int) -> None:
    for index in range(10):
        result = play_round(setup(rules, players), index)
        assert result.winner in range(players)
        assert len(result.points) == players
        assert result.turns > 0
        assert result.moves >= result.turns


def test_points_are_those_of_the_rules() -> None:
    winner_takes, their_own = (play_round(setup(r), 0) for r in ("attack", "attack-hk"))
    assert [seat for seat, n in enumerate(winner_takes.points) if n] == [winner_takes.winner]
    assert [seat for seat, n in enumerate(their_own.points) if not n] == [their_own.winner]


def test_seed_and_index_determine_the_round() -> None:
    assert play_round(setup(seed=5), 7) == play_round(setup(seed=5), 7)
    others = [play_round(setup(seed=seed), index).digest for seed in (5, 6) for index in (7, 8)]
    assert len(set(others)) == 4


@pytest.mark.parametrize("index", [0, 1, 5])
def test_the_deal_passes_from_seat_to_seat(index: int) -> None:
    _, first = next(iter(round_events(setup(players=3), index)))
    assert first == DealerPicked(index % 3)


def test_case_20_a_round_won_by_a_reverse_belongs_to_the_seat_that_laid_it(blank: str) -> None:
    """The direction has turned, and the turn has passed on, before anyone counts."""
    one_card = ATTACK.with_flags(hand_size=1)
    state = dealt(one_card, 3, "G5", "B2", "RReverse", "R9")
    result = played_out(state, blank)
    assert result.winner == 0
    assert result.points == (5 + 2, 0, 0)
    assert result.turns == 3  # two blank presses, and the Reverse
    assert (result.presses, result.blank_presses, result.cards_by_presses) == (2, 2, 0)


def test_case_20_a_reverse_between_two_players_ends_the_round_too(blank: str) -> None:
    state = dealt(ATTACK.with_flags(hand_size=1), 2, "G5", "RReverse", "R9")
    result = played_out(state, blank)
    assert (result.winner, result.points, result.turns) == (0, (5, 0), 2)


@pytest.mark.parametrize("players", [2, 3, 10])
def test_case_20_a_reverse_without_colours_ends_the_round_too(players: int, blank: str) -> None:
    state = dealt(ALL_WILD.with_flags(hand_size=1), players, "Reverse", *["Wild"] * players)
    result = played_out(state, blank)
    assert (result.winner, result.points[1], result.turns) == (1, 20 * (players - 1), 1)


def test_an_extra_card_belongs_to_the_same_turn(blank: str) -> None:
    state = dealt(ATTACK.with_flags(hand_size=2), 2, "RReverse", "G5", "R8", "G6", "R9")
    result = played_out(state, blank)
    assert (result.winner, result.turns) == (1, 1)
    assert result.moves == 3  # the call and two cards


def laid_last(events: list[tuple[Phase, int, Event]]) -> Moved:
    laid = [
        event
        for _, _, event in events
        if isinstance(event, Moved) and (event.move < CARDS_END or event.move >= CUT)
    ]
    return laid[-1]


def took_a_turn(phase: Phase, seat: int, event: Event) -> bool:
    if isinstance(event, Fired):
        return phase is Phase.TURN
    if not isinstance(event, Moved):
        return False
    if CUT <= event.move < LAY:
        return True
    in_turn = phase is Phase.TURN and event.seat == seat
    return in_turn and (event.move < CARDS_END or event.move in (DRAW, PASS))


@pytest.mark.parametrize("rules", ["attack", "attack-hk", "all-wild"])
@pytest.mark.parametrize("players", [2, 4])
def test_winner_and_turns_are_those_of_the_events(rules: str, players: int) -> None:
    for index in range(60):
        events = [
            (state.phase, state.seat, event)
            for state, event in round_events(setup(rules, players), index)
        ]
        result = play_round(setup(rules, players), index)
        last = laid_last(events)
        assert result.winner == last.seat
        assert result.turns == sum(took_a_turn(*event) for event in events)


def test_presses_and_their_cards_are_those_of_the_events() -> None:
    presses = [event.cards for _, event in round_events(setup(), 3) if isinstance(event, Fired)]
    result = play_round(setup(), 3)
    assert result.presses == len(presses) > 0
    assert result.blank_presses == presses.count(0) > 0
    assert result.cards_by_presses == sum(presses) > 0
    assert result.presses_by_cards == tuple(presses.count(n) for n in range(max(presses) + 1))
    assert result.draws_by_cards == ()


def test_without_colours_nobody_presses() -> None:
    result = play_round(setup("all-wild"), 0)
    assert result.presses == result.blank_presses == result.cards_by_presses == 0
    assert sum(result.draws_by_cards) > 0


def test_the_launcher_gives_what_it_holds_and_then_says_that_it_is_empty(twelve: str) -> None:
    outcomes: Counter[Outcome] = Counter()
    for index in range(5):
        for state, event in round_events(setup(players=10, profile=twelve), index):
            if isinstance(event, Fired):
                outcomes[event.outcome] += 1
                assert event.cards == min(12, len(state.hopper))
                assert (event.outcome is Outcome.EMPTY) == (len(state.hopper) < 12)
    assert outcomes[Outcome.EMPTY] > 0


def test_an_exact_draw_is_never_more_than_what_is_owed() -> None:
    draws = 0
    for index in range(5):
        for state, event in round_events(setup("all-wild", 10), index):
            if isinstance(event, Fired):
                draws += 1
                assert state.owed[0].way is Way.EXACT
                assert event.cards == min(state.owed[0].amount, len(state.hopper))
    assert draws > 0


def test_the_hopper_is_reloaded_with_the_discards_shuffled(twelve: str) -> None:
    events = [event for _, event in round_events(setup(players=10, profile=twelve), 0)]
    reloads = [event for event in events if isinstance(event, Reloaded) and len(event.cards) > 5]
    assert reloads
    assert any(list(reload.cards) != sorted(reload.cards) for reload in reloads)


@pytest.mark.parametrize(("rules", "players"), EVERY_SIZE)
def test_whoever_may_call_catch_or_cut_does_so_before_play_goes_on(
    rules: str, players: int
) -> None:
    said: Counter[int] = Counter()
    for index in range(10):
        for state, event in round_events(setup(rules, players), index):
            if isinstance(event, Moved) and UNO <= event.move < LAY:
                said[event.move] += 1
            if not isinstance(event, Moved):
                unsaid = [c for seat in state.seated for c in claims(state, seat)]
                assert all(map(is_talk, unsaid))
                assert not state.exposed  # a call is never forgotten
    assert said[UNO] > 0
    assert (max(said) >= CUT) == (rules == "attack-hk")


def test_a_round_in_which_nobody_can_do_anything_is_blocked(twelve: str) -> None:
    state = dealt(ATTACK_HK.with_flags(hand_size=1), 3, "Wild", "Wild", "Wild", "R9")
    state.hopper = []
    result = played_out(state, twelve)
    assert result.winner is None
    assert result.turns == 3  # everyone passed
    assert result.points == (50, 50, 50)


def test_a_round_that_goes_on_and_on_is_named(blank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "EVENTS_MAX", 2000)
    endless = setup(players=2, seed=4, profile=blank)
    with pytest.raises(EndlessRound, match=r"round \d+ of seed 4 has not ended after 2000 events"):
        for index in range(20):
            play_round(endless, index)


def test_an_unknown_profile_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="nosuch"):
        for index in range(3):
            play_round(setup(profile="nosuch"), index)
