"""Before the first turn: players, the draw for the deal, dealing, the first dealer (set-up)."""

from collections.abc import Sequence

import pytest
from cardslinger.rules.cards import format_card
from cardslinger.rules.deck import DECKS, make_deck
from cardslinger.rules.errors import BadMatch
from cardslinger.rules.ruleset import PRESETS
from cardslinger.rules.state import Phase, State, new_match

from tests.rules.positions import deal_line, hand, owed, play, refusal, rule_set, waits_for


def match(name: str, players: int | Sequence[int], *, physical: bool = False, **flags) -> State:
    return new_match(rule_set(name, **flags), DECKS[name], players, physical=physical)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("players", [0, 1, 11])
def test_setup_there_are_2_to_10_players(name: str, players: int) -> None:
    with pytest.raises(BadMatch, match="2 to 10"):
        match(name, players)


@pytest.mark.parametrize("seats", [(0, 0), (0, 10), (-1, 3)])
def test_setup_a_seat_is_one_of_ten_and_taken_once(seats: tuple[int, ...]) -> None:
    with pytest.raises(BadMatch, match="0 to 9"):
        match("attack", seats)


def test_setup_a_deck_that_is_too_small_for_the_players_is_refused() -> None:
    small = make_deck("small", dict.fromkeys(range(1, 10), 1), {})
    with pytest.raises(BadMatch, match="deck small: 36 cards, but 6 players need 43"):
        new_match(PRESETS["attack"], small, 6)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("players", range(2, 11))
def test_setup_everyone_gets_seven_cards_and_one_starts_the_pile(name: str, players: int) -> None:
    state = match(name, players, first_dealer="pick")
    play(state, "0 deals", deal_line(name))
    assert state.sizes[:players] == [7] * players
    assert len(state.discards) == 1
    assert len(state.hopper) == 112 - 7 * players - 1
    assert state.cards_in_all() == 112


def test_setup_cards_go_round_from_the_dealers_left() -> None:
    state = match("attack", 3, first_dealer="pick", hand_size=2)
    play(state, "1 deals", deal_line("attack", "R1", "R2", "R3", "B1", "B2", "B3", "G9"))
    assert [hand(state, seat) for seat in (2, 0, 1)] == [["B1", "R1"], ["B2", "R2"], ["B3", "R3"]]
    assert format_card(state.top) == "G9"


@pytest.mark.parametrize("name", PRESETS)
def test_setup_the_dealers_left_plays_first(name: str) -> None:
    state = match(name, 4, first_dealer="pick", hand_size=1)
    first = "R7" if name != "all-wild" else "Wild"
    plain = ["Wild"] * 4
    play(state, "2 deals", deal_line(name, *plain, first))
    assert waits_for(state) == ("turn", 3)


@pytest.mark.parametrize("name", ["attack", "attack-hk"])
def test_setup_the_highest_number_deals_first(name: str) -> None:
    state = play(match(name, 3), "0 drew R4", "1 drew B9", "2 drew Y8")
    assert state.dealer == 1
    assert state.phase is Phase.DEAL


@pytest.mark.parametrize("name", ["attack", "attack-hk"])
def test_setup_action_and_wild_cards_count_lowest_in_the_draw(name: str) -> None:
    state = play(match(name, 3), "0 drew Wild", "1 drew BSkip", "2 drew Y1")
    assert state.dealer == 2


def test_setup_a_tie_draws_again_among_those_who_tie() -> None:
    state = play(match("attack", 4), "0 drew R9", "1 drew B2", "2 drew B9", "3 drew RSkip")
    assert state.phase is Phase.DEALER
    assert refusal(state, "1 drew Y3") == "draws_no_more"
    play(state, "2 drew R1", "0 drew G1")
    assert state.contenders == (0, 2)
    assert play(state, "0 drew G3", "2 drew Y2").dealer == 0


def test_setup_all_specials_draw_again() -> None:
    state = play(match("attack", 2), "0 drew Wild", "1 drew RSkip")
    assert state.contenders == (0, 1)
    assert state.draws == {}


def test_setup_nobody_draws_a_card_that_is_not_there() -> None:
    state = play(match("attack", 3), "0 drew Hit4")
    assert refusal(state, "1 drew Hit4") == "not_in_deck"
    assert refusal(state, "1 drew RTradeHands") == "not_in_deck"
    assert refusal(state, "0 drew R4") == "draws_no_more"


