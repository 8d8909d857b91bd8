"""Rule set `attack`, line by line. The cards of every line work here, whatever deck is loaded."""

import pytest
from cardslinger.rules.cards import format_card
from cardslinger.rules.state import Phase, State

from tests.rules.positions import (
    follows,
    hand,
    moves,
    owed,
    play,
    position,
    refusal,
    waits_for,
)


def attack(hands: list[str], top: str = "", **how) -> State:
    return position("attack", hands, top, **how)


def test_attack_1_a_card_goes_by_colour_number_symbol_or_as_a_wild() -> None:
    state = attack(["R9 B5 B9 Wild", "G1"])
    assert moves(state) == {"play R9", "play B5", "play Wild", "press"}
    state = attack(["RSkip B5 BSkip YReverse", "G1"], top="GSkip")
    assert moves(state) == {"play RSkip", "play BSkip", "press"}


def test_attack_1_the_chosen_colour_counts_not_the_wild_cards_own() -> None:
    state = attack(["R9 B5 B9", "G1"], top="Wild", colour="B")
    assert moves(state) == {"play B5", "play B9", "press"}
    assert refusal(state, "0 play R9") == "does_not_fit"


def test_attack_1_without_a_card_that_fits_one_presses_once_keeps_what_comes_and_is_done() -> None:
    state = attack(["B9", "G1"], next_cards="R1 R2 R3")
    assert moves(state) == {"press"}
    play(state, "0 fired 3")
    assert hand(state, 0) == ["B9", "R1", "R2", "R3"]
    assert waits_for(state) == ("turn", 1)


def test_attack_1_a_card_just_received_cant_be_played_this_turn() -> None:
    state = play(attack(["B9", "G1"], next_cards="R1"), "0 fired 1")
    assert refusal(state, "0 play R1") == "not_your_turn"


def test_attack_1_a_blank_press_is_a_press() -> None:
    state = play(attack(["B9", "G1"]), "0 fired 0")
    assert hand(state, 0) == ["B9"]
    assert waits_for(state) == ("turn", 1)


def test_attack_2_pressing_with_a_playable_card_is_allowed() -> None:
    assert "press" in moves(attack(["R9", "G1"]))


def test_attack_2_the_flag_forbids_pressing_with_a_playable_card() -> None:
    state = attack(["R9", "G1"], may_press_anyway=False)
    assert moves(state) == {"play R9"}
    assert refusal(state, "0 fired 1") == "a_card_fits"


def test_attack_4_a_round_ends_when_a_hand_is_empty() -> None:
    state = play(attack(["R9", "G1 G2"]), "0 play R9")
    assert state.phase is Phase.DEAL
    assert state.winner == 0


@pytest.mark.parametrize(
    ("last", "lines", "presses"),
    [
        ("RHit2", [], [(1, 2, "hit_2")]),
        ("Hit4", [], [(1, 4, "hit_4")]),
        ("HitFire", [], [(1, 1, "hit_fire")]),
        ("AllHit", [], [(1, 1, "all_hit"), (2, 1, "all_hit")]),
        ("AttackAttack", ["0 target 2"], [(2, 2, "attack_attack")]),
    ],
)
def test_attack_4_a_last_card_still_makes_others_press_before_scoring(
    last: str, lines: list[str], presses: list[tuple[int, int, str]]
) -> None:
    state = play(attack([last, "G1", "Y2"], next_cards="B9 B8"), f"0 play {last}", *lines)
    assert owed(state) == presses
    assert state.scores[0] == 0
    seats = [seat for seat, count, why in presses for _ in range(count)]
    play(state, *[f"{seat} fired {number == 0:d}" for number, seat in enumerate(seats)])
    assert state.phase is Phase.DEAL
    assert state.scores[0] == 1 + 2 + 9


def test_attack_4_a_last_card_needs_no_colour_and_trades_no_hands() -> None:
    assert play(attack(["Wild", "G1"]), "0 play Wild").scores[0] == 1
    assert play(attack(["RTradeHands", "G1"]), "0 play RTradeHands").scores[0] == 1


def test_attack_4_nobody_is_caught_once_the_round_is_won() -> None:
    state = play(attack(["RHit2", "G1", "Y2"]), "0 play RHit2")
    assert moves(state, 2) == set()


def test_attack_5_reverse_turns_the_direction() -> None:
    state = play(attack(["RReverse B1 B2", "G1", "Y1"]), "0 play RReverse")
    assert waits_for(state) == ("turn", 2)
    assert waits_for(play(state, "2 fired 0")) == ("turn", 1)


def test_attack_5_skip_takes_the_next_players_turn() -> None:
    assert waits_for(play(attack(["RSkip B1 B2", "G1", "Y1"]), "0 play RSkip")) == ("turn", 2)


