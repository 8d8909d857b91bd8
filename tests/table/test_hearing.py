"""What the launcher tells: whose cards they are, what is in doubt, what stops the game."""

import pytest
from cardslinger.bridge import CutOff, Heard, Restarted
from cardslinger.rules.events import Refusal
from cardslinger.rules.state import Phase
from cardslinger.table.entries import LauncherBegan, LauncherSaid, OrderVoid, Paused
from cardslinger.table.hearing import in_doubt_of
from cardslinger.table.messages import Count, GoOn, Launch, Settle
from cardslinger.table.needs import Kind, need

from tests.table.launcher_words import Told
from tests.table.tables import physical_party


@pytest.fixture
def told() -> Told:
    return Told()


def test_a_press_pays_what_its_seat_owes(told: Told) -> None:
    party = physical_party(turned="RHit2")
    assert (need(party.table).seat, need(party.table).amount) == (1, 2)
    party.hear(*told.press(4))
    assert (party.state.owed[0].amount, party.state.sizes[1]) == (1, 11)
    party.hear(*told.press(0))
    assert not party.state.owed
    assert party.table.reported == 4


def test_a_press_in_turn_is_the_players_own(told: Told) -> None:
    party = physical_party()
    assert need(party.table).kind is Kind.PRESSES
    party.hear(*told.press(3))
    assert (party.state.sizes[1], party.state.turn) == (10, 0)


def test_a_press_that_nobody_owes_waits_for_the_tables_word(told: Told) -> None:
    party = physical_party(turned="Wild")
    assert party.state.phase is Phase.COLOUR
    party.hear(*told.press(3))
    assert party.table.pause == Paused("free_press", {"cards": 3})
    assert party.state.sizes[:2] == [7, 7]
    assert isinstance(party.say(GoOn()), Refusal), "the cards are somewhere"


def test_the_cards_of_a_free_press_stay_or_go_back(told: Told) -> None:
    party = physical_party(turned="Wild")
    party.hear(*told.press(3))
    party.say(Settle(0))
    assert (party.state.sizes[0], party.table.pause) == (10, None)
    party.hear(*told.press(2))
    party.say(Settle())
    assert (party.state.sizes[:2], party.table.pause) == ([10, 7], None)
    assert party.table.reported == 5


@pytest.mark.parametrize(
    ("more", "mine"),
    [
        ({"whose": 1}, True),
        ({"whose": 1, "waited": True}, True),
        ({"whose": 0, "waited": True}, False),
        ({"whose": 0}, False),
        ({"whose": None}, False),
        ({"whose": None, "waited": True}, False),
    ],
)
def test_a_finger_that_was_too_quick_does_not_press_for_the_next_player(
    told: Told, more: dict, mine: bool
) -> None:
    party = physical_party(turned="RHit2")
    party.hear(told.firing(4, **more), told.fired(4))
    assert party.state.owed[0].amount == (1 if mine else 2)
    assert party.table.pause == (None if mine else Paused("free_press", {"cards": 4}))


def test_a_press_while_the_game_stands_still_is_nobodys(told: Told) -> None:
    party = physical_party(turned="RHit2")
    party.happen((Paused("resumed"),))
    party.hear(*told.press(3))
    assert (party.state.owed[0].amount, party.state.sizes[1]) == (2, 7)
    assert party.table.pauses == [Paused("resumed"), Paused("free_press", {"cards": 3})]


def test_a_press_from_before_a_crash_is_still_paid(told: Told) -> None:
    party = physical_party(turned="RHit2")
    party.happen((Paused("resumed"),))
    party.hear(told.firing(3, whose=1), told.fired(3))
    assert (party.state.owed[0].amount, party.state.sizes[1]) == (1, 10)


def test_a_blank_that_nobody_owes_is_nothing(told: Told) -> None:
    party = physical_party(turned="Wild")
    party.hear(*told.press(0))
    assert party.table.pause is None


def test_free_presses_in_a_row_add_up(told: Told) -> None:
    party = physical_party(turned="Wild")
    party.hear(*told.press(3), *told.press(2))
    assert party.table.pause == Paused("free_press", {"cards": 5})


@pytest.mark.parametrize("outcome", ["jam", "blocked", "lid", "driver", "stop"])
def test_trouble_stops_the_game_and_what_is_owed_is_still_owed(told: Told, outcome: str) -> None:
    party = physical_party(turned="RHit2")
    party.hear(told.firing(4), told.fired(0, outcome, wanted=4))
    assert party.table.pause
    assert party.table.pause.code == outcome
    assert party.state.owed[0].amount == 2
    assert need(party.table).kind is Kind.NOTHING, "nothing fires while it stands still"
    assert not isinstance(party.say(GoOn()), Refusal)
    assert party.table.pause is None


