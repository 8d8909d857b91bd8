"""The call, the catch and the cut-in: who may, until when, and what becomes of a call."""

import pytest
from cardslinger.rules.deck import ATTACK, make_deck
from cardslinger.rules.state import State

from tests.rules.positions import moves, owed, play, position, refusal, waits_for

THREE_NINES = make_deck("three nines", {**ATTACK.each_colour, 9: 3}, ATTACK.no_colour)


def attack(hands: list[str], **how) -> State:
    return position("attack", hands, **how)


def hk(hands: list[str], **how) -> State:
    return position("attack-hk", hands, **how)


def can_be_caught(state: State) -> set[int]:
    """Whom any other seat can catch."""
    return {int(move[-1]) for seat in state.seated for move in moves(state, seat)
            if move.startswith("catch")}  # fmt: skip


def test_attack_3_a_skipped_player_who_presses_for_table_talk_closes_nothing() -> None:
    state = position("attack", ["RSkip B1", "G1 G2", "Y1 Y2"], table_talk_penalty=1)
    play(state, "0 play RSkip", "2 talk 1", "1 fired 0")
    assert "catch 0" in moves(state, 2)


def test_attack_3_whoever_forgot_to_call_and_is_caught_owes_two_presses() -> None:
    state = play(attack(["R9 B1", "G1 G2", "Y1 Y2"]), "0 play R9", "2 catch 0")
    assert owed(state) == [(0, 2, "uno")]
    play(state, "0 fired 0", "0 fired 1")
    assert waits_for(state) == ("turn", 1)


@pytest.mark.parametrize("lines", [("0 uno", "0 play R9"), ("0 play R9", "0 uno")])
def test_attack_3_whoever_calls_before_or_after_the_card_is_safe(lines: tuple[str, ...]) -> None:
    state = play(attack(["R9 B1", "G1 G2", "Y1 Y2"]), *lines)
    assert refusal(state, "2 catch 0") == "nothing_to_catch"
    assert moves(state, 0) == moves(state, 2) == set()


@pytest.mark.parametrize("line", ["1 play R2", "1 fired 0"])
def test_attack_3_the_window_closes_when_the_next_player_plays_or_presses(line: str) -> None:
    state = play(attack(["R9 B1", "R2 G1 G2", "Y1 Y2"]), "0 play R9")
    assert "catch 0" in moves(state, 1)
    play(state, line)
    assert refusal(state, "2 catch 0") == "nothing_to_catch"
    assert refusal(state, "0 uno") == "no_call_due"


def test_attack_3_with_two_players_ones_own_next_press_closes_the_window_too() -> None:
    state = play(attack(["RSkip B1", "G1 G2"]), "0 play RSkip")
    assert waits_for(state) == ("turn", 0)
    assert "catch 0" in moves(state, 1)
    assert refusal(play(state, "0 fired 0"), "1 catch 0") == "nothing_to_catch"


def test_attack_3_a_press_for_a_debt_leaves_ones_own_window_open() -> None:
    state = play(attack(["AllHit B1", "G1 G2"]), "0 play AllHit", "0 colour G", "1 fired 0")
    assert refusal(state, "1 catch 0") == "nothing_to_catch"  # the next player has pressed
    state = attack(["R1 B1", "G1 G2", "Y1 Y2"], table_talk_penalty=1)
    play(state, "0 play R1", "1 talk 0", "0 fired 0")
    assert "catch 0" in moves(state, 2)


def test_attack_3_nobody_is_caught_twice_for_one_card() -> None:
    state = play(attack(["R9 B1", "G1 G2", "Y1 Y2"]), "0 play R9", "2 catch 0")
    assert refusal(state, "1 catch 0") == "nothing_to_catch"


def test_attack_3_a_catch_may_cost_nothing() -> None:
    state = play(attack(["R9 B1", "G1 G2"], uno_penalty=0), "0 play R9", "1 catch 0")
    assert owed(state) == []
    assert waits_for(state) == ("turn", 1)


def test_attack_3_nobody_catches_themselves() -> None:
    state = play(attack(["R9 B1", "G1 G2"]), "0 play R9")
    assert refusal(state, "0 catch 0") == "nothing_to_catch"


def test_attack_3_a_call_lapses_with_the_turn() -> None:
    state = play(attack(["R9 B1", "R1 G2"]), "0 uno", "0 fired 0", "1 fired 0", "0 play R9")
    assert "catch 0" in moves(state, 1)


def test_attack_3_a_call_is_for_the_second_to_last_card_only() -> None:
    state = attack(["R9 B1 B2", "R1 G2"])
    assert refusal(state, "0 uno") == "no_call_due"
    assert refusal(state, "1 uno") == "no_call_due"
    assert refusal(play(attack(["R9 B1", "R1 G2"]), "0 uno"), "0 uno") == "has_called"


