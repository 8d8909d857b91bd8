"""From the first page to a seat: who sets up the match, and who comes to it."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.table.tables import set_up
from tests.web.browsers import PHONE, TABLET, Device, Phone, room, say

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_whoever_comes_first_sets_up_a_match_with_one_press_and_plays(
    chromium: Browser, tmp_path: Path
) -> None:
    async with room(chromium, tmp_path / "db", alone=True) as table:
        tablet: Phone = await table.device(Phone, **TABLET)
        await tablet.open("")
        await tablet.tap(tablet.button("host.start"))
        await expect(tablet["#name"]).to_have_text(say("host.person", number=1))
        await expect(tablet[".in-hand"]).to_have_count(0)
        await tablet.tap(tablet.button("offer.deal"))
        await expect(tablet[".in-hand"]).not_to_have_count(0)


async def test_a_phone_is_let_in_by_a_pin_that_is_used_up(
    chromium: Browser, tmp_path: Path
) -> None:
    async with room(chromium, tmp_path / "db", set_up("attack")) as table:
        host = await table.host()
        pin = host[".pin-line"].filter(has_text="East").locator("strong")
        right = await pin.inner_text()
        phone: Device = await table.device(**PHONE)
        await phone.open("")
        await phone.tap(phone.page.get_by_role("button", name="East"))
        await phone["input.pin"].fill(f"{(int(right) + 1) % 10_000:04}")
        await phone.tap(phone.button("join.let_in"))
        await expect(phone[".answer:visible"].last).to_have_text(say("page.wrong_pin"))
        phone.forgive("403")
        await phone["input.pin"].fill(right)
        await phone["input.pin"].press("Enter")
        await expect(phone["#name"]).to_have_text("East")
        await expect(pin).not_to_have_text(right)


async def test_a_seat_is_taken_away_from_a_phone(chromium: Browser, tmp_path: Path) -> None:
    async with room(chromium, tmp_path / "db", set_up("attack")) as table:
        host, phone = await table.host(), await table.phone("East")
        await host.tap(host.button("host.forget", name="East"))
        await expect(phone["#cue"]).to_contain_text(say("seat.nobody"))
        await phone.tap(phone["#away a"])
        await expect(phone.page.get_by_role("button", name="East")).to_be_visible()
