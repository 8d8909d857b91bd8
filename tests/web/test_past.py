"""What the page of scores is told: matches, one match with its log, its picture."""

import asyncio
import builtins
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from cardslinger.table import statistics
from cardslinger.table.entries import Confirmed, FreePress, Paused, Seated, WentOn
from cardslinger.table.history import History
from cardslinger.table.journal import Journal
from cardslinger.web import past as past_module
from cardslinger.web.past import Past
from cardslinger.words import LANGUAGES, Words
from starlette.applications import Starlette
from starlette.routing import Route

from tests.cli.records import ALL_WILD, ATTACK, REAL_CARDS
from tests.table.journals import LAST_IS_A_REVERSE, fired, of_record, write_journal


class Clock:
    """Moves on by a second with every look at it."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        self.now_s += 1.0
        return self.now_s


class Pages:
    """The addresses of one journal's past."""

    def __init__(self, past: Past) -> None:
        routes = [
            Route("/history.json", past.matches),
            Route("/history/{match:int}.json", past.match),
            Route("/history/{match:int}.svg", past.picture),
        ]
        self._app = Starlette(routes=routes)

    def _get(self, address: str) -> httpx.Response:
        async def get() -> httpx.Response:
            transport = httpx.ASGITransport(app=self._app)
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
                return await client.get(address)

        return asyncio.run(get())

    def matches(self) -> dict[str, Any]:
        return self.found("/history.json")

    def match(self, number: int) -> dict[str, Any]:
        return self.found(f"/history/{number}.json")

    def found(self, address: str) -> dict[str, Any]:
        answer = self._get(address)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, address: str) -> dict[str, Any]:
        answer = self._get(address)
        assert answer.status_code == 404
        told = answer.json()
        assert Words("en").say(told["code"], **told["facts"])
        return told

    def picture(self, number: int, language: str) -> str:
        answer = self._get(f"/history/{number}.svg?language={language}")
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"] == "image/svg+xml"
        return answer.text


@pytest.fixture
def file(tmp_path: Path) -> Path:
    matches = (ATTACK, LAST_IS_A_REVERSE, REAL_CARDS, ALL_WILD)
    return write_journal(tmp_path / "table.db", *map(of_record, matches))


@pytest.fixture
def history(file: Path) -> Iterator[History]:
    with closing(Journal.read(file)) as opened:
        yield opened


