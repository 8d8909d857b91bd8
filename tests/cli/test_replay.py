"""`cardslinger replay`: a match record played again, and what is wrong with one that can't be."""

import json
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from cardslinger import cli
from cardslinger.cli.replay import replay
from cardslinger.rules.errors import BadDeck
from cardslinger.rules.match import steps
from cardslinger.rules.record import format_record, parse_record
from cardslinger.words import LANGUAGES, Words
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.cli.records import ALL_WILD, ATTACK, ATTACK_HK, REAL_CARDS, RECORDS
from tests.cli.test_cli import assert_refused, run


def replayed(record: str | bytes, *options: str) -> Result:
    """The command on standard input, in this process."""
    return CliRunner().invoke(replay, ["-", *options], input=record, catch_exceptions=False)


def data(record: str, *options: str) -> dict[str, Any]:
    result = replayed(record, "--json", *options)
    assert result.exit_code == 0, result.output
    assert len(result.stdout.splitlines()) == 1
    return json.loads(result.stdout)


def shown(record: str, *options: str) -> str:
    result = replayed(record, *options)
    assert result.exit_code == 0, result.output
    return result.stdout


def after(record: str, events: int) -> str:
    """The record, cut off after so many events."""
    lines = record.splitlines(keepends=True)
    return "".join(lines[: parse_record(record).lines[events - 1]])


def events_in(record: str) -> int:
    return len(parse_record(record).events)


def test_attack_is_replayed_to_its_end() -> None:
    end = data(ATTACK)
    assert (end["rules"], end["events"], end["events_in_record"]) == ("attack", 13, 13)
    assert (end["phase"], end["seat"], end["turn"], end["rounds"]) == ("deal", None, None, 1)
    assert (end["winner"], end["winners"]) == (1, [])
    assert end["scores"] == {"0": 0, "1": 77, "2": 0}
    assert end["hands"] == {"0": ["G5", "B5"], "1": [], "2": ["RHit2", "Y7", "YHit2", "GHit2"]}
    assert (end["top"], end["active"], end["clockwise"]) == ("BHit2", "B", True)
    assert (end["hopper"], end["discards"]) == (3, 5)
    assert end["flags"] == {"first_dealer": "pick", "hand_size": 2}


def test_attack_hk_is_replayed_to_its_end() -> None:
    end = data(ATTACK_HK)
    assert (end["rules"], end["phase"], end["seat"], end["turn"]) == ("attack-hk", "pay", 2, 1)
    assert end["owed"] == [
        {"seat": 2, "way": "presses", "amount": 4, "why": "table_talk", "begun": False}
    ]
    assert end["hands"] == {"0": ["G5", "Wild"], "1": ["G5", "G7"], "2": ["Y7", "B7"]}


def test_all_wild_is_replayed_to_its_end() -> None:
    end = data(ALL_WILD)
    assert (end["rules"], end["phase"], end["seat"]) == ("all-wild", "turn", 0)
    assert (end["top"], end["active"]) == ("DrawTwo", None)
    assert end["hands"] == {"0": ["Wild"], "1": ["Skip", "Skip", "Wild"]}


def test_real_cards_have_no_faces_but_where_they_lie_open() -> None:
    end = data(REAL_CARDS)
    assert end["physical"] is True
    assert end["hands"] == {"0": ["?"] * 6, "4": ["?"] * 7, "7": ["?"] * 9}
    assert end["top"] == "R5"
    assert Words("en").say("table.unseen") in shown(REAL_CARDS)


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_a_record_written_anew_replays_to_the_same_digest(record: str) -> None:
    again = format_record(parse_record(record))
    assert data(again) == data(record)


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_at_stops_where_a_record_cut_off_there_would_end(record: str) -> None:
    steps_end = accumulate(len(step) for step in steps(parse_record(record).events))
    for count in list(steps_end)[:-1]:
        at, cut = data(record, "--at", str(count)), data(after(record, count))
        assert (at.pop("events_in_record"), cut.pop("events_in_record")) == (
            events_in(record),
            count,
        )
        assert at == cut


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_at_0_is_the_table_before_anything_happened(record: str) -> None:
    start = data(record, "--at", "0")
    assert (start["phase"], start["events"], start["top"]) == ("dealer", 0, None)