@pytest.mark.parametrize("outcome", ["sensor", "new"])
def test_a_count_that_the_launcher_does_not_trust_is_asked_for(told: Told, outcome: str) -> None:
    """PROTOCOL.md: a chattering sensor, and an ending that this host does not know."""
    party = physical_party(turned="RHit2")
    party.hear(told.firing(4), told.fired(2, outcome, wanted=4))
    assert [one.code for one in party.table.pauses] == ["count", outcome]
    party.say(Count(3))
    assert (party.state.sizes[1], party.state.owed[0].amount, party.table.reported) == (10, 1, 3)
    assert party.table.pause
    assert party.table.pause.code == outcome
    party.say(GoOn())
    assert party.table.pause is None


def test_a_press_that_the_launcher_refuses_says_why(told: Told) -> None:
    """Case 5: a lid that was open before anybody played, too."""
    for why, code in (("lid", "lid"), ("safe", "safe")):
        party = physical_party(turned="RHit2")
        party.hear(told.refused(why))
        assert party.table.pause == Paused(code)
    party = physical_party(turned="RHit2")
    party.hear(told.refused("busy"))
    assert party.table.pause is None
    party.hear(told.stuck(True))
    assert party.table.pause == Paused("button")


def test_a_lid_that_was_closed_unseen_keeps_nobody_from_playing(told: Told) -> None:
    party = physical_party(turned="RHit2")
    party.hear(told.lid(True))
    party.happen((LauncherBegan("boot1", 40), Paused("resumed")))
    party.say(GoOn())
    assert not isinstance(party.say(GoOn()), Refusal)
    assert need(party.table).kind is Kind.PRESSES


def test_one_look_is_enough_for_all_that_only_has_to_be_seen(told: Told) -> None:
    party = physical_party(turned="RHit2")
    party.happen((Paused("resumed"), Paused("restarted"), Paused("jam", {"cards": 0})))
    party.say(GoOn())
    assert [one.code for one in party.table.pauses] == ["jam"]


def test_more_cards_than_are_not_in_hands_can_not_have_come(told: Told) -> None:
    party = physical_party("all-wild", turned="DrawFour")
    party.say(Launch())
    party.happen((in_doubt_of(party.table.fire, 0),))
    rest = len(party.state.deck) - sum(party.state.sizes)
    answer = party.say(Count(rest + 1))
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.facts["most"]) == ("refusal.impossible_count", rest)


def test_strays_in_a_row_add_up(told: Told) -> None:
    party = physical_party(turned="RHit2")
    party.hear(told.stray(3), told.stray(1))
    assert party.table.pauses == [Paused("stray", {"cards": 4})]


def test_a_fire_that_was_counted_is_not_asked_for_after_a_restart(told: Told) -> None:
    party = physical_party("all-wild", turned="DrawFour")
    party.say(Launch())
    firing = told.firing(4, "host")
    party.hear(firing)
    party.happen((in_doubt_of(party.table.fire, 0),))
    party.say(Count(4))
    boot = told.boot
    party.hear(Restarted(f"{boot}'", firing, 3), told_of_new_boot := CutOff(
        ev="cut", n=1, boot=f"{boot}'", t=100, by="host", wanted=4, cards=3,
    ))  # fmt: skip
    assert told_of_new_boot.cards == 3
    assert [one.code for one in party.table.pauses] == ["restarted"]
    assert (party.table.reported, party.state.sizes[1]) == (4, 11)


def test_one_fire_is_in_doubt_once_whatever_goes_wrong(told: Told) -> None:
    party = physical_party("all-wild", turned="DrawFour")
    party.say(Launch())
    firing = told.firing(4, "host")
    party.hear(firing, told.missed(1))
    party.hear(Restarted("boot2", firing, 3))
    doubts = [one for one in party.table.pauses if one.code == "count_unknown"]
    assert [one.facts["cards"] for one in doubts] == [3]


def test_an_empty_launcher_is_filled_before_the_press_is_made_again(told: Told) -> None:
    party = physical_party(people=2, turned="R7")
    party.go("1 play RHit2")
    party.hear(told.firing(4), told.fired(0, "no_card", wanted=4))
    assert party.table.pause
    assert party.table.pause.code == "no_card"
    party.say(GoOn())
    assert party.state.phase is Phase.RELOAD
    party.go("reload")
    assert (need(party.table).seat, need(party.table).amount) == (0, 2)


