"""A Hit handed on by another (the flag `stacking`, attack 8): with what, by whom, how often."""

import pytest
from cardslinger.rules.deck import DECKS
from cardslinger.rules.state import State, new_match

from tests.rules.positions import (
    deal_line,
    moves,
    owed,
    play,
    position,
    refusal,
    rule_set,
    waits_for,
)


def attack(hands: list[str], **how) -> State:
    return position("attack", hands, stacking=True, **how)


def test_attack_8_stacking_hands_the_presses_on_with_a_hit_of_the_same_kind() -> None:
    hands = ["RHit2 B1 B2", "BHit2 Hit4 G1 G2", "YHit2 Y1 Y2"]
    state = play(attack(hands), "0 play RHit2")
    assert moves(state) == {"press", "play BHit2"}
    play(state, "1 play BHit2")
    assert owed(state) == [(2, 4, "hit_2")]
    play(state, "2 play YHit2")
    assert owed(state) == [(0, 6, "hit_2")]
    assert waits_for(play(state, *["0 fired 0"] * 6)) == ("turn", 1)


def test_attack_8_a_stacked_wild_hit_4_hands_on_eight_presses() -> None:
    state = attack(["Hit4 B1 B2", "Hit4 G1 G2", "Y1 Y2"])
    play(state, "0 play Hit4", "0 colour B", "1 play Hit4", "1 colour G")
    assert owed(state) == [(2, 8, "hit_4")]


def test_attack_8_whoever_has_begun_to_press_stacks_no_more() -> None:
    state = attack(["RHit2 B1 B2", "BHit2 G1 G2"])
    assert moves(play(state, "0 play RHit2", "1 fired 0")) == {"press"}


def test_attack_8_nobody_stacks_once_the_round_is_won() -> None:
    state = play(attack(["RHit2", "BHit2 G1 G2"]), "0 play RHit2")
    assert moves(state) == {"press"}


def test_attack_8_the_presses_count_from_two_again_once_they_are_paid() -> None:
    state = attack(["RHit2 B1 B2", "BHit2 G1 G2", "GHit2 Y1 Y2"])
    play(state, "0 play RHit2", "1 play BHit2", *["2 fired 0"] * 4, "0 fired 0", "1 fired 0")
    assert owed(play(state, "2 play GHit2")) == [(0, 2, "hit_2")]


def test_attack_8_the_hit_may_be_the_second_to_last_card_and_is_called_for() -> None:
    hands = ["RHit2 B1 B2", "BHit2 G1", "Y1 Y2"]
    assert "catch 1" in moves(play(attack(hands), "0 play RHit2", "1 play BHit2"), 0)
    state = play(attack(hands), "0 play RHit2", "1 uno", "1 play BHit2")
    assert "catch 1" not in moves(state, 0)


def test_attack_8_whoever_can_only_press_has_nothing_to_call() -> None:
    state = position("attack", ["RHit2 B1 B2", "BHit2 G1", "Y1 Y2"])
    assert refusal(play(state, "0 play RHit2"), "1 uno") == "no_call_due"


@pytest.mark.parametrize(("left", "allowed"), [("BHit2", False), ("BHit2 G1", True)])
def test_hk_3_a_hit_may_not_be_stacked_as_the_last_card(left: str, allowed: bool) -> None:
    state = position("attack-hk", ["RHit2 B1 B2", left, "Y1 Y2"], stacking=True)
    play(state, "0 play RHit2")
    assert ("play BHit2" in moves(state)) is allowed
    if not allowed:
        assert refusal(state, "1 play BHit2") == "pay_first"


def test_attack_15_the_hit_that_was_turned_over_first_is_not_handed_on() -> None:
    rules = rule_set("attack", first_dealer="pick", hand_size=2, stacking=True)
    state = new_match(rules, DECKS["attack"], 2)
    play(state, "0 deals", deal_line("attack", "GHit2", "R1", "G2", "BHit2", "RHit2"))
    assert moves(state) == {"press"}
    assert refusal(state, "1 play GHit2") == "pay_first"
    play(state, "1 fired 0", "1 fired 0", "0 play BHit2")
    assert "play GHit2" in moves(state)  # a Hit that was played is


def test_attack_10_presses_for_anything_but_a_hit_are_not_handed_on() -> None:
    state = attack(["AttackAttack B1 B2", "GHit2 Hit4 G1", "Y1"])
    play(state, "0 play AttackAttack", "0 colour G", "0 target 1")
    assert moves(state) == {"press"}
