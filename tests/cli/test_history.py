"""`cardslinger history`, `stats` and `export`: what a journal holds, and what is wrong with one."""

import asyncio
import csv
import io
import json
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from cardslinger import cli
from cardslinger.cli.journal_option import default_journal
from cardslinger.rules.match import Match
from cardslinger.rules.record import parse_record
from cardslinger.table.entries import Paused, Seated, read
from cardslinger.table.errors import TableError
from cardslinger.table.journal import Journal
from cardslinger.table.table import Table
from cardslinger.words import LANGUAGES, Words
from click.testing import CliRunner, Result
from hypothesis import given, settings
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from rich.cells import cell_len

from tests.cli.records import ALL_WILD, ATTACK, ATTACK_HK, REAL_CARDS
from tests.cli.test_cli import CARDSLINGER, assert_refused, run
from tests.rules.random_matches import matches
from tests.rules.test_invariants import SEEDS, steps
from tests.table.journals import LAST_IS_A_REVERSE, of_match, of_record, write_journal

COMMANDS = (("history",), ("stats",), ("export", "--match", "1"))
MATCHES = (ATTACK, ATTACK_HK, LAST_IS_A_REVERSE, REAL_CARDS, ALL_WILD)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of all kinds of matches."""
    path = tmp_path_factory.mktemp("journal") / "table.db"
    return write_journal(path, *map(of_record, MATCHES))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A journal to spoil, of two matches."""
    return write_journal(tmp_path / "table.db", *map(of_record, (ATTACK, LAST_IS_A_REVERSE)))


def invoked(command: str, file: Path, *options: str, **environment: str) -> Result:
    arguments = [command, "--db", str(file), *options]
    return CliRunner().invoke(cli.cardslinger, arguments, env=environment, catch_exceptions=True)


def shown(command: str, file: Path, *options: str, **environment: str) -> str:
    result = invoked(command, file, *options, **environment)
    assert result.exit_code == 0, result.output
    return result.stdout


def data(command: str, file: Path, *options: str) -> Any:
    return json.loads(shown(command, file, "--json", *options))


def refused(command: tuple[str, ...], file: Path, *options: str) -> str:
    """The one line with which it ends."""
    result = invoked(command[0], file, *command[1:], *options)
    assert isinstance(result.exception, TableError), result.output
    assert result.stdout == ""
    return str(result.exception)