def test_the_cards_that_came_before_a_jam_count(told: Told) -> None:
    party = physical_party(turned="RHit2")
    party.hear(told.firing(4), told.fired(2, "jam", wanted=4))
    assert (party.state.sizes[1], party.state.owed[0].amount) == (9, 1)


def test_closing_the_lid_starts_nothing_by_itself(told: Told) -> None:
    """Case 5: and an open one is said."""
    party = physical_party(turned="RHit2")
    party.hear(told.firing(4), told.lid(True), told.fired(1, "lid", wanted=4))
    assert party.table.lid_open
    assert isinstance(party.say(GoOn()), Refusal)
    party.hear(told.lid(False))
    assert party.table.pause
    assert party.table.pause.code == "lid"
    party.say(GoOn())
    assert party.table.pause is None


def test_a_lid_that_was_opened_between_fires_stops_the_game_too(told: Told) -> None:
    party = physical_party("all-wild", turned="DrawTwo")
    party.hear(told.lid(True), told.lid(False))
    assert need(party.table).kind is Kind.NOTHING


def test_trouble_of_a_press_that_nobody_owes_stops_the_game_too(told: Told) -> None:
    party = physical_party(turned="Wild")
    party.hear(told.firing(4), told.fired(2, "jam", wanted=4))
    assert [pause.code for pause in party.table.pauses] == ["free_press", "jam"]
    party.say(Settle())
    assert party.table.pause
    assert party.table.pause.code == "jam"


def test_a_suspect_count_is_asked_for(told: Told) -> None:
    party = physical_party(turned="RHit2")
    party.hear(*told.press(3, "suspect", maybe=4))
    assert party.table.pause
    assert party.table.pause.code == "count"
    assert party.state.owed[0].amount == 2, "not yet"
    party.say(Count(4))
    assert (party.state.sizes[1], party.state.owed[0].amount) == (11, 1)
    assert party.table.reported == 4


def test_a_reset_in_a_fire_asks_for_a_count_and_owes_what_did_not_come(told: Told) -> None:
    party = physical_party(turned="RHit2")
    party.hear(told.firing(5), told.restarted(2))
    assert party.table.pause
    assert party.table.pause.code == "count_unknown"
    party.hear(told.cut(3))
    assert party.table.pause.facts["cards"] == 3
    party.say(Count(4))
    assert (party.state.sizes[1], party.state.owed[0].amount) == (11, 1)
    assert party.table.reported == 4


def test_a_reset_before_any_card_leaves_the_press_owed(told: Told) -> None:
    party = physical_party(turned="RHit2")
    party.hear(told.firing(5), told.restarted())
    party.say(Count(0))
    assert party.state.owed[0].amount == 2


def test_an_end_that_comes_late_ends_the_doubt(told: Told) -> None:
    party = physical_party("all-wild", turned="DrawTwo")
    party.say(Launch())
    party.hear(told.firing(2, "host"))
    assert party.table.fire
    party.happen((in_doubt_of(party.table.fire, 0),))
    party.hear(told.fired(2, by="host"))
    assert party.table.pause is None
    assert (party.state.sizes[1], party.table.reported) == (9, 2)


def test_the_beginning_of_a_fire_may_come_late_too(told: Told) -> None:
    party = physical_party("all-wild", turned="DrawTwo")
    party.say(Launch())
    assert party.table.fire
    party.happen((in_doubt_of(party.table.fire, 0),))
    party.hear(*told.order(2))
    assert (party.table.pause, party.table.fire) == (None, None)
    assert (party.state.sizes[1], party.table.reported) == (9, 2)


@pytest.mark.parametrize("heard_of", [False, True])
def test_a_word_that_comes_after_the_count_counts_nothing_more(told: Told, heard_of: bool) -> None:
    party = physical_party("all-wild", turned="DrawTwo")
    party.say(Launch())
    news = told.order(2)
    if heard_of:
        party.hear(news.pop(0))
    assert party.table.fire
    party.happen((in_doubt_of(party.table.fire, 0),))
    party.say(Count(2))
    party.hear(*news)
    assert (party.table.reported, party.state.sizes[1]) == (2, 9)
    assert (party.table.pause, party.table.fire) == (None, None)


def test_what_the_launcher_still_knows_comes_too_late_after_a_count(told: Told) -> None:
    party = physical_party(turned="RHit2")
    party.hear(told.firing(5), told.restarted(2))
    party.say(Count(3))
    party.hear(told.cut(3))
    assert party.table.pause is None
    assert party.table.reported == 3