# Only the next player's own play or press closes the window


@pytest.mark.parametrize(("target", "exposed"), [(1, set()), (2, {0})])
def test_attack_3_presses_for_an_attack_attack_close_it_only_if_they_are_the_next_players(
    target: int, exposed: set[int]
) -> None:
    state = play(attack(["AttackAttack B1", "G1 G2", "Y1 Y2"]), "0 play AttackAttack")
    play(state, "0 colour G", f"0 target {target}", f"{target} fired 0")
    assert can_be_caught(state) == exposed


@pytest.mark.parametrize(("seat", "exposed"), [(1, set()), (2, {0})])
def test_attack_3_presses_for_table_talk_close_it_only_if_they_are_the_next_players(
    seat: int, exposed: set[int]
) -> None:
    state = attack(["R9 B1", "G1 G2", "Y1 Y2"], table_talk_penalty=1)
    play(state, "0 play R9", f"0 talk {seat}", f"{seat} fired 0")
    assert can_be_caught(state) == exposed


@pytest.mark.parametrize("outcome", ["empty", "jam"])
def test_attack_3_a_press_that_fails_does_not_close_it(outcome: str) -> None:
    state = attack(["R9 B1", "G1 G2", "Y1 Y2"], hopper=9)
    play(state, "0 play R9", f"1 fired 0 {outcome}")
    assert can_be_caught(state) == {0}
    assert can_be_caught(play(state, f"1 fired 1 {outcome}")) == set()  # a card came


def test_attack_3_the_first_press_for_a_hit_closes_it_though_others_were_skipped() -> None:
    state = attack(["RSkip RHit2 B7", "G1 G2", "Y1 Y2", "B1 B2"])
    play(state, "0 play RSkip", "0 play RHit2")
    assert can_be_caught(state) == {0}
    assert can_be_caught(play(state, "2 fired 0")) == set()


def test_attack_3_after_a_skip_the_next_player_is_the_one_behind_the_skipped() -> None:
    state = attack(["RSkip B1", "G1 G2", "Y1 Y2"], table_talk_penalty=1)
    assert can_be_caught(play(state, "0 play RSkip", "0 talk 2")) == {0}
    assert can_be_caught(play(state, "2 fired 0")) == set()


def test_hk_6_of_an_all_hit_the_next_players_press_closes_it_though_the_turn_is_the_players() -> (
    None
):
    state = play(hk(["AllHit B1", "G1 G2", "Y1 Y2"]), "0 play AllHit", "0 colour R")
    assert can_be_caught(state) == {0}
    assert can_be_caught(play(state, "1 fired 0")) == set()


def test_attack_3_a_penalty_of_the_exposed_player_closes_nothing() -> None:
    state = attack(["R1 B1", "G1 G2", "Y1 Y2"], table_talk_penalty=1)
    assert can_be_caught(play(state, "0 play R1", "1 talk 0", "0 fired 0")) == {0}
    state = attack(["RSkip B1", "G1 G2"], table_talk_penalty=1)
    play(state, "0 play RSkip", "1 talk 0", "0 fired 0")
    assert waits_for(state) == ("turn", 0)
    assert can_be_caught(state) == {0}  # of two, who is next as well


@pytest.mark.parametrize(("cards", "exposed"), [(0, {1}), (1, set())])
def test_attack_3_the_next_player_who_is_exposed_too_is_so_until_a_card_comes(
    cards: int, exposed: set[int]
) -> None:
    state = attack(["RTradeHands B1", "G1", "Y1 Y2"], table_talk_penalty=1)
    play(state, "0 play RTradeHands", "0 target 1", "2 talk 1")
    assert can_be_caught(state) == {0, 1}
    play(state, f"1 fired {cards}")
    assert can_be_caught(state) == exposed


@pytest.mark.parametrize(
    ("lines", "cuts"),
    [
        (["0 talk 2", *["2 fired 0"] * 4], True),
        (["0 talk 1", "1 fired 0"], False),
        (["1 fired 0 jam"], True),
        (["1 fired 0"], False),
    ],
)
def test_hk_5_the_cut_is_over_only_when_the_next_player_has_pressed(
    lines: list[str], cuts: bool
) -> None:
    state = hk(["R7 B1 B2", "G1 G2", "Y1 Y2", "R7 Y3 Y4"])
    play(state, "0 play R7", *lines)
    assert ("cut R7" in moves(state, 3)) is cuts
    if not cuts:
        assert refusal(state, "3 cut R7") in ("cut_too_late", "pay_first")


