"""The table as it is drawn: in every language, at every width, with every trouble."""

import io
import random
import re

import pytest
from cardslinger.cli.table_cards import CardNames
from cardslinger.cli.table_help import table_help
from cardslinger.cli.table_hints import Hints, may_cut_in
from cardslinger.cli.table_lines import Lines
from cardslinger.cli.table_offers import Offers
from cardslinger.cli.table_screen import Screen
from cardslinger.cli.table_trouble import CODES, Trouble
from cardslinger.cli.table_waits import persons
from cardslinger.rules.cards import format_card
from cardslinger.rules.legal import claims, legal
from cardslinger.rules.moves import format_move
from cardslinger.rules.notation import parse_event
from cardslinger.rules.ruleset import PRESETS
from cardslinger.rules.state import Phase, Way
from cardslinger.table.entries import LauncherSaid, Ordered, OrderVoid, Paused
from cardslinger.table.messages import Deal, GoOn, Launch, Play
from cardslinger.table.table import Table
from cardslinger.table.views import Role, table_view
from cardslinger.words import LANGUAGES, Words
from rich.cells import cell_len
from rich.console import Console

from tests.table.launcher_words import Told
from tests.table.tables import Party, dealt_party, physical_party, set_up

CODE = re.compile(r"\b[a-z]+(_[a-z]+)+\b|\b(phase|owed|way|pause|cure|offer|hint)\.\w")
FACTS = {"cards": 3, "maybe": 4, "seat": 1, "wanted": 5, "booked": 3, "reason": "busy"}


def drawn(
    table: Table,
    language: str = "en",
    *,
    seat: int | None = 0,
    width: int = 80,
    twin: bool = True,
    lost: str = "",
) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False)
    words = Words(language)
    view = table_view(table, Role.SCREEN if seat is None else Role.SEAT, seat)
    others = [one for one in table.state.seated if one != seat]
    cutters = [one for one in others if may_cut_in(table.state, one)]
    console.print(
        Screen(words).draw(
            console,
            view,
            Trouble(words, twin).tell(view, lost),
            Offers(words, twin).find(view, lost=bool(lost)),
            Hints(words, CardNames(words, table.setup.deck)).find(view, cutters),
            lost=bool(lost),
        )
    )
    return console.file.getvalue()


def helped(table: Table, language: str = "en", *, width: int = 80, twin: bool = True) -> str:
    console, words = Console(file=io.StringIO(), width=width), Words(language)
    cards = CardNames(words, table.setup.deck)
    console.print(table_help(words, width, table.setup, cards, "Ben", twin=twin))
    return console.file.getvalue()


def one_line(shown: str) -> str:
    return "".join(shown.split())


def one_spaced(shown: str) -> str:
    return " ".join(shown.split())


def play_some(party: Party, chance: random.Random) -> None:
    """One thing that somebody could do."""
    party.by_itself()
    table, state = party.table, party.state
    if table.pause or table.fire:
        return
    if state.seat < 0:
        party.say(Deal())
        return
    said = [Play(f"{state.seat} {format_move(m)}") for m in legal(state) if m != 256]
    for seat in state.seated:
        said += [Play(f"{seat} {format_move(move)}") for move in claims(state, seat)]
    exact = state.phase is Phase.PAY and state.owed[0].way is Way.EXACT
    party.say(chance.choice(said) if said and not exact else Launch(), state.seat)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", PRESETS)
def test_a_round_in_each_language_leaves_no_code_unsaid(rules: str, language: str) -> None:
    party = dealt_party(set_up(rules, people=2, bots=1, match_points=9999))
    chance, told, launcher = random.Random(rules), 0, Told()
    lines = Lines(Words(language), party.table.setup, party.table.sitters)
    for _ in range(80):
        play_some(party, chance)
        fire = party.table.fire
        if fire and fire.seat is not None:
            party.hear(*launcher.order(fire.wanted or 0))
        elif party.table.presser() is not None and chance.random() < 0.4:
            party.hear(*launcher.press(chance.randrange(4)))
        for seat in (None, *persons(party.table)):
            shown = drawn(party.table, language, seat=seat, width=chance.choice((30, 50, 80)))
            assert not CODE.search(shown), shown
        new = party.table.match.events[told:]
        told += len(new)
        for event in new:
            assert not CODE.search(lines.tell(event).plain)
    assert told > 30