@pytest.mark.parametrize("card", ["RReverse", "RSkip"])
def test_attack_5_with_two_players_reverse_acts_as_skip(card: str) -> None:
    assert waits_for(play(attack([f"{card} B1 B2", "G1"]), f"0 play {card}")) == ("turn", 0)


@pytest.mark.parametrize("card", ["RReverse", "RSkip"])
def test_attack_6_after_a_skip_or_reverse_one_more_matching_card_may_follow(card: str) -> None:
    state = play(attack([f"{card} R1 B2", "G1", "Y1"]), f"0 play {card}")
    assert waits_for(state) == ("extra", 0)
    assert moves(state) == {"play R1", "done"}
    assert play(state, "0 done").phase is Phase.TURN


def test_attack_6_the_extra_card_ends_the_turn_unless_it_is_a_skip_or_reverse_again() -> None:
    state = attack(["RSkip RReverse R1 R2 B2", "G1", "Y1", "B1"])
    play(state, "0 play RSkip", "0 play RReverse")
    assert waits_for(state) == ("extra", 0)
    assert waits_for(play(state, "0 play R1")) == ("turn", 2)


@pytest.mark.parametrize(
    ("cards", "next_seat"),
    [
        ("RSkip", 2),
        ("RSkip BSkip", 3),
        ("RSkip RReverse", 2),  # backwards, past seat 3
        ("RReverse YReverse", 1),
        ("RSkip BSkip YSkip", 0),  # everyone else has lost a turn
        ("RSkip BSkip YSkip GSkip", 0),
    ],
)
def test_attack_6_the_effects_add_up_and_bite_when_the_turn_ends(
    cards: str, next_seat: int
) -> None:
    state = attack([f"{cards} B7 B8", "G1", "Y1", "B1"])
    play(state, *[f"0 play {card}" for card in cards.split()])
    if state.phase is Phase.EXTRA:
        play(state, "0 done")
    assert waits_for(state) == ("turn", next_seat)


def test_attack_6_a_hit_after_a_skip_falls_on_the_one_behind_the_skipped() -> None:
    state = play(attack(["RSkip RHit2 B7", "G1", "Y1", "B1"]), "0 play RSkip", "0 play RHit2")
    assert owed(state) == [(2, 2, "hit_2")]
    assert waits_for(play(state, "2 fired 0", "2 fired 0")) == ("turn", 3)


def test_attack_6_with_two_players_no_effect_ever_falls_on_its_player() -> None:
    state = play(attack(["RSkip RHit2 B7", "G1"]), "0 play RSkip", "0 play RHit2")
    assert owed(state) == [(1, 2, "hit_2")]
    assert waits_for(play(state, "1 fired 0", "1 fired 0")) == ("turn", 0)


@pytest.mark.parametrize(("players", "extra"), [(2, True), (3, False)])
def test_attack_6_the_flag_gives_the_extra_card_to_two_players_only(
    players: int, extra: bool
) -> None:
    others = ["G1", "Y1"][: players - 1]
    state = attack(["RSkip R1 B2", *others], extra_card="two_players")
    assert (play(state, "0 play RSkip").phase is Phase.EXTRA) is extra


def test_attack_6_the_flag_takes_the_extra_card_away() -> None:
    state = attack(["RSkip R1 B2", "G1"], extra_card="never")
    assert waits_for(play(state, "0 play RSkip")) == ("turn", 0)


def test_attack_7_discard_all_lays_down_any_number_of_its_colour_itself_on_top() -> None:
    state = play(attack(["RDiscardAll R1 R2 R3 B1", "G1"]), "0 play RDiscardAll")
    assert moves(state) == {"lay R1", "lay R2", "lay R3", "done"}
    play(state, "0 lay R1", "0 lay R3", "0 done")
    assert hand(state, 0) == ["B1", "R2"]
    assert [format_card(card) for card in state.discards] == ["R5", "R1", "R3", "RDiscardAll"]
    assert waits_for(state) == ("turn", 1)


def test_attack_7_discard_all_goes_on_its_colour_or_on_another() -> None:
    assert "play BDiscardAll" not in moves(attack(["BDiscardAll", "G1"]))
    assert "play BDiscardAll" in moves(attack(["BDiscardAll", "G1"], top="GDiscardAll"))
    assert "play RDiscardAll" in moves(attack(["RDiscardAll", "G1"]))


def test_attack_7_discard_all_may_empty_the_hand() -> None:
    state = play(attack(["RDiscardAll R1 R2", "G1"]), "0 play RDiscardAll", "0 lay R1", "0 lay R2")
    assert state.winner == 0
    assert state.scores[0] == 1
    assert play(attack(["RDiscardAll", "G1"]), "0 play RDiscardAll").winner == 0


