"""Faults that people met in other programs, each for its whole kind (cases 12 to 21).

Case 20, statistics of a round that ends with a Reverse, is in `tests/study`.
"""

import random

import pytest
from cardslinger.rules.apply import apply
from cardslinger.rules.bots import BOTS
from cardslinger.rules.cards import format_card
from cardslinger.rules.deck import DECKS
from cardslinger.rules.events import Moved
from cardslinger.rules.legal import legal
from cardslinger.rules.ruleset import PRESETS
from cardslinger.rules.state import NOBODY, Phase, new_match
from cardslinger.rules.view import view

from tests.rules.positions import (
    deal_line,
    empty_launcher,
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


@pytest.mark.parametrize("name", PRESETS)
def test_case_12_with_two_players_a_reverse_does_something(name: str) -> None:
    reverse = "RReverse B1 B2" if name != "all-wild" else "Reverse Wild Wild"
    state = position(name, [reverse, "Wild Wild"], extra_card="never")
    play(state, f"0 play {reverse.split()[0]}")
    assert waits_for(state) == ("turn", 0)


@pytest.mark.parametrize(
    ("name", "card"),
    [(name, format_card(card)) for name in PRESETS for card in sorted(set(DECKS[name]))],
)
@pytest.mark.parametrize("players", [2, 3, 10])
def test_case_13_a_round_that_starts_on_any_card_can_be_played(
    name: str, card: str, players: int
) -> None:
    state = new_match(rule_set(name, first_dealer="pick", hand_size=1), DECKS[name], players)
    kinds = iter(format_card(one) for one in DECKS[name] if format_card(one) != card)
    hands = [next(kinds) for _ in range(players)]
    play(state, "0 deals", deal_line(name, *hands, card))
    assert state.phase in (Phase.TURN, Phase.PAY, Phase.COLOUR, Phase.TARGET)
    assert legal(state)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(
    "lines",
    [
        ["0 play Wild"],
        ["0 play Hit4"],
        ["0 play AttackAttack"],
        ["0 play AttackAttack", "0 colour B"],
        ["0 play RTradeHands"],
        ["0 play RDiscardAll"],
        ["0 play RSkip"],
    ],
)
def test_case_14_a_choice_that_nobody_makes_can_be_made_for_them(
    bot: str, lines: list[str]
) -> None:
    card = lines[0].removeprefix("0 play ")
    state = play(position("attack", [f"{card} R1 B1 B2", "G1 G2", "Y1 Y2"]), *lines)
    for _ in range(10):
        if state.turn != 0 or state.phase is Phase.PAY:
            break
        move = BOTS[bot](view(state, 0), random.Random(1).random)
        assert move in legal(state)
        apply(state, Moved(0, move))
    assert state.turn != 0


def test_case_15_a_reload_leaves_the_top_card_and_the_colour() -> None:
    state = position("attack", ["B1 G1", "G1 G2"], top="Wild", colour="Y", hopper=0)
    assert waits_for(state) == ("reload", NOBODY)
    play(state, reload_line(state))
    assert format_card(state.top) == "Wild"
    assert moves(state) == {"press"}
    assert refusal(state, "0 play B1") == "does_not_fit"


def test_case_15_no_reload_is_asked_for_where_only_the_top_card_lies() -> None:
    state = empty_launcher(position("attack", ["B1", "G1"], hopper=0))
    assert waits_for(state) == ("turn", 0)


@pytest.mark.parametrize("name", ["attack", "attack-hk"])
def test_case_16_with_an_empty_launcher_and_no_card_that_fits_nothing_hangs(name: str) -> None:
    state = empty_launcher(position(name, ["BSkip", "GHit2", "YReverse"], hopper=0))
    for seat in range(3):
        assert moves(state) == {"pass"}
        play(state, f"{seat} pass")
    assert state.blocked


def test_case_17_a_catch_while_a_colour_is_being_chosen_waits_and_is_not_lost() -> None:
    state = play(position("attack", ["Wild B1", "G1", "Y1"]), "0 play Wild", "1 catch 0")
    assert waits_for(state) == ("colour", 0)
    play(state, "0 colour Y")
    assert owed(state) == [(0, 2, "uno")]
    assert waits_for(play(state, "0 fired 0", "0 fired 1")) == ("turn", 1)


def test_case_17_a_call_during_the_choice_still_counts_where_it_may_come_after() -> None:
    state = play(position("attack", ["Wild B1", "G1", "Y1"]), "0 play Wild", "0 uno")
    assert refusal(state, "1 catch 0") == "nothing_to_catch"


def test_case_17_after_a_swap_the_one_who_was_exposed_and_has_more_cards_is_so_no_more() -> None:
    state = position("attack", ["RTradeHands B1", "G1 G2 G3", "Y1 Y2"])
    play(state, "0 play RTradeHands")
    assert "catch 0" in moves(state, 2)
    play(state, "0 target 1")
    assert refusal(state, "2 catch 0") == "nothing_to_catch"
    assert "catch 1" in moves(state, 2)


@pytest.mark.parametrize(
    ("name", "last", "scores"),
    [("attack", "RHit2", [3, 0]), ("attack", "AllHit", [3, 0]), ("attack-hk", "R1", [0, 1])],
)
def test_case_18_a_winner_never_scores_or_is_charged_for_own_cards(
    name: str, last: str, scores: list[int]
) -> None:
    state = position(name, [last, "G1"], next_cards="G2 Wild Wild")
    play(state, f"0 play {last}")
    while state.phase is Phase.PAY:
        play(state, f"{state.seat} fired {state.sizes[1] == 1:d}")
    assert hand(state, 0) == []
    assert state.scores[:2] == scores


def test_case_19_whoever_leaves_owing_is_passed_over_and_the_order_stays() -> None:
    state = position("attack", ["RHit2 B1 B2", "G1", "Y1", "Y2"])
    play(state, "0 play RHit2", "1 fired 1", "1 leaves")
    assert owed(state) == []
    assert waits_for(state) == ("turn", 2)
    assert waits_for(play(state, "2 fired 0", "3 fired 0")) == ("turn", 0)
    assert waits_for(play(state, "0 fired 0")) == ("turn", 2)


def test_case_21_a_cut_on_a_hit_that_could_be_stacked_loses_no_debt() -> None:
    hands = ["RHit2 B1 B2", "BHit2 G1 G2", "RHit2 Y1 Y2", "GHit2 Y3 Y4"]
    state = position("attack-hk", hands, stacking=True)
    play(state, "0 play RHit2", "2 cut RHit2")
    assert owed(state) == [(1, 2, "hit_2"), (3, 2, "hit_2")]
    assert moves(state) == {"press"}  # of two debts none can be handed on
    play(state, "1 fired 0", "1 fired 0", "3 play GHit2")
    assert owed(state) == [(0, 4, "hit_2")]


def test_case_21_a_swap_after_a_cut_trades_the_cutters_hand() -> None:
    state = position("attack-hk", ["RTradeHands B1 B2", "G1 G2", "RTradeHands Y1 Y2"])
    play(state, "0 play RTradeHands", "0 target 1", "2 cut RTradeHands", "2 target 1")
    assert [hand(state, seat) for seat in range(3)] == [["G1", "G2"], ["Y1", "Y2"], ["B1", "B2"]]


def test_case_21_a_caught_stacker_pays_before_the_one_it_was_handed_to() -> None:
    state = position("attack", ["RHit2 B1 B2", "BHit2 G1", "Y1 Y2"], stacking=True)
    play(state, "0 play RHit2", "1 play BHit2", "0 catch 1")
    assert owed(state) == [(2, 4, "hit_2"), (1, 2, "uno")]
    assert moves(state) == {"press"}


def test_case_21_an_extra_card_may_be_a_hit_that_is_stacked_on() -> None:
    state = position("attack", ["RSkip RHit2 B1 B2", "G1", "BHit2 Y1 Y2"], stacking=True)
    play(state, "0 play RSkip", "0 play RHit2", "2 play BHit2")
    assert owed(state) == [(0, 4, "hit_2")]


def test_case_21_a_stacked_last_card_ends_the_round_once_it_is_paid() -> None:
    state = position("attack", ["RHit2 B1 B2", "BHit2", "Y1 Y2"], stacking=True)
    play(state, "0 play RHit2", "1 play BHit2")
    assert state.winner == 1
    play(state, *["2 fired 0"] * 4)
    assert state.phase is Phase.DEAL
    assert state.scores[1] == 1 + 2 + 1 + 2
