"""Moves and events as text: what is written can be read, and anything else is refused by name."""

import pytest
from cardslinger.rules.cards import FACES, UNKNOWN
from cardslinger.rules.errors import BadNotation
from cardslinger.rules.events import (
    CountCorrected,
    DealerDrew,
    DealerPicked,
    Dealt,
    Fired,
    Joined,
    Kept,
    Left,
    Moved,
    Outcome,
    PointsCounted,
    Reloaded,
    Returned,
    Turned,
    Undone,
    Waived,
)
from cardslinger.rules.moves import PRESS, format_move, parse_move
from cardslinger.rules.notation import format_event, parse_event
from hypothesis import example, given
from hypothesis import strategies as st

from tests.rules.test_invariants import EVERY_MOVE

SEATS = st.integers(0, 9)
COUNTS = st.integers(0, 9999)
CARDS = st.sampled_from([UNKNOWN, *sorted(FACES)])
PLAYED = [move for move in EVERY_MOVE if move not in (PRESS, 262, 263, 264)]
EVENTS = st.one_of(
    st.builds(Moved, SEATS, st.sampled_from(PLAYED), st.booleans()),
    st.builds(Fired, SEATS, COUNTS, st.sampled_from(Outcome), st.booleans()),
    st.builds(Waived, SEATS),
    st.builds(Returned, SEATS, COUNTS),
    st.builds(Kept, SEATS, COUNTS),
    st.builds(DealerDrew, SEATS, CARDS),
    st.builds(DealerPicked, SEATS),
    st.builds(Dealt, st.lists(CARDS, min_size=1).map(tuple)),
    st.builds(Dealt, st.just(()), st.booleans()),
    st.builds(Turned, CARDS),
    st.builds(Reloaded, st.lists(CARDS).map(tuple)),
    st.builds(PointsCounted, SEATS, COUNTS),
    st.builds(CountCorrected, st.none() | SEATS, COUNTS),
    st.builds(Undone),
    st.builds(Joined, SEATS),
    st.builds(Left, SEATS),
)


@given(EVENTS)
def test_an_event_that_is_written_reads_as_the_same(event) -> None:
    assert parse_event(format_event(event)) == event


@given(st.sampled_from(PLAYED))
def test_a_move_that_is_written_reads_as_the_same(move: int) -> None:
    assert parse_move(format_move(move)) == move


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("1 play R7", Moved(1, 39)),
        ("0 fired 3", Fired(0, 3)),
        ("2 fired 0 empty claimed", Fired(2, 0, Outcome.EMPTY, True)),
        ("1 kept 3", Kept(1, 3)),
        ("9 uno", Moved(9, 261)),
        ("hopper holds 40", CountCorrected(None, 40)),
        ("deal launcher", Dealt((), True)),
    ],
)
def test_events_are_written_as_people_would_say_them(line: str, event) -> None:
    assert parse_event(line) == event
    assert format_event(event) == line


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "is no event"),
        ("x play R7", "'x play R7' is no event"),
        ("10 play R7", "is no event"),
        ("1", "is no move"),
        ("1 play", "is no card"),
        ("1 play R0", "'R0' is no card"),
        ("1 play ?", "has a face"),
        ("1 play 7", "lacks its colour"),
        ("1 press", "such as 'fired 3'"),
        ("1 colour P", "must be R, Y, G or B"),
        ("1 colour  ", "must be R, Y, G or B"),
        ("1 target 12", "'12' is no seat"),
        ("1 fired", "is no number"),
        ("1 fired -1", "is no number"),
        ("1 fired ٣", "is no number"),
        ("1 fired 99999999999", "is no number"),
        ("1 fired 3 broken", "'broken' is no outcome"),
        ("1 kept", "is no number"),
        ("1 kept 3 empty", "is no number"),
        ("1 holds many", "is no number"),
        ("deal", "needs the cards"),
        ("deal R7 X3", "'X3' is no card"),
        ("hopper has 3", "hopper holds how many"),
        ("undo that", "undo stands alone"),
        ("1 waived now", "is no move"),
    ],
)
def test_a_line_that_cant_be_read_is_quoted_with_the_reason(line: str, words: str) -> None:
    with pytest.raises(BadNotation) as refused:
        parse_event(line)
    assert words in str(refused.value)


@given(st.text() | st.from_regex(r"[0-9] (play|cut|lay|colour|target|fired|kept|holds) .*"))
@example("1 fired " + "9" * 5000)
def test_any_text_is_an_event_or_refused(text: str) -> None:
    try:
        event = parse_event(text)
    except BadNotation:
        return
    assert parse_event(format_event(event)) == event


@pytest.mark.parametrize("move", [-1, 0, 7, 256 - 1, 262, 264, 269, 299, 512, 2000])
def test_an_int_that_is_no_move_is_not_written(move: int) -> None:
    with pytest.raises(BadNotation):
        format_move(move)
