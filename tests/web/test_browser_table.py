"""The table's screen, as everybody sees it from where they sit."""

from pathlib import Path

import pytest
from cardslinger.rules.deck import DECKS
from cardslinger.rules.ruleset import PRESETS
from cardslinger.table.setup import Setup, Sitter
from cardslinger.words import Words
from playwright.async_api import Browser, expect

from tests.conftest import StartTwin
from tests.table.tables import set_up
from tests.web.browsers import Device, Room, room, say
from tests.web.stacked import stacked

pytestmark = pytest.mark.asyncio(loop_scope="session")

NAMES = ("Ann", "Siti", "Mei", "Ben", "Alexandra", "Wong", "Jo", "Kumar", "Bartholomew", "Li")
SCREENS = {"a TV": (1920, 1080), "a small TV": (1280, 720), "a tablet": (1024, 768)}
FRAMES = 60  # in which a screen of another size has found its place
COVERED = """() => {
    const box = (one) => one.getBoundingClientRect();
    const there = ".seat, .named-card, .launcher-place, .chip, .ending, .bar, .caption";
    const parts = [...document.querySelectorAll(there)].filter((one) => box(one).width
        && getComputedStyle(one).visibility === "visible");
    const covers = (one, other) => {
        const [a, b] = [box(one), box(other)];
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        return wide > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    };
    return parts.flatMap((one, place) => parts.slice(place + 1)
        .filter((other) => covers(one, other))
        .map((other) => `${one.className} ${one.innerText} covers ${other.className}`));
}"""


async def begin(table: Room, port: str, count: int) -> None:
    """A match of so many, in which the first has one card that fits."""
    rules = PRESETS["attack"].with_flags(first_dealer="pick", hand_size=1)
    sitters = {seat: Sitter(NAMES[seat]) for seat in range(count)}
    await table.house.begin(Setup(rules, DECKS["attack"], sitters), port)
    await table.deal()


async def assert_nothing_is_covered(screen: Device) -> None:
    for where, (width, height) in SCREENS.items():
        await screen.page.set_viewport_size({"width": width, "height": height})
        for _ in range(FRAMES):
            await screen.drawn()
            covered = await screen.page.evaluate(COVERED)
            if not covered:
                break
        assert covered == [], where


async def test_for_any_number_of_players_no_seat_covers_what_lies_in_the_middle(
    chromium: Browser, start_twin: StartTwin, tmp_path: Path
) -> None:
    chance, twin = stacked(then="R5"), start_twin("virtual")
    async with room(chromium, tmp_path / "db", chance=chance) as table:
        screen = await table.screen(reduced_motion="reduce")
        for count in range(2, len(NAMES) + 1):
            chance.hands = ["R1", *(f"B{seat}" for seat in range(1, count))]
            await begin(table, twin.serial_url, count)
            await expect(screen["#seats .seat"]).to_have_count(count)
            await expect(screen["#pile .named-card"]).to_be_visible()
            await assert_nothing_is_covered(screen)
            await table.ask("0 play R1")
            await expect(screen["#ending .won"]).to_have_text(say("happened.round_won", name="Ann"))
            await assert_nothing_is_covered(screen)


async def test_all_that_the_screen_says_is_said_in_another_language_at_once(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("attack", hand_size=2, first_dealer="pick")
    async with room(
        chromium, tmp_path / "db", setup, chance=stacked("R1 R2", "B1 B2", then="R5")
    ) as table:
        screen = await table.screen()
        await table.deal()
        await table.ask("0 play R1", "0 uno")
        await expect(screen["#caption"]).to_contain_text(say("happened.uno", name="North"))
        for language in ("ms", "zh-Hant"):
            await screen.speak(language)
            words = Words(language)
            called = words.say("happened.uno", name="North")
            await expect(screen["#caption"]).to_contain_text(called)
            await expect(screen["#lines .uno"]).to_have_text(called)
            await expect(screen["#phase"]).to_have_text(words.say("phase.turn"), ignore_case=True)
            await expect(screen["#stop, .stop"]).to_have_text(words.say("page.table.stop"))
