"""What each page is shown and may ask, over real sockets: hands, wishes that come twice or late,
pages that say too much or take nothing, phones that slept."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from cardslinger.rules.cards import format_card
from cardslinger.rules.state import Phase
from cardslinger.table.entries import Asked
from cardslinger.table.journal import Journal
from cardslinger.table.views import Role
from cardslinger.web import page as page_module
from cardslinger.web.house import House
from cardslinger.web.keys import Keys
from cardslinger.web.orders import Orders
from cardslinger.web.page import (
    ALIVE_S,
    LINES_FIRST,
    MESSAGES_MAX,
    MESSAGES_PER_S,
    TOO_SLOW,
    UNREADABLE,
)
from cardslinger.web.serve import MESSAGE_MAX
from cardslinger.web.shown import Views

from tests.conftest import StartTwin
from tests.table.tables import set_up
from tests.web.clients import PATIENCE_S, Browser, Line, Page, Served, table_at

TOO_BIG = 1009  # of the protocol of sockets


@dataclass
class Two:
    """A match of two people who have been dealt their hands."""

    table: Served
    host: Browser
    north: Browser
    east: Browser
    runs: Page
    zero: Page
    one: Page

    @property
    def acting(self) -> tuple[Page, Page]:
        """Whose turn it is, and the other."""
        pages = (self.zero, self.one)
        seat = self.table.state.seat
        return pages[seat], pages[1 - seat]

    def hand(self, seat: int) -> list[str]:
        hand = self.table.state.hands[seat]
        return [format_card(card) for card in sorted(hand) for _ in range(hand[card])]

    def entries(self) -> list[Any]:
        house = self.table.house
        assert house.game
        return [kept.entry for kept in house.journal.entries(house.game.match)]


@asynccontextmanager
async def two(start_twin: StartTwin, path: Path, **flags: Any) -> AsyncIterator[Two]:
    setup = set_up(flags.pop("rules", "attack"), people=2, first_dealer="pick", **flags)
    url = start_twin("virtual").serial_url
    async with table_at(path / "db", url, setup) as table, AsyncExitStack() as stack:
        host = await table.host()
        north, east = await table.player("North"), await table.player("East")
        runs = await stack.enter_async_context(host.page("host"))
        zero = await stack.enter_async_context(north.page("seat"))
        one = await stack.enter_async_context(east.page("seat"))
        await runs.of_table("0 deals", {"is": "deal"})
        for page in (zero, one):
            await page.until(lambda shown: shown["view"]["hand"])
        yield Two(table, host, north, east, runs, zero, one)


def play(page: Page) -> str:
    """A card that it may play, or else whatever it may do, in notation."""
    moves = page.view["moves"]
    plays = [move for move in moves if move.startswith(("play", "colour"))] or moves
    return f"{page.view['seat']} {plays[0]}"


async def turn(match: Two, **more: Any) -> None:
    """Whoever has to act does, as soon as they are shown how it stands."""
    game = match.table.house.game
    assert game
    while game.table.fire:
        await asyncio.sleep(0.005)
    if match.table.state.phase is Phase.DEAL:  # the round is over
        await match.runs.of_table({"is": "deal"})
    acting, _ = match.acting
    await acting.until(lambda shown: shown["view"]["number"] == game.table.number)
    wish: Any = play(acting)
    answer = await acting.wish({"is": "press"} if wish.endswith("press") else wish, **more)
    assert answer["code"] == "", (wish, answer)


async def until_exposed(match: Two) -> int:
    """Play until somebody has one card left and has not called: that seat."""
    while not match.table.state.exposed:
        await turn(match)
    return match.table.state.exposed.bit_length() - 1


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


# -- once, and in time -----------------------------------------------------------------------------


async def test_a_tap_that_is_sent_twice_plays_once(start_twin: StartTwin, tmp_path: Path) -> None:
    async with two(start_twin, tmp_path) as match:
        acting, _ = match.acting
        wish, size = play(acting), sum(match.table.state.sizes)
        answers = [await acting.wish(wish, id="tap", seen=acting.view["number"]) for _ in "ab"]
        assert [answer["code"] for answer in answers] == ["", ""]
        assert sum(match.table.state.sizes) == size - 1
        assert (
            sum(isinstance(one, Asked) and one.id.endswith(":tap") for one in match.entries()) == 1
        )


async def test_nor_does_it_over_another_line_after_the_first_was_cut(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        acting, _ = match.acting
        browser = match.north if acting is match.zero else match.east
        said = {"is": "ask", "id": "tap", "wish": {"is": "play", "event": play(acting)}}
        size = sum(match.table.state.sizes)
        await acting.send(said)
        acting.socket.transport.abort()  # the answer is lost
        async with browser.page("seat") as page:
            assert (await page.wish(said["wish"], id="tap"))["code"] == ""
            assert sum(match.table.state.sizes) == size - 1
            assert page.view["hand"] == match.hand(page.view["seat"])


async def test_two_devices_may_number_what_they_ask_alike(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        for _ in range(2):
            await turn(match, id="1")


async def test_a_wish_for_a_table_that_has_gone_on_is_refused(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        acting, _ = match.acting
        entries = match.entries()
        answer = await acting.wish(play(acting), seen=acting.view["number"] - 1)
        assert answer["code"] == "refusal.stale"
        assert match.entries() == entries
        assert (await acting.wish(play(acting), seen=acting.view["number"]))["code"] == ""


@pytest.mark.parametrize("claims", [("uno", "uno"), ("uno", "catch"), ("catch", "uno")])
async def test_of_two_phones_that_call_at_the_same_time_one_is_first(
    start_twin: StartTwin, tmp_path: Path, claims: tuple[str, str]
) -> None:
    async with two(start_twin, tmp_path, hand_size=2) as match, AsyncExitStack() as stack:
        seat = await until_exposed(match)
        own, other = (match.zero, match.one) if seat == 0 else (match.one, match.zero)
        wishes = {"uno": (own, f"{seat} uno"), "catch": (other, f"{1 - seat} catch {seat}")}
        asked = [wishes[claim] for claim in claims]
        if claims == ("uno", "uno"):  # two phones of one player
            browser = match.north if seat == 0 else match.east
            second = await stack.enter_async_context(browser.page("seat"))
            asked[1] = (second, asked[1][1])
        seen = own.view["number"]
        answers = await asyncio.gather(*(page.wish(wish, seen=seen) for page, wish in asked))
        assert sorted(bool(answer["code"]) for answer in answers) == [False, True]
        first = next(
            claim for claim, answer in zip(claims, answers, strict=True) if not answer["code"]
        )
        await match.runs.until(lambda shown: not shown["view"]["seats"][seat]["exposed"])
        told = [one["code"] for shown in match.runs.all if shown["is"] == "shown"
                for one in shown["happened"]]  # fmt: skip
        assert [code for code in told if code in ("uno", "catch")] == [first]


async def test_why_not_is_told_and_nothing_happens(start_twin: StartTwin, tmp_path: Path) -> None:
    async with two(start_twin, tmp_path) as match:
        acting, other = match.acting
        entries = match.entries()
        wish = {"is": "play", "event": play(acting)}
        assert (await acting.say("why", wish=wish))["code"] == ""
        assert (await other.say("why", wish=wish))["code"] == "refusal.not_yours"
        assert match.entries() == entries


# -- lines that break ------------------------------------------------------------------------------


async def test_a_page_that_is_loaded_again_has_its_seat_and_hand(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        hand = match.zero.view["hand"]
        await match.zero.close()
        async with match.north.page("seat") as page:
            assert (page.view["seat"], page.view["hand"]) == (0, hand)


async def test_a_phone_that_slept_is_shown_the_present_and_what_it_has_missed(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        acting, other = match.acting
        browser, seat = (match.north, 0) if other is match.zero else (match.east, 1)
        slept = other.view["number"]
        await other.close()
        assert (await acting.wish(play(acting)))["code"] == ""
        async with browser.page("seat") as page:
            first = page.all[0]
            assert first["view"]["number"] > slept
            assert first["view"]["hand"] == match.hand(seat)
            assert first["first"] == 0
            assert first["happened"][-1]["facts"]["seat"] == 1 - seat
            if page.view["acting"] == seat:
                assert (await page.wish(play(page), seen=slept))["code"] == "refusal.stale"


async def test_what_has_happened_is_told_once_and_in_order(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        house = match.table.house
        while len(house.happened) < LINES_FIRST + 5:
            await turn(match)
        async with match.north.page("seat") as late:
            for page in (match.runs, match.zero, match.one, late):
                await page.until(lambda shown: shown["view"]["number"] == house.game.table.number)
                lines: list[Any] = []
                for one in page.all:
                    if one["is"] == "shown":
                        assert one["first"] == len(lines) or not lines
                        lines += [None] * (one["first"] - len(lines)) + one["happened"]
                told = msgspec.to_builtins(house.happened)
                assert lines[-LINES_FIRST:] == told[-LINES_FIRST:]
                assert len(lines) == len(told)
            assert late.all[0]["first"] == len(told) - LINES_FIRST


async def test_undo_shows_nobody_a_hand(start_twin: StartTwin, tmp_path: Path) -> None:
    async with two(start_twin, tmp_path) as match:
        acting, _ = match.acting
        await acting.wish(play(acting))
        answer = await match.runs.wish("undo", of_table=True)
        assert answer["code"] == "refusal.physical_only"
    setup = set_up(people=2, physical=True, first_dealer="pick")
    url = start_twin("virtual").serial_url
    async with table_at(tmp_path / "real", url, setup) as table:
        host, north = await table.host(), await table.player("North")
        async with host.page("host") as runs, north.page("seat") as seat:
            await runs.of_table("0 deals", {"is": "deal"}, "turned R5", "1 play R7", "undo")
            await seat.until(
                lambda shown: shown["happened"][-1:] == [{"code": "undone", "facts": {}}]
            )
            assert seat.view["top"] == "R5"
            for shown in (*runs.all, *seat.all):
                if shown["is"] == "shown":
                    assert shown["view"]["hand"] == []


# -- too much, and too slow ------------------------------------------------------------------------

UNREAD = [
    "", "x", "{", "[]", "null", "1", '"ask"', "{}", '{"is":"ask"}', '{"is":"nothing","id":"1"}',
    '{"is":"leave"}', '{"is":"leave","id":1}', '{"is":"leave","id":"1","more":1}',
    '{"is":"ask","id":"1","wish":{"is":"play"}}', '{"is":"ask","id":"1","wish":{"is":"fire"}}',
    '{"is":"ask","id":"1","wish":{"is":"count","cards":1.5}}', "[" * 10_000,
    '{"is":"ask","id":"1","wish":{"is":"stop"},"seat":0}',
    '{"is":"ask","id":"1","wish":{"is":"stop"},"seen":"1"}',
    '{"is":"begin","id":"1","port":"auto","rules":"attack","flags":[],"physical":false,"sitters":[]}',
    b'{"is":"leave","id":"1"}', b"\x00\xff", '{"is":"leave","id":"%s"}' % ("1" * 41),
]  # fmt: skip


async def test_what_can_not_be_read_closes_the_page_and_nothing_happens(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        entries = match.entries()
        for text in UNREAD:
            async with match.host.page("host") as page:
                await page.socket.send(text)
                assert await page.closed() == UNREADABLE, text
        assert match.entries() == entries
        assert (await match.acting[0].wish(play(match.acting[0])))["code"] == "", "others play on"


async def test_a_message_too_big_closes_the_page_and_nothing_happens(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    async with two(start_twin, tmp_path) as match:
        entries = match.entries()
        async with match.host.page("host") as page:
            await page.send({"is": "leave", "id": "x" * MESSAGE_MAX})
            assert await page.closed() == TOO_BIG
        assert match.table.house.game
        assert match.entries() == entries


async def test_too_many_messages_wait_in_the_line_and_each_is_answered(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    """Whoever taps *Stop* forty times while the line is down is heard when it is back."""
    most = MESSAGES_MAX + 10
    async with two(start_twin, tmp_path) as match, match.host.page("host") as page:
        stop = {"is": "ask", "wish": {"is": "stop"}, "of_table": True}
        for number in range(most):
            await page.send({**stop, "id": str(number)})
        await page.until(lambda shown: shown["view"]["stop"])
        async with asyncio.timeout(PATIENCE_S):
            while len([one for one in page.all if one["is"] == "answered"]) < most:
                await asyncio.sleep(0.05)


@asynccontextmanager
async def on_a_line(
    path: Path, clock: Callable[[], float] = time.monotonic
) -> AsyncIterator[tuple[House, Line, asyncio.Task[None]]]:
    """The page of nobody at a table without a match."""
    journal = Journal.open(path / "db")
    async with House(journal, "auto", Random(1)) as house:
        keys, line = Keys(journal, first_is_host=False), Line()
        page = page_module.Page(
            line,  # type: ignore[arg-type]
            Role.SPECTATOR,
            "",
            house,
            keys,
            Views(house, keys, ""),
            Orders(house, keys),
            page_module.Speaker(),
            clock,
        )
        serving = asyncio.create_task(page.serve())
        async with asyncio.timeout(PATIENCE_S):
            yield house, line, serving
    journal.close()


async def say(line: Line) -> None:
    """Something, until it is answered."""
    answered = len(line.answers)
    line.incoming.put_nowait({"type": "websocket.receive", "text": '{"is":"leave","id":"1"}'})
    while len(line.answers) == answered and line.code is None:
        await asyncio.sleep(0)


async def test_in_the_long_run_a_page_is_heard_so_often_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s, waited_s = 0.0, 0.0
    sleep = asyncio.sleep

    async def pass_s(s: float) -> None:
        nonlocal now_s, waited_s
        if s < ALIVE_S:
            now_s, waited_s = now_s + s, waited_s + s
        await sleep(0 if s < ALIVE_S else s)

    async with on_a_line(tmp_path, lambda: now_s) as (_, line, _):
        await say(line)
        monkeypatch.setattr("cardslinger.web.page.asyncio.sleep", pass_s)
        for _ in range(MESSAGES_MAX - 2):
            await say(line)
        assert waited_s == 0
        for _ in range(50):
            await say(line)
        assert waited_s == pytest.approx(50 / MESSAGES_PER_S, abs=1.1 / MESSAGES_PER_S)
        assert line.code is None


async def test_a_page_hears_that_its_line_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardslinger.web.page.ALIVE_S", 0.01)
    async with on_a_line(tmp_path) as (_, line, _):
        while len(line.answers) < 3:
            await asyncio.sleep(0.01)
        assert line.answers[:3] == [{"is": "alive"}] * 3


async def test_what_is_not_taken_in_time_closes_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_module, "SLOW_S", 0.05)
    async with on_a_line(tmp_path) as (house, line, serving):
        while not line.shown:
            await asyncio.sleep(0)
        line.takes.clear()
        house.opening = True
        house.tell()
        await serving
        assert line.code is None, "that could not be said either"
        assert len(line.shown) == 1


async def test_what_is_the_same_as_before_is_not_shown_again(tmp_path: Path) -> None:
    async with on_a_line(tmp_path) as (house, line, serving):
        await say(line)
        for _ in range(3):
            house.tell()
            await say(line)
        assert len(line.shown) == 1
        house.opening = True
        house.tell()
        await say(line)
        assert len(line.shown) == 2
        line.incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await serving


async def test_a_page_that_takes_nothing_is_dropped_and_holds_nobody_up(
    start_twin: StartTwin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_module, "SLOW_S", 0.5)
    async with two(start_twin, tmp_path) as match:
        port = int(match.table.base.rpartition(":")[2])
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", port))
        narrow.setblocking(False)
        house = match.table.house
        async with match.north.page("seat", sock=narrow, max_queue=1) as page:
            await match.zero.close()
            page.socket.transport.pause_reading()
            while match.runs.shown["house"]["places"][0]["online"]:
                house.opening = not house.opening  # each page is told
                house.tell()
                await match.one.next()
            assert (await match.one.wish(play(match.one)))["code"] == ""
            house.opening = False
            page.socket.transport.resume_reading()
            assert await page.closed() in (TOO_SLOW, 1006)
        async with match.north.page("seat") as page:
            assert house.game
            assert page.view["number"] == house.game.table.number
            assert page.view["hand"] == match.hand(0)
