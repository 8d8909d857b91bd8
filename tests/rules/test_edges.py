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


def physical_first_draw_four(*lines: str) -> State:
    """A physical table of which every card but the first is in a hand or the launcher."""
    state = new_match(rule_set("all-wild"), DECKS["all-wild"], 4, physical=True)
    return play(state, "0 deals", "deal hands", "turned DrawFour", *lines)


def test_a_physical_exact_draw_ends_when_the_launcher_is_empty_and_nothing_lies_below() -> None:
    state = physical_first_draw_four()
    assert follows(state, "1 fired 2 jam") == ["1 fired 2 jam"]
    assert follows(state, "1 fired 0") == ["1 fired 0"]
    assert follows(state, "1 fired 2 empty") == ["1 fired 2 empty", "1 waived"]
    play(state, "1 fired 2 empty")
    assert state.sizes[1] == 9
    assert waits_for(state) == ("turn", 2)


def test_the_next_physical_exact_draw_from_an_empty_launcher_ends_too() -> None:
    state = physical_first_draw_four("3 holds 1", "2 catch 3", "1 fired 2 empty")
    assert owed(state) == [(3, 2, "uno")]
    assert follows(state, "3 fired 1 jam") == ["3 fired 1 jam"]  # so there was one after all
    assert follows(state, "3 fired 0 jam") == ["3 fired 0 jam", "3 waived"]
    assert follows(play(state, "3 fired 1 jam"), "3 fired 0 jam") == ["3 fired 0 jam"]


def test_a_physical_exact_draw_goes_on_when_something_lies_below() -> None:
    state = position("all-wild", ["DrawFour Wild Wild", "Wild", "Wild"], physical=True)
    play(state, "0 play DrawFour", "1 fired 2 empty")
    assert waits_for(state) == ("reload", NOBODY)
    assert owed(play(state, "reload")) == [(1, 2, "draw_four")]


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize("ending", ["", " empty", " jam"])
def test_attack_11_a_hit_fire_for_which_no_card_can_come_is_waived(
    physical: bool, ending: str
) -> None:
    state = position("attack", ["HitFire B1 B2", "G1", "Y1"], physical=physical)
    state = empty_launcher(play(state, "0 play HitFire", "0 colour G"))
    assert follows(state, f"1 fired 0{ending}") == [f"1 fired 0{ending}", "1 waived"]
    assert waits_for(play(state, f"1 fired 0{ending}")) == ("turn", 2)


def test_all_wild_3_a_special_draw_for_which_no_card_comes_is_waived_and_the_player_plays() -> None:
    state = position("all-wild", ["Wild Wild", "Wild", "Wild Wild"], physical=True)
    play(state, "0 draw")
    assert follows(state, "0 fired 0 empty") == ["0 fired 0 empty", "0 waived"]
    play(state, "0 fired 0 empty")
    assert waits_for(state) == ("turn", 0)
    assert "play Wild" in moves(state)
    assert "draw" not in moves(state)


# A reload is asked for when somebody has to press


def test_play_goes_on_with_an_empty_launcher_and_a_press_asks_for_the_reload() -> None:
    state = position("attack", ["R1 B1 B2", "G1 G2", "Y1 Y2"], hopper=0)
    assert waits_for(state) == ("turn", 0)
    assert moves(state) == {"play R1", "press"}
    play(state, "0 play R1")
    assert waits_for(state) == ("turn", 1)  # G1 fits
    play(state, "1 fired 0 empty")
    assert waits_for(state) == ("reload", NOBODY)
    play(state, reload_line(state))
    assert waits_for(state) == ("turn", 1)


def test_whoever_holds_nothing_that_fits_has_to_press_so_the_reload_comes_first() -> None:
    state = play(position("attack", ["R1 B1 B2", "G2", "Y1 Y2"], hopper=0), "0 play R1")
    assert waits_for(state) == ("reload", NOBODY)


def test_whoever_owes_presses_gets_the_reload_whatever_the_next_player_holds() -> None:
    state = play(position("attack", ["RHit2 B1 B2", "G2", "R1 R2"], hopper=0), "0 play RHit2")
    assert waits_for(state) == ("reload", NOBODY)


def test_nobody_gets_more_cards_than_the_launcher_can_fire() -> None:
    state = position("attack", ["B1", "G1"], physical=True)
    assert refusal(state, "0 fired 113") == "impossible_count"


def test_an_extra_card_is_laid_without_a_reload() -> None:
    state = play(position("attack", ["RSkip R1 B2", "G1", "Y1"], hopper=0), "0 play RSkip")
    assert waits_for(state) == ("extra", 0)


def test_a_physical_extra_card_is_laid_without_a_reload_too() -> None:
    state = position("attack", ["RSkip R1 B2", "G1", "Y1"], physical=True)
    play(empty_launcher(state), "0 play RSkip")
    assert waits_for(state) == ("extra", 0)
    assert waits_for(play(state, "0 done")) == ("reload", NOBODY)


def test_a_virtual_launcher_that_says_empty_too_early_is_pressed_again() -> None:
    state = play(position("attack", ["B1", "G1", "Y1"], hopper=5), "0 fired 0 empty")
    assert waits_for(state) == ("turn", 0)


def test_a_physical_launcher_is_empty_when_it_says_so_not_when_the_count_does() -> None:
    state = position("attack", ["B1", "G1", "Y1"], hopper=1, physical=True)
    play(state, "0 fired 1")
    assert state.hopper == []
    assert waits_for(state) == ("turn", 1)
    assert waits_for(play(state, "1 fired 2")) == ("turn", 2)  # there were more
    owing = position("attack", ["RHit2 B1", "G1", "Y1"], hopper=1, physical=True)
    assert waits_for(play(owing, "0 play RHit2", "1 fired 1")) == ("pay", 1)
    play(state, "2 fired 0 empty")
    assert waits_for(state) == ("reload", NOBODY)
    assert waits_for(play(state, "reload")) == ("turn", 2)
    assert waits_for(play(state, "2 fired 0", "0 play R7")) == ("turn", 1)  # it is full


def test_cards_that_a_physical_launcher_said_it_had_not_are_missing() -> None:
    state = position("attack", ["B1", "G1", "Y1"], hopper=9, physical=True)
    play(state, "0 fired 2 empty")
    assert state.missing == 7
    assert state.cards_in_all() == len(state.deck)


def test_somebody_who_counts_cards_into_a_physical_launcher_needs_no_reload() -> None:
    state = position("attack", ["B1", "G1", "Y1"], hopper=9, physical=True)
    play(state, "0 fired 0 empty")
    assert waits_for(state) == ("reload", NOBODY)
    assert waits_for(play(state, "hopper holds 4")) == ("turn", 0)
    assert waits_for(play(state, "hopper holds 0")) == ("reload", NOBODY)


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
