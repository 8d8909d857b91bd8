"""What people ask: who may, when it is too late, and that it happens once."""

import pytest
from cardslinger.rules.events import Refusal
from cardslinger.rules.state import Phase
from cardslinger.table.entries import Asked, Paused, Seated
from cardslinger.table.messages import Count, Deal, GoOn, Launch, Settle, Sit, Wish

from tests.table.launcher_words import Told
from tests.table.tables import Party, dealt_party, physical_party, set_up


def refused(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_a_tap_sent_twice_plays_once() -> None:
    """Case 22."""
    party = physical_party()
    party.say("1 play R7", id="tap")
    assert party.say("1 play R7", id="tap") == ()
    assert (party.state.sizes[1], party.state.turn) == (6, 0)


def test_a_refused_tap_may_be_tried_again() -> None:
    party = physical_party()
    assert refused(party.say("0 play R7", id="tap")) == "refusal.not_your_turn"
    party.go("1 play R9")
    assert party.say("0 play R7", id="tap")


def test_a_phone_that_slept_through_its_turn_is_told() -> None:
    """Case 22: what it saw is not the table any more."""
    party = physical_party()
    seen = party.table.number
    party.go("1 play R7", "0 play R8")
    assert refused(party.say("1 play R7", seat=1, seen=seen)) == "refusal.stale"
    assert party.say("1 play R9", seat=1, seen=party.table.number)


def test_a_card_laid_under_another_may_come_too_late() -> None:
    """Only calls, catches and cuts go by their arrival."""
    party = physical_party()
    party.go("1 play RDiscardAll")
    seen = party.table.number
    party.go("1 lay ?")
    assert refused(party.say("1 lay ?", seat=1, seen=seen)) == "refusal.stale"
    assert party.say("1 lay ?", seat=1, seen=party.table.number)


def test_what_the_launcher_does_makes_no_phone_stale() -> None:
    party = physical_party()
    seen = party.table.number
    party.hear(Told().lid(True))
    assert party.say("1 play R7", seat=1, seen=seen)


def test_of_two_phones_that_call_at_once_the_first_to_arrive_counts() -> None:
    """Case 22. Both have seen the same table: neither is stale."""
    party = physical_party(people=3)
    for line in ("1 holds 2", "2 holds 7"):
        party.go(line)
    party.go("1 play R7")
    seen = party.table.number
    assert party.say("1 uno", seat=1, seen=seen)
    assert refused(party.say("2 catch 1", seat=2, seen=seen)) == "refusal.nothing_to_catch"


def test_whoever_is_caught_first_owes_and_the_call_comes_too_late() -> None:
    party = physical_party(people=3)
    party.go("1 holds 2", "1 play R7")
    seen = party.table.number
    assert party.say("2 catch 1", seat=2, seen=seen)
    assert isinstance(party.say("1 uno", seat=1, seen=seen), Refusal)
    assert party.state.owed[0].seat == 1


@pytest.mark.parametrize(
    "line", ["0 play R7", "0 uno", "1 points 7", "0 leaves", "0 holds 3", "hopper holds 9", "undo"]
)
def test_a_seats_device_speaks_for_no_other(line: str) -> None:
    party = physical_party()
    if line.startswith("1"):
        line = f"0{line[1:]}"
    assert refused(party.say(line, seat=1)) == "refusal.not_yours"


@pytest.mark.parametrize(
    "line", ["1 fired 3", "1 waived", "1 returned 2", "1 kept 2", "deal R1", "1 press", "joins"]
)
def test_chance_and_the_launcher_can_not_be_spoken_for(line: str) -> None:
    party = physical_party()
    assert refused(party.say(line)) in ("refusal.no_wish", "refusal.no_notation")


@pytest.mark.parametrize("line", ["0 drew R7", "turned R7", "reload"])
def test_nobody_chooses_virtual_cards(line: str) -> None:
    party = dealt_party(set_up())
    assert refused(party.say(line)) == "refusal.no_wish"


def test_while_the_launcher_fires_everybody_waits() -> None:
    party = physical_party(turned="RHit2")
    party.hear(Told().firing(3))
    for wish in ("1 play R7", "0 cut R7", "undo", "1 holds 3"):
        assert refused(party.say(wish)) == "refusal.launcher_fires"


def test_a_debts_fire_closes_no_window() -> None:
    """A call or a catch in it counts as it arrives."""
    party = physical_party(people=3, turned="R5")
    party.go("1 holds 2", "1 play RHit2")
    party.hear(Told().firing(3))
    assert party.say("1 uno", seat=1)
    assert refused(party.say("2 catch 1", seat=2)) == "refusal.nothing_to_catch"


def test_a_chosen_press_closes_the_window_as_it_begins() -> None:
    party = physical_party(people=3)
    party.go("1 holds 2", "1 play R7")
    party.hear(Told().firing(3))
    assert refused(party.say("0 catch 1")) == "refusal.launcher_fires"


def test_a_pause_stops_play_but_not_the_counting_and_leaving() -> None:
    party = physical_party(people=3)
    party.happen((Paused("jam"),))
    assert refused(party.say("1 play R7")) == "refusal.paused"
    assert refused(party.say(Deal())) == "refusal.paused"
    assert refused(party.say(Launch())) == "refusal.paused"
    party.go("2 holds 5", "0 leaves")
    party.say(GoOn())
    party.go("1 play R7")


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (GoOn(), "refusal.not_paused"),
        (Count(3), "refusal.no_count_due"),
        (Settle(0), "refusal.no_free_press"),
        (Launch(), "refusal.nothing_to_launch"),
        (Deal(), "refusal.not_now"),
        (Sit(10, "New"), "refusal.no_seat"),
        (Sit(0, ""), "refusal.no_name"),
        (Sit(0, "East"), "refusal.name_taken"),
        (Sit(0, "Robot", "greedy"), "refusal.bot_with_real_cards"),
        (Sit(0, "Robot", "clever"), "refusal.no_bot"),
        (Sit(5, "New"), "refusal.not_now"),
    ],
)
def test_what_does_not_fit_the_moment_is_refused(wish: Wish, code: str) -> None:
    assert refused(physical_party().say(wish)) == code


