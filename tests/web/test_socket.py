"""What each page is shown and may ask, over real sockets: hands, wishes that come twice or late,
pages that say too much or take nothing, phones that slept."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import StartTwin
from tests.web.twos import play, two

# -- who sees what ---------------------------------------------------------------------------------


async def test_a_seats_page_sees_its_own_hand_and_no_other(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        for page, seat in ((match.zero, 0), (match.one, 1)):
            assert page.shown["you"]["seat"] == page.view["seat"] == seat
            assert page.view["hand"] == match.hand(seat)
        for shown in (*match.zero.all, *match.one.all, *match.runs.all):
            if shown["is"] == "shown":
                seat = shown["you"]["seat"]
                own = [] if seat is None or shown["view"]["phase"] == "dealer" else match.hand(seat)
                assert shown["view"]["hand"] in ([], own)


@pytest.mark.parametrize("role", ["host", "screen", "spectator", "", "nonsense"])
async def test_every_other_page_sees_no_hand_whoever_opens_it(
    start_twin: StartTwin, tmp_path: Path, role: str
) -> None:
    async with two(start_twin, tmp_path) as match:
        stranger, screen = await match.table.browser(), await match.table.screen()
        may = {
            "host": [match.host],
            "screen": [match.host, screen],
        }
        for browser in (stranger, screen, match.host, match.north):
            async with browser.page(role) as page:
                expected = role if browser in may.get(role, ()) else "spectator"
                view = page.view
                assert (view["role"], view["seat"], view["hand"]) == (expected, None, [])
                assert view["moves"] == view["claims"] == []


async def test_who_has_no_seat_is_shown_none(start_twin: StartTwin, tmp_path: Path) -> None:
    async with two(start_twin, tmp_path) as match:
        for browser in (await match.table.browser(), match.host):
            async with browser.page("seat") as page:
                assert (page.view["role"], page.view["hand"]) == ("spectator", [])


async def test_pins_are_shown_to_whom_they_are_for(start_twin: StartTwin, tmp_path: Path) -> None:
    async with two(start_twin, tmp_path) as match:
        screen = await match.table.screen()
        pins = {match.table.keys.pin(name) for name in ("North", "East")}
        assert {place["pin"] for place in match.runs.shown["house"]["places"]} == pins
        async with screen.page("screen") as tv, (await match.table.browser()).page("x") as other:
            await match.runs.say("forget", name="East")
            east = match.table.keys.pin("East")
            await tv.until(lambda shown: shown["house"]["places"][1]["pin"] == east)
            assert tv.shown["house"]["places"][0]["pin"] == "", "North has joined"
            for page in (other, match.zero):
                assert [place["pin"] for place in page.shown["house"]["places"]] == ["", ""]
                assert page.shown["house"]["screen_pin"] == ""
            assert tv.shown["house"]["screen_pin"] == ""


async def test_a_forgotten_players_open_page_sees_no_hand_from_then_on(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        assert (await match.runs.say("forget", name="North"))["code"] == ""
        await match.zero.until(lambda shown: shown["you"]["player"] == "")
        for shown in match.zero.all:
            if shown["is"] == "shown" and not shown["you"]["player"]:
                assert (shown["view"]["hand"], shown["view"]["seat"]) == ([], None)
        for wish in ("0 uno", play(match.acting[0])):
            assert (await match.zero.wish(wish))["code"] == "page.no_seat"
        assert (await match.zero.say("why", wish={"is": "press"}))["code"] == "page.no_seat"


async def test_who_is_online_is_told(start_twin: StartTwin, tmp_path: Path) -> None:
    def online(shown: dict[str, Any]) -> list[bool]:
        return [place["online"] for place in shown["house"]["places"]]

    async with two(start_twin, tmp_path) as match:
        await match.runs.until(lambda shown: online(shown) == [True, True])
        async with match.north.page("seat"):
            await match.zero.close()
            await match.runs.until(lambda shown: online(shown) == [True, True])
        await match.runs.until(lambda shown: online(shown) == [False, True])
        await match.runs.say("sit_here", name="North")
        await match.runs.until(lambda shown: online(shown) == [True, True])
        await match.runs.say("forget", name="North")
        await match.runs.until(lambda shown: online(shown) == [False, True])


# -- who may ask what ------------------------------------------------------------------------------


async def test_nobody_moves_for_another_seat(start_twin: StartTwin, tmp_path: Path) -> None:
    async with two(start_twin, tmp_path) as match:
        acting, other = match.acting
        entries = match.entries()
        wish = play(acting)
        for more in ({}, {"seen": 10**6}):
            assert (await other.wish(wish, **more))["code"] == "refusal.not_yours"
        assert (await other.wish({"is": "press"}))["code"] == "refusal.not_yours"
        assert (await other.wish(wish, of_table=True))["code"] == "refusal.not_yours"
        assert (await other.wish({"is": "go_on"}))["code"] == "refusal.not_yours"
        assert match.entries() == entries
        assert (await acting.wish(wish))["code"] == ""


async def test_a_spectator_asks_for_nothing(start_twin: StartTwin, tmp_path: Path) -> None:
    async with two(start_twin, tmp_path) as match:
        entries = match.entries()
        async with (await match.table.browser()).page("host") as page:
            for wish in (play(match.acting[0]), {"is": "stop"}, {"is": "pause"}, {"is": "press"}):
                assert (await page.wish(wish))["code"] == "page.no_seat"
                assert (await page.wish(wish, of_table=True))["code"] == "refusal.not_yours"
                assert (await page.say("why", wish={"is": "press"}))["code"] == "page.no_seat"
            for order, more in ORDERS.items():
                assert (await page.say(order, **more))["code"] == "page.host_only", order
        assert match.entries() == entries


ORDERS: dict[str, dict[str, Any]] = {
    "begin": {
        "port": "virtual://", "rules": "attack", "flags": {}, "physical": False,
        "sitters": [{"name": "A"}, {"name": "B"}], "save_group": "Mine",
    },
    "again": {},
    "resume": {"match": 1, "port": "virtual://"},
    "leave": {},
    "sit_here": {"name": "North"},
    "rename": {"seat": 0, "name": "Northwest"},
    "timer": {"turn_s": 30},
    "put_out": {},
    "forget": {"name": "North"},
    "forget_group": {"name": "Mine"},
    "test_fire": {},
    "measure": {},
    "look": {},
    "set": {"name": "mute", "value": True},
}  # fmt: skip


@pytest.mark.parametrize("who", ["seat", "screen"])
async def test_only_the_host_gives_orders(start_twin: StartTwin, tmp_path: Path, who: str) -> None:
    async with two(start_twin, tmp_path) as match:
        browser = match.north if who == "seat" else await match.table.screen()
        async with browser.page("host") as page:
            for order, more in ORDERS.items():
                assert (await page.say(order, **more))["code"] == "page.host_only", order
        assert match.table.house.game
        assert match.table.house.journal.groups() == {}
        assert len(match.table.house.journal.matches()) == 1


async def test_the_screen_speaks_for_the_table(start_twin: StartTwin, tmp_path: Path) -> None:
    async with two(start_twin, tmp_path) as match:
        screen = await match.table.screen()
        async with screen.page("screen") as tv:
            await tv.of_table({"is": "pause"}, {"is": "go_on"}, play(match.acting[0]))


async def test_only_one_page_has_a_voice(start_twin: StartTwin, tmp_path: Path) -> None:
    async with two(start_twin, tmp_path) as match:
        tv = await match.table.screen()
        async with tv.page("screen") as screen:
            await screen.say("speak", on=True)
            await screen.until(lambda shown: shown["you"]["speaks"])
            for player in (match.zero, match.one):  # nobody takes it away
                assert (await player.say("speak", on=True))["code"] == "page.host_only"
            await match.runs.say("speak", on=False)  # it has none
            assert screen.shown["you"]["speaks"]
            await match.runs.say("speak", on=True)
            await match.runs.until(lambda shown: shown["you"]["speaks"])
            await screen.until(lambda shown: not shown["you"]["speaks"])
            await match.runs.close()
        async with match.host.page("host") as page:
            assert not page.shown["you"]["speaks"]


@pytest.mark.parametrize("what", ["press", "load", "clear"])
async def test_only_host_and_screen_have_hands_at_a_launcher_in_software(
    start_twin: StartTwin, tmp_path: Path, what: str
) -> None:
    """Whoever presses there presses for whoever has to."""
    async with two(start_twin, tmp_path) as match:
        entries = match.entries()
        for player in (match.zero, match.one):
            assert (await player.say("hand", what=what))["code"] == "page.host_only"
        assert match.entries() == entries
        async with (await match.table.screen()).page("screen") as screen:
            assert (await screen.say("hand", what=what))["code"] == "page.no_twin"


async def test_a_name_that_is_mended_keeps_its_device(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        hand = match.zero.view["hand"]
        assert (await match.runs.say("rename", seat=0, name="Norah"))["code"] == ""
        await match.zero.until(lambda shown: shown["you"]["player"] == "Norah")
        assert (match.zero.shown["you"]["seat"], match.zero.view["hand"]) == (0, hand)
        for seat, name, code in ((0, "East", "refusal.name_taken"), (5, "X", "page.nobody")):
            assert (await match.runs.say("rename", seat=seat, name=name))["code"] == code
        assert match.zero.shown["you"]["player"] == "Norah"


async def test_who_loses_a_seat_while_a_wish_waits_does_not_move_for_it(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        game = match.table.house.game
        assert game
        acting, _ = match.acting
        wish, entries = play(acting), match.entries()
        async with game._one_at_a_time:  # something else is just being kept
            swap = {"is": "swap", "seat": 0, "other": 1}
            swapping = asyncio.create_task(match.runs.wish(swap, of_table=True))
            await asyncio.sleep(0.1)
            playing = asyncio.create_task(acting.wish(wish))
            await asyncio.sleep(0.1)
        assert (await swapping)["code"] == ""
        assert (await playing)["code"] == "refusal.not_yours"
        assert len(match.entries()) == len(entries) + 3, "who asked, and two seats"


async def test_to_ask_why_not_changes_nothing_that_comes(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        game = match.table.house.game
        assert game
        acting, _ = match.acting
        before = game._luck.chance.getstate()
        for _ in range(5):
            await acting.say("why", wish={"is": "press"})
        assert game._luck.chance.getstate() == before


# -- a time for each turn --------------------------------------------------------------------------


async def test_nobody_has_to_hurry_unless_the_host_says_so(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        house = match.zero.shown["house"]
        assert (house["turn_s"], house["turn_from"]) == (0, -1)
        assert (await match.zero.say("timer", turn_s=30))["code"] == "page.host_only"
        assert (await match.runs.say("timer", turn_s=30))["code"] == ""
        await match.zero.until(lambda shown: shown["house"]["turn_s"] == 30)
        began = match.zero.shown["house"]["turn_from"]
        assert began > 0
        acting, _ = match.acting
        await acting.wish(play(acting))
        await match.zero.until(lambda shown: shown["house"]["turn_from"] > began)
        await match.runs.of_table({"is": "pause"})
        await match.zero.until(lambda shown: shown["house"]["turn_from"] == -1)
        await match.runs.of_table({"is": "go_on"})
        assert (await match.runs.say("timer", turn_s=0))["code"] == ""
        await match.zero.until(lambda shown: shown["house"]["turn_s"] == 0)
        assert match.zero.shown["house"]["turn_from"] == -1