def test_a_file_and_standard_input_say_the_same(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_bytes(b"\xef\xbb\xbf" + ATTACK.replace("\n", "\r\n").encode())  # as Windows has it
    done = run("replay", str(file), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == data(ATTACK)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_every_moment_can_be_shown_in_every_language(record: str, language: str) -> None:
    say = Words(language).say
    for count in range(events_in(record) + 1):
        options = ("--at", str(count))
        words = shown(record, *options, "--language", language)
        facts = data(record, *options)
        assert say(f"phase.{facts['phase']}") in words
        assert facts["digest"] in words
        for due in facts["owed"]:
            assert say(f"owed.{due['why']}") in words
        if facts["top"]:
            assert facts["top"] in words
            assert say("table.direction") in words


def test_the_words_tell_whose_turn_it_is_and_who_owes_what() -> None:
    lines = [" ".join(line.split()) for line in shown(ATTACK, "--at", "9").splitlines()]
    assert "Now waiting for what is owed · seat 0" in lines
    assert "Owed seat 0: 1 press for UNO not called · partly paid" in lines
    assert "Turn seat 1" in lines
    assert "▸ 0 0 2 G5 B5" in lines
    assert "1 0 1 BHit2" in lines
    assert "9 of 13 events" in lines[-1]


@pytest.mark.parametrize("width", [10, 20, 40, 80])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_a_narrow_terminal_folds_the_table_and_loses_nothing(
    record: str, language: str, width: int
) -> None:
    options = ("-", "--language", language)
    result = CliRunner().invoke(replay, options, input=record, env={"COLUMNS": str(width)})
    assert all(cell_len(line) <= width for line in result.stdout.splitlines())
    words = "".join(result.stdout.split())
    assert "\N{HORIZONTAL ELLIPSIS}" not in words
    facts = data(record)
    say = Words(language).say
    for hand in facts["hands"].values():
        for card in hand:
            assert card in words or facts["physical"]
    if facts["physical"]:
        assert "".join(say("table.unseen").split()) in words
    if facts["seat"] is not None:
        assert "".join(say("table.seat", seat=facts["seat"]).split()) in words
        assert "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}" in words
    assert facts["digest"] in words


def test_a_colour_is_never_told_by_colour_alone() -> None:
    assert "B blue" in shown(ATTACK)
    assert "R 紅色" in shown(ATTACK_HK, "--language", "zh-Hant")


def test_equal_cards_stand_together() -> None:
    assert "Skip\N{MULTIPLICATION SIGN}2 Wild" in shown(ALL_WILD)


def test_a_seat_is_told_with_what_hangs_on_it() -> None:
    assert "drew R7" in shown(REAL_CARDS, "--at", "1")
    exposed = Words("en").say("table.exposed")
    assert exposed in shown(ATTACK, "--at", "7")
    assert exposed not in shown(ATTACK, "--at", "8")
    assert Words("en").say("table.called") in shown(ATTACK_HK, "--at", "3")


def test_a_tables_own_text_is_not_taken_for_markup() -> None:
    loud = REAL_CARDS.replace("Everybody sings", "[bold]loud[/bold] :smile:")
    assert "custom_text=[bold]loud[/bold] :smile:" in shown(loud, "--at", "0")


def test_a_won_match_names_its_winners() -> None:
    won = ATTACK.replace("flag hand_size", "flag match_points 50\nflag hand_size")
    assert data(won)["winners"] == [1]
    assert Words("en").say("table.match_won") in shown(won)
    assert Words("en").say("phase.over") in shown(won)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_that_is_not_there_is_one_line(tmp_path: Path, language: str) -> None:
    done = run("replay", str(tmp_path / "none.txt"), "--language", language)
    assert_refused(done, 1, "No such file or directory")
    assert "none.txt" in done.stderr


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    assert_refused(run("replay", str(tmp_path)), 1, "Is a directory; give the path of a match")


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
def test_what_is_not_utf8_is_named_with_its_line(tmp_path: Path, start: bytes) -> None:
    file = tmp_path / "match.txt"
    file.write_bytes(start + b"cardslinger match 1\nrules attack\n# caf\xe9\n")
    assert_refused(run("replay", str(file)), 1, "line 3: not UTF-8 text; save the record as UTF-8")


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("cardslinger match 1", "cardslinger match 2", 1, "begins with 'cardslinger match 1'"),
        ("rules attack", "rules poker", 2, "rules 'poker': one of attack"),
        ("pick", "pack", 3, "first_dealer must be one of high_card, pick, not 'pack'"),
        ("flag hand_size", "flag hand_sice", 4, "there is no flag 'hand_sice'"),
        ("each_colour 5 1", "each_colour Wild 1", 5, "Wild has no colour"),
        ("each_colour 7 1", "each_colour 7 x", 7, "'x' is no number"),
        ("seats 0 1 2", "seats 0", 10, "1 players: there must be 2 to 10"),
        ("hands known", "hands unknown", 11, "hands 'unknown': known or counted"),
        ("1 play R5", "1 plays R5", 15, "'plays R5' is no move"),
        ("0 colour B", "0 colour X", 19, "the colour must be R, Y, G or B"),
        ("0 fired 1", "0 fired one", 21, "'one' is no number"),
    ],
)
def test_a_wrong_line_is_named_with_its_cause(old: str, new: str, line: int, reason: str) -> None:
    result = replayed(ATTACK.replace(old, new, 1))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"cardslinger: standard input, line {line}: ")
    assert reason in result.stderr
    assert result.stderr.endswith("; correct the record\n")


