"""Two players at a table, each on a phone of their own, and the host: for tests."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardslinger.rules.cards import format_card
from cardslinger.rules.state import Phase

from tests.conftest import StartTwin
from tests.table.tables import set_up
from tests.web.clients import Browser, Page, Served, table_at


@dataclass
class Two:
    """A match of two people who have been dealt their hands."""

    table: Served
    host: Browser
    north: Browser
    east: Browser
    runs: Page
    zero: Page
    one: Page

    @property
    def acting(self) -> tuple[Page, Page]:
        """Whose turn it is, and the other."""
        pages = (self.zero, self.one)
        seat = self.table.state.seat
        return pages[seat], pages[1 - seat]

    def hand(self, seat: int) -> list[str]:
        hand = self.table.state.hands[seat]
        return [format_card(card) for card in sorted(hand) for _ in range(hand[card])]

    def entries(self) -> list[Any]:
        house = self.table.house
        assert house.game
        return [kept.entry for kept in house.journal.entries(house.game.match)]


@asynccontextmanager
async def two(start_twin: StartTwin, path: Path, **flags: Any) -> AsyncIterator[Two]:
    setup = set_up(flags.pop("rules", "attack"), people=2, first_dealer="pick", **flags)
    url = start_twin("virtual").serial_url
    async with table_at(path / "db", url, setup) as table, AsyncExitStack() as stack:
        host = await table.host()
        north, east = await table.player("North"), await table.player("East")
        runs = await stack.enter_async_context(host.page("host"))
        zero = await stack.enter_async_context(north.page("seat"))
        one = await stack.enter_async_context(east.page("seat"))
        await runs.of_table("0 deals", {"is": "deal"})
        for page in (zero, one):
            await page.until(lambda shown: shown["view"]["hand"])
        yield Two(table, host, north, east, runs, zero, one)


def play(page: Page) -> str:
    """A card that it may play, or else whatever it may do, in notation."""
    moves = page.view["moves"]
    plays = [move for move in moves if move.startswith(("play", "colour"))] or moves
    return f"{page.view['seat']} {plays[0]}"


async def turn(match: Two, **more: Any) -> None:
    """Whoever has to act does, as soon as they are shown how it stands."""
    game = match.table.house.game
    assert game
    while game.table.fire:
        await asyncio.sleep(0.005)
    if match.table.state.phase is Phase.DEAL:  # the round is over
        await match.runs.of_table({"is": "deal"})
    acting, _ = match.acting
    await acting.until(lambda shown: shown["view"]["number"] == game.table.number)
    wish: Any = play(acting)
    answer = await acting.wish({"is": "press"} if wish.endswith("press") else wish, **more)
    assert answer["code"] == "", (wish, answer)


async def until_exposed(match: Two) -> int:
    """Play until somebody has one card left and has not called: that seat."""
    while not match.table.state.exposed:
        await turn(match)
    return match.table.state.exposed.bit_length() - 1
