"""No page holds what its reader may not see: neither in what it shows nor in what it hears."""

import re
from pathlib import Path

import pytest
from cardslinger.rules.cards import FACES, format_card
from playwright.async_api import Browser, expect

from tests.table.tables import set_up
from tests.web.browsers import Device, room
from tests.web.stacked import stacked

pytestmark = pytest.mark.asyncio(loop_scope="session")

CARD = re.compile(rf"\b({'|'.join(sorted(map(format_card, FACES), reverse=True))})\b")
NAME = re.compile(r"(red|yellow|green|blue) (\w+)")


async def cards_at(device: Device) -> set[str]:
    """Every card that the device has heard of, or has anywhere in its page."""
    named = NAME.findall(await device.page.content())
    return {card for text in device.heard for card in CARD.findall(text)} | {
        f"{colour[0].upper()}{kind}" for colour, kind in named
    }


async def test_a_page_knows_the_own_hand_and_what_lies_open_and_no_other_card(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("attack", people=2, bots=1, hand_size=3, first_dealer="pick")
    chance = stacked("R1 R2 R3", "B7 B8 B9", "G7 G8 G9", then="R5 Y1 Y2 Y3 Y4")
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        north, east = await table.phone("North"), await table.phone("East")
        screen, host = await table.screen(), await table.host()
        stranger = await table.device()
        await stranger.open("seat")
        overlay = await table.device()
        await overlay.open("overlay")
        await table.deal()
        await north.tap(north.card("red 1"))
        everybody = (north, east, screen, host, stranger, overlay)
        for device in everybody:
            await device.until(lambda view: view["acting"] == 1)
        for device in (north, east):
            so_far = len(device.heard)
            await device.page.reload()
            await device.something_new(so_far)
            await expect(device[".in-hand"].first).to_be_visible()
        assert await cards_at(north) == {"R1", "R2", "R3", "R5"}
        assert await cards_at(east) == {"B7", "B8", "B9", "R1", "R5"}
        for device in (screen, host, stranger, overlay):
            assert await cards_at(device) <= {"R1", "R5"}
