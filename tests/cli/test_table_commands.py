"""What somebody types at a table, as what is asked of it."""

import pytest
from cardslinger.cli.table_cards import CardNames
from cardslinger.cli.table_commands import Do, Load, Moment, Say, Unclear, parse
from cardslinger.cli.table_offers import Offer
from cardslinger.cli.table_people import People
from cardslinger.rules.cards import COLOURS, RED, format_card, kind_of
from cardslinger.rules.deck import DECKS
from cardslinger.rules.state import Phase
from cardslinger.table.messages import (
    Count,
    Deal,
    GoOn,
    Launch,
    Pause,
    Play,
    Settle,
    Sit,
    Stop,
)
from cardslinger.words import LANGUAGES, Words
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

OFFERS = (Offer("play R7", Text("R7")), Offer("press", Text("press")))


NAMES = {0: "Anna", 1: "Mei Ling", 2: "Ben", 3: "Mei", 5: "Bot 1"}
ALL = ", ".join(NAMES.values())


def at(
    phase: Phase = Phase.TURN,
    seat: int | None = 2,
    *,
    rules: str = "attack",
    language: str = "en",
    physical: bool = False,
    colour: str = "R",
    ownerless: bool = False,
) -> Moment:
    cards = CardNames(Words(language), DECKS[rules])
    return Moment(OFFERS, seat, phase, People(NAMES), cards, 4, physical, colour, ownerless)


def unclear(code: str, **facts: object) -> Unclear:
    return Unclear(f"typed.{code}", {"name": "Ben", **facts})


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("1", Say((Play("2 play R7"),), 2)),
        ("2", Do.PRESS),
        ("p", Do.PRESS),
        ("?", Do.HELP),
        ("", Do.SHOW),
        (" QUIT ", Do.QUIT),
        ("play R7", Say((Play("2 play R7"),), 2)),
        ("r7", Say((Play("2 play R7"),), 2)),
        ("rdiscardall", Say((Play("2 play RDiscardAll"),), 2)),
        ("R7 uno", Say((Play("2 uno"), Play("2 play R7")), 2)),
        ("uno", Say((Play("2 uno"),), 2)),
        ("1 cut R7 uno", Say((Play("1 uno"), Play("1 cut R7")), 1)),
        ("0 uno", Say((Play("0 uno"),), 0)),
        ("1 Play y4", Say((Play("1 play Y4"),), 1)),
        ("colour r", Say((Play("2 colour R"),), 2)),
        ("target 3", Say((Play("2 target 3"),), 2)),
        ("catch 1", Say((Play("2 catch 1"),), 2)),
        ("0 deals", Say((Play("0 deals"),))),
        ("keep", Say((Play("2 keep"),), 2)),
        ("keep 1", Say((Settle(1),))),
        ("back", Say((Settle(),))),
        ("undo", Say((Play("undo"),))),
        ("count 7", Say((Count(7),))),
        ("hands 2 5", Say((Play("2 holds 5"),))),
        ("hopper 40", Say((Play("hopper holds 40"),))),
        ("points 2 35", Say((Play("2 points 35"),))),
        ("deal", Say((Deal(),))),
        ("deal launcher", Say((Deal(by_launcher=True),))),
        ("launch", Say((Launch(),))),
        ("go", Say((GoOn(),))),
        ("pause", Say((Pause(),))),
        ("STOP", Say((Stop(),))),
        ("sit 3 Mei Ling", Say((Sit(3, "Mei Ling"),))),
        ("sit 3 bot", Say((Sit(3, "Bot 4", "greedy"),))),
        ("leave 3", Say((Play("3 leaves"),))),
        ("load", Load(112)),
        ("load 30", Load(30)),
        ("clear", Do.CLEAR),
        ("3", Unclear("typed.no_number", {"number": 3})),
        ("load 999", unclear("load")),
        ("hands 2", unclear("hands")),
        ("sit 3", unclear("sit")),
        ("sit", unclear("sit")),
        ("leave", unclear("leave")),
        ("xyzzy", unclear("unclear", text="xyzzy")),
        ("play xyzzy", unclear("no_card", text="xyzzy")),
        ("play R77", unclear("near_card", text="R77", card="R7")),
        ("bskp", unclear("near_card", text="bskp", card="BSkip")),
    ],
)
def test_a_line_is_what_it_says(line: str, command: object) -> None:
    assert parse(line, at()) == command


@pytest.mark.parametrize(
    ("phase", "line", "event"),
    [
        (Phase.LAY, "r5", "2 lay R5"),
        (Phase.FIRST_CARD, "r5", "turned R5"),
        (Phase.COLOUR, "g", "2 colour G"),
    ],
)
def test_a_bare_card_or_colour_is_what_the_table_waits_for(
    phase: Phase, line: str, event: str
) -> None:
    command = parse(line, at(phase))
    assert isinstance(command, Say)
    assert command.wishes == (Play(event),)