def change(file: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        assert db.execute(statement, values).rowcount > 0


# -- history ---------------------------------------------------------------------------------------


def test_the_newest_match_stands_first(file: Path) -> None:
    found = data("history", file)["matches"]
    assert [match["match"] for match in found] == [5, 4, 3, 2, 1]
    reverse = found[2]
    assert (reverse["over"], reverse["winners"]) == (True, ["East"])
    assert [seat["score"] for seat in reverse["seats"]] == [0, 10, 0]
    assert found[4]["over"] is False
    assert found[4]["began"].endswith("Z")


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_match_is_told_in_every_language_and_width(
    file: Path, language: str, width: int
) -> None:
    for command in ("history", "stats"):
        text = shown(command, file, "--language", language, COLUMNS=str(width))
        assert all(cell_len(line) <= width for line in text.splitlines())
        assert "\N{HORIZONTAL ELLIPSIS}" not in text
        assert "East" in text
    history = shown("history", file, "--language", language, COLUMNS=str(width))
    assert Words(language).say("history.going_on") in history


# -- stats -----------------------------------------------------------------------------------------


def test_players_are_told_by_name_over_all_matches(file: Path) -> None:
    totals = data("stats", file)
    east = totals["players"]["East"]
    assert (totals["matches"], totals["over"]) == (5, 1)
    assert (east["matches"], east["won"], east["rounds_won"], east["points"]) == (4, 1, 2, 87)
    assert totals["records"]["largest_fire"]["value"] == 2
    assert "East" in shown("stats", file)


def test_one_player_is_chosen_by_name_whatever_its_case(file: Path) -> None:
    assert list(data("stats", file, "--player", "eAST")["players"]) == ["East"]
    players = shown("stats", file, "--player", "East").split("The launcher")[0]
    assert "East" in players
    assert "North" not in players
    assert "'Nobody'" in refused(("stats",), file, "--player", "Nobody")


# -- export ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, len(MATCHES) + 1))
def test_an_exported_record_replays_to_the_state_of_the_table(file: Path, number: int) -> None:
    record = shown("export", file, "--match", str(number))
    setup, entries = of_record(MATCHES[number - 1])
    table = Table(setup)
    table.take(entries)
    replayed = CliRunner().invoke(cli.cardslinger, ["replay", "-", "--json"], input=record)
    assert json.loads(replayed.stdout)["digest"] == table.state.digest()
    assert all(f"# seat {seat}: {one.name}" in record for seat, one in setup.sitters.items())


@settings(max_examples=25)
@given(matches(), SEEDS)
def test_any_match_comes_back_from_its_record(match: Match, seed: int) -> None:
    seats = match.state.seated
    list(steps(match, seed, 120))
    with TemporaryDirectory() as folder:
        file = write_journal(Path(folder) / "table.db", of_match(match, seats))
        record = parse_record(shown("export", file, "--match", "1"))
        report = json.loads(shown("export", file, "--match", "1", "--format", "json"))
    assert record.events == match.events
    digest = match.state.digest()
    assert report["digest"] == digest
    assert record.replay().digest() == digest


def test_the_rows_of_a_csv_are_the_entries(file: Path) -> None:
    rows = list(
        csv.DictReader(io.StringIO(shown("export", file, "--match", "1", "--format", "csv")))
    )
    _, entries = of_record(ATTACK)
    assert [read(row["kind"], row["what"]) for row in rows] == entries
    assert [row["number"] for row in rows] == [str(n) for n in range(1, len(entries) + 1)]
    assert rows[2]["seat"] == "1"
    assert rows[1]["seat"] == ""
    assert all(row["time"].endswith("Z") for row in rows)


def test_json_holds_everything(own: Path) -> None:
    report = json.loads(shown("export", own, "--match", "2", "--format", "json"))
    assert (report["rules"], report["deck"], report["winners"]) == ("attack", "tiny", ["East"])
    assert report["entries"][-1]["what"] == "1 play RReverse"
    assert report["players"]["East"]["points"] == 10
    assert report["header"].startswith("cardslinger match 1")
    assert report["launcher"]["fires"] == 0


def test_a_fact_is_a_row_with_its_name(tmp_path: Path) -> None:
    setup, entries = of_record(ATTACK)
    stopped = Paused("jam", {"cards": 0})
    file = write_journal(tmp_path / "table.db", (setup, [*entries, stopped]))
    *_, row = csv.DictReader(io.StringIO(shown("export", file, "--match", "1", "--format", "csv")))
    assert (row["kind"], json.loads(row["what"])) == (
        "paused",
        {"code": "jam", "facts": {"cards": 0}},
    )
    report = json.loads(shown("export", file, "--match", "1", "--format", "json"))
    assert report["entries"][-1]["what"] == {"code": "jam", "facts": {"cards": 0}}
    assert report["launcher"]["pauses"] == {"jam": 1}


def test_an_export_goes_into_a_file(own: Path, tmp_path: Path) -> None:
    written = tmp_path / "match.txt"
    assert shown("export", own, "--match", "1", "-o", str(written)) == ""
    assert written.read_text() == shown("export", own, "--match", "1")
    nowhere = str(tmp_path / "none" / "match.txt")
    assert "No such file or directory" in refused(("export", "--match", "1", "-o", nowhere), own)


# -- what can be wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_journal_that_is_not_there_or_empty_is_one_line(
    tmp_path: Path, command: tuple[str, ...], language: str
) -> None:
    words, options = Words(language), ("--language", language)
    none = tmp_path / "none.db"
    assert refused(command, none, *options) == words.say("journal.none", file=none)
    assert not none.exists()
    blank = tmp_path / "blank.db"
    blank.touch()
    assert refused(command, blank, *options) == words.say("journal.empty", file=blank)
    empty = write_journal(tmp_path / "empty.db")
    assert refused(command, empty, *options) == words.say("journal.empty", file=empty)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_what_is_no_journal_is_one_line_and_exit_code_1(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no journal at all, only some text that is long enough to look like one")
    assert_refused(run(*command, "--db", str(text)), 1, "no journal of cardslinger")
    assert_refused(run(*command, "--db", str(tmp_path)), 1, "is a folder")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_such_match_names_those_there_are(own: Path, language: str) -> None:
    line = refused(("export", "--match", "7"), own, "--language", language)
    facts = {"file": own, "match": 7, "first": 1, "last": 2}
    assert line == Words(language).say("journal.no_match", **facts)


@pytest.mark.parametrize("text", ["1 plays R5", "2 play Y5"], ids=["unreadable", "impossible"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_damaged_match_is_one_line_and_hides_no_other(
    own: Path, text: str, language: str
) -> None:
    change(own, "UPDATE entry SET text = ? WHERE match = 1 AND number = 3", text)
    for command in ("history", "stats"):
        result = invoked(command, own, "--json", "--language", language)
        assert result.exit_code == 1
        found = json.loads(result.stdout)["matches"]
        assert found == 1 or [match["match"] for match in found] == [2]
        [line] = result.stderr.splitlines()
        assert line.startswith("cardslinger: ")
        assert "entry 3" in line
    line = refused(("export", "--match", "1", "--format", "json"), own)
    assert "match 1 can't be read: " in line
    shown("export", own, "--match", "2", "--format", "json")


def test_only_damaged_matches_show_no_table(own: Path) -> None:
    change(own, "UPDATE entry SET text = 'odd' WHERE number = 1")
    for command in ("history", "stats"):
        result = invoked(command, own)
        assert (result.exit_code, result.stdout) == (1, "")
        assert len(result.stderr.splitlines()) == 2


def test_a_time_that_is_none_harms_nothing(own: Path) -> None:
    change(own, "UPDATE match SET began_at_s = 1e300")
    assert data("history", own)["matches"][0]["began"] is None
    assert "?" in shown("history", own)


def test_a_name_cannot_steer_the_terminal(tmp_path: Path) -> None:
    setup, entries = of_record(ATTACK)
    entries.insert(2, Seated(1, "Eve\x1b[2J\n"))
    file = write_journal(tmp_path / "table.db", (setup, entries))
    picture = tmp_path / "out.svg"
    for command in COMMANDS:
        text = shown(command[0], file, *command[1:])
        assert "\x1b" not in text
        if command[0] != "export":  # a record's remarks name who began
            assert "Eve\\x1b[2J\\n" in "".join(text.split())
    for name in ("csv", "json"):
        assert "\x1b" not in shown("export", file, "--match", "1", "--format", name)
    shown("stats", file, "--plot", str(picture))
    assert "\x1b" not in picture.read_text()


def test_a_name_that_nobody_can_have_is_damage(own: Path) -> None:
    change(own, "UPDATE sitter SET name = ? WHERE match = 1 AND seat = 1", "Eve\x1b[2J")
    done = run("history", "--db", str(own))
    assert done.returncode == 1
    assert "East" in done.stdout
    assert "match 1 can't be read" in done.stderr
    assert "\x1b" not in done.stdout + done.stderr


async def test_a_match_is_read_while_it_is_played(tmp_path: Path) -> None:
    setup, entries = of_record(LAST_IS_A_REVERSE)
    journal = Journal.open(tmp_path / "table.db")
    number = await journal.begin(setup)
    file = tmp_path / "table.db"
    [match] = (await asyncio.to_thread(data, "history", file))["matches"]
    assert (match["over"], match["rounds"], match["played_s"]) == (False, [], 0)
    for entry in entries:
        await journal.append(number, [entry])
        [match] = (await asyncio.to_thread(data, "history", file))["matches"]
    assert match["over"] is True
    journal.close()


def test_a_pipe_that_closes_early_is_no_traceback(file: Path) -> None:
    for command in COMMANDS:
        child = subprocess.Popen(
            [CARDSLINGER, *command, "--db", str(file)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        words = child.stderr.read()
        child.stderr.close()
        child.wait(60)
        assert "Traceback" not in words
        assert "Exception" not in words
        assert len(words.splitlines()) <= 1


@pytest.mark.parametrize(
    "arguments",
    [["export"], ["export", "--match", "0"], ["export", "--match", "1", "--format", "xml"],
     ["stats", "--plot", "out.pdf"], ["history", "--language", "de"]],
)  # fmt: skip
def test_wrong_usage_is_exit_code_2(arguments: list[str]) -> None:
    result = CliRunner().invoke(cli.cardslinger, arguments)
    assert result.exit_code == 2


def test_the_journal_is_in_the_users_data_folder(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("CARDSLINGER_DB", raising=False)
    assert default_journal().name == "table.db"
    result = CliRunner().invoke(cli.cardslinger, ["history"])
    assert str(default_journal()) in str(result.exception)
    monkeypatch.setenv("CARDSLINGER_DB", str(file))
    assert CliRunner().invoke(cli.cardslinger, ["history"]).exit_code == 0


def test_but_no_test_reads_the_users_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    assert default_journal().is_relative_to(tmp_path_factory.getbasetemp())


# -- the picture -----------------------------------------------------------------------------------


@pytest.fixture
def panels(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Axes]]:
    """The axes of what has been drawn."""
    drawn: list[Axes] = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, *_, **__: drawn.extend(figure.axes))
    yield drawn


def test_the_picture_shows_the_latest_match_with_a_round_and_the_presses(
    own: Path, panels: list[Axes]
) -> None:
    shown("stats", own, "--plot", "out.png")
    scores, presses = panels
    assert scores.get_title() == "Match 2: won by East"
    ends = {text.get_text() for text in scores.texts}
    assert {"North 0", "East 10", "South 0"} <= ends
    marks = [line.get_marker() for line in scores.lines if line.get_marker() != "None"]
    assert len(set(marks)) == len(marks) == 3, "colour alone tells nobody apart"
    assert presses.get_title() == "What a press gave: 4 presses"
    assert [bar.get_height() for bar in presses.patches] == [25, 50, 25]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_picture_is_written_in_every_language(
    own: Path, tmp_path: Path, ending: str, language: str
) -> None:
    change(own, "UPDATE sitter SET name = '$price of $fame' WHERE seat = 1")
    picture = tmp_path / f"out.{ending}"
    result = invoked("stats", own, "--plot", str(picture), "--language", language)
    if ending == "png" and language == "zh-Hant" and result.exit_code:
        assert "name an .svg file" in str(result.exception)  # where no font can write it
        return
    assert result.exit_code == 0, result.output
    start = picture.read_bytes()[:8]
    assert start == b"\x89PNG\r\n\x1a\n" if ending == "png" else start.startswith(b"<?xml")


def test_a_picture_of_a_match_without_rounds_or_presses_is_one_too(tmp_path: Path) -> None:
    setup, entries = of_record(ATTACK)
    file = write_journal(tmp_path / "table.db", (setup, entries[:2]))
    picture = tmp_path / "out.svg"
    shown("stats", file, "--plot", str(picture))
    assert Words("en").say("plot.nobody") in picture.read_text()


def test_a_picture_that_cannot_be_written_is_one_line(own: Path, tmp_path: Path) -> None:
    result = invoked("stats", own, "--plot", str(tmp_path / "none" / "out.svg"))
    assert "No such file or directory" in str(result.exception)
