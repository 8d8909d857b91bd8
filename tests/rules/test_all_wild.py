"""Rule set `all-wild`, line by line."""

import pytest
from cardslinger.rules.cards import format_card
from cardslinger.rules.deck import DECKS
from cardslinger.rules.state import Phase, State, new_match

from tests.rules.positions import (
    deal_line,
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


def all_wild(hands: list[str], top: str = "", **how) -> State:
    return position("all-wild", hands, top, **how)


@pytest.mark.parametrize("top", ["Wild", "Skip", "DrawFour", "ForcedSwap"])
def test_all_wild_1_any_card_may_be_played_at_any_time(top: str) -> None:
    state = all_wild(["Wild Skip DrawTwo ForcedSwap", "Wild Wild"], top)
    assert moves(state) == {"play Wild", "play Skip", "play DrawTwo", "play ForcedSwap"}
    assert refusal(state, "0 fired 1") == "a_card_fits"


def test_all_wild_1_wild_does_nothing() -> None:
    state = play(all_wild(["Wild Wild Wild", "Wild Wild"]), "0 play Wild")
    assert waits_for(state) == ("turn", 1)
    assert owed(state) == []


@pytest.mark.parametrize(("card", "next_seat"), [("Reverse", 3), ("Skip", 2), ("DoubleSkip", 3)])
def test_all_wild_1_reverse_skip_and_double_skip(card: str, next_seat: int) -> None:
    state = all_wild([f"{card} Wild Wild", "Wild Wild", "Wild Wild", "Wild Wild"])
    assert waits_for(play(state, f"0 play {card}")) == ("turn", next_seat)


@pytest.mark.parametrize(("card", "cards"), [("DrawTwo", 2), ("DrawFour", 4)])
def test_all_wild_1_the_next_player_draws_exactly_and_loses_the_turn(card: str, cards: int) -> None:
    state = play(all_wild([f"{card} Wild Wild", "Wild", "Wild"]), f"0 play {card}")
    assert [(seat, count) for seat, count, _ in owed(state)] == [(1, cards)]
    play(state, "1 fired 1")
    assert [(seat, count) for seat, count, _ in owed(state)] == [(1, cards - 1)]
    play(state, f"1 fired {cards - 1}")
    assert state.sizes[1] == 1 + cards
    assert waits_for(state) == ("turn", 2)


def test_all_wild_1_a_card_too_many_goes_back() -> None:
    state = play(all_wild(["DrawTwo Wild Wild", "Wild", "Wild"]), "0 play DrawTwo")
    assert follows(state, "1 fired 3") == ["1 fired 2", "1 returned 1"]
    play(state, "1 fired 3")
    assert state.sizes[1] == 3
    assert owed(state) == []


def test_all_wild_1_targeted_draw_two_is_drawn_by_a_chosen_opponent_who_keeps_the_turn() -> None:
    hands = ["TargetedDrawTwo Wild Wild", "Wild", "Wild"]
    state = play(all_wild(hands), "0 play TargetedDrawTwo")
    assert moves(state) == {"target 1", "target 2"}
    play(state, "0 target 1", "1 fired 2")
    assert state.sizes[1] == 3
    assert waits_for(state) == ("turn", 1)


def test_all_wild_1_forced_swap_swaps_hands_and_whoever_has_one_card_must_call() -> None:
    state = all_wild(["ForcedSwap Wild Wild", "Skip", "Wild Wild Wild"])
    play(state, "0 play ForcedSwap")
    assert moves(state) == {"target 1", "target 2"}
    play(state, "0 target 1")
    assert hand(state, 0) == ["Skip"]
    assert hand(state, 1) == ["Wild", "Wild"]
    assert "catch 0" in moves(state, 2)
    assert "uno" in moves(state, 0)


def test_all_wild_2_a_missed_call_costs_exactly_two_cards() -> None:
    state = play(all_wild(["Wild Wild", "Wild Wild", "Wild"]), "0 play Wild", "2 catch 0")
    play(state, "0 fired 2")
    assert state.sizes[0] == 3
    assert waits_for(state) == ("turn", 1)


def test_all_wild_3_with_no_action_card_and_one_card_next_one_may_draw_one_and_play_it() -> None:
    state = all_wild(["Wild Wild", "Wild", "Wild Wild"], next_cards="DrawFour")
    assert moves(state) == {"play Wild", "draw"}
    play(state, "0 draw")
    assert waits_for(state) == ("pay", 0)
    play(state, "0 fired 1")
    assert moves(state) == {"play DrawFour"}
    assert refusal(state, "0 play Wild") == "play_the_drawn_card"
    play(state, "0 play DrawFour")
    assert owed(state) == [(1, 4, "draw_four")]


@pytest.mark.parametrize(
    ("own", "others"),
    [
        ("Wild Skip", ["Wild", "Wild Wild"]),  # an action card
        ("Wild Wild", ["Wild Wild", "Wild"]),  # the one card is not the next player's
    ],
)
def test_all_wild_3_there_is_no_other_voluntary_draw(own: str, others: list[str]) -> None:
    assert refusal(all_wild([own, *others]), "0 draw") == "not_on_offer"


def test_all_wild_3_a_reversed_table_looks_at_the_next_player_in_order() -> None:
    state = all_wild(["Wild Wild", "Wild Wild", "Reverse Wild Wild"], turn=2)
    play(state, "2 play Reverse", "1 play Wild")
    assert waits_for(state) == ("turn", 0)
    assert "draw" not in moves(state)  # next is seat 2, who holds two; seat 1 holds one
    state = all_wild(["Wild Wild", "Wild", "Wild Wild Reverse"], turn=2)
    assert "draw" not in moves(play(state, "2 play Reverse"))


def test_all_wild_3_when_no_card_can_come_the_player_plays_on() -> None:
    state = all_wild(["Wild Wild", "Wild", "Wild Wild"], next_cards="Skip", hopper=2)
    play(state, "0 draw", "0 fired 0 jam")
    assert waits_for(state) == ("pay", 0)
    play(state, "0 fired 1", "0 play Skip")
    assert waits_for(state) == ("turn", 2)


def test_all_wild_3_a_penalty_in_between_does_not_change_the_drawn_card() -> None:
    state = all_wild(["Wild Wild"] * 3, turn=1, next_cards="Skip DrawTwo Reverse")
    play(state, "1 play Wild", "2 play Wild", "0 draw", "1 catch 2", "0 fired 1", "2 fired 2")
    assert moves(state) == {"play Skip"}


@pytest.mark.parametrize(
    ("card", "next_seat"),
    [("Wild", 1), ("Skip", 2), ("Reverse", 3), ("DoubleSkip", 3)],
)
def test_all_wild_4_a_first_action_takes_effect(card: str, next_seat: int) -> None:
    assert waits_for(begun_with(card)) == ("turn", next_seat)


@pytest.mark.parametrize(("card", "cards"), [("DrawTwo", 2), ("DrawFour", 4)])
def test_all_wild_4_a_first_draw_is_drawn_by_the_first_player_who_is_skipped(
    card: str, cards: int
) -> None:
    state = begun_with(card)
    assert [(seat, count) for seat, count, _ in owed(state)] == [(1, cards)]
    assert waits_for(play(state, f"1 fired {cards}")) == ("turn", 2)


def test_all_wild_4_the_dealer_picks_who_draws_who_keeps_the_first_turn() -> None:
    state = begun_with("TargetedDrawTwo")
    assert waits_for(state) == ("target", 0)
    play(state, "0 target 1", "1 fired 2")
    assert waits_for(state) == ("turn", 1)


def test_all_wild_4_the_dealer_swaps_with_a_chosen_player() -> None:
    state = begun_with("ForcedSwap")
    before = hand(state, 0), hand(state, 2)
    assert waits_for(state) == ("target", 0)
    play(state, "0 target 2")
    assert (hand(state, 2), hand(state, 0)) == before
    assert waits_for(state) == ("turn", 1)


def begun_with(card: str) -> State:
    """A deal by seat 0 of four whose first card is this one."""
    rules = rule_set("all-wild", hand_size=2)
    state = new_match(rules, DECKS["all-wild"], 4)
    hands = ["Wild", "Wild", "Wild", "Reverse", "Wild", "Wild", "Wild", "Skip"]
    play(state, "0 deals", deal_line("all-wild", *hands, card))
    assert format_card(state.top) == card
    return state


def test_all_wild_5_with_two_players_reverse_acts_as_skip() -> None:
    assert waits_for(play(all_wild(["Reverse Wild Wild", "Wild"]), "0 play Reverse")) == ("turn", 0)


def test_all_wild_5_with_two_players_double_skip_gives_the_same_player_the_turn() -> None:
    state = play(all_wild(["DoubleSkip Wild Wild", "Wild"]), "0 play DoubleSkip")
    assert waits_for(state) == ("turn", 0)


def test_all_wild_6_draws_of_a_last_card_take_effect_before_scoring() -> None:
    state = play(all_wild(["DrawTwo", "Wild"], next_cards="Skip Skip"), "0 play DrawTwo")
    assert state.scores[0] == 0
    play(state, "1 fired 2")
    assert state.scores[0] == 20 + 50 + 50
    state = play(all_wild(["TargetedDrawTwo", "Wild"], next_cards="Wild Wild"),
                 "0 play TargetedDrawTwo", "0 target 1", "1 fired 2")  # fmt: skip
    assert state.scores[0] == 60


def test_all_wild_6_a_forced_swap_as_last_card_swaps_nothing() -> None:
    state = play(all_wild(["ForcedSwap", "Wild Skip"]), "0 play ForcedSwap")
    assert state.winner == 0
    assert state.scores[:2] == [70, 0]


def test_all_wild_7_the_winner_scores_and_the_deal_passes_left() -> None:
    state = all_wild(["Wild", "Wild Wild", "DrawFour"])
    dealer = state.dealer
    play(state, "0 play Wild")
    assert state.scores[:3] == [90, 0, 0]
    assert state.dealer == state.left[dealer]


def test_all_wild_7_the_first_to_500_or_more_wins() -> None:
    state = all_wild(["Wild", "Wild Wild", "DrawFour"])
    state.scores[0] = 410
    play(state, "0 play Wild")
    assert state.phase is Phase.OVER
    assert state.winners() == (0,)
