"""Undo at a physical table: steps taken back, and cards that must go back to the launcher."""

from cardslinger.rules.deck import DECKS
from cardslinger.rules.events import Refusal
from cardslinger.rules.match import Match
from cardslinger.rules.notation import format_event, parse_event
from cardslinger.rules.state import Phase

from tests.rules.positions import EVERY_KIND, deal_line, owed, rule_set, waits_for


def match(*lines: str, name: str = "attack", hand_size: int = 2, physical: bool = True) -> Match:
    """A match of three with seat 0 as dealer, and these lines."""
    deck = DECKS[name] if name == "all-wild" else EVERY_KIND
    rules = rule_set(name, first_dealer="pick", hand_size=hand_size)
    return happen(Match(rules, deck, (0, 1, 2), physical=physical), "0 deals", *lines)


def asked(match: Match, line: str) -> list[str]:
    """What follows from a line that is allowed."""
    decision = match.ask(parse_event(line))
    assert not isinstance(decision, Refusal), f"{line}: {decision}"
    return [format_event(event) for event in decision]


def happen(match: Match, *lines: str) -> Match:
    for line in lines:
        decision = match.ask(parse_event(line))
        assert not isinstance(decision, Refusal), f"{line}: {decision}"
        match.happen(decision)
    return match


def refusal(match: Match, line: str) -> str:
    decision = match.ask(parse_event(line))
    assert isinstance(decision, Refusal)
    return decision.code.removeprefix("refusal.")


DEALT = ("deal hands", "turned R5")


def test_an_undo_of_a_press_gives_back_its_cards_and_the_turn() -> None:
    table = match(*DEALT)
    before = table.state.digest()
    happen(table, "1 fired 3")
    assert asked(table, "undo") == ["undo", "1 returned 3"]
    assert happen(table, "undo").state.digest() == before
    assert waits_for(table.state) == ("turn", 1)


def test_an_undo_of_a_free_press_gives_back_the_cards_that_were_kept() -> None:
    table = match(*DEALT)
    before = table.state.digest()
    happen(table, "2 kept 3")
    assert asked(table, "undo") == ["undo", "2 returned 3"]
    assert happen(table, "undo").state.digest() == before
    assert waits_for(table.state) == ("turn", 1)


def test_whoever_kept_cards_can_be_caught_again_once_that_is_undone() -> None:
    table = match(*DEALT, "1 play R7", "1 kept 1")
    assert refusal(table, "0 catch 1") == "nothing_to_catch"
    assert asked(happen(table, "undo"), "0 catch 1") == ["0 catch 1"]


def test_an_undo_of_a_blank_press_or_a_card_gives_nothing_back() -> None:
    assert asked(match(*DEALT, "1 fired 0"), "undo") == ["undo"]
    assert asked(match(*DEALT, "1 play R7"), "undo") == ["undo"]


def test_two_undos_take_back_two_presses_the_last_one_first() -> None:
    table = match(*DEALT)
    before = table.state.digest()
    happen(table, "1 fired 3", "2 fired 1")
    assert asked(table, "undo") == ["undo", "2 returned 1"]
    happen(table, "undo")
    assert waits_for(table.state) == ("turn", 2)
    assert asked(table, "undo") == ["undo", "1 returned 3"]
    assert happen(table, "undo").state.digest() == before


def test_play_goes_on_after_an_undo_and_can_be_undone_again() -> None:
    table = match(*DEALT, "1 fired 3", "undo", "1 play R7", "2 fired 2", "undo")
    assert table.state.sizes[:3] == [2, 1, 2]
    assert waits_for(table.state) == ("turn", 2)
    assert waits_for(happen(table, "undo").state) == ("turn", 1)


def test_the_events_still_tell_what_was_undone() -> None:
    table = match(*DEALT, "1 fired 3", "undo")
    assert [format_event(event) for event in table.events] == [
        "0 deals", "deal hands", "turned R5", "1 fired 3", "undo", "1 returned 3",
    ]  # fmt: skip


def test_of_a_press_that_gave_too_many_only_those_that_were_kept_come_back() -> None:
    table = match("deal hands", "turned DrawTwo", name="all-wild")
    before = table.state.digest()
    assert asked(table, "1 fired 5") == ["1 fired 2", "1 returned 3"]
    happen(table, "1 fired 5")
    assert asked(table, "undo") == ["undo", "1 returned 2"]
    assert happen(table, "undo").state.digest() == before


def test_what_was_waived_is_owed_again() -> None:
    table = match("deal hands", "turned HitFire", "1 colour G", "1 fired 0 jam")
    assert owed(table.state) == []
    happen(table, "undo")
    assert owed(table.state) == [(1, 1, "hit_fire")]
    assert owed(happen(table, "1 fired 0 jam").state) == []


def test_what_was_waived_stays_so_when_a_later_step_is_undone() -> None:
    table = match("deal hands", "turned HitFire", "1 colour G", "1 fired 0 jam")
    before = table.state.digest()
    assert happen(table, "2 fired 1", "undo").state.digest() == before


def test_an_undo_takes_back_the_first_card_and_the_deal() -> None:
    table = match(*DEALT, "undo")
    assert table.state.phase is Phase.FIRST_CARD
    assert happen(table, "undo").state.phase is Phase.DEAL
    assert happen(table, "undo").state.phase is Phase.DEALER
    assert refusal(table, "undo") == "nothing_to_undo"


def test_an_undo_goes_back_across_the_end_of_a_round_and_its_scores() -> None:
    table = match(*DEALT, "1 play R7", "2 play R8", "0 play R9", "1 play R7", hand_size=2)
    happen(table, "2 points 5", "0 points 6", "deal hands")
    assert (table.state.rounds, table.state.scores[1], table.state.dealer) == (1, 11, 1)
    happen(table, "undo", "undo")
    assert table.state.phase is Phase.COUNT
    assert (table.state.rounds, table.state.scores[1], table.state.dealer) == (0, 0, 0)
    assert happen(table, "0 points 7").state.scores[1] == 12


def test_an_undo_brings_back_whoever_has_left_and_sends_off_whoever_has_joined() -> None:
    table = match(*DEALT, "1 leaves", "undo")
    assert table.state.seated == (0, 1, 2)
    assert table.state.sizes[1] == 2
    table = match("5 joins", "deal hands", "undo", "undo")
    assert table.state.seated == (0, 1, 2)


def test_virtual_cards_are_seen_so_nothing_is_undone() -> None:
    table = match(deal_line(EVERY_KIND), physical=False)
    assert refusal(table, "undo") == "physical_only"


def test_before_the_first_event_there_is_nothing_to_undo() -> None:
    table = Match(rule_set("attack"), EVERY_KIND, (0, 1), physical=True)
    assert refusal(table, "undo") == "nothing_to_undo"
