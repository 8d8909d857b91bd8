"""Buttons that fire are held: never by a slip, never for another than was meant, by everybody."""

from pathlib import Path
from typing import Any

import pytest
from cardslinger.table.messages import Stop
from playwright.async_api import Browser, expect

from tests.table.tables import set_up
from tests.web.browsers import Device, happened, room, say
from tests.web.stacked import stacked

pytestmark = pytest.mark.asyncio(loop_scope="session")

LONG_MS = 2000  # longer than a hold takes
PRESSES: dict[str, Any] = {"chance": stacked("B1 B2", "G3 G4", then="R9 Y1 Y2 Y3 Y4", seed=24)}
OF_ITS_OWN = """async () => {
    const { onHold } = await import("/static/hold.js");
    const button = document.createElement("button");
    window.number = 1;
    window.acts = [];
    onHold(button, (noted) => window.acts.push(noted), () => window.number);
    button.id = "held";
    button.textContent = "for Ann";
    document.body.append(button);
}"""


def asked(device: Device, wish: str) -> list[dict[str, Any]]:
    """What it has sent of this kind."""
    return [one for one in device.said if one["is"] == "ask" and one["wish"]["is"] == wish]


async def test_what_is_stopped_while_a_button_is_held_is_not_fired(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("all-wild", hand_size=2)
    chance = stacked("Wild Wild", "Skip Skip", then="Wild")
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        tv = await table.screen()
        await table.deal()
        await table.ask("0 play Wild", "1 catch 0")
        await expect(tv["#steps .hold"]).to_be_visible()
        await tv.page.clock.install()
        await tv["#steps .hold"].dispatch_event("pointerdown", {"button": 0})
        await expect(tv["#steps .held"]).to_be_visible()
        await table.ask(Stop())
        await expect(tv["#cause"]).to_have_text(say("pause.stop"))
        await tv.page.clock.run_for(LONG_MS)
        await tv.tap(tv["#run .stop"])
        await expect(tv["#answer"]).to_be_empty()
        assert asked(tv, "launch") == []


async def test_a_hold_is_for_what_was_shown_when_it_began(
    chromium: Browser, tmp_path: Path
) -> None:
    async with room(chromium, tmp_path / "db") as table:
        device = await table.device()
        await device.open("")
        await device.page.evaluate(OF_ITS_OWN)
        await device.page.clock.install()
        button = device["#held"]
        for change, acts in (
            ("window.number = 2", [1]),
            ("held.textContent = 'for Ben'", [1]),
            ("held.disabled = true", [1]),
            ("window.number = 3", [1, 2]),
            ("held.hidden = true", [1, 2]),
            ("held.remove()", [1, 2]),
        ):
            await device.page.evaluate("held.disabled = false")
            await button.dispatch_event("pointerdown", {"button": 0})
            await device.page.evaluate(change)
            await device.page.clock.run_for(LONG_MS)
            assert await device.page.evaluate("window.acts") == acts, change


async def test_who_can_only_click_is_asked_to_click_again(
    chromium: Browser, tmp_path: Path
) -> None:
    """A screen reader sends a click without a finger or a key."""
    setup = set_up("attack", hand_size=2, first_dealer="pick")
    async with room(chromium, tmp_path / "db", setup, **PRESSES) as table:
        phone = await table.phone("North")
        await table.deal()
        press, click = phone.button("seat.press"), "button => button.click()"
        await expect(press).to_be_visible()
        await phone.page.clock.install()
        await press.evaluate(click)
        await expect(phone[".again"]).to_have_text(say("page.again"))
        await phone.page.clock.run_for(6000)
        await expect(phone[".again"]).to_be_hidden()
        await press.evaluate(click)
        await expect(phone[".again"]).to_have_text(say("page.again"))
        assert asked(phone, "press") == []
        await press.evaluate(click)
        await expect(phone["#news"]).to_contain_text(happened("fired", name="North", count=4))
        await expect(phone[".again"]).to_be_hidden()
        assert len(asked(phone, "press")) == 1


async def test_a_tap_is_no_hold(chromium: Browser, tmp_path: Path) -> None:
    setup = set_up("attack", hand_size=2, first_dealer="pick")
    async with room(chromium, tmp_path / "db", setup, **PRESSES) as table:
        phone = await table.phone("North")
        await table.deal()
        for _ in range(3):
            await phone.tap(phone.button("seat.press"))
            await phone.button("seat.press").click()
        await expect(phone[".again"]).to_have_count(0)
        assert asked(phone, "press") == []