def test_hk_5_a_penalty_of_the_player_within_the_turn_leaves_the_cut() -> None:
    state = hk(["RSkip R1 B2", "G1 G2", "RSkip Y1 Y2"])
    play(state, "0 play RSkip", "1 talk 0", *["0 fired 0"] * 4)
    assert waits_for(state) == ("extra", 0)
    assert "cut RSkip" in moves(state, 2)


def test_hk_5_a_debtor_whose_turn_to_pay_has_not_come_does_not_cut_either() -> None:
    state = hk(["R7 B1 B2", "G1 G2", "R7 Y1 Y2", "Y3 Y4"])
    play(state, "0 play R7", "1 talk 3", "0 talk 2")
    assert waits_for(state) == ("pay", 3)
    assert "cut R7" not in moves(state, 2)
    assert refusal(state, "2 cut R7") == "pay_first"


def test_hk_5_whoever_owes_nothing_cuts_while_others_pay() -> None:
    state = hk(["R7 B1 B2", "G1 G2", "R7 Y1 Y2", "Y3 Y4"])
    play(state, "0 play R7", "1 talk 3", "2 cut R7")
    assert owed(state) == [(3, 4, "table_talk")]


def test_nobody_catches_from_an_empty_seat() -> None:
    state = play(attack(["R9 B1", "G1 G2"]), "0 play R9")
    assert moves(state, 7) == set()
    assert refusal(state, "7 catch 0") == "nobody_there"


# What becomes of a call, and of being too late for one


def test_hk_2_whoever_has_been_caught_is_not_too_late_any_more() -> None:
    state = play(hk(["R1 B1", "G1 G2", "Y1 Y2"]), "0 play R1", "2 catch 0")
    assert refusal(state, "0 uno") == "no_call_due"


@pytest.mark.parametrize("lines", [["1 play R2"], ["1 fired 0"], ["0 talk 1", "1 fired 0"]])
def test_hk_2_nobody_is_too_late_once_the_window_is_closed(lines: list[str]) -> None:
    state = hk(["R1 B1", "R2 G2 G3" if "1 play R2" in lines else "G2 G3", "Y1 Y2"])
    assert refusal(play(state, "0 play R1", *lines), "0 uno") == "no_call_due"


def test_hk_2_whoever_was_too_late_before_a_swap_may_call_after_it() -> None:
    state = play(hk(["RTradeHands B1", "G1", "Y1 Y2"]), "0 play RTradeHands")
    assert refusal(state, "0 uno") == "call_too_late"
    play(state, "0 target 1", "0 uno")
    assert can_be_caught(state) == {1}


def test_hk_2_whoever_was_too_late_before_a_correction_may_call_after_it() -> None:
    state = hk(["R1 B1", "G1 G2", "Y1 Y2"], physical=True)
    play(state, "0 play R1", "0 holds 2")
    assert can_be_caught(state) == set()
    play(state, "0 holds 1")
    assert can_be_caught(state) == {0}
    assert can_be_caught(play(state, "0 uno")) == set()


def test_a_correction_that_confirms_the_count_leaves_the_call() -> None:
    state = attack(["R1 B1", "G1 G2"], physical=True)
    assert can_be_caught(play(state, "0 uno", "0 holds 2", "0 play R1")) == set()
    state = attack(["R1 B1", "G1 G2"], physical=True)
    assert can_be_caught(play(state, "0 uno", "0 holds 3", "0 holds 2", "0 play R1")) == {0}


def test_cards_that_come_take_the_call_away() -> None:
    state = attack(["R1 B1", "G1 G2"], table_talk_penalty=1, next_cards="R2")
    play(state, "0 uno", "1 talk 0", "0 fired 1")
    assert refusal(state, "0 uno") == "no_call_due"  # three cards


def test_attack_3_a_call_while_the_one_before_still_presses_counts() -> None:
    state = attack(["RHit2 B1 B2", "G1 G2", "R1 Y1"])
    play(state, "0 play RHit2", "2 uno", "1 fired 0", "1 fired 0", "2 play R1")
    assert can_be_caught(state) == set()


def test_attack_3_a_call_in_a_turn_that_ends_without_the_card_is_not_for_the_next() -> None:
    state = play(attack(["RSkip R1 B1", "G1 G2"]), "0 play RSkip", "0 uno", "0 done")
    assert waits_for(state) == ("turn", 0)
    assert can_be_caught(play(state, "0 play R1")) == {0}


def test_a_leaver_is_exposed_no_more() -> None:
    state = play(hk(["R1 B1", "G1 G2", "Y1 Y2"]), "0 play R1", "0 leaves")
    assert can_be_caught(state) == set()
    assert state.exposed == state.late == 0


def test_hk_5_a_cut_ends_what_the_player_before_could_be_caught_for() -> None:
    state = hk(["R7 B1", "G1 G2", "R7 Y1 Y2"])
    assert can_be_caught(play(state, "0 play R7")) == {0}
    assert can_be_caught(play(state, "2 cut R7")) == set()


