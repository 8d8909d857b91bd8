"""One page after the other as an evening goes on, with something to see on each: for tests and
pictures."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

from cardslinger.table.messages import Deal, Stop
from playwright.async_api import Browser, expect

from tests.table.people import People
from tests.table.tables import set_up
from tests.web.browsers import Phone, Room, room, say, until
from tests.web.clients import TWIN
from tests.web.stacked import stacked

PICK = {"first_dealer": "pick"}
DEALT = stacked("RHit2 R2 R3 RSkip", "GHit2 Wild B9 R9", "G7 G8 G9 Y1", then="R5 Y7 B3 GSkip")


async def scenes(
    chromium: Browser, path: Path, part: str, **look: Any
) -> AsyncIterator[tuple[str, Phone]]:
    """Each of PARTS[part], and whose page shows it: a guest's, or that of East, who runs the
    table."""
    async with room(chromium, path, chance=DEALT) as table:
        if part == "joining":
            device: Phone = await table.device(Phone, **look)
        else:
            device = await table.host("host", **look)
        async for name in _PARTS[part](table, device):
            yield name, device


async def show(device: Phone, path: str, there: str) -> None:
    """Open a page, and wait until this is there."""
    await device.open(path)
    await expect(device[there].first).to_be_visible()


async def _joining(table: Room, guest: Phone) -> AsyncIterator[str]:
    setup = set_up("attack", people=3, bots=1)
    await table.house.begin(setup, TWIN)
    await show(guest, "", ".names button")
    yield "join"
    await guest.tap(guest[".names button"].first)
    yield "join-pin"


async def _set_up(table: Room, east: Phone) -> AsyncIterator[str]:
    await show(east, "host", ".start-row")
    yield "host"
    await show(east, "table", "#set-up")
    yield "table-empty"


async def _match(table: Room, east: Phone) -> AsyncIterator[str]:
    """A colour to be chosen; a debt that could be handed on."""
    setup = set_up("attack", people=2, bots=1, hand_size=4, stacking="yes", **PICK)
    await table.house.begin(setup, TWIN)
    await east.join("player", "East")
    await table.deal()
    await table.ask("0 play R2", "1 play Wild")
    await show(east, "seat", "#acts .colour")
    yield "seat-colour"
    await table.ask("1 colour R")
    await until(lambda: table.state.seat == 0)
    await table.ask("0 play RHit2")
    pages = {
        "seat": ".in-hand.fits",
        "table": "#debts li",
        "overlay": "#seats .acting",
        "host": ".seat-name",
        "launcher": ".pairs dd",
        "history": ".matches a",
    }
    for page, there in pages.items():
        await show(east, page, there)
        yield "host-match" if page == "host" else page

    await table.ask(Stop())
    for page, there in {"table": "#trouble", "seat": ".cue.trouble"}.items():
        await show(east, page, there)
        yield f"{page}-trouble"


async def _over(table: Room, east: Phone) -> AsyncIterator[str]:
    """Bots play it to its end; whatever stops them is mended."""
    setup = set_up("attack", people=0, bots=3, hand_size=4, match_points=1)
    await table.house.begin(setup, TWIN)
    await People(table.game, table.bench, Random(1)).play()
    await show(east, "table", "#ending .scores")
    yield "table-over"
    await show(east, "history#1", ".wide img")
    yield "history-match"


async def _real_cards(table: Room, east: Phone) -> AsyncIterator[str]:
    """What was played, and what is left."""
    setup = set_up("attack", physical=True, hand_size=2, **PICK)
    await table.house.begin(setup, TWIN)
    await east.join("player", "East")
    await table.ask("1 deals", Deal(), "turned R5", "0 play R7", "0 uno")
    await show(east, "seat", "#grid")
    await east.tap(east["#grid"].get_by_role("button", name=say("colour.red")))
    yield "seat-real"
    await table.ask("1 play R9", "1 uno", "0 play R2")
    await expect(east["#points"]).to_be_visible()
    yield "seat-points"
    await show(east, "table", "#steps form")
    yield "table-points"


# What is shown in each part of the evening, in order.
PARTS = {
    "joining": ("join", "join-pin"),
    "set-up": ("host", "table-empty"),
    "match": (
        "seat-colour", "seat", "table", "overlay", "host-match", "launcher", "history",
        "table-trouble", "seat-trouble",
    ),
    "over": ("table-over", "history-match"),
    "real cards": ("seat-real", "seat-points", "table-points"),
}  # fmt: skip
_PARTS = {
    "joining": _joining,
    "set-up": _set_up,
    "match": _match,
    "over": _over,
    "real cards": _real_cards,
}
