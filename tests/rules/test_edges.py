"""What must hold in all three rule sets when things go wrong or people come and go."""

import pytest
from cardslinger.rules.cards import format_card
from cardslinger.rules.deck import ATTACK, DECKS, make_deck
from cardslinger.rules.state import NOBODY, Phase, State, new_match

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
    reload_line,
    rule_set,
    waits_for,
)

THREE_NINES = make_deck("three nines", {**ATTACK.each_colour, 9: 3}, ATTACK.no_colour)


def owing_hit_4(hopper: int, **how) -> State:
    state = position("attack", ["Hit4 B1 B2", "G1", "Y1"], next_cards="R1 R2 R3", hopper=hopper,
                     **how)  # fmt: skip
    return play(state, "0 play Hit4", "0 colour G")


def test_an_empty_launcher_pauses_an_obligation_and_asks_for_a_reload() -> None:
    state = play(owing_hit_4(1), "1 fired 1 empty")
    assert owed(state) == [(1, 3, "hit_4")]
    assert waits_for(state) == ("reload", NOBODY)
    assert refusal(state, "1 fired 1") == "reload_first"


def test_after_the_reload_what_is_still_owed_goes_on() -> None:
    state = play(owing_hit_4(1), "1 fired 1 empty")
    play(state, reload_line(state))
    assert waits_for(state) == ("pay", 1)
    assert owed(state) == [(1, 3, "hit_4")]
    assert waits_for(play(state, *["1 fired 0"] * 3)) == ("turn", 2)


def test_a_press_that_finds_the_launcher_empty_is_no_lucky_blank() -> None:
    state = play(owing_hit_4(3, physical=True), "1 fired 0 empty")
    assert owed(state) == [(1, 4, "hit_4")]
    assert waits_for(play(state, "reload")) == ("pay", 1)


@pytest.mark.parametrize("outcome", ["empty", "jam"])
def test_a_press_of_ones_own_that_fails_is_made_again(outcome: str) -> None:
    state = position("attack", ["B1 B2", "G1"], hopper=9, physical=True)
    play(state, f"0 fired 0 {outcome}")
    if outcome == "empty":
        play(state, "reload")
    assert waits_for(state) == ("turn", 0)


def test_the_active_colour_and_the_top_card_survive_a_reload() -> None:
    state = play(owing_hit_4(1), "1 fired 1 empty")
    play(state, reload_line(state), *["1 fired 0"] * 3)
    assert format_card(state.top) == "Hit4"
    assert len(state.discards) == 1
    assert "play Y1" not in moves(state)
    assert refusal(state, "2 play Y1") == "does_not_fit"


def test_a_reload_takes_just_the_discards_without_the_top() -> None:
    state = play(owing_hit_4(1), "1 fired 1 empty")
    assert refusal(state, "reload") == "not_the_discards"
    assert refusal(state, reload_line(state) + " Hit4") == "not_the_discards"
    assert refusal(play(state, reload_line(state)), "reload R1") == "not_now"


def test_an_exact_draw_goes_on_after_a_reload_with_the_cards_still_owed() -> None:
    state = position("all-wild", ["DrawFour Wild Wild", "Wild", "Wild"], hopper=3)
    play(state, "0 play DrawFour", "1 fired 3 empty")
    assert owed(state) == [(1, 1, "draw_four")]
    assert waits_for(state) == ("reload", NOBODY)
    play(state, reload_line(state), "1 fired 1")
    assert state.sizes[1] == 5
    assert waits_for(state) == ("turn", 2)


def test_an_exact_draw_ends_with_a_notice_when_every_card_is_in_a_hand() -> None:
    state = position("all-wild", ["DrawFour Wild Wild", "Wild", "Wild"])
    state.aside = len(state.hopper) - 2
    state.hopper = state.hopper[:2]
    play(state, "0 play DrawFour")
    state.aside += len(state.discards) - 1
    state.discards = state.discards[-1:]
    assert follows(state, "1 fired 2 empty") == ["1 fired 2 empty", "1 waived"]
    play(state, "1 fired 2 empty")
    assert state.sizes[1] == 3
    assert owed(state) == []
    assert waits_for(state) == ("turn", 2)


def test_presses_on_a_launcher_that_can_get_no_cards_are_paid_all_the_same() -> None:
    state = position("attack", ["RHit2 B1 B2", "G1", "Y1"])
    play(state, "0 play RHit2")
    state.aside = len(state.hopper) + 1
    state.hopper, state.discards = [], state.discards[-1:]
    play(state, "1 fired 0 empty", "1 fired 0 empty")
    assert waits_for(state) == ("turn", 2)


def test_a_round_in_which_nobody_can_do_anything_ends_and_says_so() -> None:
    state = empty_launcher(position("attack-hk", ["Wild", "RSkip", "BHit2"], hopper=0))
    play(state, "0 pass", "1 pass", "2 pass")
    assert state.blocked
    assert state.phase is Phase.DEAL
    assert state.winner == NOBODY
    assert state.scores[:3] == [50, 20, 20]  # each their own


def test_a_blocked_round_gives_no_points_where_the_winner_takes_them() -> None:
    state = empty_launcher(position("attack", ["B1", "B2"], hopper=0))
    play(state, "0 pass", "1 pass")
    assert state.blocked
    assert state.scores[:2] == [0, 0]


def test_a_play_in_between_starts_the_count_of_passes_again() -> None:
    state = empty_launcher(position("attack", ["B1 B2", "R2 G1 G2", "Y1"], hopper=0))
    play(state, "0 pass", "1 play R2")
    assert state.passes == 0
    assert waits_for(state) == ("reload", NOBODY)  # R5 lies under it


