"""What somebody types at a table, as what is asked of it."""

import pytest
from cardslinger.cli.table_commands import Do, Load, Moment, Say, Unclear, parse
from cardslinger.cli.table_offers import Offer
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
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

OFFERS = (Offer("play R7", Text("R7")), Offer("press", Text("press")))


def at(phase: Phase = Phase.TURN, seat: int | None = 2) -> Moment:
    return Moment(OFFERS, seat, phase, 4)


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
        ("load 999", Unclear("typed.load", {})),
        ("hands 2", Unclear("typed.hands", {})),
        ("sit 3", Unclear("typed.sit", {})),
        ("xyzzy", Unclear("typed.unclear", {"text": "xyzzy"})),
        ("play R77", Unclear("typed.unclear", {"text": "play R77"})),
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
    assert parse("R7", at(seat=None)) == Unclear("typed.whose", {"text": "R7"})
    assert parse("1 R7", at(seat=None)) == Say((Play("1 play R7"),), 1)


@given(st.text(), st.sampled_from(Phase))
def test_anything_typed_is_a_command_or_unclear(line: str, phase: Phase) -> None:
    assert isinstance(parse(line, at(phase)), Do | Load | Say | Unclear)
