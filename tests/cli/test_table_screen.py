"""The table as it is drawn: in every language, at every width, with every trouble."""

import io
import random
import re

import pytest
from cardslinger.cli.table_help import table_help
from cardslinger.cli.table_lines import Lines
from cardslinger.cli.table_offers import Offers
from cardslinger.cli.table_screen import Screen
from cardslinger.cli.table_trouble import CODES, Trouble
from cardslinger.cli.table_waits import persons
from cardslinger.rules.legal import claims, legal
from cardslinger.rules.moves import format_move
from cardslinger.rules.notation import parse_event
from cardslinger.rules.ruleset import PRESETS
from cardslinger.rules.state import Phase, Way
from cardslinger.table.entries import LauncherSaid, Paused
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
    table: Table, language: str = "en", *, seat: int | None = 0, width: int = 80, twin: bool = True
) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False)
    words = Words(language)
    view = table_view(table, Role.SCREEN if seat is None else Role.SEAT, seat)
    screen, drawing = Screen(words), bool(table.state.contenders)
    console.print(
        screen.draw(
            console,
            view,
            Trouble(words, twin).tell(view, ""),
            Offers(words, twin).find(view, drawing),
            screen.hint(view, drawing),
        )
    )
    return console.file.getvalue()


def one_line(shown: str) -> str:
    return "".join(shown.split())


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
    lines = Lines(Words(language), party.table.sitters)
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
    lines = Lines(Words("en"), set_up(people=2).sitters)
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
    console = Console(file=io.StringIO(), width=width)
    console.print(table_help(Words(language), width, physical=True, twin=True, talk=True))
    shown = console.file.getvalue()
    for typed in ("catch 2", "hands 2 5", "load 40", "sit 3 Mei", "talk 2", "quit"):
        assert typed in shown
