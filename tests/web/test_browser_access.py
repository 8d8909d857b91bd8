"""For everybody: without sight, without a mouse, without motion, on a small screen, in any light
and language."""

import asyncio
from pathlib import Path

import pytest
from axe_playwright_python.async_playwright import Axe
from cardslinger.table.messages import Launch
from cardslinger.words import LANGUAGES
from playwright.async_api import Browser, Page, expect

from tests.table.tables import set_up
from tests.web.browsers import LOOK_S, PHONE, Device, room, say, stacked
from tests.web.scenes import scenes

pytestmark = pytest.mark.asyncio(loop_scope="session")

NARROW_PX = 320
NARROW = {"viewport": {"width": NARROW_PX, "height": 640}}
TOUCH_PX = 48
REAL_TIME = "virtual://?speed=1&seed=7"
MANY = 20  # cards, which take their time
STILL_S = 5.0  # in which the last frame of what has just changed is drawn
STILL = {"reduced_motion": "reduce"}
FOR_FINGERS = "button, select, summary, input:not([type=checkbox]):not([type=radio])"


async def problems(page: Page) -> list[str]:
    """What axe-core has against the page."""
    found = await Axe().run(page)
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found.response["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_who_can_not_see_well_can_use_every_page(
    chromium: Browser, tmp_path: Path, theme: str
) -> None:
    """Labels, roles, headings, landmarks, contrast: all that axe-core looks for."""
    look = {**PHONE, **STILL, "color_scheme": theme}
    found = {}
    async for name, device in scenes(chromium, tmp_path / "db", **look):
        found[name] = await problems(device.page)
    assert not {name: told for name, told in found.items() if told}


async def test_no_page_is_wider_than_a_small_phone_in_any_language(
    chromium: Browser, tmp_path: Path
) -> None:
    found = {}
    async for name, device in scenes(chromium, tmp_path / "db", **NARROW, **STILL):
        for language in reversed(LANGUAGES):
            await device.speak(language)
            width = "document.documentElement.scrollWidth"
            found[name, language] = await device.page.evaluate(width)
    assert not {where: px for where, px in found.items() if px > NARROW_PX}


async def test_all_that_is_touched_is_large_enough_for_a_finger(
    chromium: Browser, tmp_path: Path
) -> None:
    found = {}
    async for name, device in scenes(chromium, tmp_path / "db", **PHONE, **STILL):
        boxes = await device[FOR_FINGERS].evaluate_all(
            """all => all.filter(one => one.offsetParent).map(one => {
                const box = one.getBoundingClientRect();
                return [one.outerHTML.slice(0, 80), box.width, box.height];
            })"""
        )
        assert boxes or name == "overlay"
        found[name] = [one for one in boxes if min(one[1:]) < TOUCH_PX]
        await stands_still(device)
    assert not {name: small for name, small in found.items() if small}


async def test_a_card_is_played_and_the_launcher_pressed_with_a_keyboard_alone(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("attack", hand_size=3, first_dealer="pick")
    chance = stacked("RSkip B1 B2", "G3 G4 G5", then="R9 Y1 Y2 Y3 Y4 Y5 Y6 Y7", seed=24)
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        north = await table.phone("North", **STILL)
        await table.deal()
        await go_to(north, ".in-hand.fits")
        await north.page.keyboard.press("Enter")
        await expect(north[".in-hand"]).to_have_count(2)
        await expect(north["#acts .hold"]).to_be_visible()
        await go_to(north, "#acts .hold")
        await north.page.keyboard.down("Space")
        await expect(north[".in-hand"]).not_to_have_count(2)
        await north.page.keyboard.up("Space")
        await expect(north["#news li"].first).to_have_text(
            say("happened.fired", name="North", count=4), ignore_case=True
        )


async def go_to(device: Device, selector: str) -> None:
    """Press Tab until this has the focus."""
    wanted = device[selector].first
    await expect(wanted).to_be_visible()
    for _ in range(60):
        if await wanted.evaluate("one => one === document.activeElement"):
            return
        await device.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {selector}")


async def test_nothing_moves_for_who_wants_no_motion(chromium: Browser, tmp_path: Path) -> None:
    setup = set_up("all-wild", hand_size=2, uno_penalty=MANY, match_points=1)
    chance = stacked("Wild Wild", "Skip Skip", then="Wild")
    async with room(chromium, tmp_path / "db", setup, REAL_TIME, chance=chance) as table:
        north, screen = await table.phone("North", **PHONE, **STILL), await table.screen(**STILL)
        moving = await table.screen()
        await table.deal()
        await table.ask("0 play Wild", "1 catch 0", Launch())
        for device in (north, screen, moving):
            await device.until(lambda view: view["launcher"]["firing"])
        await expect(moving["#stage.winding"]).to_be_attached()
        assert await motions(moving) > 0
        for device in (north, screen):
            await stands_still(device)


async def motions(device: Device) -> int:
    """How many animations go on."""
    going = "document.getAnimations().filter(one => one.playState === 'running').length"
    return int(await device.page.evaluate(going))


async def stands_still(device: Device) -> None:
    """Wait until no animation goes on, which is soon where none is to be seen."""
    async with asyncio.timeout(STILL_S):
        while await motions(device):
            await asyncio.sleep(LOOK_S)
