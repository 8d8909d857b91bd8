"""What only some rules have, in browsers: cut-ins, exact draws, real cards."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from cardslinger.rules.cards import SKIP, WILD
from cardslinger.rules.deck import make_deck
from playwright.async_api import Browser, expect

from tests.table.tables import set_up
from tests.web.browsers import happened, room, say
from tests.web.stacked import stacked

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_cut_in_and_the_lowest_total_wins(chromium: Browser, tmp_path: Path) -> None:
    setup = set_up("attack-hk", people=3, hand_size=2, match_points=5, first_dealer="pick")
    chance = stacked("R5 R2", "G1 Y4", "R5 Y9", then="R3")
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        north, south = await table.phone("North"), await table.phone("South")
        tv = await table.screen()
        await table.deal()
        await north.tap(north["#calls .due"])
        await north.tap(north.card("red 5"))

        await expect(south["#hand .fits .mark"]).to_have_text("◀▶")
        await south.tap(south["#calls .due"])
        await south.tap(south.button("seat.cut", card="red 5"))
        await expect(tv["#lines"]).to_contain_text(happened("cut", name="South", card="red 5"))

        await north.tap(north.card("red 2"))
        await expect(tv["#ending .won"]).to_have_text(say("happened.match_won", name="North"))
        lowest_first = ["1. North 0", "2. East 5", "3. South 9"]
        await expect(tv["#ending .scores li"]).to_have_text(lowest_first)
        await expect(south["#cue"]).to_contain_text(say("seat.own_score", count=9))


async def test_a_round_with_exact_draws_and_which_way_to_turn_the_launcher(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("all-wild", people=3, hand_size=3, match_points=1)
    hands = ("DrawTwo Wild Wild", "Wild Skip Skip", "DrawTwo Wild Skip")
    async with room(chromium, tmp_path / "db", setup, chance=stacked(*hands, then="Wild")) as table:
        north, east = await table.phone("North"), await table.phone("East")
        south, tv = await table.phone("South"), await table.screen()
        await table.deal()

        await north.tap(north.card("Draw Two"))
        await expect(east["#cue strong"]).to_have_text(say("seat.cue.exact", count=2))
        await expect(east["#acts"]).to_contain_text(say("seat.launch.faces"))
        await east.hold(east.button("seat.launch", count=2))
        await expect(east[".in-hand"]).to_have_count(5)

        await south.tap(south.card("Draw Two"))
        way = say("direction.anticlockwise")
        await expect(north["#acts"]).to_contain_text(say("seat.launch.turn", direction=way))
        await expect(tv["#launcher"]).to_have_text(
            f"{say('launcher.faces', name='North', count=2)} ↺ {way}"
        )
        await north.hold(north.button("seat.launch", count=2))
        await expect(north[".in-hand"]).to_have_count(4)
        assert (await asyncio.to_thread(table.bench.read)).left == 4

        async with asyncio.timeout(120):
            await asyncio.gather(north.play_on(), east.play_on(), south.play_on())
        [winner] = table.state.winners()
        name = table.game.table.sitters[winner].name
        await expect(tv["#ending .won"]).to_have_text(say("happened.match_won", name=name))
        left = await asyncio.to_thread(table.bench.read)
        assert left.left == table.game.table.reported


async def test_a_round_with_real_cards(chromium: Browser, tmp_path: Path) -> None:
    """What was laid is tapped, what was wrong is refused with its rule, points are tapped too."""
    setup = set_up("attack", physical=True, hand_size=2, match_points=8, first_dealer="pick")
    async with room(chromium, tmp_path / "db", setup) as table:
        north = await table.host("seat")
        await north.join("player", "North")
        await north.page.reload()
        east, tv = await table.phone("East"), await table.screen()
        await north.tap(north.button("offer.deals", name="East"))
        await north.tap(north.button("page.hands_dealt"))
        await expect(north["#grid h2"]).to_have_text(say("seat.grid.turned"))
        await north.claim("red", "red 5")

        await expect(north["#grid h2"]).to_have_text(say("seat.grid.play"))
        await north.claim("green", "green 7")
        rule = say("refusal.does_not_fit", card="green 7", top="red 5", colour="red")
        await expect(north.told).to_have_text(rule, ignore_case=True)
        await north.claim("red", "red 7")
        await north.tap(north["#calls .due"])
        await expect(tv["#pile figcaption"]).to_have_text("red 7")

        await east.claim("red", "red 9")
        await east.tap(east["#calls .due"])
        await north.claim("red", "red 2")

        await expect(east["#points h2"]).to_have_text(say("seat.points"))
        tells = east["#points .main"]
        await expect(tells).to_be_disabled()
        for wrong in ("-5", "3.5"):
            await east["#points input"].fill(wrong)
            await expect(tells).to_be_disabled()
        await east.tap(east["#points"].get_by_role("button", name="8, 8 points"))
        await expect(east["#points .kind:enabled"]).to_have_count(0)  # one card was left
        await east.tap(east.button("seat.points.send", count=8))
        await expect(tv["#ending .won"]).to_have_text(say("happened.match_won", name="North"))
        await expect(north["#cue"]).to_contain_text(say("seat.own_score", count=8))


async def test_a_call_is_proposed_to_whoever_can_play_the_card_before_the_last(
    chromium: Browser, tmp_path: Path
) -> None:
    setup = set_up("attack-hk", hand_size=2, first_dealer="pick")
    chance = stacked("R5 R2", "G1 Y4", then="R3")
    async with room(chromium, tmp_path / "db", setup, chance=chance) as table:
        north, east = await table.phone("North"), await table.phone("East")
        await table.deal()
        await expect(north["#calls .call"].first).to_have_class("call due")
        await expect(north["#calls .call"].first).to_contain_text(say("seat.uno.now"))
        await north.tap(north["#calls .due"])
        await north.tap(north.card("red 5"))
        await expect(east["#cue"]).to_contain_text(say("seat.cue.turn"))
        await expect(east["#calls .call"].first).to_have_class("call")
        await expect(east["#calls .call"].first).to_contain_text(say("seat.uno.none"))


async def test_a_deck_of_ones_own_is_asked_for_with_its_own_kinds(
    chromium: Browser, tmp_path: Path
) -> None:
    ours = make_deck("ours", {1: 9, SKIP: 3}, {WILD: 4})
    setup = replace(set_up("attack", physical=True, hand_size=2, first_dealer="pick"), deck=ours)
    async with room(chromium, tmp_path / "db", setup) as table:
        north = await table.host("seat")
        await north.join("player", "North")
        await north.page.reload()
        tv = await table.screen()
        await north.tap(north.button("offer.deals", name="East"))
        await north.tap(north.button("page.hands_dealt"))
        await expect(tv["#steps option"]).to_have_count(1 + 4 * 2 + 1)
        await north.tap(north["#grid"].get_by_role("button", name="Red"))
        await expect(north["#grid .kind"]).to_have_count(2)
