"""A table from its set-up to its end: matches begin, go on and are left; launchers that can't be
opened, journals that take no more, programs that are killed."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cardslinger.rules.cards import SKIP, WILD
from cardslinger.rules.deck import make_deck
from cardslinger.rules.ruleset import PRESETS
from cardslinger.table.errors import BadSetup, NoMatch
from cardslinger.table.journal import Journal
from cardslinger.table.messages import Message, Play
from cardslinger.table.resume import resumed
from cardslinger.table.setup import Setup, Sitter
from cardslinger.twin.bench import Bench
from cardslinger.web.house import House

from tests.cli.test_skew import old_launcher
from tests.conftest import StartTwin
from tests.table.tables import set_up
from tests.web.clients import PATIENCE_S, TWIN, Page, Served, hosted, table_at

REST_MS = 1000.0  # virtual; whatever is on its way has left by then
TWO = [{"name": "Ann"}, {"name": "Ben"}]


async def begin(page: Page, port: str, **more: Any) -> dict[str, Any]:
    order = {"port": port, "rules": "attack", "flags": {}, "physical": False, "sitters": TWO}
    return await page.say("begin", **{**order, **more})


def assert_at_rest(bench: Bench) -> None:
    """The motor is off, and nothing leaves but what had passed the roller."""
    reading = bench.read()
    assert reading.motor in ("brake", "coast")
    after = bench.wait(REST_MS)
    assert after.motor in ("brake", "coast")
    assert reading.left <= after.left <= reading.left + reading.in_path


# -- the way it should be --------------------------------------------------------------------------


async def test_a_launcher_of_another_version_is_told_at_the_terminal_and_played_with(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with old_launcher() as twin:
        async with hosted(tmp_path / "db", twin.serial_url) as (_, page):
            assert (await begin(page, twin.serial_url))["code"] == ""
    assert "firmware is 0.0.9, older than this host" in caplog.text


async def test_a_match_begins_is_left_and_goes_on(start_twin: StartTwin, tmp_path: Path) -> None:
    url = start_twin("virtual").serial_url
    async with hosted(tmp_path / "db", url) as (table, page):
        assert (page.shown["house"]["match"], page.shown["view"]) == (None, None)
        answer = await begin(page, url, flags={"first_dealer": "pick"}, save_group="We")
        assert answer["code"] == ""
        await page.until(lambda shown: shown["house"]["match"] == 1)
        assert page.shown["house"]["launcher"] == "connected"
        await page.of_table("0 deals")
        number = table.house.game.table.number  # type: ignore[union-attr]
        assert (await page.say("leave"))["code"] == ""
        await page.until(lambda shown: shown["view"] is None)
        house = page.shown["house"]
        assert (house["match"], house["launcher"], house["trouble"]) == (None, "", "")
        assert house["groups"] == {"We": [{"name": "Ann", "bot": ""}, {"name": "Ben", "bot": ""}]}
        names = {"number": 1, "rules": "attack", "physical": False, "names": ["Ann", "Ben"]}
        assert house["matches"] == [names]
        assert (await page.say("resume", match=1, port=url))["code"] == ""
        shown = await page.until(lambda shown: shown["view"])
        assert shown["view"]["number"] == number + 1
        assert shown["view"]["stop"]["code"] == "resumed"
        assert shown["view"]["phase"] == "deal"
        await page.of_table({"is": "go_on"}, {"is": "deal"})


async def test_a_page_that_opens_while_a_match_is_left_is_shown_none(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    url = start_twin("virtual").serial_url
    async with hosted(tmp_path / "db", url, set_up(people=2)) as (table, page):
        host = await table.host()
        leaving = asyncio.create_task(page.say("leave"))
        while table.house.game:
            await asyncio.sleep(0)
        async with host.page("host") as other:
            first = other.all[0]
            assert (first["view"], first["house"]["match"], first["happened"]) == (None, None, [])
        assert (await leaving)["code"] == ""


async def test_the_host_of_one_person_is_that_person(start_twin: StartTwin, tmp_path: Path) -> None:
    url = start_twin("virtual").serial_url
    async with table_at(tmp_path / "db", url) as table:
        host = await table.host()
        async with host.page("seat") as page:
            sitters = [{"name": "Ann"}, {"name": "Robot", "bot": "greedy"}]
            assert (await begin(page, url, sitters=sitters))["code"] == ""
            await page.until(lambda shown: shown["you"]["seat"] == 0)
            assert page.view["role"] == "seat"


async def test_what_has_happened_is_told_again_as_it_was_told_then(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    twin = start_twin("virtual", cards=1000)
    setup = set_up(people=0, bots=3, hand_size=2)
    async with hosted(tmp_path / "db", twin.serial_url, setup) as (table, page):
        house = table.house
        await page.until(lambda shown: shown["view"] and shown["view"]["rounds"] >= 3)
        await page.of_table({"is": "stop"}, {"is": "sit", "seat": 0, "name": "Late"})
        told = [(one.code, one.facts) for one in house.happened]
        firsts = [facts["card"] for code, facts in told if code == "first_card"]
        assert len(set(firsts)) > 1, "each round begins with a card of its own"
        await page.say("leave")
        await page.say("resume", match=1, port=twin.serial_url)
        again = [(one.code, one.facts) for one in house.happened]
        assert again[: len(told)] == told


async def test_who_joins_or_is_called_otherwise_after_a_match_goes_on_is_told_of_by_that_name(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    url = start_twin("virtual").serial_url
    setup = set_up(people=2, first_dealer="pick")
    async with hosted(tmp_path / "db", url, setup) as (_, page):
        await page.of_table("0 deals")
        assert (await page.say("leave"))["code"] == ""
        assert (await page.say("resume", match=1, port=url))["code"] == ""
        await page.of_table({"is": "go_on"}, {"is": "sit", "seat": 0, "name": "Later"})
        await page.of_table({"is": "sit", "seat": 2, "name": "Late"}, {"is": "deal"}, "0 leaves")
        shown = await page.until(lambda shown: len(shown["view"]["seats"]) == 2)
        told = [one for shown in page.all if shown["is"] == "shown" for one in shown["happened"]]
        assert shown["view"]["phase"] == "turn"
        assert {"code": "joined", "facts": {"name": "Late", "seat": 2}} in told
        assert {"code": "left", "facts": {"name": "Later", "seat": 0}} in told


async def test_a_fault_of_ours_leaves_nobody_with_an_old_picture(
    start_twin: StartTwin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise KeyError(2)

    url, journal = start_twin("virtual").serial_url, Journal.open(tmp_path / "db")
    async with House(journal, url, Random(1)) as house, asyncio.timeout(PATIENCE_S):
        await house.begin(set_up(people=2, first_dealer="pick"), url)
        monkeypatch.setattr(house, "_follow_happenings", fails)
        assert house.game
        await house.game.ask(Message("m", Play("0 deals")))
        async for _ in house.watch():
            if house.trouble and not house.game:
                break
        assert "KeyError(2)" in house.trouble
        monkeypatch.undo()
        await house.resume(1, url)
        assert house.game.table.state.dealer == 0
    journal.close()


async def test_a_card_to_try_the_launcher_is_nobodys(start_twin: StartTwin, tmp_path: Path) -> None:
    twin = start_twin("virtual", speed=1)
    setup = set_up("all-wild", physical=True, people=3, first_dealer="pick")
    async with hosted(tmp_path / "db", twin.serial_url, setup) as (table, page):
        await page.of_table("0 deals", {"is": "deal"}, "turned DrawFour")
        await page.until(lambda shown: shown["view"]["launcher"]["wants"] == "cards")
        owed = list(table.state.owed)
        tried = await page.say("test_fire")
        launched = await page.wish({"is": "launch"}, of_table=True)
        assert (tried["code"], launched["code"]) == ("", "refusal.launcher_fires")
        await page.until(lambda shown: shown["view"]["launcher"]["reported"] == 1)
        assert list(table.state.owed) == owed
        assert page.shown["view"]["stop"] == {"code": "free_press", "cards": 1}
        again = tried["id"]
        assert (await page.say("test_fire", id=again))["code"] == ""
        await page.of_table({"is": "settle", "seat": None})
        assert (await asyncio.to_thread(twin.bench.read)).left == 1


async def test_the_launcher_can_be_tried_while_the_game_stands_still_but_not_after_stop(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    twin = start_twin("virtual")
    async with hosted(tmp_path / "db", twin.serial_url, set_up(people=2)) as (_, page):
        await page.of_table({"is": "pause"})
        assert (await page.say("test_fire"))["code"] == ""
        await page.until(lambda shown: shown["view"]["launcher"]["reported"] == 1)
        await page.of_table({"is": "settle", "seat": None})
        await asyncio.gather(page.say("test_fire"), page.wish({"is": "stop"}, of_table=True))
        await page.until(lambda shown: not shown["view"]["launcher"]["firing"])
        assert_at_rest(twin.bench)


async def test_the_same_again_has_the_same_deck_bots_and_profile(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    twin = start_twin("virtual", cards=1000)
    sitters = {0: Sitter("One", "greedy"), 1: Sitter("Two", "random")}
    rules = PRESETS["attack"].with_flags(match_points=1)
    deck = make_deck("ours", {1: 9, 2: 9, SKIP: 3}, {WILD: 4})
    setup = Setup(rules, deck, sitters, profile="gentle")
    async with hosted(tmp_path / "db", twin.serial_url, setup) as (table, page):
        await page.until(lambda shown: shown["view"]["winners"])
        assert (await page.say("again"))["code"] == ""
        await page.until(lambda shown: shown["house"]["match"] == 2)
        assert table.house.journal.setup(2) == setup
        assert (await page.say("again"))["code"] == "refusal.not_now", "one tap too many"


async def test_an_order_that_comes_twice_is_done_once(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    twin = start_twin("virtual")
    async with table_at(tmp_path / "db", twin.serial_url) as table:
        host = await table.host()
        async with host.page("host") as page, host.page("host") as again:
            order = {"is": "begin", "id": "tap", "port": twin.serial_url, "rules": "attack",
                     "flags": {}, "physical": False, "sitters": TWO}  # fmt: skip
            await page.send(order)
            page.socket.transport.abort()  # the phone sleeps while the launcher is looked for
            for _ in range(2):
                assert (await again.say(order.pop("is"), **order))["code"] == ""
                order["is"] = "begin"
            await again.until(lambda shown: shown["house"]["match"])
            assert len(table.house.journal.matches()) == 1
            left = twin.bench.read().left
            for _ in range(2):
                assert (await again.say("test_fire", id="fire"))["code"] == ""
            assert twin.bench.wait(REST_MS).left == left + 1


async def test_stop_waits_for_no_other_answer(
    start_twin: StartTwin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = start_twin("virtual").serial_url
    async with table_at(tmp_path / "db", url, set_up(people=2)) as table:
        over = asyncio.Event()
        assert table.house.game

        async def measure(what: str) -> None:
            await over.wait()

        monkeypatch.setattr(table.house.game.launcher, "selftest", measure)
        async with (await table.host()).page("host") as page:
            measuring = asyncio.create_task(page.say("measure"))
            await page.of_table({"is": "stop"})
            await page.until(lambda shown: shown["view"]["stop"])
            assert not measuring.done()
            over.set()
            assert (await measuring)["code"] == ""


async def test_a_match_that_goes_on_can_be_taken_up_anew(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    url = start_twin("virtual").serial_url
    async with hosted(tmp_path / "db", url, set_up(people=2, first_dealer="pick")) as (table, page):
        await page.of_table("0 deals")
        async with table.house._one_at_a_time:  # it waits, while somebody deals
            resuming = asyncio.create_task(page.say("resume", match=1, port=url))
            for _ in range(3):  # until it has come
                await page.say("speak", on=False)
            await page.of_table({"is": "deal"})
        assert (await resuming)["code"] == ""
        await page.until(lambda shown: shown["view"] and shown["view"]["stop"])
        assert page.view["phase"] == "turn"
        await page.of_table({"is": "go_on"})
        await check_journal(table)


async def check_journal(table: Served) -> None:
    """The table is as its journal has it."""
    game = table.house.game
    assert game
    again = resumed(table.house.journal, game.match)
    assert again.number == game.table.number
    assert again.state.digest() == game.table.state.digest()


# -- set-ups and launchers that are none -----------------------------------------------------------

NO_LAUNCHER = {
    "virtual://?cards=x": "cards='x' is not a whole number",
    "id:nosuch": "no board with serial number 'nosuch'",
    "auto": "no Pico with MicroPython found",
}


@pytest.mark.parametrize("port", NO_LAUNCHER)
async def test_a_launcher_that_can_not_be_opened_is_said_and_the_next_try_works(
    start_twin: StartTwin, tmp_path: Path, port: str
) -> None:
    url = start_twin("virtual").serial_url
    async with hosted(tmp_path / "db", url, set_up(people=2, first_dealer="pick")) as (_, page):
        await page.of_table("0 deals")
        answer = await begin(page, port)
        assert answer["code"] == "page.error"
        assert NO_LAUNCHER[port] in answer["facts"]["reason"]
        await page.until(lambda shown: not shown["house"]["opening"])
        assert [one["number"] for one in page.shown["house"]["matches"]] == [1]
        assert page.shown["house"]["port"] == url, "the one that worked is proposed"
        answer = await page.say("resume", match=1, port=port)
        assert NO_LAUNCHER[port] in answer["facts"]["reason"]
        assert (await page.say("resume", match=1, port=url))["code"] == ""
        await page.until(lambda shown: shown["view"])
        assert page.view["phase"] == "deal", "nothing is lost"


@pytest.mark.parametrize("port", ["/etc/passwd", "spy:///tmp/spied", "socket://127.0.0.1:1", ""])
async def test_a_page_can_not_name_any_port_it_likes(tmp_path: Path, port: str) -> None:
    async with table_at(tmp_path / "db") as table, (await table.host()).page("host") as page:
        answer = await begin(page, port)
        assert answer["code"] == "page.no_port"
        answer = await page.say("resume", match=1, port=port)
        assert answer["code"] == "page.no_port"


NO_SETUP: dict[str, dict[str, Any]] = {
    "no rules": {"rules": "chess"},
    "no flag": {"flags": {"nosuch": "1"}},
    "no value": {"flags": {"hand_size": "many"}},
    "a huge value": {"flags": {"hand_size": "9" * 5000}},
    "no name of a flag": {"flags": {"self": "1", "": "1"}},
    "nobody": {"sitters": []},
    "alone": {"sitters": TWO[:1]},
    "a crowd": {"sitters": [{"name": str(n)} for n in range(30)]},
    "one name": {"sitters": [TWO[0], TWO[0]]},
    "no name": {"sitters": [TWO[0], {"name": ""}]},
    "no bot": {"sitters": [TWO[0], {"name": "B", "bot": "nosuch"}]},
    "a bot with real cards": {
        "sitters": [TWO[0], {"name": "B", "bot": "greedy"}],
        "physical": True,
    },
    "no profile": {"profile": "nosuch"},
    "no group": {"save_group": " x "},
}


async def test_a_set_up_that_is_none_is_refused_and_nothing_is_kept(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    url = start_twin("virtual").serial_url
    async with hosted(tmp_path / "db", url, set_up(people=2)) as (table, page):
        for what, wrong in NO_SETUP.items():
            answer = await begin(page, url, **{"save_group": "Mine", **wrong})
            assert answer["code"], what
            assert table.house.journal.groups() == {}, what
            await asyncio.sleep(0.1)  # a page may not say so much at once
        assert len(table.house.journal.matches()) == 1
        assert table.house.game, "the match before goes on"


async def test_a_match_that_there_is_not_or_that_is_over_does_not_go_on(tmp_path: Path) -> None:
    setup = set_up(people=0, bots=2, hand_size=1, match_points=1)
    async with hosted(tmp_path / "db", TWIN, setup) as (_, page):
        await page.until(lambda shown: shown["view"] and shown["view"]["winners"])
        for match in (2, 0, -1, 10**30):
            answer = await page.say("resume", match=match, port=TWIN)
            assert answer["code"] == "page.error", match
        assert (await page.say("resume", match=1, port=TWIN))["code"] == "page.error"
        assert page.shown["house"]["match"] == 1, "its end is still shown"
        await page.say("leave")
        await page.until(lambda shown: shown["view"] is None)
        assert page.shown["house"]["matches"] == []


async def test_who_ends_the_program_does_not_wait_for_a_launcher_that_is_silent(
    tmp_path: Path,
) -> None:
    journal = Journal.open(tmp_path / "db")
    greeted = asyncio.Event()

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1):
            greeted.set()
        writer.close()

    silent = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    port = f"socket://127.0.0.1:{silent.sockets[0].getsockname()[1]}"
    async with House(journal, port, Random(1)) as house:
        opening = asyncio.create_task(house.begin(set_up(people=2), port))
        await greeted.wait()
        assert house.opening
    assert opening.cancelled()
    assert journal.matches() == []
    assert not house.opening
    silent.close()
    await silent.wait_closed()
    journal.close()


async def test_a_house_without_a_page_refuses_too(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "db")
    async with House(journal, TWIN, Random(1)) as house:
        with pytest.raises(NoMatch):
            await house.resume(1, TWIN)
        with pytest.raises(BadSetup):
            await house.begin(set_up(people=1), TWIN)
    journal.close()
