"""Cards of a press that nobody owed, kept by whoever pressed: a bigger hand, and nothing else."""

import pytest
from cardslinger.rules.apply import apply
from cardslinger.rules.decide import decide
from cardslinger.rules.deck import ATTACK
from cardslinger.rules.events import Kept, Refusal
from cardslinger.rules.legal import legal
from cardslinger.rules.match import Match
from cardslinger.rules.state import NOBODY, State, new_match
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.positions import (
    empty_launcher,
    follows,
    hand,
    moves,
    owed,
    play,
    position,
    refusal,
    rule_set,
    waits_for,
)
from tests.rules.random_matches import could_keep, matches
from tests.rules.test_invariants import SEEDS, steps

# What the hand and the hopper of one seat do not touch.
UNTOUCHED = (
    "active", "clockwise", "cut_open", "dealer", "discards", "drawn", "first", "fresh", "owed",
    "player", "scores", "seated", "skips", "stack", "step", "turn", "winner",
)  # fmt: skip


# Where it may be


def choosing(card: str, *lines: str, name: str = "attack") -> State:
    return play(position(name, [f"{card} R1 B2", "G1 G2", "Y1 Y2"]), f"0 play {card}", *lines)


@pytest.mark.parametrize(
    ("state", "phase"),
    [
        (position("attack", ["R1 B1", "G1", "Y1 Y2"]), "turn"),
        (choosing("RSkip"), "extra"),
        (choosing("RDiscardAll"), "lay"),
        (choosing("Wild"), "colour"),
        (choosing("AttackAttack", "0 colour G"), "target"),
        (choosing("RHit2"), "pay"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_kept_cards_pay_nothing_and_leave_whoever_has_to_act(
    state: State, phase: str, seat: int
) -> None:
    state = state.copy()
    size, left, debts = state.sizes[seat], len(state.hopper), owed(state)
    assert state.phase == phase
    acting = waits_for(state)
    play(state, f"{seat} kept 3")
    assert waits_for(state) == acting
    assert owed(state) == debts
    assert (state.sizes[seat], len(state.hopper)) == (size + 3, left - 3)
    assert state.cards_in_all() == len(state.deck)


@pytest.mark.parametrize("deal", ["deal hands", "deal launcher"])
def test_before_the_first_card_nothing_is_kept(deal: str) -> None:
    state = new_match(rule_set("attack", first_dealer="pick"), ATTACK, 2, physical=True)
    assert refusal(state, "0 kept 1") == "not_now"
    assert refusal(play(state, "0 deals"), "0 kept 1") == "not_now"
    assert refusal(play(state, deal), "0 kept 1") == "not_now"


def test_once_the_round_is_over_nothing_is_kept() -> None:
    state = play(position("attack", ["R1", "G1 G2", "Y9"], physical=True), "0 play R1")
    assert state.phase == "count"
    assert refusal(state, "1 kept 1") == "not_now"
    play(state, "1 points 3", "2 points 9")
    assert refusal(state, "1 kept 1") == "not_now"
    state = play(position("attack", ["R1", "G1"], match_points=1), "0 play R1")
    assert state.phase == "over"
    assert refusal(state, "1 kept 1") == "not_now"


def test_only_players_keep_cards_and_the_winner_of_the_round_does_not() -> None:
    state = play(position("attack", ["RHit2", "G1 G2", "Y1"]), "0 play RHit2")
    assert waits_for(state) == ("pay", 1)
    assert refusal(state, "0 kept 1") == "has_won"
    assert refusal(state, "7 kept 1") == "nobody_there"
    play(state, "2 kept 1", "1 fired 0", "1 fired 0")
    assert state.scores[0] > 1 + 2 + 1  # the kept card counts too


@pytest.mark.parametrize("cards", [0, 113])
def test_no_fire_keeps_so_many(cards: int) -> None:
    assert refusal(position("attack", ["R1 B1", "G1"]), f"0 kept {cards}") == "impossible_count"


# The hopper


def test_more_virtual_cards_than_there_are_are_not_kept() -> None:
    state = position("attack", ["R1", "G1"], hopper=2)
    assert follows(state, "0 kept 5") == ["0 kept 2", "0 returned 3"]
    play(state, "0 kept 5")
    assert state.sizes[0] == 3
    assert state.hopper == []


def test_from_an_empty_virtual_launcher_nothing_can_have_come() -> None:
    state = position("attack", ["R1", "G1"], hopper=0)
    assert refusal(state, "0 kept 1") == "launcher_empty"
    assert refusal(empty_launcher(position("attack", ["R1", "G1"])), "1 kept 1") == "launcher_empty"


def test_the_last_cards_kept_make_a_reload_due() -> None:
    state = position("attack", ["B1", "G1"], hopper=2)
    assert waits_for(play(state, "1 kept 2")) == ("reload", NOBODY)


def test_more_physical_cards_than_were_booked_are_kept_as_they_come() -> None:
    state = play(position("attack", ["B1", "G1"], hopper=2, physical=True), "1 kept 5")
    assert hand(state, 1) == ["?"] * 6
    assert state.missing == -3


def test_cards_from_a_physical_launcher_that_was_empty_show_that_it_is_not() -> None:
    state = play(position("attack", ["B1", "G1"], hopper=9, physical=True), "0 fired 0 empty")
    assert waits_for(state) == ("reload", NOBODY)
    assert waits_for(play(state, "1 kept 1")) == ("turn", 0)


def test_whoever_passed_may_have_something_to_play_now() -> None:
    state = position("attack", ["B1", "G1", "Y1"], physical=True)
    play(empty_launcher(state), "0 pass", "1 pass", "1 kept 1", "hopper holds 0", "2 pass")
    assert not state.blocked


# What may be done next


def test_a_kept_card_may_be_played() -> None:
    state = position("attack-hk", ["B1 B2", "G1"], next_cards="R7")
    assert moves(state) == {"press"}
    assert moves(play(state, "0 kept 1")) == {"play R7"}


def test_a_last_card_that_may_not_be_laid_is_not_the_last_any_more() -> None:
    state = position("attack-hk", ["RSkip", "G1"], next_cards="B1")
    assert moves(state) == {"press"}
    assert moves(play(state, "0 kept 1")) == {"play RSkip"}


def test_an_extra_card_may_be_a_kept_one() -> None:
    state = position("attack", ["RSkip R1 B1", "G1"], next_cards="R9")
    assert moves(play(state, "0 play RSkip", "0 kept 1")) == {"play R1", "play R9", "done"}


def test_kept_cards_of_its_colour_may_go_under_a_discard_all() -> None:
    state = position("attack", ["RDiscardAll R1 B1", "G1"], next_cards="R9 G9")
    play(state, "0 play RDiscardAll", "0 kept 2")
    assert moves(state) == {"lay R1", "lay R9", "done"}


def test_a_drawn_card_must_still_be_played_and_not_the_kept_one() -> None:
    state = position("all-wild", ["Wild Wild", "Wild", "Wild Wild"], next_cards="Reverse Skip")
    play(state, "0 draw", "0 fired 1", "0 kept 1")
    assert waits_for(state) == ("drawn", 0)
    assert moves(state) == {"play Reverse"}


def test_a_special_draw_is_still_owed_after_other_cards_were_kept() -> None:
    state = position("all-wild", ["Wild Wild", "Wild", "Wild Wild"], next_cards="Reverse Skip")
    play(state, "0 draw", "0 kept 1", "0 fired 1")
    assert moves(state) == {"play Skip"}


def test_a_kept_hit_may_be_stacked() -> None:
    hands = ["RHit2 R1 R2", "G1 G2"]
    state = position("attack", hands, next_cards="GHit2", stacking=True)
    assert moves(play(state, "0 play RHit2", "1 kept 1")) == {"press", "play GHit2"}


def test_a_penalty_in_the_turn_bars_only_the_cards_that_it_brought() -> None:
    state = position("attack", ["RSkip R1", "G1 G2", "Y1 Y2"], next_cards="R7 R8 R9")
    play(state, "0 play RSkip", "2 catch 0", "0 fired 2", "0 fired 0", "0 kept 1")
    assert moves(state) == {"play R1", "play R9", "done"}


# Calls


def test_whoever_keeps_cards_can_not_be_caught_any_more() -> None:
    state = play(position("attack", ["R7 B1", "G1 G2"]), "0 play R7")
    assert "catch 0" in moves(state, 1)
    assert "catch 0" not in moves(play(state, "0 kept 1"), 1)


def test_a_call_before_kept_cards_came_does_not_last() -> None:
    state = position("attack-hk", ["R7 R8", "G1 G2"], next_cards="R9")
    play(state, "0 uno", "0 kept 1")
    assert "uno" not in moves(state, 0)
    state = play(position("attack", ["R7 R8 B1", "G1 G2"], next_cards="Y9"), "0 kept 1")
    assert state.called == 0


def test_nobody_is_safe_since_somebody_else_kept_cards() -> None:
    state = play(position("attack", ["R7 B1", "G1 G2", "Y1 Y2"]), "0 play R7", "1 kept 1")
    assert "catch 0" in moves(state, 2)  # the next player has neither played nor pressed in turn


def test_a_cut_in_is_still_open_after_the_next_player_kept_cards() -> None:
    state = position("attack-hk", ["R7 B1 B2", "G1 G2", "R7 Y1 Y2"])
    assert "cut R7" in moves(play(state, "0 play R7", "1 kept 1"), 2)


# Anything at all


@settings(max_examples=80, deadline=None)
@given(matches(), SEEDS, st.integers(0, 120), st.integers(1, 5))
def test_kept_cards_change_one_hand_and_the_hopper(
    match: Match, seed: int, count: int, cards: int
) -> None:
    for _ in steps(match, seed, count):
        pass
    for seat in (*range(10), NOBODY):
        state = match.state.copy()
        untouched = {name: getattr(state, name) for name in UNTOUCHED}
        sizes, masks = list(state.sizes), (state.exposed, state.late, state.called)
        decision = decide(state, Kept(seat, cards))
        assert isinstance(decision, tuple) == could_keep(state, seat)
        if isinstance(decision, Refusal):
            continue
        for event in decision:
            apply(state, event)
        assert {name: getattr(state, name) for name in UNTOUCHED} == untouched
        came = min(cards, len(match.state.hopper)) if not state.physical else cards
        sizes[seat] += came
        assert state.sizes == sizes
        others = ~(1 << seat)
        assert (state.exposed, state.late, state.called) == tuple(mask & others for mask in masks)
        assert state.cards_in_all() == len(state.deck)
        assert bool(legal(state)) == (state.seat != NOBODY)
