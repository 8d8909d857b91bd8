"""What a device may see."""

from dataclasses import replace

import pytest
from cardslinger.rules.cards import format_card
from cardslinger.rules.deck import parse_deck
from cardslinger.table.messages import Launch
from cardslinger.table.table import Table
from cardslinger.table.views import Role, table_view

from tests.table.launcher_words import Told
from tests.table.tables import Party, dealt_party, physical_party, set_up


def test_a_seat_sees_its_own_cards_and_nobody_elses() -> None:
    party = dealt_party(set_up(people=3))
    seen = table_view(party.table, Role.SEAT, 1)
    own = [format_card(card) for card, count in party.state.hands[1].items() for _ in range(count)]
    assert sorted(seen.hand) == sorted(own)
    assert [seat.cards for seat in seen.seats] == party.state.sizes[:3]


@pytest.mark.parametrize("role", [Role.HOST, Role.SCREEN, Role.SPECTATOR])
def test_others_see_no_hand_and_no_moves(role: Role) -> None:
    seen = table_view(dealt_party(set_up(people=3)).table, role)
    assert (seen.hand, seen.moves, seen.claims, seen.seat) == ((), (), (), None)


def test_a_seats_view_is_of_a_seat_that_is_taken() -> None:
    table = dealt_party(set_up()).table
    for seat in (None, 7):
        with pytest.raises(ValueError, match="seat"):
            table_view(table, Role.SEAT, seat)


def test_moves_are_on_offer_only_while_play_goes_on() -> None:
    party = physical_party()
    assert "press" in table_view(party.table, Role.SEAT, 1).moves
    party.hear(Told().firing(3))
    assert table_view(party.table, Role.SEAT, 1).moves == ()


def test_a_view_says_as_of_when_it_is() -> None:
    party = physical_party()
    before = table_view(party.table, Role.HOST).number
    party.go("1 play R7")
    assert table_view(party.table, Role.HOST).number == before + 2 == party.table.number


OUR_DECK = """
name = "ours"
[each_colour]
1 = 9
2 = 9
Skip = 3
[no_colour]
Wild = 4
[points]
Wild = 33
"""


def test_of_real_cards_the_kinds_of_this_very_deck_are_told_with_their_points() -> None:
    setup = replace(set_up(physical=True), deck=parse_deck(OUR_DECK))
    deck = table_view(Table(setup), Role.SPECTATOR).deck
    assert (deck.name, deck.each_colour, deck.no_colour) == ("ours", ("1", "2", "Skip"), ("Wild",))
    assert deck.points == {"1": 1, "2": 2, "Skip": 20, "Wild": 33}


def test_of_cards_that_the_table_deals_nobody_is_asked() -> None:
    deck = table_view(Table(set_up()), Role.SPECTATOR).deck
    assert (deck.name, deck.each_colour, deck.no_colour, deck.points) == ("attack", (), (), {})


def test_who_draws_for_the_deal_is_told_after_a_tie_those_who_draw_again() -> None:
    party = Party(set_up(physical=True, people=3))
    assert table_view(party.table, Role.SCREEN).contenders == (0, 1, 2)
    party.go("0 drew R9", "1 drew R1", "2 drew B9")
    assert table_view(party.table, Role.SCREEN).contenders == (0, 2)
    party.go("0 drew R3", "2 drew B7")
    assert table_view(party.table, Role.SCREEN).contenders == ()


def test_nobody_draws_for_a_deal_that_the_table_gives() -> None:
    assert table_view(Table(set_up(first_dealer="pick")), Role.SCREEN).contenders == ()


@pytest.mark.parametrize(
    ("seat", "way"), [(1, "clockwise"), (2, "clockwise"), (3, "anticlockwise"), (0, "")]
)
def test_the_launcher_is_turned_the_shorter_way(seat: int, way: str) -> None:
    party = physical_party("all-wild", people=4, turned="TargetedDrawTwo")
    party.table.faced = 0
    party.go(f"0 target {seat}") if seat else party.go("0 target 1")
    if not seat:
        party.table.faced = 1
    launcher = table_view(party.table, Role.SCREEN).launcher
    assert (launcher.faces, launcher.turn) == (seat or 1, way)
    party.say(Launch())
    assert table_view(party.table, Role.SCREEN).launcher.turn == ""