@pytest.mark.parametrize("cards", [-1, 113, 10**9])
def test_an_impossible_count_is_refused(cards: int) -> None:
    party = physical_party(turned="RHit2")
    told = Told()
    party.hear(told.firing(5), told.restarted())
    assert refused(party.say(Count(cards))) == "refusal.impossible_count"


def test_a_doubt_ends_with_a_number_only() -> None:
    party = physical_party(turned="RHit2")
    told = Told()
    party.hear(told.firing(5), told.restarted())
    assert refused(party.say(GoOn())) == "refusal.count_first"


@pytest.mark.parametrize(
    "wish", [GoOn(), Count(2), Settle(1), Deal(), Sit(2, "Eve"), Sit(1, "Robot", "greedy")]
)
def test_a_seats_device_does_not_run_the_table(wish: Wish) -> None:
    party = physical_party("all-wild", people=3, turned="DrawTwo")
    party.happen((Paused("jam"), Paused("free_press", {"cards": 3})))
    party.happen((Paused("count_unknown", {"seat": 1, "cards": 0, "booked": 0}),))
    assert refused(party.say(wish, seat=1)) == "refusal.not_yours"


def test_a_cure_is_for_the_trouble_that_was_seen() -> None:
    party = physical_party()
    party.happen((Paused("jam"),))
    seen = party.table.number
    party.say(GoOn())
    party.happen((Paused("driver"),))
    assert refused(party.say(GoOn(), seen=seen)) == "refusal.stale"


def test_two_taps_on_launch_give_the_cards_of_one() -> None:
    party = physical_party("all-wild", people=3, turned="DrawTwo")
    seen = party.table.number
    told = Told()
    assert party.say(Launch(), seen=seen)
    party.hear(*told.order(1))
    assert refused(party.say(Launch(), seen=seen)) == "refusal.stale"


def test_an_undo_is_of_what_was_seen() -> None:
    party = physical_party()
    party.go("1 play R7")
    seen = party.table.number
    party.go("0 play R3")
    assert refused(party.say("undo", seen=seen)) == "refusal.stale"


def test_nothing_is_undone_when_the_match_is_over() -> None:
    party = physical_party(match_points=1)
    party.go("1 holds 1", "1 play R7", "0 points 50")
    assert party.table.over
    assert refused(party.say("undo")) == "refusal.not_now"


def test_somebody_takes_a_seat_over_with_its_cards_and_debts() -> None:
    """Case 19, 24."""
    party = physical_party(turned="RHit2")
    party.say(Sit(1, "Late"))
    assert party.table.sitters[1].name == "Late"
    assert (party.state.sizes[1], party.state.owed[0].seat) == (7, 1)


def test_a_bot_takes_over_and_plays() -> None:
    party = dealt_party(set_up(people=2))
    party.say(Sit(0, "Robot", "greedy"))
    party.say(Sit(1, "Robot 2", "greedy"))
    assert party.table.bot(0)
    before = party.table.number
    party.by_itself()
    assert party.table.number > before


def test_a_newcomer_sits_down_between_rounds() -> None:
    party = Party(set_up(physical=True, first_dealer="pick"))
    assert party.say(Sit(4, "New"))
    assert 4 in party.state.seated
    assert party.state.phase is Phase.DEALER


def test_an_undone_press_gives_its_cards_back() -> None:
    """Case 23: nothing of a hand is told by it."""
    party = physical_party(turned="RHit2")
    party.hear(*Told().press(4))
    answer = party.say("undo")
    assert not isinstance(answer, Refusal)
    assert (party.state.sizes[1], party.state.owed[0].amount) == (7, 2)
    assert party.table.reported == 4, "they flew"


def test_who_asked_is_kept_with_what_came_of_it() -> None:
    party = physical_party()
    answer = party.say("1 play R7", seat=1, id="tap")
    assert answer[0] == Asked("tap", 1)
    assert party.say(Sit(0, "Late"))[1] == Seated(0, "Late")
