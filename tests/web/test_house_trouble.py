"""Launchers, journals and programs that fail a table with pages."""

import asyncio
import signal
import sqlite3
from pathlib import Path

import pytest
from cardslinger.table.errors import JournalError

from tests.conftest import StartTwin
from tests.table.disks import small_files
from tests.table.tables import set_up
from tests.web.clients import Browser, Program, hosted, table_at
from tests.web.test_house import assert_at_rest, begin

# -- what goes wrong on the way --------------------------------------------------------------------


async def test_a_launcher_that_is_away_is_said_and_the_pages_live_on(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    twin = start_twin("virtual")
    async with table_at(tmp_path / "db", twin.serial_url, set_up(people=2)) as table:
        host = await table.host()
        async with host.page("host") as page:
            await asyncio.to_thread(twin.bench.unplug)
            await page.until(lambda shown: shown["house"]["launcher"] != "connected")
            await page.until(lambda shown: shown["house"]["why"])
            for order, more in (("look", {}), ("hand", {"what": "press"})):
                assert (await page.say(order, **more))["code"] == "launcher.lost"
            table.house.tell()
            async with host.page("host") as another:
                assert another.shown["house"]["why"] == page.shown["house"]["why"]
            await asyncio.to_thread(twin.bench.plug)
            await page.until(lambda shown: shown["house"]["launcher"] == "connected")
            assert page.shown["house"]["why"] == ""
            assert (await page.say("look"))["status"]["state"] == "idle"


async def test_a_launcher_that_goes_away_after_the_match_is_said_too(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    twin = start_twin("virtual", cards=1000)
    setup = set_up(people=0, bots=3, match_points=1)
    async with hosted(tmp_path / "db", twin.serial_url, setup) as (_, page):
        await page.until(lambda shown: shown["view"]["winners"])
        assert page.shown["house"]["launcher"] == "connected"
        await asyncio.to_thread(twin.bench.unplug)
        await page.until(lambda shown: shown["house"]["why"])


@pytest.mark.parametrize("what", ["full", "gone"])
async def test_a_journal_that_takes_no_more_ends_the_match_and_says_so(
    start_twin: StartTwin, tmp_path: Path, what: str
) -> None:
    twin, path = start_twin("virtual"), tmp_path / "db"
    async with table_at(path, twin.serial_url, set_up(people=0, bots=3)) as table:
        host = await table.host()
        async with host.page("host") as page, (await table.browser()).page("screen") as tv:
            await page.until(lambda shown: shown["view"]["launcher"]["reported"] >= 5)
            if what == "full":
                with small_files(path.with_name("db-wal").stat().st_size + 10_000):
                    await page.until(lambda shown: shown["house"]["trouble"])
            else:
                path.rename(tmp_path / "away")
                await page.until(lambda shown: shown["house"]["trouble"])
            await tv.until(lambda shown: shown["house"]["trouble"])
            trouble = tv.shown["house"]["trouble"]
            assert ("make room" if what == "full" else "put it back") in trouble
            await tv.until(lambda shown: shown["view"] is None)
            await table.house.leave()  # which waits until the launcher has been let go
            assert_at_rest(twin.bench)
            health = (await host.web.get("/healthz")).json()
            assert health == {"ok": False, "match": None, "launcher": "", "trouble": trouble}
            if what == "gone":
                (tmp_path / "away").rename(path)
            assert (await page.say("resume", match=1, port=twin.serial_url))["code"] == ""
            shown = await page.until(lambda shown: shown["view"])
            assert shown["house"]["trouble"] == ""
            assert shown["view"]["stop"]["code"] in ("resumed", "count_unknown")


async def test_a_damaged_match_hides_no_other(start_twin: StartTwin, tmp_path: Path) -> None:
    url = start_twin("virtual").serial_url
    async with hosted(tmp_path / "db", url, set_up(people=2, first_dealer="pick")) as (_, page):
        await page.of_table("0 deals")
        await begin(page, url)
        with sqlite3.connect(tmp_path / "db") as db:
            db.execute("UPDATE entry SET text = 'nonsense' WHERE match = 1 AND kind = 'rules'")
        db.close()
        await page.say("leave")
        await page.until(lambda shown: shown["view"] is None)
        assert [one["number"] for one in page.shown["house"]["matches"]] == [2]
        answer = await page.say("resume", match=1, port=url)
        assert "match 1, entry" in answer["facts"]["reason"]
        assert (await page.say("resume", match=2, port=url))["code"] == ""


async def test_a_journal_that_can_not_be_read_is_said_on_the_set_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise JournalError("the disk is broken: mend it")

    async with table_at(tmp_path / "db") as table:
        host = await table.host()
        monkeypatch.setattr(table.house.journal, "groups", broken)
        async with host.page("host") as page:
            assert page.shown["house"]["trouble"] == "the disk is broken: mend it"


async def test_a_server_that_ends_while_cards_fly_stops_the_motor(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    twin = start_twin("virtual", speed=1)
    setup = set_up("all-wild", people=3, physical=True, first_dealer="pick")
    async with hosted(tmp_path / "db", twin.serial_url, setup) as (_, page):
        await page.of_table("0 deals", {"is": "deal"}, "turned DrawFour", {"is": "launch"})
        await page.until(lambda shown: shown["house"]["passed"] >= 1)
    assert_at_rest(twin.bench)
    assert twin.bench.read().left < 4
    async with hosted(tmp_path / "db", twin.serial_url) as (_, page):
        assert (await page.say("resume", match=1, port=twin.serial_url))["code"] == ""
        await page.until(lambda shown: shown["view"])
        debts = await page.until(lambda shown: not shown["view"]["launcher"]["firing"])
        [debt] = debts["view"]["debts"]
        assert debt["amount"] <= 4
        assert_at_rest(twin.bench)


async def test_a_program_that_was_killed_offers_its_match_and_knows_its_devices(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    twin, path = start_twin("virtual"), tmp_path / "db"
    with Program(
        path, twin.serial_url, "--seats", "Ann,Ben", "--flag", "first_dealer=pick"
    ) as program:
        host, ann = Browser(program.base), Browser(program.base)
        async with host.web, ann.web:
            assert (await host.web.post("/claim")).status_code == 200
            async with host.page("host") as page:
                await page.of_table("0 deals", {"is": "deal"})
                pin = page.shown["house"]["places"][0]["pin"]
                assert (await ann.join("player", pin, "Ann")).status_code == 200
            async with ann.page("seat") as seat:
                hand, number = seat.view["hand"], seat.view["number"]
            cookies = [host.token, ann.token]
        code, errors = program.end(signal.SIGKILL)
        assert (code, errors) == (-signal.SIGKILL, "")
    assert_at_rest(twin.bench)
    with Program(path, twin.serial_url) as program:
        host, ann = (returning(program.base, cookie) for cookie in cookies)
        async with host.web, ann.web:
            assert not (await host.web.get("/me")).json()["free"]
            async with host.page("host") as page, ann.page("seat") as seat:
                [offered] = page.shown["house"]["matches"]
                assert (offered["number"], offered["names"]) == (1, ["Ann", "Ben"])
                assert seat.shown["view"] is None
                assert (await page.say("resume", match=1, port=twin.serial_url))["code"] == ""
                shown = await seat.until(lambda shown: shown["view"])
                assert shown["view"]["stop"]["code"] == "resumed"
                assert (shown["view"]["hand"], shown["you"]["seat"]) == (hand, 0)
                assert shown["view"]["number"] >= number
                assert_at_rest(twin.bench)
                await page.of_table({"is": "go_on"})
                await seat.until(lambda shown: not shown["view"]["stop"])


def returning(base: str, cookie: str) -> Browser:
    """A browser that was here before."""
    browser = Browser(base)
    browser.web.cookies.set(browser.cookie, cookie)
    return browser