def test_cards_that_come_in_between_start_the_count_of_passes_again() -> None:
    hands = ["BSkip", "GHit2", "YReverse", "Y9"]
    state = empty_launcher(position("attack-hk", hands, hopper=0))
    play(state, "0 pass", "1 pass", "2 talk 0", "3 leaves", "0 fired 1", *["0 fired 0 empty"] * 3)
    assert hand(state, 0) == ["BSkip", "Y9"]
    play(state, "2 pass")
    assert not state.blocked
    assert waits_for(state) == ("turn", 0)


def test_whoever_can_play_does_not_pass() -> None:
    state = empty_launcher(position("attack", ["R1 B2", "G1"], hopper=0))
    assert moves(state) == {"play R1"}


@pytest.mark.parametrize(
    ("card", "choices"),
    [
        ("Wild", ["0 colour G"]),
        ("AttackAttack", ["0 colour G", "0 target 2"]),
        ("RTradeHands", ["0 target 2"]),
        ("RDiscardAll", ["0 done"]),
    ],
)
def test_a_penalty_that_comes_due_during_a_choice_waits_its_turn(
    card: str, choices: list[str]
) -> None:
    hands = [f"{card} R1 B1", "G1 G2", "Y1 Y2 Y3"]
    state = play(position("attack", hands, table_talk_penalty=4), f"0 play {card}", "2 talk 1")
    for choice in choices:
        assert state.seat == 0
        play(state, choice)
    assert owed(state)[0] == (1, 4, "table_talk")
    assert waits_for(state) == ("pay", 1)


def test_debts_are_paid_in_the_order_in_which_they_came() -> None:
    state = position("attack", ["Hit4 B1", "G1 G2", "Y1 Y2 Y3"])
    play(state, "0 play Hit4", "2 catch 0", "0 colour G")
    assert owed(state) == [(0, 2, "uno"), (1, 4, "hit_4")]


@pytest.mark.parametrize("name", ["attack", "attack-hk", "all-wild"])
def test_ten_players_begin_with_a_short_hopper(name: str) -> None:
    state = new_match(rule_set(name, first_dealer="pick"), DECKS[name], 10)
    play(state, "3 deals", deal_line(name))
    assert len(state.hopper) == 41
    assert state.cards_in_all() == 112


# People who leave and join


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


# Physical tables: corrections and undo


def test_a_correction_repairs_a_count_and_books_the_rest_as_missing() -> None:
    state = position("attack", ["R1 B1", "G1"], physical=True)
    play(state, "0 holds 4", "hopper holds 100")
    assert state.sizes[0] == 4
    assert len(state.hopper) == 100
    assert state.cards_in_all() == len(state.deck)


@pytest.mark.parametrize("line", ["0 holds 0", "hopper holds 200"])
def test_a_correction_that_cant_be_is_refused(line: str) -> None:
    state = position("attack", ["R1 B1", "G1"], physical=True)
    assert refusal(state, line) == "impossible_count"


@pytest.mark.parametrize("line", ["0 holds 3", "hopper holds 3"])
def test_virtual_cards_need_no_correction(line: str) -> None:
    assert refusal(position("attack", ["R1 B1", "G1"]), line) == "physical_only"


def test_more_physical_cards_than_were_booked_are_taken_as_they_come() -> None:
    state = position("attack", ["B1", "G1"], hopper=2, physical=True)
    play(state, "0 fired 5")
    assert state.sizes[0] == 6
    assert state.missing == -3
    assert state.cards_in_all() == len(state.deck)


def test_more_virtual_cards_than_there_are_go_back() -> None:
    state = position("attack", ["B1", "G1"], hopper=2)
    assert follows(state, "0 fired 5") == ["0 fired 2", "0 returned 3"]
    play(state, "0 fired 5")
    assert state.sizes[0] == 3
    assert state.cards_in_all() == len(state.deck)


def test_physical_points_are_told_before_the_round_is_scored() -> None:
    state = position("attack", ["R1", "G1 G2", "Y9"], physical=True)
    play(state, "0 play R1")
    assert state.phase is Phase.COUNT
    assert refusal(state, "0 points 5") == "not_now"
    play(state, "1 points 30", "1 points 3")  # a slip, told again
    play(state, "2 points 9")
    assert state.scores[:3] == [12, 0, 0]
    assert state.phase is Phase.DEAL


def test_a_physical_hand_may_hold_any_card_of_the_deck() -> None:
    state = position("attack", ["R1 B1", "G1"], physical=True)
    assert {"play R1", "play R9", "play B5", "play Wild", "press"} <= moves(state)
    assert "play B1" not in moves(state)


def test_a_physical_card_of_which_all_lie_on_the_pile_already_is_recorded_as_claimed() -> None:
    state = position("attack", ["R9 B1", "R9 G1", "R9 Y1"], physical=True, deck=THREE_NINES)
    assert follows(play(state, "0 play R9", "1 play R9"), "2 play R9") == ["2 play R9"]
    assert follows(play(state, "2 play R9", "0 fired 0", "1 fired 0"), "2 play R9") == [
        "2 play R9 claimed"
    ]


def test_a_physical_discard_all_counts_the_cards_it_lays_down() -> None:
    state = position("attack", ["RDiscardAll R1 B1", "G1"], physical=True)
    play(state, "0 play RDiscardAll")
    assert moves(state) == {"lay ?", "done"}
    play(state, "0 lay ?", "0 uno", "0 done")
    assert state.sizes[0] == 1
    assert hand(state, 0) == ["?"]
