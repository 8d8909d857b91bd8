"""People who leave and join: their cards, their debts, who is next, and what still counts."""

import pytest
from cardslinger.rules.cards import format_card
from cardslinger.rules.deck import DECKS
from cardslinger.rules.ruleset import PRESETS
from cardslinger.rules.state import Phase, new_match

from tests.rules.positions import (
    deal_line,
    hand,
    moves,
    owed,
    play,
    position,
    refusal,
    rule_set,
    waits_for,
)


def test_a_leavers_virtual_hand_goes_to_the_bottom_of_the_hopper() -> None:
    state = play(position("attack", ["B1 R2", "G1", "Y1 Y2"]), "2 leaves")
    assert [format_card(card) for card in state.hopper[:2]] == ["Y1", "Y2"]
    assert state.cards_in_all() == len(state.deck)


def test_a_leavers_physical_hand_is_set_aside() -> None:
    state = play(position("attack", ["B1 R2", "G1", "Y1 Y2"], physical=True), "2 leaves")
    assert state.aside == 2
    assert state.cards_in_all() == len(state.deck)


def test_a_leaver_takes_the_debts_along_and_the_order_stays_right() -> None:
    state = position("attack", ["AllHit B1 B2", "G1", "Y1", "B3"])
    play(state, "0 play AllHit", "0 colour G", "1 leaves")
    assert owed(state) == [(2, 1, "all_hit"), (3, 1, "all_hit"), (0, 1, "all_hit")]
    play(state, "2 fired 0", "3 fired 0", "0 fired 0")
    assert waits_for(state) == ("turn", 2)


def test_when_the_one_whose_turn_it_is_leaves_the_next_one_plays() -> None:
    assert waits_for(play(position("attack", ["B1", "G1", "Y1"]), "0 leaves")) == ("turn", 1)
    state = play(position("attack", ["RReverse B1 B2", "G1", "Y1", "B3"]), "0 play RReverse")
    assert waits_for(play(state, "3 leaves")) == ("turn", 2)


def test_when_the_one_who_chooses_a_colour_leaves_the_next_one_chooses() -> None:
    state = position("attack", ["Hit4 B1 B2", "G1", "Y1"])
    play(state, "0 play Hit4", "0 leaves")
    assert waits_for(state) == ("colour", 1)
    play(state, "1 colour G")
    assert owed(state) == [(1, 4, "hit_4")]


@pytest.mark.parametrize(
    ("card", "lines"),
    [
        ("RTradeHands", []),
        ("AttackAttack", ["0 colour G"]),
        ("RDiscardAll", []),
        ("RSkip", []),
    ],
)
def test_when_somebody_leaves_in_the_middle_of_a_card_the_turn_is_over(
    card: str, lines: list[str]
) -> None:
    state = position("attack", [f"{card} R1 B1 B2", "G1", "Y1", "B3"])
    play(state, f"0 play {card}", *lines, "0 leaves")
    assert waits_for(state) == ("turn", 2 if card == "RSkip" else 1)


def test_when_a_drawn_card_leaves_with_its_player_the_next_one_plays() -> None:
    state = position("all-wild", ["Wild Wild", "Wild", "Wild Wild"])
    assert waits_for(play(state, "0 draw", "0 leaves")) == ("turn", 1)


def test_when_the_dealer_leaves_while_others_press_for_the_first_card_the_next_one_starts() -> None:
    state = new_match(
        rule_set("attack-hk", first_dealer="pick", hand_size=1), DECKS["attack-hk"], 3
    )
    play(state, "0 deals", deal_line("attack-hk", "G1", "G2", "G3", "AllHit"), "0 leaves")
    assert waits_for(state) == ("colour", 1)
    play(state, "1 colour G")
    assert waits_for(state) == ("pay", 1)
    assert waits_for(play(state, "1 fired 0", "2 fired 0")) == ("turn", 1)


def test_with_one_player_left_the_round_ends() -> None:
    state = play(position("attack", ["B1", "G1", "Y1"]), "0 leaves", "2 leaves")
    assert state.phase is Phase.DEAL
    assert state.scores[1] == 0
    assert refusal(state, "1 leaves") == "last_player"
    assert refusal(state, deal_line("attack")) == "too_few_players"


def test_what_the_one_who_is_left_owes_is_dropped_with_the_round() -> None:
    state = play(position("attack", ["RHit2 B1 B2", "G1"]), "0 play RHit2", "0 leaves")
    assert state.phase is Phase.DEAL
    assert owed(state) == []


