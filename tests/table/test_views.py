"""What a device may see."""

import pytest
from cardslinger.rules.cards import format_card
from cardslinger.table.messages import Launch
from cardslinger.table.views import Role, table_view

from tests.table.launcher_words import Told
from tests.table.tables import dealt_party, physical_party, set_up


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
