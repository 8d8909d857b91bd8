"""Cards that come within a turn wait for the next one (attack 1); those that came before don't."""

import pytest
from cardslinger.rules.state import State

from tests.rules.positions import hand, moves, play, position, refusal, waits_for


def attack(hands: list[str], **how) -> State:
    return position("attack", hands, **how)


def test_attack_1_a_card_received_for_a_penalty_cant_be_played_this_turn_either() -> None:
    state = attack(["RSkip R1", "G1 G2", "Y1 Y2"], next_cards="R7 R1 R8")
    play(state, "0 play RSkip", "2 catch 0", "0 fired 2", "0 fired 1")
    assert waits_for(state) == ("extra", 0)
    assert moves(state) == {"play R1", "done"}  # the one that was there before
    assert refusal(state, "0 play R7") == "just_received"


def test_attack_1_a_card_received_for_table_talk_is_played_in_the_next_turn() -> None:
    state = attack(["R1 B1", "G1", "Y1"], table_talk_penalty=1, next_cards="R7 G7")
    play(state, "1 talk 0", "0 fired 1")
    assert moves(state) == {"play R1", "press"}
    play(state, *[f"{seat} fired 0" for seat in (0, 1, 2)])
    assert moves(state) == {"play R1", "play R7", "press"}


@pytest.mark.parametrize(
    "lines", [("1 talk 0", "2 talk 0", "0 fired 0"), ("0 talk 1", "2 talk 0", "1 fired 0")]
)
def test_attack_1_nor_can_one_for_a_penalty_that_came_while_another_was_paid(
    lines: tuple[str, ...],
) -> None:
    state = attack(["R1 B1", "G1", "Y1"], table_talk_penalty=1, next_cards="R7")
    assert moves(play(state, *lines, "0 fired 1")) == {"play R1", "press"}


def test_attack_1_a_card_just_received_does_not_go_under_a_discard_all() -> None:
    state = attack(["RSkip RDiscardAll", "G1 G2", "Y1 Y2"], next_cards="R7 R8")
    play(state, "0 play RSkip", "2 catch 0", "0 fired 1", "0 fired 1", "0 play RDiscardAll")
    assert waits_for(state) == ("turn", 2)
    assert hand(state, 0) == ["R7", "R8"]


def test_attack_1_a_card_received_before_the_turn_can_be_played_in_it() -> None:
    state = attack(["AttackAttack B1 B2", "G1", "Y1"], next_cards="Y7 B7")
    play(state, "0 play AttackAttack", "0 colour Y", "0 target 1", "1 fired 1", "1 fired 1")
    assert moves(state) == {"play Y7", "press"}


def test_attack_1_so_can_one_for_a_penalty_that_came_before_the_turn_began() -> None:
    hands = ["AttackAttack B1 B2", "G1", "Y1"]
    state = attack(hands, table_talk_penalty=1, next_cards="Y7")
    play(state, "0 play AttackAttack", "0 colour Y", "0 target 1", "2 talk 1")
    assert moves(play(state, *["1 fired 0"] * 2, "1 fired 1")) == {"play Y7", "press"}


def test_attack_1_so_can_one_for_a_penalty_from_a_turn_that_somebody_else_has_lost() -> None:
    state = attack(["B1", "G1", "Y1"], table_talk_penalty=1, next_cards="R7")
    play(state, "0 talk 1", "0 leaves", "1 fired 1")
    assert moves(state) == {"play R7", "press"}


def test_attack_1_a_card_received_in_somebody_elses_turn_can_be_played_in_ones_own() -> None:
    state = attack(["R1 R2", "G1", "Y1"], table_talk_penalty=1, next_cards="R7")
    play(state, "0 talk 1", "1 fired 1", "0 play R1", "0 uno")
    assert moves(state) == {"play R7", "play G1", "press"}


def test_attack_1_a_card_that_somebody_else_received_bars_nobodys_own() -> None:
    state = attack(["R7 B1", "G1", "Y1"], table_talk_penalty=1, next_cards="R7")
    assert "play R7" in moves(play(state, "0 talk 1", "1 fired 1"))


def test_attack_1_cards_of_a_physical_hand_are_not_told_apart() -> None:
    state = attack(["R1 B1", "G1", "Y1"], table_talk_penalty=1, physical=True)
    assert "play R7" in moves(play(state, "1 talk 0", "0 fired 1"))


def test_hk_5_a_card_for_a_penalty_from_the_turn_that_was_cut_can_be_played_in_the_next() -> None:
    state = position("attack-hk", ["R7 B1 B2", "G1 G2", "R7 Y1 Y2"], next_cards="R8")
    play(state, "0 play R7", "1 talk 0", "2 cut R7", "0 fired 1", *["0 fired 0"] * 3)
    assert waits_for(state) == ("turn", 0)
    assert moves(state) == {"play R8"}


def test_all_wild_1_a_card_that_came_within_the_turn_may_be_played_at_any_time() -> None:
    hands = ["ForcedSwap Wild", "Skip", "Wild Wild"]
    state = position("all-wild", hands, next_cards="Reverse DrawTwo")
    play(state, "0 play ForcedSwap", "0 target 1", "2 catch 1", "1 fired 2")
    assert moves(state) == {"play Wild", "play Reverse", "play DrawTwo"}