def test_flags_that_contradict_each_other_are_named_where_the_second_stands() -> None:
    flags = "flag scoring each_their_own\nflag cut_in yes\nflag hand_size"
    result = replayed(ATTACK.replace("flag hand_size", flags))
    assert "line 4: " in result.stderr
    both = flags.replace("cut_in yes", "match_winner lowest")
    assert replayed(ATTACK.replace("flag hand_size", both)).exit_code == 0


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_an_empty_file_is_no_record(text: str) -> None:
    result = replayed(text)
    assert result.exit_code == 1
    assert "a match record begins with 'cardslinger match 1'" in result.stderr


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("record", "old", "new", "line", "code", "facts"),
    [
        (ATTACK, "1 play R5", "2 play Y5", 15, "refusal.not_your_turn", {"seat": 1}),
        (ATTACK, "0 fired 1", "1 play BHit2", 21, "refusal.not_your_turn", {"seat": 0}),
        (ATTACK_HK, "1 talk 2 claimed", "1 talk 2", 21, "refusal.reads_otherwise",
         {"event": "1 talk 2 claimed"}),
        (REAL_CARDS, "7 returned 3", "7 waived", 15, "refusal.reads_otherwise",
         {"event": "undo, 7 returned 3"}),
    ],
)  # fmt: skip
def test_an_event_that_could_not_have_happened_says_why_and_what_to_look_at(
    record: str, old: str, new: str, line: int, code: str, facts: dict[str, Any], language: str
) -> None:
    wrong = record.replace(old, new, 1)
    words = Words(language)
    before = sum(number < line for number in parse_record(wrong).lines)
    result = replayed(wrong, "--language", language)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == "cardslinger: {}\n".format(
        words.say(
            "replay.impossible",
            file=words.say("replay.standard_input"),
            line=line,
            event="undo" if new == "7 waived" else new,
            reason=words.say(code, **facts),
            number=before,
        )
    )
    assert f"--at {before}" in result.stderr
    assert shown(wrong, "--at", str(before), "--language", language)


def test_a_long_event_is_shortened_in_its_error() -> None:
    result = replayed(ATTACK.replace("B7 Wild", "B7 Wild Wild Wild"))
    assert result.exit_code == 1
    assert "...' can't happen here. What is dealt must be the whole deck" in result.stderr


def test_at_beyond_the_end_says_where_the_end_is() -> None:
    result = replayed(ATTACK, "--at", "14")
    assert result.exit_code == 1
    assert "--at 14 is beyond the end; the record takes 0 to 13" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [[], ["a", "b"], ["-", "--at", "-1"], ["-", "--at", "x"], ["-", "--language", "de"]],
)
def test_wrong_usage_is_exit_code_2(arguments: list[str]) -> None:
    assert_refused(run("replay", *arguments), 2, "Error: ")


def test_an_error_of_the_rules_ends_any_command_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(**_: object) -> None:
        raise BadDeck("deck x: no cards")

    monkeypatch.setattr(cli.cardslinger, "main", broken)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 1
    assert capsys.readouterr().err == "cardslinger: deck x: no cards\n"


def assert_told(result: Result) -> None:
    """It worked, or it was refused in one line that is safe to print."""
    if result.exit_code:
        assert result.exit_code == 1
        assert result.stdout == ""
        assert result.stderr.startswith("cardslinger: ")
        assert result.stderr.removesuffix("\n").isprintable()


@given(st.binary() | st.text().map(lambda text: f"cardslinger match 1\n{text}".encode()))
def test_no_bytes_break_it(content: bytes) -> None:
    assert_told(replayed(content))


WORDS = sorted({word for record in RECORDS.values() for word in record.split()})


@given(
    st.sampled_from(list(RECORDS.values())),
    st.lists(
        st.tuples(
            st.integers(0, 30),
            st.sampled_from(["drop", "twice", "put"]),
            st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join),
        ),
        min_size=1,
        max_size=3,
    ),
)
def test_a_damaged_record_is_replayed_or_refused_in_one_line(
    record: str, damages: list[tuple[int, str, str]]
) -> None:
    lines = record.splitlines()
    for place, damage, put in damages:
        here = place % len(lines)
        lines[here : here + 1] = {"drop": [""], "twice": [lines[here]] * 2, "put": [put]}[damage]
    assert_told(replayed("\n".join(lines)))
