"""What a page asks for happens once and in time, whatever becomes of its line."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cardslinger.table.entries import Asked
from cardslinger.web.page import (
    LINES_FIRST,
)

from tests.conftest import StartTwin
from tests.table.tables import set_up
from tests.web.clients import table_at
from tests.web.twos import play, turn, two, until_exposed

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
