"""The first card of the discard pile in `attack` (attack 15); the others' lines have their own."""

import pytest
from cardslinger.rules.cards import format_card
from cardslinger.rules.state import Phase, State, new_match

from tests.rules.positions import (
    EVERY_KIND,
    deal_line,
    hand,
    moves,
    owed,
    play,
    rule_set,
    waits_for,
)


def begun_with(card: str, players: int = 3) -> State:
    """A deal by seat 0 whose first card is this one, then a blue 9."""
    rules = rule_set("attack", first_dealer="pick", hand_size=1)
    state = new_match(rules, EVERY_KIND, players)
    hands = ["G1", "G2", "G3"][:players]
    return play(state, "0 deals", deal_line(EVERY_KIND, *hands, card, "B9"))


def test_attack_15_first_card_hit_2_has_the_dealers_left_press_and_play_passes_on() -> None:
    state = begun_with("RHit2")
    assert owed(state) == [(1, 2, "hit_2")]
    assert waits_for(play(state, "1 fired 0", "1 fired 0")) == ("turn", 2)


@pytest.mark.parametrize("card", ["AttackAttack", "Hit4", "Customizable", "RTradeHands"])
def test_attack_15_a_first_card_that_needs_a_player_goes_back(card: str) -> None:
    state = begun_with(card)
    assert format_card(state.top) == "B9"
    assert format_card(state.hopper[0]) == card  # at the bottom of the hopper
    assert waits_for(state) == ("turn", 1)
    assert state.cards_in_all() == len(EVERY_KIND)


def test_attack_15_the_others_begin_as_in_attack_hk() -> None:
    assert waits_for(begun_with("RSkip")) == ("turn", 2)
    assert waits_for(begun_with("RReverse")) == ("turn", 2)
    assert waits_for(begun_with("Wild")) == ("colour", 1)


def test_attack_15_nobody_gets_an_extra_card_for_the_first_card() -> None:
    state = begun_with("GSkip")
    assert state.phase is Phase.TURN


def test_attack_15_first_all_hit_all_but_the_dealer_press_then_the_dealer_starts() -> None:
    state = begun_with("AllHit")
    assert waits_for(state) == ("colour", 0)
    play(state, "0 colour G")
    assert owed(state) == [(1, 1, "all_hit"), (2, 1, "all_hit")]
    assert waits_for(play(state, "1 fired 0", "2 fired 0")) == ("turn", 0)


def test_attack_15_first_hit_fire_the_dealers_left_chooses_presses_and_loses_the_turn() -> None:
    state = begun_with("HitFire")
    assert waits_for(state) == ("colour", 1)
    play(state, "1 colour B")
    assert owed(state) == [(1, 1, "hit_fire")]
    assert waits_for(play(state, "1 fired 0", "1 fired 2")) == ("turn", 2)


def test_attack_15_first_discard_all_lays_nothing_and_wants_its_colour() -> None:
    state = begun_with("GDiscardAll")
    assert waits_for(state) == ("turn", 1)
    assert hand(state, 0) == ["G3"]  # of three the dealer is dealt to last
    assert moves(state) == {"play G1", "press"}
    assert moves(begun_with("RDiscardAll")) == {"press"}


def test_attack_15_of_two_a_first_reverse_gives_the_dealer_the_turn() -> None:
    assert waits_for(begun_with("RReverse", 2)) == ("turn", 0)
