"""`bench table`, in short: its figures, and that they would show what is lost."""

import json
import sys

import msgspec
import pytest
from cardslinger.cli import bench_table
from cardslinger.hil.errors import MeasureError

from tests.cli.test_cli import assert_refused, run


def test_pages_at_a_table_lose_nothing() -> None:
    done = run("bench", "table", "--clients", "12", "--seconds", "3", "--json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    figures = json.loads(done.stdout)
    assert (figures["clients"], figures["lost_messages"]) == (12, 0)
    assert figures["events_per_s"] > 0
    assert figures["messages"] > 12
    assert 0 < figures["event_to_view_ms_p50"] <= figures["event_to_view_ms_p99"]
    assert (figures["server_rss_mb"] is None) == (sys.platform != "linux")


def test_its_figures_have_their_goals_and_fit_a_terminal() -> None:
    lines = run("bench", "table", "--clients", "4", "--seconds", "2").stdout.splitlines()
    [lost] = [line for line in lines if line.startswith("lost")]
    assert lost.split()[-3:] == ["0", "none", "ok"]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    "wrong",
    [["--clients", "0"], ["--clients", "501"], ["--seconds", "0"], ["--seconds", "3601"],
     ["--seconds", "1.5"], ["--clients", "many"]],
)  # fmt: skip
def test_senseless_numbers_are_refused(wrong: list[str]) -> None:
    assert_refused(run("bench", "table", *wrong), 2, "Error: ")


def shown(match: int, number: int, first: int, lines: int, at_s: float = 0.0) -> bench_table._Shown:
    return bench_table._Shown(
        bench_table._House(match),
        bench_table._View(number),
        at_s,
        first,
        [msgspec.Raw(b"{}")] * lines,
    )


def test_what_a_page_is_not_told_is_lost() -> None:
    page = bench_table._Page([])
    page._take(shown(1, 9, 60, 40), 0.0)  # it has just opened
    page._take(shown(1, 9, 100, 0), 0.0)
    page._take(shown(1, 10, 100, 1), 0.0)
    assert page.lost == 0
    page._take(shown(1, 12, 103, 1), 0.0)
    assert page.lost == 2
    page._take(shown(1, 13, 103, 1), 0.0)  # once more
    assert page.lost == 3
    page._take(shown(2, 1, 0, 1), 0.0)  # another match
    assert page.lost == 3


def test_only_what_is_new_is_late() -> None:
    late_ms: list[float] = []
    page = bench_table._Page(late_ms)
    page._take(shown(1, 9, 0, 1, at_s=1.0), 100.0)  # stands already when it opens
    page._take(shown(1, 9, 1, 0, at_s=1.0), 101.0)  # something else has changed
    assert late_ms == []
    page._take(shown(1, 10, 1, 1, at_s=200.0), 200.25)
    assert late_ms == [250.0]
    page._take(shown(2, 3, 0, 1, at_s=201.0), 300.0)  # another match
    assert late_ms == [250.0]


async def test_pages_that_do_not_see_the_end_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_table, "SETTLE_S", 0.01)
    pages = [bench_table._Page([]) for _ in range(3)]
    for page in pages[:2]:
        page._take(shown(1, 9, 0, 4), 0.0)
    assert await bench_table._settle(pages, {"match": 1, "happened": 4}) == 1
    assert await bench_table._settle(pages, {"match": 1, "happened": 5}) == 3


async def test_a_server_that_does_not_begin_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_table, "_SERVE", "import sys; sys.exit(1)")
    with pytest.raises(MeasureError, match="the table has ended"):
        await bench_table._measure(2, 1, 1, lambda kind, more: None)
