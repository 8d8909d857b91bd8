"""Match records: a text file that replays to the same state, or says which line is wrong."""

import pytest
from cardslinger.rules.decide import decide
from cardslinger.rules.deck import DECKS, make_deck
from cardslinger.rules.errors import BadRecord, RulesError
from cardslinger.rules.events import (
    CountCorrected,
    DealerDrew,
    DealerPicked,
    Dealt,
    Event,
    Fired,
    Joined,
    Kept,
    Left,
    Moved,
    Outcome,
    PointsCounted,
    Refusal,
    Reloaded,
    Returned,
    Turned,
    Undone,
    Waived,
)
from cardslinger.rules.record import Record, format_record, parse_record
from cardslinger.rules.state import Phase
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.positions import rule_set
from tests.rules.random_matches import decks, matches, rule_sets
from tests.rules.test_invariants import SEEDS, steps

HEADER = "cardslinger match 1\nrules attack\nflag first_dealer pick\nflag hand_size 1\n"
TINY = (
    HEADER
    + """deck tiny
each_colour 5 1
each_colour Skip 1
no_colour Wild 1
seats 0 3
hands known

0 deals   # seat 3 begins
deal R5 RSkip Y5 G5 B5 YSkip GSkip BSkip Wild
"""
)


def error(text: str) -> str:
    with pytest.raises(BadRecord) as refused:
        parse_record(text).replay()
    return str(refused.value)


def test_a_short_record_replays() -> None:
    state = parse_record(TINY + "3 fired 2\n0 fired 0\n3 play R5\n").replay()
    assert state.sizes[3] == 2
    assert state.seat == 0


def test_a_record_can_be_replayed_up_to_any_event() -> None:
    record = parse_record(TINY + "3 fired 2\n")
    assert [record.replay(count).phase for count in range(4)] == [
        Phase.DEALER, Phase.DEAL, Phase.TURN, Phase.TURN,
    ]  # fmt: skip
    with pytest.raises(ValueError, match="has 3 events"):
        record.replay(4)


@given(st.data())
def test_any_header_that_is_written_reads_as_the_same(data: st.DataObject) -> None:
    rules = data.draw(rule_sets())
    seats = tuple(sorted(data.draw(st.sets(st.integers(0, 9), min_size=2))))
    deck = data.draw(decks(rules, rules.hand_size * len(seats) + 1))
    record = Record(rules, deck, seats, data.draw(st.booleans()))
    again = parse_record(format_record(record))
    assert (again.rules, again.deck) == (record.rules, record.deck)
    assert (again.seats, again.physical) == (record.seats, record.physical)


