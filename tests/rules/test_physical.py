"""Physical cards: counts that may be wrong, points told, and what rests on a player's word."""

import pytest
from cardslinger.rules.deck import ATTACK, make_deck
from cardslinger.rules.state import Phase, State, new_match

from tests.rules.positions import (
    empty_launcher,
    follows,
    hand,
    moves,
    play,
    position,
    refusal,
    rule_set,
)

THREE_NINES = make_deck("three nines", {**ATTACK.each_colour, 9: 3}, ATTACK.no_colour)


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
    assert state.phase is Phase.COUNT
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


@pytest.mark.parametrize(("choice", "line"), [("all", "0 done claimed"), ("any_number", "0 done")])
def test_a_physical_discard_all_that_must_lay_all_of_its_colour_is_done_on_a_claim(
    choice: str, line: str
) -> None:
    state = position("attack", ["RDiscardAll R1 B1", "G1"], physical=True, discard_all=choice)
    assert follows(play(state, "0 play RDiscardAll"), "0 done") == [line]


def test_an_extra_card_that_is_not_laid_is_no_claim() -> None:
    state = position("attack", ["RSkip R1 B1", "G1"], physical=True, discard_all="all")
    assert follows(play(state, "0 play RSkip"), "0 done") == ["0 done"]


def test_a_physical_special_draw_and_a_pass_are_claimed() -> None:
    state = position("all-wild", ["Wild Wild", "Wild", "Wild Wild"], physical=True)
    assert follows(state, "0 draw") == ["0 draw claimed"]
    state = position("attack", ["B1", "G1"], physical=True)
    assert follows(empty_launcher(state), "0 pass") == ["0 pass claimed"]


def test_a_physical_drawn_card_may_be_any() -> None:
    state = position("all-wild", ["Wild Wild", "Wild", "Wild Wild"], physical=True)
    play(state, "0 draw", "0 fired 1")
    assert moves(state) >= {"play Wild", "play DrawFour", "play ForcedSwap"}


def test_a_first_card_from_a_launcher_that_should_be_empty_is_one_too_many() -> None:
    state = new_match(rule_set("attack", first_dealer="pick"), ATTACK, 2, physical=True)
    play(state, "0 deals", "deal hands", "hopper holds 0", "turned R5")
    assert state.missing == 112 - 14 - 1
    assert state.cards_in_all() == 112


def test_nobody_knows_what_is_reloaded_at_a_physical_table() -> None:
    state = play(position("attack", ["B1", "G1"], hopper=9, physical=True), "0 fired 0 empty")
    assert refusal(state, "reload R1") == "unknown_cards"


@pytest.mark.parametrize("card", ["RSkip", "RReverse"])
def test_a_physical_last_card_wins_at_once_without_an_extra_card(card: str) -> None:
    state = play(position("attack", [card, "G1", "Y1"], physical=True), f"0 play {card}")
    assert state.winner == 0
    assert state.phase is Phase.COUNT


# Corrections and points once the round is over


def counting() -> State:
    return play(position("attack", ["R1", "G1 G2", "Y9"], physical=True), "0 play R1")


def test_counts_of_the_others_are_corrected_while_points_are_told() -> None:
    state = play(counting(), "1 holds 3")
    assert refusal(state, "1 points 2") == "impossible_count"
    play(state, "1 points 3", "2 points 9")
    assert state.scores[0] == 12


def test_the_winners_hand_stays_empty() -> None:
    assert refusal(counting(), "0 holds 1") == "has_won"
    state = play(position("attack", ["RHit2", "G1 G2"], physical=True), "0 play RHit2")
    assert refusal(state, "0 holds 1") == "has_won"


def test_nothing_is_corrected_between_rounds_or_for_an_empty_seat() -> None:
    state = counting()
    assert refusal(state, "7 holds 3") == "nobody_there"
    play(state, "1 points 3", "2 points 9")
    assert refusal(state, "1 holds 3") == "not_now"


@pytest.mark.parametrize("points", [1, 101, 9999])
def test_points_that_two_cards_cant_have_are_refused(points: int) -> None:
    assert refusal(counting(), f"1 points {points}") == "impossible_count"


@pytest.mark.parametrize("points", [2, 100])
def test_points_that_two_cards_can_have_are_taken(points: int) -> None:
    assert play(counting(), f"1 points {points}", "2 points 1").scores[0] == points + 1


def test_nobody_tells_points_for_the_winner_or_an_empty_seat() -> None:
    assert refusal(counting(), "0 points 0") == "not_now"
    assert refusal(counting(), "7 points 0") == "not_now"


def passed_twice() -> State:
    """A physical table of three without a card to come, of whom two have passed."""
    state = position("attack", ["B1", "G1", "Y1"], physical=True, table_talk_penalty=1)
    return play(empty_launcher(state), "0 pass", "1 pass")


def test_a_third_pass_blocks_the_round_though_there_were_cards_for_a_while() -> None:
    state = play(passed_twice(), "hopper holds 5", "hopper holds 0", "2 pass")
    assert state.blocked
    assert state.phase is Phase.DEAL  # nobody scores, so nobody tells points


@pytest.mark.parametrize(
    ("lines", "last"), [(["2 fired 0"], "0 pass"), (["2 talk 0", "0 fired 1"], "2 pass")]
)
def test_a_blank_press_or_a_card_that_comes_starts_the_count_of_passes_again(
    lines: list[str], last: str
) -> None:
    assert not play(passed_twice(), "hopper holds 5", *lines, "hopper holds 0", last).blocked


def test_a_physical_cut_with_a_card_of_which_all_lie_on_the_pile_is_recorded_as_claimed() -> None:
    state = position("attack-hk", ["R7 B1 B2", "G1 G2", "R7 Y1 Y2", "Y3 Y4"], physical=True)
    assert follows(play(state, "0 play R7"), "2 cut R7") == ["2 cut R7"]
    assert follows(play(state, "2 cut R7"), "1 cut R7") == ["1 cut R7 claimed"]
