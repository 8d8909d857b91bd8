"""Pictures of the pages, to look at: `python -m tests.web.pictures FOLDER`, with `--only seat` of
the pages whose names begin so, with `--readme` the two of the README instead."""

import asyncio
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

import click
from cardslinger.rules.deck import DECKS
from cardslinger.rules.ruleset import PRESETS
from cardslinger.table.messages import Deal
from cardslinger.table.setup import Setup, Sitter
from cardslinger.words import LANGUAGES
from PIL import Image
from playwright.async_api import Browser, expect
from rich.progress import Progress

from tests.web import scenes
from tests.web.browsers import PHONE, Device, chromium_running, room
from tests.web.stacked import stacked

SIZES = {
    "320": (320, 640), "phone": (390, 844), "sideways": (844, 390), "tablet": (1024, 768),
    "tv": (1920, 1080),
}  # fmt: skip
THEMES = ("dark", "light")
STILL: dict[str, Any] = {"reduced_motion": "reduce", "has_touch": True}
OF_README = Path(__file__).parents[2] / "host" / "pictures"
COLOURS = 64  # of a picture in the README, so that it is small


async def look_at_all(chromium: Browser, folder: Path, only: str) -> None:
    """PAGE-LANGUAGE-THEME-SIZE.png of each."""
    parts = {
        part: [name for name in names if name.startswith(only)]
        for part, names in scenes.PARTS.items()
    }
    looks = list(product(reversed(LANGUAGES), THEMES, SIZES))  # English last: scenes are in it
    with tempfile.TemporaryDirectory() as kept, Progress() as progress:
        bar = progress.add_task("pictures", total=sum(map(len, parts.values())) * len(looks))
        for part in (part for part, names in parts.items() if names):
            async for name, device in scenes.scenes(chromium, Path(kept) / part, part, **STILL):
                for look in looks if name in parts[part] else ():
                    await see(device, *look)
                    file = folder / f"{'-'.join((name, *look))}.png"
                    await device.page.screenshot(path=file, full_page=True)
                    progress.advance(bar)


async def see(device: Device, language: str, theme: str, size: str) -> None:
    """Have the page look so."""
    width, height = SIZES[size]
    await device.page.set_viewport_size({"width": width, "height": height})
    await device.light(theme)
    await device.speak(language)


async def look_for_readme(chromium: Browser, folder: Path) -> None:
    """A table of four in the middle of a round, on its screen and on a phone."""
    names = ("Ann", "Siti", "Mei", "Ben")
    sitters = {seat: Sitter(name) for seat, name in enumerate(names)}
    rules = PRESETS["attack"].with_flags(first_dealer="pick", hand_size=6)
    chance = stacked(
        "R7 RSkip Y7 Wild B4 G2", "R3 B3 B9 G9 Y1 GSkip", "B6 R2 RHit2 Y5 G5 G8",
        "R1 B1 B2 Y2 GReverse Y9", then="R5",
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as kept:
        setup = Setup(rules, DECKS["attack"], sitters)
        async with room(chromium, Path(kept) / "db", setup, chance=chance) as table:
            screen = await table.screen(viewport={"width": 1280, "height": 720}, **STILL)
            phone = await table.phone("Ann", **{**PHONE, **STILL})
            await table.ask("3 deals", Deal(), "0 play R7", "1 play R3", "2 play R2", "3 play R1")
            await expect(phone[".in-hand.fits"].first).to_be_visible()
            await expect(screen["#now"]).to_have_text("Ann")
            folder.mkdir(exist_ok=True)
            await screen.page.screenshot(path=folder / "table.png")
            await phone.page.screenshot(path=folder / "phone.png")
    for name in ("table.png", "phone.png"):
        with Image.open(folder / name) as picture:
            small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        small.save(folder / name, optimize=True)


@click.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--only", default="", metavar="PAGE", help="Pages whose names begin so.")
@click.option("--readme", is_flag=True, help="The two pictures of the README.")
def main(folder: Path | None, only: str, readme: bool) -> None:
    """Pictures of the pages, in all languages, lights and sizes."""

    async def take() -> None:
        async with chromium_running() as chromium:
            if readme:
                await look_for_readme(chromium, folder or OF_README)
            elif folder:
                folder.mkdir(parents=True, exist_ok=True)
                await look_at_all(chromium, folder, only)
            else:
                raise click.UsageError("name a folder for the pictures, or --readme")

    asyncio.run(take())


if __name__ == "__main__":
    main()
