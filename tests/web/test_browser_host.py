"""The page of whoever runs the table: the set-up, and the match that goes on."""

import asyncio
from pathlib import Path

import pytest
from cardslinger.table.messages import Stop
from playwright.async_api import Browser, Locator, Request, Route, expect

from tests.table.tables import set_up
from tests.web.browsers import Device, room, say
from tests.web.clients import TWIN
from tests.web.stacked import stacked

pytestmark = pytest.mark.asyncio(loop_scope="session")

SLOW_S = 0.4
QUIET_MS = 1500.0  # in which nothing more is asked
LETTERS = 5000


def questions(device: Device) -> list[Request]:
    """All that it asks about rules from now on."""
    asked: list[Request] = []
    device.page.on("request", lambda one: asked.append(one) if one.url.endswith("/rules") else None)
    return asked


async def rule(host: Device, flag: str) -> Locator:
    """Its field, among the rules in detail."""
    await host[".detail > summary"].click()
    field = host[f"#about-{flag}"].locator("xpath=..").locator("input")
    await expect(field).to_be_visible()
    return field


async def test_again_with_a_catalog_that_comes_late(chromium: Browser, tmp_path: Path) -> None:
    setup = set_up("attack", hand_size=1, match_points=1, first_dealer="pick")
    async with room(
        chromium, tmp_path / "db", setup, chance=stacked("R1", "B2", then="R5")
    ) as table:
        host = await table.host()

        async def late(route: Route) -> None:
            await asyncio.sleep(SLOW_S)
            await route.continue_()

        await host.page.route("**/rules.json", late)
        await table.deal()
        await table.ask("0 play R1")
        await host.tap(host.button("host.again"))
        await expect(host[".game h2"]).to_contain_text("2")
        await expect(host.button("host.stop")).to_be_visible()
        assert table.state.rounds == 0


async def test_the_match_goes_while_the_catalog_comes_late(
    chromium: Browser, tmp_path: Path
) -> None:
    async with room(chromium, tmp_path / "db", set_up("attack")) as table:
        host = await table.host()

        async def late(route: Route) -> None:
            await asyncio.sleep(SLOW_S)
            table.house.tell()
            await route.continue_()

        await host.page.route("**/rules.json", late)
        await table.house.leave()
        await expect(host.button("host.start")).to_be_visible()
        await table.house.begin(set_up("attack"), TWIN)
        await table.ask(Stop())
        await expect(host[".state"]).to_have_text(say("pause.stop"))


async def test_rules_that_are_refused_are_asked_about_once(
    chromium: Browser, tmp_path: Path
) -> None:
    async with room(chromium, tmp_path / "db") as table:
        host = await table.host()
        points = await rule(host, "match_points")
        asked = questions(host)
        await points.fill("-5")
        await expect(host[".detail .bad"]).not_to_be_empty()
        await host.page.wait_for_timeout(QUIET_MS)
        assert len(asked) == 1
        assert await host[".detail [lang=en]"].count() == 1
        host.forgive("400")


async def test_a_text_is_as_long_as_a_card_has_room_for(chromium: Browser, tmp_path: Path) -> None:
    async with room(chromium, tmp_path / "db") as table:
        host = await table.host()
        text = await rule(host, "custom_text")
        most = await text.get_attribute("maxlength")
        asked = questions(host)
        await text.evaluate("one => one.removeAttribute('maxlength')")
        await text.fill("a" * LETTERS)
        await expect(host[".detail .bad"]).to_have_text(say("page.too_long"))
        await host.page.wait_for_timeout(QUIET_MS)
        assert len(asked) == 1

        await text.evaluate("(one, most) => one.setAttribute('maxlength', most)", most)
        await text.fill("")
        await text.press_sequentially("a" * 100)
        await expect(text).to_have_value("a" * 80)
        host.forgive("413")


async def test_without_a_line_rules_are_not_asked_about_in_a_loop(
    chromium: Browser, tmp_path: Path
) -> None:
    async with room(chromium, tmp_path / "db") as table:
        host = await table.host()
        points = await rule(host, "match_points")
        asked = questions(host)
        await host.page.route("**/rules", lambda route: route.abort())
        await points.fill("99")
        await expect(host[".detail .bad"]).to_have_text(say("page.off_line"))
        await host.page.wait_for_timeout(QUIET_MS)
        assert len(asked) == 1
        host.forgive("ERR_FAILED")


async def test_all_pages_tell_cards_and_players_by_their_names(
    chromium: Browser, tmp_path: Path
) -> None:
    async with room(chromium, tmp_path / "db", set_up("attack")) as table:
        host = await table.host()
        await host.until(lambda view: view["seats"])
        facts = {"card": "RHit2", "top": "B7", "seat": 1, "reason": "no such thing"}
        for code, words in {
            "refusal.not_in_deck": say("refusal.not_in_deck", card="red Hit 2"),
            "refusal.not_your_turn": say("seat.refusal.not_your_turn", name="East"),
            "page.error": say("page.error", reason="no such thing"),
        }.items():
            told = await host.page.evaluate(
                """async ([answer, view]) => {
                    const { element, tell } = await import("/static/page.js");
                    const place = element("p");
                    tell(place, answer, view);
                    const english = [...place.querySelectorAll("[lang=en]")];
                    return [place.textContent, english.map((one) => one.textContent)];
                }""",
                [{"code": code, "facts": facts}, host.view],
            )
            assert told[0].lower() == words.lower()
            assert told[1] == (["no such thing"] if code == "page.error" else [])