def test_somebody_joins_between_rounds_only_and_starts_level_with_whoever_is_last() -> None:
    state = position("attack", ["R1", "G1", "Y1"])
    assert refusal(state, "5 joins") == "not_now"
    state.scores[:3] = [100, 40, 60]
    play(state, "0 play R1", "5 joins")
    assert state.seated == (0, 1, 2, 5)
    assert state.scores[5] == 40
    assert refusal(state, "5 joins") == "seat_taken"


def test_where_the_lowest_total_wins_a_newcomer_gets_the_highest() -> None:
    state = position("attack-hk", ["R1", "G1", "Y1"])
    state.scores[:3] = [100, 40, 60]
    assert play(state, "0 play R1", "9 joins").scores[9] == 100


def test_a_newcomer_is_dealt_to_and_sits_in_order() -> None:
    state = new_match(rule_set("attack", first_dealer="pick"), DECKS["attack"], (0, 2))
    play(state, "1 joins", "0 deals", deal_line("attack"))
    assert state.sizes[:3] == [7, 7, 7]
    assert waits_for(state)[1] == 1


def test_nobody_joins_whom_the_deck_cant_deal_to() -> None:
    state = new_match(rule_set("attack", hand_size=20), DECKS["attack"], 5)
    assert refusal(state, "5 joins") == "deck_too_small"


def test_when_a_drawer_for_the_deal_leaves_the_others_draw_on() -> None:
    state = new_match(rule_set("attack"), DECKS["attack"], 3)
    play(state, "0 drew R3", "1 drew R4", "2 leaves")
    assert state.dealer == 1
    state = new_match(rule_set("attack"), DECKS["attack"], 3)
    play(state, "0 drew R9", "1 drew B9", "2 drew R1", "0 leaves")
    assert state.dealer == 1


def test_when_the_dealer_leaves_before_the_deal_the_left_neighbour_deals() -> None:
    state = new_match(rule_set("attack", first_dealer="pick"), DECKS["attack"], 3)
    assert play(state, "1 deals", "1 leaves").dealer == 2


@pytest.mark.parametrize(
    ("card", "flags"),
    [
        ("AttackAttack", {}),
        ("Customizable", {"custom_effect": "swap"}),
        ("Customizable", {"custom_effect": "press_chosen"}),
    ],
)
def test_a_colour_chosen_for_a_leaver_aims_at_nobody(card: str, flags: dict[str, str]) -> None:
    state = position("attack", [f"{card} B1 B2", "G1", "Y1", "B3"], **flags)
    play(state, f"0 play {card}", "0 leaves", "1 colour G")
    assert owed(state) == []
    assert hand(state, 1) == ["G1"]
    assert waits_for(state) == ("turn", 1)


@pytest.mark.parametrize("name", ["attack", "attack-hk"])
def test_after_an_all_hit_of_a_leaver_the_others_press_and_the_next_one_plays(name: str) -> None:
    state = position(name, ["AllHit B1 B2", "G1", "Y1"])
    play(state, "0 play AllHit", "0 leaves", "1 colour G")
    assert owed(state) == [(1, 1, "all_hit"), (2, 1, "all_hit")]
    assert waits_for(play(state, "1 fired 0", "2 fired 0")) == ("turn", 1)


@pytest.mark.parametrize(("card", "waits"), [("B4", ("turn", 2)), ("AllHit", ("colour", 0))])
def test_when_the_dealer_leaves_before_the_first_card_the_right_neighbour_is_the_dealer(
    card: str, waits: tuple[str, int]
) -> None:
    state = new_match(
        rule_set("attack-hk", first_dealer="pick"), DECKS["attack-hk"], 4, physical=True
    )
    play(state, "1 deals", "deal hands", "1 leaves", f"turned {card}")
    assert waits_for(state) == waits  # so that the leaver's left starts all the same


def test_when_the_drawer_of_an_aimed_first_card_has_left_it_aims_at_nobody() -> None:
    state = new_match(PRESETS["all-wild"], DECKS["all-wild"], 3, physical=True)
    play(state, "0 deals", "deal hands", "turned TargetedDrawTwo", "0 leaves")
    assert waits_for(state) == ("turn", 1)


# Once the round is won


def test_the_hand_of_whoever_leaves_after_the_round_is_won_counts_for_the_winner() -> None:
    state = position("attack", ["RHit2", "G1", "Y1 Y2"])
    play(state, "0 play RHit2", "2 leaves", "1 fired 0", "1 fired 0")
    assert state.scores[:3] == [1 + 1 + 2, 0, 0]