def test_hk_5_a_call_for_a_cut_survives_the_end_of_the_players_turn() -> None:
    state = hk(["RSkip R1 B2", "G1 G2", "Y1 Y2", "RSkip Y3"])
    play(state, "0 play RSkip", "3 uno", "0 done")
    assert waits_for(state) == ("turn", 2)
    assert can_be_caught(play(state, "3 cut RSkip")) == set()


def test_hk_5_a_call_for_a_cut_lapses_when_another_cuts() -> None:
    state = hk(["R9 B1 B2", "G1 G2", "R9 Y1", "R9 Y2 Y3"], deck=THREE_NINES)
    play(state, "0 play R9", "2 uno", "3 cut R9")
    assert can_be_caught(play(state, "2 cut R9")) == {2}


def test_hk_5_a_call_for_a_cut_lapses_when_the_next_player_presses() -> None:
    state = hk(["R9 B1 B2", "G1 G2", "R9 Y1"])
    play(state, "0 play R9", "2 uno", "1 fired 0")
    assert waits_for(state) == ("turn", 2)
    assert can_be_caught(play(state, "2 play R9")) == {2}


# Under a Discard All


def test_attack_7_the_call_is_due_when_the_last_card_of_it_lies() -> None:
    state = play(attack(["RDiscardAll R1 R2", "G1 G2"]), "0 play RDiscardAll", "0 lay R1")
    assert refusal(state, "1 catch 0") == "nothing_to_catch"  # another card may follow
    assert can_be_caught(play(state, "0 done")) == {0}
    state = play(attack(["RDiscardAll R1 R2", "G1 G2"]), "0 play RDiscardAll", "0 lay R1", "0 uno")
    assert can_be_caught(play(state, "0 done")) == set()


def test_attack_7_a_discard_all_that_leaves_one_card_is_not_caught_before_it_is_done() -> None:
    state = play(attack(["RDiscardAll R1", "G1 G2"]), "0 play RDiscardAll")
    assert refusal(state, "1 catch 0") == "nothing_to_catch"
    assert can_be_caught(play(state, "0 done")) == {0}


def test_attack_7_where_the_call_comes_before_the_card_one_is_caught_while_laying() -> None:
    hands = ["RDiscardAll R1 R2", "G1 G2"]
    state = attack(hands, uno_call="before_playing")
    play(state, "0 play RDiscardAll", "0 lay R1")
    assert waits_for(state) == ("lay", 0)
    assert refusal(state, "0 uno") == "call_too_late"
    play(state, "1 catch 0")
    assert waits_for(state) == ("lay", 0)  # the penalty waits
    assert refusal(state, "0 uno") == "no_call_due"
    assert owed(play(state, "0 done")) == [(0, 2, "uno")]
    state = attack(hands, uno_call="before_playing")
    play(state, "0 play RDiscardAll", "0 uno", "0 lay R1")
    assert can_be_caught(state) == set()


def test_attack_7_where_the_call_comes_before_the_card_it_may_come_before_the_discard_all() -> None:
    state = attack(["RDiscardAll R1", "G1 G2"], uno_call="before_playing")
    assert can_be_caught(play(state, "0 play RDiscardAll")) == {0}
    state = attack(["RDiscardAll R1", "G1 G2"], uno_call="before_playing")
    assert can_be_caught(play(state, "0 uno", "0 play RDiscardAll")) == set()


def test_whoever_has_won_owes_nothing_any_more() -> None:
    state = attack(["RDiscardAll R1 R2", "G1", "Y1"], table_talk_penalty=4)
    play(state, "0 play RDiscardAll", "1 talk 0", "1 talk 2", "0 lay R1", "0 lay R2")
    assert owed(state) == [(2, 4, "table_talk")]
    play(state, *["2 fired 0"] * 4)
    assert state.scores[:3] == [2, 0, 0]


def test_whoever_has_won_is_exposed_no_more() -> None:
    hands, flags = ["RDiscardAll R1 R2", "G1", "Y1"], {"uno_call": "before_playing"}
    state = play(attack(hands, table_talk_penalty=1, **flags), "0 play RDiscardAll", "1 talk 2")
    assert can_be_caught(play(state, "0 lay R1")) == {0}
    play(state, "0 lay R2")
    assert waits_for(state) == ("pay", 2)
    assert state.exposed == state.late == 0


def test_nobody_reports_table_talk_while_the_last_presses_are_paid() -> None:
    state = play(attack(["RHit2", "G1", "Y1"], table_talk_penalty=4), "0 play RHit2")
    assert moves(state, 2) == set()
    assert refusal(state, "2 talk 1") == "not_now"