def test_attack_7_the_flag_forbids_it_to_empty_the_hand() -> None:
    state = attack(["RDiscardAll", "G1"], discard_all_may_empty_hand=False)
    assert moves(state) == {"press"}
    assert refusal(state, "0 play RDiscardAll") == "discard_all_may_not_empty_hand"
    state = attack(["RDiscardAll R1 R2", "G1"], discard_all_may_empty_hand=False)
    assert waits_for(play(state, "0 play RDiscardAll", "0 lay R1")) == ("turn", 1)


def test_attack_7_the_flag_makes_it_all_cards_of_the_colour() -> None:
    state = play(attack(["RDiscardAll R1 R2 B1", "G1"], discard_all="all"), "0 play RDiscardAll")
    assert moves(state) == {"lay R1", "lay R2"}
    assert refusal(state, "0 done") == "not_on_offer"
    assert waits_for(play(state, "0 lay R2", "0 lay R1")) == ("turn", 1)


def test_attack_8_hit_2_has_the_next_player_press_twice_and_lose_the_turn() -> None:
    state = play(attack(["RHit2 B1 B2", "RHit2 G1", "Y1"]), "0 play RHit2")
    assert owed(state) == [(1, 2, "hit_2")]
    assert moves(state) == {"press"}  # stacking is off
    assert refusal(state, "1 play RHit2") == "pay_first"
    assert waits_for(play(state, "1 fired 1", "1 fired 0")) == ("turn", 2)


def test_attack_9_wild_chooses_the_colour() -> None:
    state = play(attack(["Wild B1 B2", "G1"]), "0 play Wild")
    assert moves(state) == {"colour R", "colour Y", "colour G", "colour B"}
    play(state, "0 colour G")
    assert moves(state) == {"play G1", "press"}


def test_attack_9_wild_hit_4_chooses_and_has_the_next_player_press_four_times() -> None:
    state = play(attack(["Hit4 B1 B2", "G1", "Y1"]), "0 play Hit4", "0 colour G")
    assert owed(state) == [(1, 4, "hit_4")]
    assert waits_for(play(state, *["1 fired 0"] * 4)) == ("turn", 2)


def test_attack_10_attack_attack_hits_any_other_player_who_keeps_the_turn() -> None:
    state = play(attack(["AttackAttack B1 B2", "G1", "Y1"]), "0 play AttackAttack", "0 colour G")
    assert moves(state) == {"target 1", "target 2"}
    play(state, "0 target 1")
    assert owed(state) == [(1, 2, "attack_attack")]
    assert waits_for(play(state, "1 fired 0", "1 fired 2")) == ("turn", 1)


def test_attack_11_hit_fire_has_the_next_player_press_until_a_card_comes() -> None:
    state = play(attack(["HitFire B1 B2", "G1", "Y1"]), "0 play HitFire", "0 colour G")
    play(state, "1 fired 0", "1 fired 0")
    assert owed(state) == [(1, 1, "hit_fire")]
    assert waits_for(play(state, "1 fired 3")) == ("turn", 2)


@pytest.mark.parametrize("outcome", ["empty", "jam"])
def test_attack_11_an_empty_or_jammed_hopper_ends_it_with_a_notice(outcome: str) -> None:
    state = play(attack(["HitFire B1 B2", "G1", "Y1"]), "0 play HitFire", "0 colour G")
    assert follows(state, f"1 fired 0 {outcome}") == [f"1 fired 0 {outcome}", "1 waived"]
    play(state, f"1 fired 0 {outcome}")
    assert owed(state) == []
    assert waits_for(state) == ("turn", 2)


def test_attack_12_all_hit_has_everyone_press_once_the_player_last() -> None:
    state = play(attack(["AllHit B1 B2", "G1", "Y1"]), "0 play AllHit", "0 colour G")
    assert owed(state) == [(1, 1, "all_hit"), (2, 1, "all_hit"), (0, 1, "all_hit")]
    play(state, "1 fired 0", "2 fired 1", "0 fired 2")
    assert waits_for(state) == ("turn", 1)


def test_attack_12_all_hit_goes_round_in_the_direction_of_play() -> None:
    state = attack(["RReverse AllHit B1 B2", "G1", "Y1"])
    play(state, "0 play RReverse", "0 play AllHit", "0 colour G")
    assert [seat for seat, _, _ in owed(state)] == [2, 1, 0]


def test_attack_12_the_flag_spares_the_player() -> None:
    state = attack(["AllHit B1 B2", "G1", "Y1"], all_hit_includes_player=False)
    play(state, "0 play AllHit", "0 colour G")
    assert [seat for seat, _, _ in owed(state)] == [1, 2]