def test_another_press_ends_no_doubt(told: Told) -> None:
    party = physical_party(turned="RHit2")
    party.hear(told.firing(5), told.restarted(2), *told.press(0))
    assert party.table.pause
    assert party.table.pause.code == "count_unknown"
    party.hear(*told.press(1))
    party.say(Count(4))
    assert (party.state.sizes[1], party.state.owed[0].amount) == (11, 1)
    assert party.table.pause == Paused("free_press", {"cards": 1})
    assert party.table.reported == 5


def test_a_doubt_forgets_no_cards_that_wait_for_the_tables_word(told: Told) -> None:
    party = physical_party(turned="Wild")
    party.hear(*told.press(3), told.missed(4))
    assert [pause.code for pause in party.table.pauses] == ["free_press", "count_unknown"]
    party.say(Settle(0))
    party.say(Count(2))
    assert party.table.pause == Paused("free_press", {"cards": 2})
    assert (party.state.sizes[0], party.table.reported) == (10, 5)


def test_a_suspect_count_outlives_a_restart(told: Told) -> None:
    party = physical_party(turned="RHit2")
    party.hear(*told.press(3, "suspect", maybe=4), told.restarted())
    assert [pause.code for pause in party.table.pauses] == ["count", "restarted"]
    party.say(Count(4))
    party.say(GoOn())
    assert (party.state.sizes[1], party.state.owed[0].amount, party.table.reported) == (11, 1, 4)


def test_a_press_before_an_order_is_heard_of_leaves_the_order(told: Told) -> None:
    party = physical_party("all-wild", turned="DrawTwo")
    party.say(Launch())
    party.hear(*told.press(0), *told.order(2))
    assert (party.state.sizes[1], party.state.owed) == (9, [])


def test_an_exact_draw_waits_until_the_launcher_faces_its_seat(told: Told) -> None:
    party = physical_party("all-wild", turned="DrawTwo")
    wanted = need(party.table)
    assert (wanted.kind, wanted.seat, wanted.amount) == (Kind.CARDS, 1, 2)
    party.say(Launch())
    assert party.table.fire
    assert isinstance(party.say(Launch()), Refusal), "it fires already"
    party.hear(*told.order(2))
    assert (party.state.sizes[1], party.state.owed) == (9, [])


def test_an_exact_draw_goes_on_with_what_did_not_come(told: Told) -> None:
    party = physical_party("all-wild", turned="DrawFour")
    party.say(Launch())
    party.hear(*told.order(4, "jam", came=3))
    assert (need(party.table).kind, party.state.owed[0].amount) == (Kind.NOTHING, 1)
    party.say(GoOn())
    assert need(party.table).amount == 1


def test_too_many_cards_of_an_exact_draw_go_back(told: Told) -> None:
    party = physical_party("all-wild", turned="DrawTwo")
    party.say(Launch())
    party.hear(*told.order(2, "over", came=3))
    assert party.state.sizes[1] == 9


def test_a_void_order_can_be_given_again(told: Told) -> None:
    party = physical_party("all-wild", turned="DrawTwo")
    party.say(Launch())
    party.happen((OrderVoid(),))
    assert need(party.table).kind is Kind.CARDS


def test_a_press_in_the_way_of_an_order_is_free(told: Told) -> None:
    party = physical_party("all-wild", turned="DrawTwo")
    party.hear(*told.press(3))
    assert party.table.pause == Paused("free_press", {"cards": 3})
    assert party.state.owed[0].amount == 2


def test_a_seat_that_left_in_its_fire_gives_the_cards_back(told: Told) -> None:
    party = physical_party(people=3, turned="RHit2")
    party.hear(told.firing(4))
    party.go("1 leaves")
    party.hear(told.fired(4))
    assert party.table.pause == Paused("free_press", {"cards": 4})


def test_lost_events_ask_for_a_count(told: Told) -> None:
    party = physical_party(turned="RHit2")
    party.hear(told.missed(5))
    assert party.table.pause
    assert party.table.pause.code == "count_unknown"
    party.say(Count(3))
    assert party.table.pause == Paused("free_press", {"cards": 3}), "nobody knows whose"


def test_cards_pulled_out_by_hand_are_told_at_a_physical_table(told: Told) -> None:
    party = physical_party()
    party.hear(told.stray(2))
    assert party.table.pause == Paused("stray", {"cards": 2})


def test_all_of_the_launcher_is_kept_up_to_the_last_number(told: Told) -> None:
    party = physical_party()
    party.hear(*told.press(3), told.lid(True), told.lid(False))
    assert party.table.heard == Heard("boot1", 4)
    assert [entry.number for entry in party.entries if isinstance(entry, LauncherSaid)] == [
        1, 2, 3, 4,
    ]  # fmt: skip
