"""For everybody: without sight, without a mouse, without motion, on a small screen, in any light
and language."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from cardslinger.table.messages import Launch
from cardslinger.words import LANGUAGES
from playwright.async_api import Browser, expect

from tests.table.tables import set_up
from tests.web.browsers import LOOK_S, PHONE, Device, happened, room, stacked
from tests.web.scenes import NAMES, scenes

in_the_browser = pytest.mark.asyncio(loop_scope="session")

REAL_TIME = "virtual://?speed=1&seed=7"
MANY = 20  # cards, which take their time
STILL: dict[str, Any] = {"reduced_motion": "reduce"}
STILL_S = 5.0  # in which the last frame of what has just changed is drawn
THEMES: tuple[Any, ...] = ("light", "dark")
SMALL_PX = 320
TOUCH_PX = 48
FOR_FINGERS = "button, select, summary, input:not([type=checkbox]):not([type=radio])"


@dataclass
class Found:
    """What was found on a page: with axe-core, by measuring, in each theme and language."""

    axe: dict[str, list[str]] = field(default_factory=dict)
    too_small: list[list[Any]] = field(default_factory=list)
    widths: dict[str, int] = field(default_factory=dict)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def pages(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Found]:
    """All pages as an evening goes on, on a phone."""
    look = {"viewport": PHONE["viewport"], "has_touch": True, **STILL}
    found = {}
    async for name, device in scenes(chromium, tmp_path_factory.mktemp("pages") / "db", **look):
        page = device.page
        found[name] = Found(too_small=await too_small(device))
        await stands_still(device)
        for theme in THEMES:
            await page.emulate_media(color_scheme=theme)
            found[name].axe[theme] = await problems(device)
        await page.set_viewport_size({"width": SMALL_PX, "height": 640})
        for language in reversed(LANGUAGES):  # English last
            await device.speak(language)
            width = await page.evaluate("document.documentElement.scrollWidth")
            found[name].widths[language] = width
        await page.set_viewport_size(PHONE["viewport"])
    return found


async def problems(device: Device) -> list[str]:
    """Labels, roles, headings, landmarks, contrast: what axe-core has against the page."""
    found = await Axe().run(device.page)
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found.response["violations"]
        for node in one["nodes"]
    ]


async def too_small(device: Device) -> list[list[Any]]:
    """What can be touched, but not well: its beginning, its width and height."""
    boxes = await device[FOR_FINGERS].evaluate_all(
        """all => all.filter(one => one.offsetParent).map(one => {
            const box = one.getBoundingClientRect();
            return [one.outerHTML.slice(0, 80), box.width, box.height];
        })"""
    )
    return [box for box in boxes if min(box[1:]) < TOUCH_PX]


def test_all_pages_were_seen(pages: dict[str, Found]) -> None:
    assert tuple(pages) == NAMES


def test_who_does_not_see_well_can_use_every_page(pages: dict[str, Found]) -> None:
    for theme in THEMES:
        assert not {name: page.axe[theme] for name, page in pages.items() if page.axe[theme]}


def test_no_page_is_wider_than_a_small_phone_in_any_language(pages: dict[str, Found]) -> None:
    assert not {
        name: page.widths for name, page in pages.items() if max(page.widths.values()) > SMALL_PX
    }


def test_all_that_is_touched_is_large_enough_for_a_finger(pages: dict[str, Found]) -> None:
    assert not {name: page.too_small for name, page in pages.items() if page.too_small}


@in_the_browser
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


async def go_to(device: Device, selector: str) -> None:
    """Press Tab until this has the focus."""
    wanted = device[selector].first
    await expect(wanted).to_be_visible()
    for _ in range(60):
        if await wanted.evaluate("one => one === document.activeElement"):
            return
        await device.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {selector}")


@in_the_browser
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