@pytest.mark.parametrize("twin", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_each_trouble_says_what_it_is_and_its_cure(code: str, language: str, twin: bool) -> None:
    party = dealt_party(set_up(people=2))
    party.happen((Paused(code, FACTS),))
    shown = drawn(party.table, language, twin=twin)
    words = Words(language)
    assert shown.count("\n! ") == 1
    assert not CODE.search(shown), shown
    if code == "count":
        cause = words.say("pause.count", name="East", count=3, maybe=4)
        assert one_line(cause) in one_line(shown)
    if code not in ("count", "count_unknown", "free_press", "stray"):
        assert "go" in shown
        assert one_line(words.say("offer.go")) in one_line(shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_launcher_tells_which_cards_go_in_and_how_many(language: str) -> None:
    party, told, words = physical_party(people=2, turned="R7"), Told(), Words(language)
    held = len(party.state.hopper)
    party.go("1 play RHit2")
    party.hear(told.firing(4), told.fired(1, "no_card", wanted=4))
    shown = drawn(party.table, language, twin=False)
    assert one_line(words.say("pause.no_card.physical", count=held - 1)) in one_line(shown)
    assert one_line(words.say("offer.hopper", count=held - 1)) in one_line(shown)
    assert one_line(words.say("cure.no_card.physical", go="go")) in one_line(shown)
    party.say(GoOn())
    assert party.state.phase is Phase.RELOAD
    shown = drawn(party.table, language, twin=False)
    assert one_line(words.say("pause.reload", count=1)) in one_line(shown)
    assert one_line(words.say("offer.reload", count=1)) in one_line(shown)


def test_a_card_that_was_held_back_is_no_empty_launcher() -> None:
    party, told = physical_party(people=2, turned="RHit2"), Told()
    held, seat = len(party.state.hopper), party.state.owed[0].seat
    party.hear(told.firing(4), told.fired(0, "no_card", wanted=4))
    party.go(f"hopper holds {held}")
    party.say(GoOn())
    assert (party.state.phase, party.state.seat) == (Phase.PAY, seat)


def test_hands_that_are_swapped_are_told_as_that() -> None:
    lines = Lines(Words("en"), set_up(people=2), set_up(people=2).sitters)
    told = [str(lines.tell(parse_event(event))) for event in (
        "0 play ForcedSwap", "0 target 1", "0 play DrawFour", "0 play TargetedDrawTwo",
        "0 target 1", "turned ForcedSwap", "1 target 0",
    )]  # fmt: skip
    assert told[1] == "North swapped hands with East"
    assert told[4] == "North chose East"
    assert told[6] == "East swapped hands with North"


def test_an_ending_that_nobody_knows_yet_can_be_passed_over() -> None:
    party = dealt_party(set_up(people=2))
    party.happen((Paused("melted", {"cards": 1}),))
    assert "The launcher has stopped (melted)." in drawn(party.table)


def test_an_open_lid_is_told_with_its_cure() -> None:
    party = dealt_party(set_up(people=2))
    party.happen((LauncherSaid("b", 1, "lid", {"open": True}),))
    assert "The launcher's lid is open." in drawn(party.table)
    assert "Close it" in drawn(party.table, twin=False)


@pytest.mark.parametrize("width", [20, 40, 50, 80])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_terminal_loses_nothing(width: int, language: str) -> None:
    party = dealt_party(set_up(people=2, bots=2))
    shown = drawn(party.table, language, width=width)
    assert all(cell_len(line) <= width for line in shown.splitlines())
    assert "\N{HORIZONTAL ELLIPSIS}" not in shown
    for card in table_view(party.table, Role.SEAT, 0).hand:
        assert card in one_line(shown)


def test_only_the_viewers_hand_is_drawn() -> None:
    party = dealt_party(set_up(people=2))
    assert "Your hand" in drawn(party.table, seat=0)
    assert "Your hand" not in drawn(party.table, seat=None)
    assert "Your hand" not in drawn(physical_party().table, seat=1)


def test_debts_turn_direction_and_counts_are_told() -> None:
    party = physical_party(people=3)
    party.go("1 play RReverse", "1 play RHit2")
    shown = drawn(party.table, seat=None)
    assert "North: 2 presses for a Hit 2" in shown
    assert "↺ anticlockwise" in shown
    assert re.search(r"▸ 0 North +7", shown)
    assert "its light calls North: 2 presses" in shown


@pytest.mark.parametrize("width", [30, 80])
@pytest.mark.parametrize("language", LANGUAGES)
def test_help_has_words_for_every_command(language: str, width: int) -> None:
    shown = helped(physical_party("attack-hk").table, language, width=width)
    assert not CODE.search(shown), shown
    for typed in ("catch Ben", "hands Ben 5", "load 40", "sit 3 Mei", "talk Ben", "quit"):
        assert typed in shown
    assert "cut R7, Ben cut R7" in shown
    assert "sit 3 bot" not in shown


@pytest.mark.parametrize("rules", PRESETS)
def test_help_and_hints_name_cards_of_this_deck(rules: str) -> None:
    table = dealt_party(set_up(rules)).table
    there = {format_card(card) for card in table.setup.deck.counts}
    hint = Hints(Words("en"), CardNames(Words("en"), table.setup.deck)).find(
        table_view(table, Role.SCREEN)
    )
    named = re.findall(r", play (\w+)|such as (\w+)", helped(table) + hint)
    assert len(named) == 2
    assert {first or second for first, second in named} <= there
    shown = helped(table)
    assert ("DrawFour Draw Four" in shown) is (rules == "all-wild")
    assert ("R red" in shown) is ("colour R" in shown) is (rules != "all-wild")


def test_somebody_who_presses_for_nothing_is_asked_about_by_name() -> None:
    party = dealt_party(set_up(people=2, bots=1))
    party.happen((Paused("free_press", {"cards": 2}),))
    shown = drawn(party.table)
    assert "2 for East to keep (keep East)" in shown
    assert "keep East" in shown.partition("Who keeps them?")[2]


def test_one_more_card_under_a_discard_all_is_on_offer_with_real_cards() -> None:
    party = physical_party(turned="R5")
    party.go("1 play RDiscardAll")
    shown = drawn(party.table, seat=1)
    assert "1 one more card under it" in shown
    assert "such as R1, or only: lay ?; at the end: done" in one_spaced(shown)


def test_whoever_may_cut_in_is_told_how() -> None:
    party = physical_party("attack-hk", people=3)
    assert "cut" not in drawn(party.table, seat=1), "nobody cuts the first card"
    party.go("1 play R8")
    assert "may cut in, out of turn: North cut R8" in one_spaced(drawn(party.table, seat=2))
    party.go("2 play RHit2")
    assert "out of turn: East cut RHit2" in one_spaced(drawn(party.table, seat=0)), "North owes"
    plain = physical_party("attack")
    plain.go("1 play R8")
    assert "cut" not in drawn(plain.table, seat=0)


def test_a_lost_launcher_asks_nobody_to_press() -> None:
    party = dealt_party(set_up(people=2))
    seat = party.state.seat
    assert "may press" in drawn(party.table, seat=seat)
    shown = drawn(party.table, seat=seat, lost="the cable is out")
    assert "may press" not in shown
    assert "press the launcher" not in shown
    assert re.search(r"Launcher +not connected", shown)


def test_virtual_cards_lie_in_a_draw_pile_and_real_ones_in_the_launcher() -> None:
    party = dealt_party(set_up(people=2))
    shown = drawn(party.table)
    assert re.search(rf"Draw pile +{len(party.state.hopper)} cards to draw", shown)
    assert "in it" not in shown
    real = drawn(physical_party().table)
    assert "cards in it" in real
    assert "Draw pile" not in real


def test_hands_on_a_twin_come_before_playing_on() -> None:
    for code, cure in (("no_card", "fill the hopper"), ("jam", "take out what is stuck")):
        party = dealt_party(set_up(people=2))
        party.happen((Paused(code, FACTS),))
        shown = drawn(party.table)
        assert f"1 {cure}" in shown
        assert "2 play on" in shown
        assert "1 play on" in drawn(party.table, twin=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_on_a_card_is_told_when_it_lies_there(language: str) -> None:
    party = physical_party(custom_text="everybody sings", custom_effect="press_next")
    told = Lines(Words(language), party.table.setup, party.table.sitters)
    assert "everybody sings" not in drawn(party.table, language)
    party.go("1 play Customizable")
    assert "everybody sings" in drawn(party.table, language)
    assert "everybody sings" in told.tell(party.table.match.events[-1]).plain
    assert "everybody sings" in helped(party.table, language)
    party.go("1 colour R")
    assert "everybody sings" not in told.tell(party.table.match.events[-1]).plain


@pytest.mark.parametrize("physical", [True, False])
def test_a_lone_player_is_told_how_another_one_sits_down(physical: bool) -> None:
    party = physical_party() if physical else dealt_party(set_up(people=2))
    party.go("1 leaves")
    assert party.state.phase is Phase.DEAL
    shown = drawn(party.table)
    assert "deal\n" not in shown
    assert "sit 1 Mei" in shown
    assert ("1 a bot sits down" in shown) is not physical
    assert ("sit 1 bot" in shown) is not physical


def test_an_exact_draw_tells_which_way_the_launcher_is_turned() -> None:
    party = physical_party("all-wild", people=4, turned="Wild")
    party.happen((Ordered(3, 7), OrderVoid()))  # it has faced seat 3
    party.go("1 play DrawTwo")
    shown = one_spaced(drawn(party.table, seat=None))
    assert "turn it \u21ba anticlockwise to South, who gets exactly 2 cards" in shown


def test_the_name_of_a_seat_number_is_in_the_hints_of_a_table_with_real_cards() -> None:
    party = Party(set_up(people=3, physical=True))
    assert "type who and the card: North drew R7" in one_spaced(drawn(party.table, seat=None))
    party.go("0 drew R9", "1 drew B9", "2 drew R3")
    shown = one_spaced(drawn(party.table, seat=None))
    assert "North, East draw again; type who and the card: North drew R7" in shown
    party.go("0 drew G2")
    assert "and the card: East drew R7" in one_spaced(drawn(party.table, seat=None))