def test_a_tables_own_rules_text_and_points_are_kept() -> None:
    rules = rule_set("attack", name="ours", custom_text="sing a song", custom_effect="skip")
    deck = make_deck("ours", DECKS["attack"].each_colour, {15: 4}, {15: 33})
    again = parse_record(format_record(Record(rules, deck, (0, 1), False)))
    assert (again.rules, again.deck) == (rules, deck)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: a match record begins with 'cardslinger match 1'"),
        ("hello", "line 1: a match record begins with"),
        (HEADER.replace("attack", "chess") + "deck attack\nseats 0 1\nhands known", "'chess'"),
        (TINY.replace("hand_size 1", "hand_size many"), "line 4: hand_size"),
        (TINY.replace("hand_size 1", "size 1"), "line 4: there is no flag 'size'"),
        (TINY.replace("hand_size 1", "self 1"), "line 4: there is no flag 'self'"),
        (TINY.replace("each_colour 5 1", "each_colour 5"), "line 6"),
        (TINY.replace("each_colour 5 1", "each_colour Hat 1"), "line 6: 'Hat' is no kind"),
        (TINY.replace("Wild 1", "DrawTwo 1"), "DrawTwo"),
        (TINY.replace("seats 0 3", "seats 0"), "2 to 10"),
        (TINY.replace("seats 0 3", "seats 0 x"), "'x' is no seat"),
        (TINY.replace("known", "seen"), "'seen': known or counted"),
        (TINY.replace("seats 0 3\n", ""), "lacks its 'seats' line"),
        (TINY.replace("seats 0 3", "seats 0 3\nseats 0 3"), "line 10: 'seats' stands twice"),
        (TINY.replace("rules attack", "rules attack\nrules attack-hk"), "'rules' stands twice"),
        (TINY.replace("hands known", "hands known\nhands counted"), "'hands' stands twice"),
        (TINY.replace("deck tiny", "deck tiny\ndeck attack"), "'deck' stands twice"),
        (
            TINY.replace("flag hand_size 1", "flag hand_size 1\nflag hand_size 2"),
            "line 5: 'flag hand_size' stands twice",
        ),
        (
            TINY.replace("each_colour 5 1", "each_colour 5 1\neach_colour 5 1"),
            "line 7: 'each_colour 5' stands twice",
        ),
        (TINY.replace("seats 0 3", "seats 00 3"), "'00' is no seat"),
        (TINY + "3 fired 00002", "line 14: '00002' is no number"),
        (TINY + "\ufeff3 fired 2", "is no event"),
        (TINY + "3 play R9", "line 14: '3 play R9' can't happen here"),
        (TINY + "0 play RSkip", "line 14: '0 play RSkip' can't happen here"),
        (TINY + "3 fired 2 claimed", "it should be '3 fired 2'"),
        (TINY + "3 waived", "line 14: '3 waived' can't happen here"),
        (TINY + "3 jumps", "line 14: 'jumps' is no move"),
    ],
)
def test_a_wrong_record_is_refused_with_the_line_and_the_reason(text: str, message: str) -> None:
    assert message in error(text)


@pytest.mark.parametrize(
    "text",
    [
        TINY.replace(" ", "\t"),
        TINY.replace(" ", "  ").replace("\n", " \n "),
        TINY.replace(" ", "\f").replace("\n", "\f\n"),
        "\ufeff" + TINY,
        TINY.replace("\n", "\r\n"),
        TINY.replace("\n", "\r"),
        TINY.replace("hand_size 1", "hand_size 01").replace("Wild 1", "Wild 01"),
    ],
)
def test_spaces_line_ends_and_leading_zeros_do_not_matter(text: str) -> None:
    expected = parse_record(TINY + "3 fired 2\n").replay().digest()
    assert parse_record(text + "3 fired 02").replay().digest() == expected


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_line_of_an_error_is_that_of_an_editor(end: str) -> None:
    text = TINY.replace("\n", end) + f"# a page\f break\u2028 in a remark{end}3 jumps"
    assert error(text).startswith("line 15: ")


LONG = "x" * 5000


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        TINY.replace("rules attack", f"rules {LONG}"),
        TINY.replace("hand_size", LONG),
        TINY.replace("hand_size 1", f"hand_size {LONG}"),
        TINY.replace("hand_size 1", f"hand_size 1\nflag {LONG} 1\nflag {LONG} 1"),
        TINY.replace("deck tiny", f"deck {LONG}"),
        TINY.replace("each_colour 5 1", f"each_colour {LONG} 1"),
        TINY.replace("each_colour 5 1", f"each_colour 5 {LONG}"),
        TINY.replace("seats 0 3", f"seats 0 {LONG}"),
        TINY.replace("hands known", f"hands {LONG}"),
        *[TINY + line + LONG for line in ("", "3 ", "3 play ", "3 play R", "3 fired ", "3 fired 1 ",
                                          "3 colour ", "3 target ", "deal ", "undo ", "hopper ",
                                          "hopper holds ", "turned ")],
        TINY + "deal" + " R5" * 5000,
        TINY + "reload" + " R5" * 5000,
    ],
)  # fmt: skip
def test_what_is_quoted_is_never_long(text: str) -> None:
    assert len(error(text)) < 500