def test_the_hand_of_whoever_leaves_before_the_round_is_won_does_not_count() -> None:
    state = play(position("attack", ["R1", "G1", "Y1 Y2"]), "2 leaves", "0 play R1")
    assert state.scores[:3] == [1, 0, 0]


def test_of_two_whoever_leaves_after_the_round_is_won_loses_it_all_the_same() -> None:
    state = play(position("attack", ["RHit2", "G1 G2"]), "0 play RHit2", "1 leaves")
    assert state.phase is Phase.DEAL
    assert state.scores[:2] == [3, 0]


def test_nobody_leaves_a_match_that_is_over() -> None:
    state = position("attack", ["R1", "G1", "Y1"])
    state.scores[0] = 499
    assert refusal(play(state, "0 play R1"), "1 leaves") == "not_now"


def test_of_two_at_a_physical_table_a_leaver_who_told_no_points_ends_the_round() -> None:
    state = play(position("attack", ["R1", "G1 G2"], physical=True), "0 play R1", "1 leaves")
    assert state.phase is Phase.DEAL
    assert state.scores[:2] == [0, 0]


def test_points_that_a_physical_leaver_has_told_count_and_others_do_not() -> None:
    state = position("attack", ["R1", "G1", "Y1 Y9", "B1"], physical=True)
    play(state, "0 play R1", "2 points 10", "2 leaves", "3 leaves", "1 points 1")
    assert state.scores[:4] == [11, 0, 0, 0]
    assert state.phase is Phase.DEAL


def test_what_a_leaver_forfeits_is_forgotten_in_the_next_round() -> None:
    rules = rule_set("attack", first_dealer="pick", hand_size=1)
    state = new_match(rules, DECKS["attack"], 3)
    play(state, "0 deals", deal_line("attack", "RHit2", "Y9", "B1", "R5"))
    play(state, "1 play RHit2", "0 leaves", "2 fired 0", "2 fired 0")
    assert state.scores[1] == 9 + 1
    play(state, deal_line("attack", "Y8", "R1", "R5"), "2 fired 0", "1 play R1")
    assert state.scores[1] == 10 + 8


def test_a_winner_who_leaves_has_won_and_nobody_else_scores() -> None:
    state = position("attack", ["RHit2", "G1 G2", "Y1"])
    play(state, "0 play RHit2", "0 leaves", "1 fired 0", "1 fired 0")
    assert state.phase is Phase.DEAL
    assert state.scores[1:3] == [0, 0]
    state = position("attack-hk", ["R1", "G1 G2", "Y1"], physical=True)
    play(state, "0 play R1", "0 leaves", "1 points 3", "2 points 1")
    assert state.scores[1:3] == [3, 1]  # where each scores their own


# Before the deal


def test_somebody_who_joins_has_everybody_draw_for_the_deal_again() -> None:
    state = new_match(rule_set("attack"), DECKS["attack"], 3)
    play(state, "0 drew R9", "1 drew B9", "2 drew Y1", "0 drew R8")
    assert state.contenders == (0, 1)
    play(state, "5 joins")
    assert state.contenders == (0, 1, 2, 5)
    play(state, "0 drew R2", "1 drew R3", "2 drew R4", "5 drew R1")
    assert state.dealer == 2


def test_somebody_who_joins_a_table_that_knows_its_dealer_draws_for_nothing() -> None:
    state = new_match(rule_set("attack"), DECKS["attack"], 2)
    play(state, "0 drew R9", "1 drew B1", "5 joins")
    assert state.contenders == ()
    assert state.dealer == 0


def test_cards_that_came_to_a_leaver_within_the_turn_are_no_bar_to_the_next_player() -> None:
    state = position("attack-hk", ["B1 B2", "R7 G1", "Y1 Y2"], next_cards="R7")
    play(state, "1 talk 0", "0 fired 1", *["0 fired 0"] * 3, "0 leaves")
    assert "play R7" in moves(state)


def test_a_skip_of_a_leaver_who_had_another_turn_still_bites() -> None:
    state = position("attack-hk", ["RSkip AllHit B3 B4", "B1", "B2", "Y1"])
    play(state, "0 play RSkip", "0 play AllHit", "0 colour R", "1 fired 0", "2 fired 0")
    play(state, "3 fired 0", "0 leaves")
    assert waits_for(state) == ("turn", 2)