def test_without_a_turn_somebody_has_to_be_named() -> None:
    assert parse("R7", at(seat=None)) == unclear("whose", text="R7")
    assert parse("1 R7", at(seat=None)) == Say((Play("1 play R7"),), 1)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("Anna R7", Say((Play("0 play R7"),), 0)),
        ("ANNA uno", Say((Play("0 uno"),), 0)),
        ("mei R7", Say((Play("3 play R7"),), 3)),
        ("mei ling r7 uno", Say((Play("1 uno"), Play("1 play R7")), 1)),
        ("Ben cut red 5", Say((Play("2 cut R5"),), 2)),
        ("bot 1 uno", Say((Play("5 uno"),), 5)),
        ("Anna deals", Say((Play("0 deals"),))),
        ("Anna drew r7", Say((Play("0 drew R7"),))),
        ("keep Mei", Say((Settle(3),))),
        ("catch mei ling", Say((Play("2 catch 1"),), 2)),
        ("target anna", Say((Play("2 target 0"),), 2)),
        ("talk Ben", Say((Play("2 talk 2"),), 2)),
        ("hands Mei Ling 5", Say((Play("1 holds 5"),))),
        ("points bot 1 35", Say((Play("5 points 35"),))),
        ("sit Ben Zoe", Say((Sit(2, "Zoe"),))),
        ("sit bot 1 Zoe", Say((Sit(5, "Zoe"),))),
        ("leave Anna", Say((Play("0 leaves"),))),
        ("keep Zoe", unclear("nobody", text="Zoe", names=ALL)),
        ("leave 12", unclear("nobody", text="12", names=ALL)),
        ("catch Zoe", unclear("nobody", text="Zoe", names=ALL)),
        ("hands Zoe 5", unclear("nobody", text="Zoe", names=ALL)),
    ],
)
def test_a_name_stands_for_its_seat(line: str, command: object) -> None:
    assert parse(line, at()) == command


def test_keep_alone_asks_who_keeps_the_cards_of_a_free_press() -> None:
    assert parse("keep", at(ownerless=True)) == unclear("keep")
    assert parse("keep", at(Phase.TARGET)) == Say((Play("2 keep"),), 2)


@pytest.mark.parametrize(
    ("language", "rules", "line", "card"),
    [
        ("en", "all-wild", "Draw Four", "DrawFour"),
        ("en", "all-wild", "draw four", "DrawFour"),
        ("en", "all-wild", "wild draw four", "DrawFour"),
        ("en", "all-wild", "play skip", "Skip"),
        ("en", "attack", "b skip", "BSkip"),
        ("en", "attack", "bSKIP", "BSkip"),
        ("en", "attack", "G 8", "G8"),
        ("en", "attack", "8 green", "G8"),
        ("en", "attack", "blue 3", "B3"),
        ("en", "attack", "red hit 2", "RHit2"),
        ("en", "attack", "hit 4", "Hit4"),
        ("en", "attack", "attack-attack", "AttackAttack"),
        ("ms", "all-wild", "Ambil Dua Bersasar", "TargetedDrawTwo"),
        ("ms", "attack", "merah 5", "R5"),
        ("ms", "attack", "5 merah", "R5"),
        ("ms", "attack", "buang semua biru", "BDiscardAll"),
        ("ms", "attack", "red 5", "R5"),
        ("zh-Hant", "all-wild", "\u62bd\u56db\u5f35", "DrawFour"),
        ("zh-Hant", "attack", "\u7d05 5", "R5"),
        ("zh-Hant", "attack", "\u7d05\u8272\u8df3\u904e", "RSkip"),
    ],
)
def test_a_card_is_known_by_its_name(language: str, rules: str, line: str, card: str) -> None:
    moment = at(rules=rules, language=language)
    assert parse(line, moment) == Say((Play(f"2 play {card}"),), 2)
    assert parse(f"{line} uno", moment) == Say((Play("2 uno"), Play(f"2 play {card}")), 2)


def test_a_card_without_its_colour_is_asked_for() -> None:
    skips = "RSkip, YSkip, GSkip, BSkip"
    assert parse("skip", at()) == unclear("which_card", text="skip", cards=skips)
    assert parse("play skip uno", at()) == unclear("which_card", text="skip", cards=skips)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", DECKS)
def test_no_two_cards_have_one_name_but_for_their_colour(rules: str, language: str) -> None:
    cards = CardNames(Words(language), DECKS[rules])
    for face in DECKS[rules].counts:
        assert cards.find(format_card(face)) == (format_card(face),)
    for name, faces in cards._named.items():
        assert len({kind_of(face) for face in faces}) == 1, name
        assert len(faces) in (1, len(COLOURS)), name


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "red"),
        ("en", "R"),
        ("en", "colour red"),
        ("ms", "merah"),
        ("zh-Hant", "\u7d05\u8272"),
    ],
)
def test_a_colour_is_known_by_its_name(language: str, line: str) -> None:
    command = parse(line, at(Phase.COLOUR, language=language))
    assert command == Say((Play("2 colour R"),), 2)


def test_real_cards_under_a_discard_all_are_only_counted() -> None:
    real = at(Phase.LAY, physical=True)
    for line in ("lay R5", "R5", "lay ?", "lay red 5"):
        assert parse(line, real) == Say((Play("2 lay ?"),), 2), line
    assert parse("lay B5", real) == unclear("not_under", card="B5", colour=RED)
    assert parse("Wild", real) == unclear("not_under", card="Wild", colour=RED)
    assert parse("lay R5", at(Phase.LAY)) == Say((Play("2 lay R5"),), 2)


@given(st.text(), st.sampled_from(Phase))
def test_anything_typed_is_a_command_or_unclear(line: str, phase: Phase) -> None:
    assert isinstance(parse(line, at(phase)), Do | Load | Say | Unclear)