def test_what_follows_from_an_event_replays_with_it() -> None:
    state = parse_record(TINY + "3 fired 0\n0 fired 6\n0 returned 5\n").replay()
    assert (state.sizes[0], state.hopper) == (7, [])


def test_what_must_follow_from_an_event_may_not_be_missing() -> None:
    lines = ["3 fired 0", "0 fired 9", "0 returned 2", "3 fired 0"]
    assert (
        "line 15: '0 fired 9' can't happen here (it should be '0 fired 6, 0 returned 5')"
        in error(TINY + "\n".join(lines))
    )


def test_kept_cards_that_nobody_owed_replay_with_those_that_go_back() -> None:
    state = parse_record(TINY + "0 kept 6\n0 returned 3\n").replay()
    assert (state.sizes[0], state.hopper, state.seat) == (7, [], 3)
    assert "(it should be '0 kept 6, 0 returned 3')" in error(TINY + "0 kept 9\n")
    assert "line 14: '0 kept 0' can't happen here" in error(TINY + "0 kept 0\n")


@settings(max_examples=200, deadline=None)
@given(matches(), SEEDS, st.data())
def test_a_damaged_record_replays_or_names_the_line(match, seed: int, data) -> None:
    state = match.state
    record = Record(state.rules, state.deck, state.seated, state.physical)
    for _ in steps(match, seed, 15):
        pass
    record.events = list(match.events)
    lines = format_record(record).splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(lines) - 1))
        damage = data.draw(st.sampled_from(["drop", "double", "swap", "cut", "text"]))
        line = lines[number]
        lines[number] = {
            "drop": "",
            "double": f"{line}\n{line}",
            "swap": data.draw(st.sampled_from(lines)),
            "cut": line[: len(line) // 2],
            "text": line + data.draw(st.text(max_size=5)),
        }[damage]
    try:
        parse_record("\n".join(lines)).replay()
    except BadRecord as refused:
        assert str(refused).startswith(f"line {refused.line}: ")


ANY_INT = st.integers(-5, 12) | st.integers()
WISHES = st.one_of(
    st.builds(Moved, ANY_INT, st.integers(-5, 1100) | st.integers(), st.booleans()),
    st.builds(Fired, ANY_INT, ANY_INT, st.sampled_from(Outcome), st.booleans()),
    st.builds(Waived, ANY_INT),
    st.builds(Returned, ANY_INT, ANY_INT),
    st.builds(Kept, ANY_INT, ANY_INT),
    st.builds(DealerDrew, ANY_INT, ANY_INT),
    st.builds(DealerPicked, ANY_INT),
    st.builds(Dealt, st.lists(ANY_INT, max_size=4).map(tuple), st.booleans()),
    st.builds(Turned, ANY_INT),
    st.builds(Reloaded, st.lists(ANY_INT, max_size=4).map(tuple)),
    st.builds(PointsCounted, ANY_INT, ANY_INT),
    st.builds(CountCorrected, st.none() | ANY_INT, ANY_INT),
    st.builds(Undone),
    st.builds(Joined, ANY_INT),
    st.builds(Left, ANY_INT),
)


@settings(max_examples=200, deadline=None)
@given(matches(), SEEDS, st.integers(0, 80), st.lists(WISHES, min_size=5, max_size=40))
def test_any_wish_is_decided_or_refused_and_changes_nothing(
    match, seed: int, count: int, wishes: list[Event]
) -> None:
    for _ in steps(match, seed, count):
        pass
    state = match.state
    before = state.as_tuple()
    for wish in wishes:
        decision = decide(state, wish)
        assert isinstance(decision, Refusal) or decision
    assert state.as_tuple() == before


@given(st.text())
def test_any_text_is_a_record_or_an_error_of_ours(text: str) -> None:
    try:
        parse_record(text)
    except RulesError as refused:
        assert str(refused)
