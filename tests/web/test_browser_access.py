"""For everybody: without sight, without a mouse, without motion, on a small screen, in any light
and language."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from cardslinger.table.messages import Launch
from cardslinger.words import LANGUAGES
from playwright.async_api import Browser, expect

from tests.table.tables import set_up
from tests.web.browsers import LOOK_S, PHONE, Device, happened, room
from tests.web.scenes import PARTS, scenes
from tests.web.stacked import stacked

pytestmark = pytest.mark.asyncio(loop_scope="session")

REAL_TIME = "virtual://?speed=1&seed=7"
MANY = 20  # cards, which take their time
STILL: dict[str, Any] = {"reduced_motion": "reduce"}
STILL_S = 5.0  # in which the last frame of what has just changed is drawn
THEMES: tuple[Any, ...] = ("light", "dark")
SMALL_PX = 320
TOUCH_PX = 48
FOR_FINGERS = "a[href], button, select, summary, input:not([type=checkbox]):not([type=radio])"


@pytest.mark.parametrize("part", PARTS)
async def test_every_page_can_be_seen_heard_and_touched(
    chromium: Browser, tmp_path: Path, part: str
) -> None:
    """axe-core finds nothing in any light, a finger hits all, nothing moves for who wants no
    motion, nothing is wider than a small phone in any language."""
    look = {"viewport": PHONE["viewport"], "has_touch": True, **STILL}
    seen, wrong = [], []
    async for name, device in scenes(chromium, tmp_path / "db", part, **look):
        seen.append(name)
        await stands_still(device)
        found = {"too small": await too_small(device)}
        for theme in THEMES:
            await device.light(theme)
            found[theme] = await problems(device)
        await device.page.set_viewport_size({"width": SMALL_PX, "height": 640})
        for language in reversed(LANGUAGES):  # English last
            await device.speak(language)
            found[language] = await too_wide(device)
        await device.page.set_viewport_size(PHONE["viewport"])
        wrong += [(name, what, told) for what, told in found.items() if told]
    assert wrong == []
    assert tuple(seen) == PARTS[part]


async def problems(device: Device) -> list[str]:
    """Labels, roles, headings, landmarks, contrast: what axe-core has against the page."""
    found = await Axe().run(device.page)
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found.response["violations"]
        for node in one["nodes"]
    ]


async def too_small(device: Device) -> list[str]:
    """What can be touched, but not well, with its width and height."""
    boxes = await device[FOR_FINGERS].evaluate_all(
        """all => all.filter(one => one.offsetParent).map(one => {
            const box = one.getBoundingClientRect();
            return [one.outerHTML.slice(0, 80), box.width, box.height];
        })"""
    )
    return [f"{what}: {wide} x {high}" for what, wide, high in boxes if min(wide, high) < TOUCH_PX]


async def too_wide(device: Device) -> list[str]:
    """How wide it is, where that is wider than the screen."""
    width = await device.page.evaluate("document.documentElement.scrollWidth")
    return [f"{width} px"] if width > SMALL_PX else []


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
        fired = happened("fired", name="North", count=4)
        await expect(north["#news li"].first).to_have_text(fired)


@pytest.mark.parametrize("size", [(844, 390), (667, 375), (390, 844), (320, 640)])
async def test_a_card_of_the_hand_is_seen_however_the_phone_is_held(
    chromium: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    setup = set_up("attack", hand_size=7, first_dealer="pick")
    async with room(chromium, tmp_path / "db", setup) as table:
        wide, high = size
        phone = await table.phone("North", viewport={"width": wide, "height": high}, **STILL)
        await table.deal()
        await expect(phone[".in-hand"]).to_have_count(7)
        for language in LANGUAGES:
            await phone.speak(language)
            card = await phone[".in-hand"].first.bounding_box()
            dock = await phone["#dock"].bounding_box()
            assert card and dock
            assert card["y"] + card["height"] <= high
            beside = card["x"] + card["width"] <= dock["x"]
            assert beside or card["y"] + card["height"] <= dock["y"], (language, card, dock)


async def test_a_page_that_is_seen_very_large_does_not_go_sideways(
    chromium: Browser, tmp_path: Path
) -> None:
    async with room(chromium, tmp_path / "db", set_up("attack", first_dealer="pick")) as table:
        phone = await table.phone("North", viewport={"width": 195, "height": 422}, **STILL)
        await table.deal()
        for language in LANGUAGES:
            await phone.speak(language)
            width = await phone.page.evaluate("document.documentElement.scrollWidth")
            assert width == 195, language


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
