"""What stops a launcher is seen on the pages, and mended from them; Stop stops it."""

import asyncio
from pathlib import Path

import pytest
from cardslinger.twin.bench import Reading
from playwright.async_api import Browser, expect

from tests.table.tables import set_up
from tests.web.browsers import Room, happened, room, say
from tests.web.stacked import stacked

pytestmark = pytest.mark.asyncio(loop_scope="session")

REAL_TIME = "virtual://?speed=1&seed=7"
MANY = 20  # cards, which take their time


async def reading(table: Room) -> Reading:
    return await asyncio.to_thread(table.bench.read)


async def test_a_jam_is_shown_with_its_cure_and_cured_at_the_screen(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("attack", hand_size=2, first_dealer="pick")
    chance = stacked("B1 B2", "G3 G4", then="R9 R1 Y2 Y3 B4 B5 G6 G7", seed=24)
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        phone, tv = await table.phone("North"), await table.screen()
        await table.deal()
        await asyncio.to_thread(table.bench.jam)
        await phone.hold(phone.button("seat.press"))
        await expect(tv["#cause"]).to_have_text(say("pause.jam"))
        words = {"go": say("page.go_on"), "clear": say("page.clear"), "load": say("page.load")}
        await expect(tv["#cure"]).to_have_text(say("cure.jam", **words))
        await expect(phone["#cue"]).to_contain_text(say("pause.jam"))
        await expect(phone.button("seat.press")).to_be_hidden()

        await tv.tap(tv.button("page.clear"))
        await tv.tap(tv["#cures"].get_by_role("button", name=say("page.go_on")))
        await expect(tv["#trouble"]).to_be_hidden()
        await phone.hold(phone.button("seat.press"))
        await expect(tv["#last-press"]).to_have_text(happened("fired", name="North", count=2))
        await expect(phone[".in-hand"]).to_have_count(4)
        assert (await reading(table)).left == 2


async def test_stop_on_a_phone_stops_the_motor_and_the_tv_says_so(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("all-wild", hand_size=2, uno_penalty=MANY)
    chance = stacked("Wild Wild", "Skip Skip", then="Wild")
    async with room(chromium, tmp_path / "db", setup, REAL_TIME, chance=chance) as table:
        north, east = await table.phone("North"), await table.phone("East")
        tv = await table.screen()
        await table.deal()
        await north.tap(north.card("Wild"))
        await east.tap(east.button("offer.catch", name="North"))
        await north.hold(north.button("seat.launch", count=MANY))
        await expect(tv["#launcher"]).to_have_text(say("launcher.firing_for", name="North"))
        await east.tap(east["#stop"])
        await expect(tv["#cause"]).to_have_text(say("pause.stop"))
        assert (await reading(table)).motor in ("brake", "coast")

        await expect(tv["#launcher"]).to_have_text(say("launcher.rests"))
        came = (await reading(table)).left
        assert came < MANY
        await expect(north[".in-hand"]).to_have_count(1 + came)
        await tv.tap(tv["#cures"].get_by_role("button", name=say("page.go_on")))
        await expect(north.button("seat.launch", count=MANY - came)).to_be_visible()
