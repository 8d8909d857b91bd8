"""The table's screen, as everybody sees it from where they sit."""

from io import BytesIO
from pathlib import Path

import pytest
from cardslinger.rules.deck import DECKS
from cardslinger.rules.ruleset import PRESETS
from cardslinger.table.messages import Deal, Press, Stop
from cardslinger.table.setup import Setup, Sitter
from cardslinger.words import Words
from PIL import Image
from playwright.async_api import Browser, expect

from tests.conftest import StartTwin
from tests.table.tables import set_up
from tests.web.browsers import TV, Device, Room, room, say
from tests.web.stacked import stacked

pytestmark = pytest.mark.asyncio(loop_scope="session")

NAMES = (
    "Bartholomew",
    "Siti",
    "Mei",
    "Ben",
    "Alexandra",
    "Wong",
    "Jo",
    "Kumar",
    "Maximilian",
    "Li",
)
SCREENS = {
    "a TV": (1920, 1080), "a small TV": (1280, 720), "4K": (3840, 2160), "a tablet": (1024, 768),
}  # fmt: skip
FRAMES = 60  # in which a screen of another size has found its place
COVERED = """() => {
    const box = (one) => one.getBoundingClientRect();
    const there = ".seat, .pile-place, .launcher-place, .chip, .ending, .bar, .caption";
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
    """A match of so many, of whom the first deals."""
    rules = PRESETS["attack"].with_flags(first_dealer="pick", hand_size=2)
    sitters = {seat: Sitter(NAMES[seat]) for seat in range(count)}
    await table.house.begin(Setup(rules, DECKS["attack"], sitters), port)
    await table.ask("0 deals", Deal())


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
    chance, twin = stacked(then="Y5"), start_twin("virtual")
    async with room(chromium, tmp_path / "db", chance=chance) as table:
        screen = await table.screen(reduced_motion="reduce")
        for count in range(2, len(NAMES) + 1):
            card = "YDiscardAll" if count == 2 else "YReverse"  # the dealer's turn is next
            others = [f"R{seat} B{seat}" for seat in range(2, count)]
            chance.hands = [f"{card} B1", *others, "YDiscardAll Y1"]
            await begin(table, twin.serial_url, count)
            await expect(screen["#seats .seat"]).to_have_count(count)
            await table.ask(f"1 play {card}")
            await expect(screen["#now"]).to_have_text(NAMES[0])
            await assert_nothing_is_covered(screen)
            await table.ask("0 play YDiscardAll", "0 lay Y1")
            won = say("happened.round_won", name=NAMES[0])
            await expect(screen["#ending .won"]).to_have_text(won)
            await expect(screen["#ending .scores li"]).to_have_count(count)
            await assert_nothing_is_covered(screen)


async def test_what_a_press_gave_covers_neither_the_top_card_nor_the_winner(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("attack", hand_size=1, first_dealer="pick")
    chance = stacked("B1", "R1", then="R5 B9 Y2 Y3 B4 B5 G6 G7")
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        screen = await table.screen()
        await table.deal()
        await table.ask(Press())
        result = screen["#stage .result"]
        await expect(result).to_be_visible()
        for width, height in ((1920, 1080), (1024, 768), (390, 844)):
            await screen.page.set_viewport_size({"width": width, "height": height})
            pile = await screen["#pile figure"].bounding_box()
            told = await result.bounding_box()
            assert pile and told
            assert told["x"] >= pile["x"] + pile["width"], (width, height)
        await table.ask("1 play R1")
        await expect(screen["#ending .won"]).to_be_visible()
        assert not await result.is_visible()


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


async def test_what_is_half_typed_stays_when_somebody_else_is_quicker(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("attack", people=3, physical=True, hand_size=2)
    async with room(chromium, tmp_path / "db", setup) as table:
        screen = await table.screen()
        await screen["#steps select"].nth(2).select_option("R7")
        await table.ask("0 drew B3")
        await expect(screen["#steps form"]).to_have_count(2)
        await expect(screen["#steps select"].nth(1)).to_have_value("R7")
        await screen["#steps button"].nth(1).click()
        await table.ask("1 drew B2")
        await table.ask(Deal(), "turned R5", "0 play R7", "0 uno", "1 play R9", "1 uno")
        await table.ask("2 play R1", "2 uno", "0 play R2")
        points = screen["#steps input"]
        await expect(points).to_have_count(2)
        await points.nth(1).fill("14")
        await table.ask("1 points 8")
        await expect(points).to_have_count(1)
        await expect(points).to_have_value("14")
        await expect(points).to_be_focused()
        await screen.speak("ms")
        await expect(points).to_have_value("14")


async def test_a_keyboard_goes_on_where_the_game_does(chromium: Browser, tmp_path: Path) -> None:
    async with room(chromium, tmp_path / "db", set_up("attack")) as table:
        screen = await table.screen()
        await table.ask(Stop())
        await screen["#cures button"].press("Enter")
        await expect(screen["#trouble"]).to_be_hidden()
        await expect(screen["#now-panel"]).to_be_focused()


async def test_the_overlay_is_transparent_where_nothing_stands(
    chromium: Browser, tmp_path: Path
) -> None:
    async with room(chromium, tmp_path / "db", set_up("attack", first_dealer="pick")) as table:
        await table.deal()
        overlay: Device = await table.device(**TV)
        await overlay.open("overlay")
        await expect(overlay["#seats .acting"]).to_be_visible()
        for theme in ("light", "dark"):
            await overlay.light(theme)
            taken = await overlay.page.screenshot(omit_background=True)
            with Image.open(BytesIO(taken)) as picture:
                shown = picture.convert("RGBA").getchannel("A")
            wide, high = shown.size
            middle = (wide // 2, high // 2)
            for spot in ((0, 0), (wide - 1, 0), middle):
                assert shown.getpixel(spot) == 0, (theme, spot)
            assert shown.getextrema() == (0, 255)