def test_setup_a_table_may_pick_the_first_dealer() -> None:
    assert play(match("attack", 3, first_dealer="pick"), "2 deals").dealer == 2
    assert refusal(match("attack", 3), "2 deals") == "dealer_is_drawn"
    assert refusal(match("attack", 3, first_dealer="pick"), "5 deals") == "nobody_there"


@pytest.mark.parametrize("name", PRESETS)
def test_setup_the_deal_moves_one_seat_to_the_left_each_round(name: str) -> None:
    state = match(name, (0, 4, 7), first_dealer="pick", hand_size=1)
    first, last = ("R7", "R3") if name != "all-wild" else ("Wild", "Wild")
    play(state, "4 deals", deal_line(name, last, last, last if last == "Wild" else "B1", first))
    assert waits_for(state) == ("turn", 7)
    play(state, f"7 play {last}")
    assert state.phase is Phase.DEAL
    assert state.dealer == 7


def test_setup_every_round_begins_clockwise() -> None:
    state = match("attack", 3, first_dealer="pick", hand_size=1)
    play(state, "0 deals", deal_line("attack", "RReverse", "B1", "G1", "R7"), "1 play RReverse")
    play(state, deal_line("attack", "B1", "G1", "R1", "R7"))
    assert waits_for(state) == ("turn", 2)
    assert waits_for(play(state, "2 fired 0")) == ("turn", 0)


def test_setup_only_the_whole_deck_can_be_dealt() -> None:
    state = play(match("attack", 2, first_dealer="pick"), "0 deals")
    assert refusal(state, "deal R1 R2 R3") == "not_the_deck"
    assert refusal(state, "deal hands") == "not_the_deck"
    assert refusal(state, "deal launcher") == "not_the_deck"
    assert refusal(state, deal_line("attack").replace("Hit4", "Wild")) == "not_the_deck"


def test_setup_a_deal_without_a_card_to_start_with_is_refused() -> None:
    """Every card that is not dealt would go back into the launcher, for ever."""
    few = make_deck("few numbers", {1: 1}, {16: 20})
    state = new_match(rule_set("attack", first_dealer="pick", hand_size=2), few, 2)
    play(state, "0 deals")
    assert refusal(state, f"deal R1 Y1 G1 B1 {'AttackAttack ' * 20}") == "no_first_card"
    play(state, f"deal R1 Y1 G1 AttackAttack {'AttackAttack ' * 19} B1")
    assert format_card(state.top) == "B1"
    assert len(state.hopper) == 19


def test_setup_a_physical_table_deals_by_hand_and_tells_the_first_card() -> None:
    state = play(match("attack", 3, physical=True, first_dealer="pick"), "0 deals", "deal hands")
    assert state.sizes[:3] == [7, 7, 7]
    assert state.phase is Phase.FIRST_CARD
    assert refusal(state, "turned RTradeHands") == "not_in_deck"
    play(state, "turned AttackAttack")  # may not start: another one
    assert state.phase is Phase.FIRST_CARD
    play(state, "turned B4")
    assert waits_for(state) == ("turn", 1)
    assert len(state.hopper) == 112 - 21 - 1
    assert state.cards_in_all() == 112


def test_setup_the_launcher_can_deal_exactly_seven_to_each_seat() -> None:
    state = match("attack-hk", 3, physical=True, first_dealer="pick")
    play(state, "0 deals", "deal launcher")
    assert owed(state) == [(1, 7, "deal"), (2, 7, "deal"), (0, 7, "deal")]
    play(state, "1 fired 7", "2 fired 3 jam")
    assert owed(state) == [(2, 4, "deal"), (0, 7, "deal")]
    play(state, "2 fired 4", "0 fired 7", "turned R3")
    assert state.sizes[:3] == [7, 7, 7]
    assert waits_for(state) == ("turn", 1)


def test_setup_a_deal_that_empties_the_launcher_waits_for_the_missing_cards() -> None:
    state = match("attack", 2, physical=True, first_dealer="pick")
    play(state, "0 deals", "deal launcher", "1 fired 5 empty")
    assert owed(state)[0] == (1, 2, "deal")
    play(state, "hopper holds 107", "1 fired 2")
    assert owed(state) == [(0, 7, "deal")]
    assert state.cards_in_all() == 112


def test_setup_physical_cards_are_not_told_before_they_are_seen() -> None:
    state = play(match("attack", 2, physical=True, first_dealer="pick"), "0 deals")
    assert refusal(state, deal_line("attack")) == "unknown_cards"
