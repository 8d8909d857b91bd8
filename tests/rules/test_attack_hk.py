"""Rule set `attack-hk`, line by line: a Hong Kong family's house rules."""

import pytest
from cardslinger.rules.cards import format_card
from cardslinger.rules.deck import DECKS
from cardslinger.rules.state import Phase, State, new_match

from tests.rules.positions import (
    deal_line,
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


def hk(hands: list[str], top: str = "R5", **how) -> State:
    return position("attack-hk", hands, top, **how)


def test_hk_1_cards_do_what_they_do_in_attack_unless_said_here() -> None:
    assert owed(play(hk(["RHit2 B1 B2", "G1", "Y1"]), "0 play RHit2")) == [(1, 2, "hit_2")]
    state = play(hk(["HitFire B1 B2", "G1", "Y1"]), "0 play HitFire", "0 colour G")
    assert owed(state) == [(1, 1, "hit_fire")]
    state = play(hk(["RSkip R1 B2", "G1", "Y1"]), "0 play RSkip", "0 play R1")
    assert waits_for(state) == ("turn", 2)


def test_hk_1_pressing_is_for_a_player_without_a_suitable_card() -> None:
    state = hk(["R1 B1", "G1"])
    assert moves(state) == {"play R1"}
    assert refusal(state, "0 fired 2") == "a_card_fits"
    assert moves(hk(["B1 B2", "G1"])) == {"press"}


def test_hk_1_with_physical_cards_a_press_is_recorded_as_claimed() -> None:
    state = hk(["R1 B1", "G1 G2"], physical=True)
    assert "press" in moves(state)
    assert follows(state, "0 fired 2") == ["0 fired 2 claimed"]


def test_hk_2_the_call_must_come_before_the_second_to_last_card_touches_the_pile() -> None:
    state = play(hk(["R1 B1", "G1 G2", "Y1 Y2"]), "0 play R1")
    assert refusal(state, "0 uno") == "call_too_late"
    play(state, "2 catch 0")
    assert owed(state) == [(0, 2, "uno")]
    state = play(hk(["R1 B1", "G1 G2", "Y1 Y2"]), "0 uno", "0 play R1")
    assert refusal(state, "2 catch 0") == "nothing_to_catch"


@pytest.mark.parametrize("line", ["1 play R2", "1 fired 0"])
def test_hk_2_the_catch_window_ends_when_the_next_player_lays_a_card_or_presses(
    line: str,
) -> None:
    state = hk(["R1 B1", "R2 G1 G2" if "play" in line else "G2 G3 G4", "Y1 Y2"])
    play(state, "0 play R1")
    assert "catch 0" in moves(state, 2)
    play(state, line)
    assert refusal(state, "2 catch 0") == "nothing_to_catch"


def test_hk_2_after_a_swap_there_is_no_before_so_a_call_still_counts() -> None:
    state = hk(["RTradeHands B1 B2", "G1", "Y1 Y2"])
    play(state, "0 play RTradeHands", "0 target 1", "0 uno")
    assert refusal(state, "2 catch 0") == "nothing_to_catch"


@pytest.mark.parametrize("last", ["RSkip", "RReverse", "RHit2", "RDiscardAll", "RTradeHands",
                                  "Wild", "AllHit", "HitFire"])  # fmt: skip
def test_hk_3_the_last_card_may_not_be_special(last: str) -> None:
    state = hk([last, "G1"])
    assert moves(state) == {"press"}
    assert refusal(state, f"0 play {last}") == "last_card_must_be_number"


def test_hk_3_a_number_may_be_the_last_card() -> None:
    assert play(hk(["R9", "G1"]), "0 play R9").winner == 0


def test_hk_3_discard_all_may_not_empty_the_hand() -> None:
    state = play(hk(["RDiscardAll R1 R2", "G1"]), "0 play RDiscardAll", "0 uno", "0 lay R1")
    assert hand(state, 0) == ["R2"]  # nothing more can be laid, so the turn is over
    assert waits_for(state) == ("turn", 1)


def test_hk_3_with_all_of_a_colour_the_player_chooses_the_card_that_stays() -> None:
    state = hk(["RDiscardAll R1 R2 RSkip", "G1"], discard_all="all")
    play(state, "0 play RDiscardAll")
    assert moves(state) == {"lay R1", "lay R2", "lay RSkip"}
    assert hand(play(state, "0 lay RSkip", "0 lay R2"), 0) == ["R1"]


def test_hk_3_there_is_a_pass_when_the_hopper_is_empty_too() -> None:
    state = hk(["Wild", "R1 G1"], hopper=0)
    state = empty_launcher(state)
    assert moves(state) == {"pass"}
    assert refusal(state, "0 fired 1") == "no_cards_left"
    assert waits_for(play(state, "0 pass")) == ("turn", 1)


def test_hk_4_whoever_suggests_anothers_card_owes_four_presses() -> None:
    state = play(hk(["R1 B1 B2", "G1", "Y1"]), "1 talk 2 claimed")
    assert owed(state) == [(2, 4, "table_talk")]
    assert waits_for(play(state, *["2 fired 0"] * 4)) == ("turn", 0)


def test_hk_4_table_talk_is_somebodys_word_and_recorded_as_claimed() -> None:
    state = hk(["R1 B1 B2", "G1"], physical=True)
    assert follows(state, "0 talk 1") == ["0 talk 1 claimed"]


def test_hk_4_the_flag_switches_it_off() -> None:
    state = hk(["R1 B1 B2", "G1"], table_talk_penalty=0)
    assert refusal(state, "0 talk 1") == "rule_is_off"


def test_hk_4_nobody_reports_themselves_an_empty_seat_or_after_the_round() -> None:
    state = hk(["R1", "G1", "Y1"])
    assert refusal(state, "1 talk 1") == "own_talk"
    assert refusal(state, "1 talk 5") == "nobody_there"
    assert refusal(play(state, "0 play R1"), "1 talk 2") == "not_now"


def test_hk_5_the_same_colour_and_kind_may_be_laid_out_of_turn() -> None:
    state = play(hk(["R7 B1 B2", "G1", "R7 Y1 Y2", "Y3"]), "0 play R7")
    assert moves(state, 2) >= {"cut R7"}
    play(state, "2 cut R7")
    assert hand(state, 2) == ["Y1", "Y2"]
    assert waits_for(state) == ("turn", 3)


@pytest.mark.parametrize("held", ["B7", "R8", "RSkip", "Wild"])
def test_hk_5_nothing_else_cuts(held: str) -> None:
    state = play(hk(["R7 B1 B2", "G1", f"{held} Y1 Y2"]), "0 play R7")
    assert refusal(state, f"2 cut {held}") == "cut_not_the_same"


def test_hk_5_nobody_cuts_with_a_card_they_do_not_hold() -> None:
    state = play(hk(["R7 B1 B2", "G1", "Y1 Y2"]), "0 play R7")
    assert refusal(state, "2 cut R7") == "not_in_hand"


@pytest.mark.parametrize("line", ["1 play R8", "1 fired 0"])
def test_hk_5_the_cut_is_over_when_the_next_player_lays_a_card_or_presses(line: str) -> None:
    state = hk(["R7 B1 B2", "R8 G1 G2" if "play" in line else "G1 G2", "R7 Y1 Y2"])
    play(state, "0 play R7", line)
    assert refusal(state, "2 cut R7") in ("cut_not_the_same", "cut_too_late")


def test_hk_5_the_cut_cards_action_takes_effect_from_the_cutter() -> None:
    state = play(hk(["RHit2 B1 B2", "G1", "RHit2 Y1 Y2", "Y3"]), "0 play RHit2", "2 cut RHit2")
    assert owed(state) == [(1, 2, "hit_2"), (3, 2, "hit_2")]  # nobody's debt is lost
    play(state, "1 fired 0", "1 fired 0", "3 fired 0", "3 fired 0")
    assert waits_for(state) == ("turn", 0)


def test_hk_5_a_cut_skip_skips_the_cutters_left() -> None:
    state = hk(["RSkip B1 B2", "G1", "G2", "RSkip Y1 Y2"], extra_card="never")
    assert waits_for(play(state, "0 play RSkip", "3 cut RSkip")) == ("turn", 1)


def test_hk_5_a_cut_ends_the_extra_card_of_the_player_before() -> None:
    state = hk(["RSkip R1 B2", "G1", "RSkip Y1 Y2", "Y3"])
    play(state, "0 play RSkip")
    assert waits_for(state) == ("extra", 0)
    assert waits_for(play(state, "2 cut RSkip")) == ("turn", 0)  # seat 3 is skipped, 1 was not


def test_hk_5_wild_cards_cannot_cut() -> None:
    state = play(hk(["Wild B1 B2", "G1", "Wild Y1 Y2"]), "0 play Wild")
    assert refusal(state, "2 cut Wild") == "cut_not_the_same"
    play(state, "0 colour R")
    assert refusal(state, "2 cut Wild") == "cut_not_the_same"


def test_hk_5_ending_the_round_by_a_cut_is_allowed_unless_the_card_is_special() -> None:
    state = play(hk(["R7 B1 B2", "G1", "R7"]), "0 play R7", "2 cut R7")
    assert state.winner == 2
    state = play(hk(["RSkip B1 B2", "G1", "G2", "RSkip"]), "0 play RSkip")
    assert refusal(state, "3 cut RSkip") == "last_card_must_be_number"


def test_hk_5_a_cutter_must_call_too() -> None:
    state = play(hk(["R7 B1 B2", "G1 G2", "R7 Y1"]), "0 play R7", "2 cut R7")
    assert "catch 2" in moves(state, 1)
    state = play(hk(["R7 B1 B2", "G1 G2", "R7 Y1"]), "0 play R7", "2 uno", "2 cut R7")
    assert refusal(state, "1 catch 2") == "nothing_to_catch"


def test_hk_5_whoever_owes_presses_does_not_cut() -> None:
    state = play(hk(["R7 B1 B2", "G1 G2", "R7 Y1 Y2"]), "0 play R7", "1 talk 2")
    assert refusal(state, "2 cut R7") == "pay_first"


def test_hk_5_whoever_has_the_turn_plays_and_does_not_cut() -> None:
    state = play(hk(["R7 B1 B2", "R7 G2", "Y1 Y2"]), "0 play R7")
    assert refusal(state, "1 cut R7") == "no_cut_in_turn"
    assert "play R7" in moves(state)


def test_hk_5_a_cut_waits_for_an_open_choice() -> None:
    state = play(hk(["RTradeHands B1 B2", "G1", "RTradeHands Y1 Y2"]), "0 play RTradeHands")
    assert refusal(state, "2 cut RTradeHands") == "choice_first"
    play(state, "0 target 1", "2 cut RTradeHands", "2 target 0")
    assert hand(state, 0) == ["Y1", "Y2"]


def test_hk_5_a_cut_waits_for_a_reload() -> None:
    state = empty_launcher(hk(["R7 B1 B2", "G1", "R7 Y1 Y2"], hopper=0))
    play(state, "0 play R7")
    assert refusal(state, "2 cut R7") == "reload_first"
    assert waits_for(play(state, "reload R5", "2 cut R7")) == ("turn", 0)


def test_hk_5_with_the_rule_off_nobody_cuts() -> None:
    state = play(hk(["R7 B1 B2", "G1", "R7 Y1"], cut_in=False), "0 play R7")
    assert refusal(state, "2 cut R7") == "rule_is_off"


def test_hk_6_all_hit_gives_the_player_another_turn() -> None:
    state = play(hk(["AllHit R3", "B1", "B2"]), "0 play AllHit", "0 colour R")
    assert owed(state) == [(1, 1, "all_hit"), (2, 1, "all_hit")]
    assert waits_for(play(state, "1 fired 2", "2 fired 0")) == ("turn", 0)


def test_hk_6_the_flag_lets_play_go_on_with_the_next_player() -> None:
    state = hk(["AllHit R3", "B1", "B2"], all_hit_resumes="next")
    play(state, "0 play AllHit", "0 colour R", "1 fired 2", "2 fired 0")
    assert waits_for(state) == ("turn", 1)


@pytest.mark.parametrize("line", ["0 play R3", "0 fired 0"])
def test_hk_6_a_skip_before_the_all_hit_bites_when_the_other_turn_ends(line: str) -> None:
    rest = "R3 B4" if "play" in line else "B3 B4"
    state = hk([f"RSkip AllHit {rest}", "B1", "B2"])
    play(state, "0 play RSkip", "0 play AllHit", "0 colour R", "1 fired 0", "2 fired 0", line)
    assert waits_for(state) == ("turn", 2)


def begun_with(card: str, players: int = 4) -> State:
    """A deal by seat 0 whose first card is this one, then a blue 9."""
    rules = rule_set("attack-hk", first_dealer="pick", hand_size=1)
    state = new_match(rules, DECKS["attack-hk"], players)
    hands = ["G1", "G2", "G3", "G4"][:players]
    return play(state, "0 deals", deal_line("attack-hk", *hands, card, "B9"))


def test_hk_7_first_reverse_the_dealers_right_starts() -> None:
    state = begun_with("RReverse")
    assert waits_for(state) == ("turn", 3)
    assert waits_for(play(state, "3 fired 0")) == ("turn", 2)


def test_hk_7_first_skip_the_second_seat_on_the_left_starts() -> None:
    assert waits_for(begun_with("RSkip")) == ("turn", 2)


def test_hk_7_first_reverse_of_two_acts_as_skip() -> None:
    assert waits_for(begun_with("RReverse", 2)) == ("turn", 0)


def test_hk_7_first_wild_the_dealers_left_picks_the_colour_and_starts() -> None:
    state = begun_with("Wild")
    assert waits_for(state) == ("colour", 1)
    assert waits_for(play(state, "1 colour B")) == ("turn", 1)


def test_hk_7_first_hit_2_the_dealers_left_presses_twice_and_loses_the_turn() -> None:
    state = begun_with("RHit2")
    assert owed(state) == [(1, 2, "hit_2")]
    assert waits_for(play(state, "1 fired 0", "1 fired 0")) == ("turn", 2)


def test_hk_7_first_trade_hands_goes_back_and_another_card_comes() -> None:
    state = begun_with("RTradeHands")
    assert format_card(state.top) == "B9"
    assert state.cards_in_all() == 112


def test_hk_7_first_discard_all_wants_its_colour_or_another_discard_all() -> None:
    state = begun_with("GDiscardAll")
    assert waits_for(state) == ("turn", 1)
    assert moves(state) == {"play G1"}
    assert moves(begun_with("RDiscardAll")) == {"press"}


def test_hk_7_first_all_hit_all_but_the_dealer_press_then_the_dealer_starts() -> None:
    state = begun_with("AllHit")
    assert waits_for(state) == ("colour", 0)
    play(state, "0 colour G")
    assert owed(state) == [(seat, 1, "all_hit") for seat in (1, 2, 3)]
    assert waits_for(play(state, "1 fired 0", "2 fired 0", "3 fired 0")) == ("turn", 0)


def test_hk_7_first_hit_fire_the_dealers_left_chooses_presses_and_loses_the_turn() -> None:
    state = begun_with("HitFire")
    assert waits_for(state) == ("colour", 1)
    play(state, "1 colour B")
    assert owed(state) == [(1, 1, "hit_fire")]
    assert waits_for(play(state, "1 fired 0", "1 fired 2")) == ("turn", 2)


def test_hk_8_everyone_else_adds_up_their_own_cards() -> None:
    state = play(hk(["R9", "R7 GSkip", "Wild", "BDiscardAll Y1"]), "0 play R9")
    assert state.scores[:4] == [0, 27, 50, 31]


def test_hk_8_when_someone_reaches_500_the_lowest_total_wins() -> None:
    state = hk(["R9", "R7 GSkip", "Wild"])
    state.scores[:3] = [100, 480, 40]
    play(state, "0 play R9")
    assert state.phase is Phase.OVER
    assert state.winners() == (2,)


def test_hk_8_a_tie_is_shared() -> None:
    state = hk(["R9", "R7 GSkip", "Wild"])
    state.scores[:3] = [90, 480, 40]
    assert play(state, "0 play R9").winners() == (0, 2)