@pytest.fixture
def pages(history: History) -> Pages:
    return Pages(Past(history))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the matches that were read from their entries."""
    numbers: list[int] = []

    def counting(row, setup, kept):
        numbers.append(row.number)
        return statistics.statistics(row, setup, kept)

    monkeypatch.setattr(past_module, "statistics", counting)
    return numbers


def change(file: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        assert db.execute(statement, values).rowcount > 0


def codes(match: dict[str, Any]) -> list[str]:
    return [line["code"] for line in match["log"]]


# -- the list --------------------------------------------------------------------------------------


def test_the_newest_match_stands_first_in_short(pages: Pages) -> None:
    told = pages.matches()
    assert [match["match"] for match in told["matches"]] == [4, 3, 2, 1]
    assert told["more"] == 0
    reverse = told["matches"][2]
    assert (reverse["over"], reverse["winners"], reverse["rounds"]) == (True, ["East"], 1)
    assert [seat["names"] for seat in reverse["seats"]] == [["North"], ["East"], ["South"]]
    assert told["matches"][3]["over"] is False
    assert "log" not in reverse


def test_a_journal_without_a_match_has_an_empty_list(tmp_path: Path) -> None:
    file = write_journal(tmp_path / "empty.db")
    with closing(Journal.read(file)) as history:
        assert Pages(Past(history)).matches() == {"matches": [], "more": 0}


@pytest.mark.parametrize("text", ["1 plays R5", "2 play Y5", b"1 play \xff"])
def test_a_damaged_match_says_why_and_hides_no_other(
    file: Path, pages: Pages, text: str | bytes
) -> None:
    change(file, "UPDATE entry SET text = CAST(? AS TEXT) WHERE match = 1 AND number = 3", text)
    *others, damaged = pages.matches()["matches"]
    assert damaged["match"] == 1
    assert damaged["began"].endswith("Z")
    assert "entry 3" in damaged["damaged"]
    assert not any("damaged" in other for other in others)
    refused = pages.refused("/history/1.json")
    assert (refused["code"], refused["facts"]["match"]) == ("journal.damaged", 1)
    assert "entry 3" in refused["facts"]["reason"]
    assert pages.refused("/history/1.svg")["code"] == "journal.damaged"


def test_a_match_is_read_again_only_when_more_has_happened(
    file: Path, pages: Pages, read: list[int]
) -> None:
    change(file, "UPDATE entry SET text = 'odd' WHERE match = 1 AND number = 3")
    pages.matches()
    pages.matches()
    pages.match(2)
    pages.picture(2, "en")
    assert read == [4, 3, 2, 1]
    change(file, "INSERT INTO entry VALUES (4, 99, 0, 'rules', '0 play Wild')")
    assert "it is missing" in pages.matches()["matches"][0]["damaged"]
    assert read == [4, 3, 2, 1, 4]


def test_a_long_journal_is_told_bit_by_bit(history: History, read: list[int]) -> None:
    pages = Pages(Past(history, clock=Clock()))
    seen = []
    for _ in range(4):
        told = pages.matches()
        if not told["more"]:
            break
        seen.append(told["more"])
        assert [match["match"] for match in told["matches"]] == [4, 3, 2, 1]
        assert set(told["matches"][-1]) == {"match", "began"}
    assert seen == [3, 2, 1], "each answer goes on where the one before has ended"
    assert read == [4, 3, 2, 1]


async def test_the_table_goes_on_while_a_match_is_read(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, running = asyncio.get_running_loop(), []

    def seeing_the_loop_run(row, setup, kept):
        went_on = asyncio.run_coroutine_threadsafe(asyncio.sleep(0, True), loop)
        running.append(went_on.result(10))
        return statistics.statistics(row, setup, kept)

    monkeypatch.setattr(past_module, "statistics", seeing_the_loop_run)
    past = Past(history)
    several = await asyncio.gather(*(past.matches(None) for _ in range(3)))  # type: ignore[arg-type]
    assert len({answer.body for answer in several}) == 1
    assert running == [True] * 4, "each match once, and never in the way of the table"


# -- one match -------------------------------------------------------------------------------------


def test_a_match_has_rounds_players_launcher_and_log(pages: Pages) -> None:
    told = pages.match(2)
    [only] = told["rounds"]
    assert (only["winner"], only["scores"]) == (1, {"0": 0, "1": 10, "2": 0})
    assert told["players"]["East"]["rounds_won"] == 1
    assert told["launcher"]["fires"] == 0
    assert told["number"] == 3
    assert codes(told) == [
        "happened.deals",
        "happened.dealt",
        "happened.first_card",
        "happened.play",
        "happened.round_won",
        "happened.match_won",
    ]
    assert told["log"][2]["facts"] == {"card": "R5"}
    assert told["log"][3]["facts"] == {"name": "East", "seat": 1, "card": "RReverse"}
    assert told["log"][4]["facts"] == {"name": "East"}
    assert all(line["at"].endswith("Z") for line in told["log"])


def test_the_log_hides_what_lies_hidden(pages: Pages) -> None:
    log = pages.match(1)["log"]
    dealt = next(line for line in log if line["code"] == "happened.dealt")
    assert dealt["facts"] == {}
    assert not any("GHit2" in json.dumps(line) for line in log), "it was never laid"


def test_what_was_taken_back_stays_in_the_log(pages: Pages) -> None:
    told = pages.match(3)
    at = codes(told).index("happened.undone")
    assert codes(told)[at - 1 : at + 3] == [
        "happened.fired",
        "happened.undone",
        "happened.returned",
        "happened.fired",
    ]


def test_the_log_tells_of_stops_counts_and_who_took_a_seat(tmp_path: Path) -> None:
    setup, entries = of_record(ATTACK)
    doubt = {"cards": 2, "booked": 2, "maybe": 3, "seat": 1, "fire": ["boot", 1]}
    more = [
        *fired(1, 2, outcome="suspect"),
        Paused("count", doubt),
        Confirmed(3),
        Paused("jam", {"cards": 0}),
        Paused("jam", {"cards": 1}),  # it says so again
        Paused("stop", {"seat": 2}),
        WentOn("jam"),
        WentOn("stop"),
        Paused("free_press", {"cards": 2}),
        FreePress(2, None),
        Paused("no_card", {"cards": 0, "hopper": 40}),
        WentOn("no_card"),
        Seated(2, "Mei"),
    ]
    file = write_journal(tmp_path / "table.db", (setup, [*entries[:3], *more]))
    with closing(Journal.read(file)) as history:
        log = Pages(Past(history)).match(1)["log"]
    told = [(line["code"], line["facts"]) for line in log[4:]]
    assert told == [
        ("pause.count", {"name": "East", "ending": "count", "maybe": 3, "count": 2}),
        ("past.confirmed", {"name": "East", "count": 3}),
        ("pause.jam", {"name": "", "ending": "jam"}),
        ("pause.stop", {"name": "South", "ending": "stop"}),
        ("past.went_on", {}),
        ("pause.free_press", {"name": "", "ending": "free_press", "count": 2}),
        ("past.put_back", {"count": 2}),
        ("pause.no_card.physical", {"name": "", "ending": "no_card", "count": 40}),
        ("past.went_on", {}),
        ("happened.seated", {"seat": 2, "name": "Mei"}),
    ]
    for language in LANGUAGES:
        words = Words(language)
        assert all(words.say(code, **facts) for code, facts in told)


async def test_a_match_is_told_while_it_is_played(tmp_path: Path) -> None:
    setup, entries = of_record(LAST_IS_A_REVERSE)
    journal = Journal.open(tmp_path / "table.db")
    past = Past(journal)
    number = await journal.begin(setup)
    told = []
    for entry in entries:
        await journal.append(number, [entry])
        match = await asyncio.to_thread(Pages(past).match, number)
        told.append((match["number"], len(match["log"]), match["over"]))
    assert told == [(1, 1, False), (2, 3, False), (3, 6, True)]
    journal.close()


def test_a_match_that_there_is_not_is_said_in_words(pages: Pages) -> None:
    for address in ("/history/9.json", "/history/9.svg", "/history/0.json"):
        assert pages.refused(address)["code"] == "past.no_match"


def test_a_journal_that_is_closed_is_said_in_words(history: History, pages: Pages) -> None:
    history.close()
    for address in ("/history.json", "/history/1.json", "/history/1.svg"):
        refused = pages.refused(address)
        assert refused["code"] == "page.error"
        assert "is closed" in refused["facts"]["reason"]


# -- its picture -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_speaks_the_readers_language(pages: Pages, language: str) -> None:
    svg = pages.picture(2, language)
    assert Words(language).say("plot.won", match=2, name="East") in svg
    assert Words(language).say("plot.nobody") in svg


def test_a_picture_is_drawn_once_a_language(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def counting(matches, words, path):
        drawn.append(matches[0].number)
        path.write_text("<svg/>")

    monkeypatch.setattr(past_module, "draw", counting)
    for _ in range(2):
        for language in LANGUAGES:
            assert pages.picture(1, language) == "<svg/>"
    pages.picture(2, "en")
    assert drawn == [1, 1, 1, 2]


def test_no_picture_speaks_another_language(pages: Pages) -> None:
    assert pages.refused("/history/2.svg?language=de")["code"] == "page.unreadable"


def test_without_matplotlib_it_says_so(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def without(name, *rest, **more):
        if name.partition(".")[0] == "matplotlib":
            raise ImportError(name)
        return imported(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    assert pages.refused("/history/2.svg") == {"code": "past.no_picture", "facts": {}}
    monkeypatch.undo()
    assert pages.picture(2, "en"), "it can be had as soon as it is installed"


def test_a_picture_that_cannot_be_written_says_so(
    pages: Pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past_module.tempfile, "tempdir", str(tmp_path / "none"))
    assert pages.refused("/history/2.svg")["code"] == "page.error"