def test_attack_13_trade_hands_may_swap_with_one_opponent() -> None:
    state = play(attack(["RTradeHands B1 B2", "G1", "Y1 Y2 Y3"]), "0 play RTradeHands")
    assert moves(state) == {"target 1", "target 2", "keep"}
    play(state, "0 target 2")
    assert hand(state, 0) == ["Y1", "Y2", "Y3"]
    assert hand(state, 2) == ["B1", "B2"]
    assert waits_for(state) == ("turn", 1)


def test_attack_13_trade_hands_may_be_declined() -> None:
    state = play(attack(["RTradeHands B1 B2", "G1"]), "0 play RTradeHands", "0 keep")
    assert hand(state, 0) == ["B1", "B2"]


def test_attack_13_the_flag_makes_the_swap_a_must() -> None:
    state = attack(["RTradeHands B1 B2", "G1"], trade_hands="must")
    assert moves(play(state, "0 play RTradeHands")) == {"target 1"}


def test_attack_13_whoever_holds_one_card_after_a_swap_must_call() -> None:
    state = attack(["RTradeHands B1 B2", "G1", "Y1 Y2 Y3"])
    play(state, "0 play RTradeHands", "0 target 1")
    assert "catch 0" in moves(state, 2)
    assert moves(play(state, "0 uno"), 2) == set()


def test_attack_13_a_call_from_before_the_swap_does_not_count() -> None:
    state = attack(["RTradeHands B1", "G1", "Y1 Y2 Y3"])
    play(state, "0 uno", "0 play RTradeHands", "0 target 1")
    assert {"catch 0", "catch 1"} <= moves(state, 2)


@pytest.mark.parametrize(
    ("effect", "lines", "presses", "next_seat"),
    [
        ("nothing", [], [], 1),
        ("press_next", [], [(1, 3, "customizable")], 1),
        ("press_chosen", ["0 target 2"], [(2, 3, "customizable")], 1),
        ("press_all", [], [(seat, 3, "customizable") for seat in (1, 2, 0)], 1),
        ("skip", [], [], 2),
    ],
)
def test_attack_14_customizable_does_what_the_table_wrote_on_it(
    effect: str, lines: list[str], presses: list[tuple[int, int, str]], next_seat: int
) -> None:
    hands = ["Customizable B1 B2", "G1", "Y1"]
    state = attack(hands, custom_effect=effect, custom_count=3, custom_text="sing or press")
    play(state, "0 play Customizable", "0 colour G", *lines)
    assert owed(state) == presses
    play(state, *[f"{seat} fired 0" for seat, count, _ in presses for _ in range(count)])
    assert waits_for(state) == ("turn", next_seat)


def test_attack_14_customizable_can_swap_hands() -> None:
    state = attack(["Customizable B1 B2", "G1", "Y1 Y2 Y3"], custom_effect="swap")
    play(state, "0 play Customizable", "0 colour G", "0 target 2")
    assert hand(state, 0) == ["Y1", "Y2", "Y3"]


def test_attack_14_unwritten_it_acts_as_a_wild() -> None:
    state = play(attack(["Customizable B1 B2", "G1"]), "0 play Customizable", "0 colour B")
    assert waits_for(state) == ("turn", 1)
    assert refusal(state, "1 play G1") == "does_not_fit"


@pytest.mark.parametrize(("others", "victim"), [(["G1", "Y1"], 2), (["G1"], 1)])
def test_attack_14_after_a_skip_next_is_the_one_behind_the_skipped_but_never_the_player(
    others: list[str], victim: int
) -> None:
    state = attack(["RSkip Customizable B7", *others], custom_effect="press_next")
    play(state, "0 play RSkip", "0 play Customizable", "0 colour G")
    assert owed(state) == [(victim, 2, "customizable")]


def test_attack_16_the_winner_scores_the_cards_in_all_opponents_hands() -> None:
    others = ["R7 GSkip", "BDiscardAll Hit4 Wild", "Y1"]
    state = play(attack(["R9", *others]), "0 play R9")
    assert state.scores[:4] == [7 + 20 + 30 + 40 + 50 + 1, 0, 0, 0]


def test_attack_16_the_first_to_500_or_more_wins_the_match() -> None:
    state = attack(["R9", "Y1"])
    state.scores[0] = 498
    play(state, "0 play R9")
    assert state.phase is Phase.DEAL
    assert state.winners() == ()
    state = attack(["R9", "Y2", "B4"])
    state.scores[:3] = [494, 499, 0]
    play(state, "0 play R9")
    assert state.phase is Phase.OVER
    assert state.winners() == (0,)
    assert refusal(state, "0 play R9") == "not_now"
