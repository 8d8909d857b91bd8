"""Matches in browsers: a phone, a tablet and a TV show what the table plays, whatever launches."""

import asyncio
import re
from contextlib import closing, suppress
from pathlib import Path

import pytest
from cardslinger.table.journal import Journal
from cardslinger.table.resume import resumed
from playwright.async_api import Browser, expect

from tests.conftest import StartTwin
from tests.table.tables import set_up
from tests.web.browsers import HASTE_MS, TABLET, Device, NotThere, Phone, happened, room, say
from tests.web.stacked import stacked

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def scores(device: Device) -> dict[str, int]:
    """What a page shows of everybody's points."""
    rows, name, score = (
        (".players li", "strong", ".score")
        if isinstance(device, Phone)
        else ("#seats .seat", ".name", ".score")
    )
    told = await device[rows].evaluate_all(
        """(rows, [name, score]) => rows.map((row) => [
            row.querySelector(name).textContent,
            Number(row.querySelector(score).textContent.replace(/\\D/g, "")),
        ])""",
        [name, score],
    )
    return dict(told)


async def test_a_match_on_a_phone_a_tablet_and_a_tv(chromium: Browser, tmp_path: Path) -> None:
    """Two people and two bots; at the end all show who has won, and the journal's scores."""
    short = {"hand_size": 3, "match_points": 80, "first_dealer": "pick"}
    setup = set_up("attack", people=2, bots=2, **short)
    async with room(chromium, tmp_path / "db", setup) as table:
        phone = await table.phone("North")
        tablet = await table.phone("East", **TABLET)
        tv = await table.screen()
        await tv.tap(tv.button("offer.deals", name="East"))

        async def deal() -> None:
            """Somebody at the TV starts round after round."""
            while not table.game.table.over:
                with suppress(NotThere):
                    await tv.tap(tv.button("offer.deal"), timeout=HASTE_MS)

        async with asyncio.timeout(120):
            await asyncio.gather(phone.play_on(), tablet.play_on(), deal())

        with closing(Journal.read(tmp_path / "db")) as history:
            kept = resumed(history, 1)
        names = {seat: kept.sitters[seat].name for seat in kept.state.seated}
        [winner] = (names[seat] for seat in kept.state.winners())
        won = say("happened.match_won", name=winner)
        await expect(tv["#ending .won"]).to_have_text(won)
        for player, name in ((phone, "North"), (tablet, "East")):
            own = say("seat.cue.match_won") if name == winner else won
            await expect(player["#cue strong"]).to_have_text(own)
        journal = {names[seat]: kept.state.scores[seat] for seat in names}
        for device in (phone, tablet, tv):
            assert await scores(device) == journal


async def test_a_round_with_the_firmware_on_an_emulated_pico(
    chromium: Browser, start_twin: StartTwin, tmp_path: Path
) -> None:
    """A button that is held on the phone fires; the TV shows the number that really came."""
    twin = start_twin("emulated", speed=1)
    setup = set_up("attack", people=1, bots=1, hand_size=2, match_points=1, first_dealer="pick")
    chance = stacked("B1 B2", "R3 R4", then="R9 R1 Y2 Y3 B4 B5 G6 G7", seed=9)
    async with room(chromium, tmp_path / "db", setup, twin.serial_url, chance=chance) as table:
        phone, tv = await table.phone("North"), await table.screen()
        await table.deal()
        await expect(phone["#cue"]).to_contain_text(say("seat.do.press"))
        await phone.hold(phone.button("seat.press"))
        await expect(tv["#stage .number"]).to_have_text("4!")
        assert twin.bench.read().left == 4
        await expect(tv["#lines"]).to_contain_text(happened("fired", name="North", count=4))
        await expect(phone[".in-hand"]).to_have_count(6)

        await phone.play_on()
        assert table.game.table.reported == twin.bench.read().left


async def test_the_time_for_a_turn_is_set_shown_and_read_out_twice(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("attack", hand_size=3, first_dealer="pick")
    chance = stacked("R1 R2 R3", "R4 G2 G3", then="R5")
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        host, tv = await table.host(), await table.screen()
        north, east = await table.phone("North"), await table.phone("East")
        await table.deal()
        await expect(north["#time"]).to_be_hidden()
        await host.page.get_by_label(say("host.timer")).select_option("60")
        await expect(north["#time-told"]).to_have_text(say("seat.time", count=60))
        await expect(north["#time .seconds"]).to_have_text(re.compile("^5[0-9] s$"))
        await expect(tv["#time"]).to_have_text(re.compile("^5[0-9] s$"))
        await expect(east["#time"]).to_be_hidden()

        for device in (north, east):
            await device.page.clock.install()
        await north.tap(north.card("red 1"))
        await expect(north["#time"]).to_be_hidden()
        await expect(east["#time-told"]).to_have_text(say("seat.time", count=60))
        await east.page.clock.run_for(45_000)
        await expect(east["#time .seconds"]).to_have_text(re.compile("^1[45] s$"))
        await expect(east["#time-told"]).to_have_text(say("seat.time", count=60))
        await east.page.clock.run_for(6_000)
        await expect(east["#time-told"]).to_have_text(say("seat.time", count=10))
        await expect(east["#time"]).to_have_class(re.compile("soon"))

        await host.page.get_by_label(say("host.timer")).select_option("0")
        await expect(east["#time"]).to_be_hidden()
        await expect(tv["#time"]).to_be_hidden()
