"""Every kind of launcher trouble in the middle of every kind of obligation: the game stands still,
says why, and goes on with what is still owed; each card is known or asked for."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from cardslinger.bridge import State
from cardslinger.rules.events import Refusal
from cardslinger.table.messages import Deal, GoOn, Launch, Pause, Press, Stop
from cardslinger.twin.bench import Bench

from tests.conftest import StartTwin
from tests.table.people import People
from tests.table.tables import set_up
from tests.table.test_game import check_record, sitting

# What comes due at once: rules, and the first card of the pile; None: a deal by the launcher.
OBLIGATIONS = {
    "presses": ("attack", "RHit2"),
    "until a card comes": ("attack-hk", "HitFire"),
    "all press": ("attack-hk", "AllHit"),
    "exact": ("all-wild", "DrawFour"),
    "deal": ("attack", None),
}
TROUBLES: dict[str, Callable[[Bench], object]] = {
    "jam": lambda bench: bench.fault("jam", times=1),
    "jam in the beam": lambda bench: bench.fault("jam_beam", times=1),
    "empty": lambda bench: None,
    "lid": lambda bench: bench.open_lid(),
    "reset": lambda bench: bench.reset(replug=True, after_ms=150.0),
    "power": lambda bench: bench.power_cycle(replug=True, after_ms=150.0),
    "two at once": lambda bench: bench.fault("double", after=2, times=1),
    "driver": lambda bench: bench.fault("driver_fault"),
    "sensor": lambda bench: bench.fault("sensor_blocked"),
    "cable": lambda bench: bench.unplug(after_ms=150.0),
}


async def plug_in(bench: Bench) -> None:
    await asyncio.sleep(0.5)
    await asyncio.to_thread(bench.plug)


async def begin(people: People, turned: str | None) -> None:
    """Up to what is owed."""
    await people.say("0 deals")
    await people.say(Deal(by_launcher=turned is None))
    if turned:
        assert not isinstance(await people.say(f"turned {turned}"), Refusal)
    while people.game.table.state.phase == "colour":
        await people.say(f"{people.game.table.state.seat} colour R")
    assert people.game.table.state.owed


@pytest.mark.parametrize("obligation", OBLIGATIONS)
@pytest.mark.parametrize("trouble", TROUBLES)
async def test_trouble_in_an_obligation_is_mended_and_it_is_paid(
    start_twin: StartTwin, tmp_path: Path, obligation: str, trouble: str
) -> None:
    rules, turned = OBLIGATIONS[obligation]
    twin = start_twin("virtual", cards=1 if trouble == "empty" else 112)
    setup = set_up(rules, people=3, physical=True, first_dealer="pick")
    async with sitting(tmp_path / "db", setup, twin) as people:
        await begin(people, turned)
        await people.game.launcher.set("profile", "brutal")
        await asyncio.to_thread(TROUBLES[trouble], twin.bench)
        cable = asyncio.create_task(plug_in(twin.bench)) if trouble == "cable" else None
        await people.play(until=lambda table: not (table.state.owed or table.pause or table.fire))
        await people.rest()
        reading = twin.bench.read()
        if cable:
            await cable
    check_record(tmp_path / "db", people)
    out = reading.left + reading.taken  # a card taken out of the beam was counted there
    assert people.game.table.reported <= out, people.mended
    assert people.game.table.reported >= reading.left, people.mended


@pytest.mark.parametrize("rules", ["attack-hk", "all-wild"])
@pytest.mark.parametrize("trouble", TROUBLES)
async def test_trouble_in_what_is_fired_for_a_bot_is_mended_too(
    start_twin: StartTwin, tmp_path: Path, rules: str, trouble: str
) -> None:
    twin = start_twin("virtual")
    setup = set_up(rules, people=1, bots=2)
    async with sitting(tmp_path / "db", setup, twin) as people:
        table = people.game.table
        await people.play(until=lambda table: table.order or (table.fire and table.fire.ordered))
        if trouble == "empty":
            await asyncio.to_thread(twin.bench.pull_card)
        await asyncio.to_thread(TROUBLES[trouble], twin.bench)
        cable = asyncio.create_task(plug_in(twin.bench)) if trouble == "cable" else None
        enough = table.reported + 15
        await people.play(until=lambda table: table.over or table.reported >= enough)
        if cable:
            await cable
        if not table.pause:
            await people.rest()
        reading = twin.bench.read()
    check_record(tmp_path / "db", people)
    assert table.reported <= reading.left + reading.taken, people.mended


async def test_stop_stops_the_motor_and_the_game_and_what_is_owed_stays_owed(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    twin = start_twin("virtual", speed=1)
    setup = set_up("all-wild", people=3, physical=True, first_dealer="pick")
    async with sitting(tmp_path / "db", setup, twin) as people:
        await begin(people, "DrawFour")
        table, launcher = people.game.table, people.game.launcher
        await people.say(Launch())
        while not table.running:
            await asyncio.sleep(0.005)
        assert not isinstance(await people.say(Stop()), Refusal)
        assert table.pause
        assert table.pause.code == "stop"
        await people.rest()
        assert not table.running
        came = table.reported
        assert came < 4
        assert table.state.owed[0].amount == 4 - came
        status = await launcher.status()
        assert (status.state, status.armed) == ("idle", 0)
        assert isinstance(await people.say(Launch()), Refusal)
        await people.say(GoOn())
        await people.say(Launch())
        await people.play(until=lambda table: not (table.state.owed or table.fire))
        assert table.reported == 4


async def test_nothing_is_ordered_once_somebody_has_said_stop(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    twin = start_twin("virtual")
    setup = set_up("attack", people=0, bots=3)
    async with sitting(tmp_path / "db", setup, twin) as people:
        table = people.game.table
        async for _ in people.game.watch():
            if table.reported > 5:
                break
        await people.say(Stop())
        await people.rest()
        fires = (await people.game.launcher.status()).fires
        await asyncio.sleep(0.1)
        assert (await people.game.launcher.status()).fires == fires
        await people.say(GoOn())
        async for _ in people.game.watch():
            if table.reported > 10:
                break


async def test_a_launcher_that_is_away_is_stopped_for_the_table(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    twin = start_twin("virtual")
    setup = set_up("attack", people=2, physical=True, first_dealer="pick")
    async with sitting(tmp_path / "db", setup, twin) as people:
        await begin(people, "RHit2")
        await asyncio.to_thread(twin.bench.unplug)
        while people.game.launcher.state is State.CONNECTED:
            await asyncio.sleep(0.01)
        assert not isinstance(await people.say(Stop()), Refusal)
        assert people.game.table.pause
        await asyncio.to_thread(twin.bench.plug)


async def test_a_press_without_the_button_gives_what_the_launcher_counts(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    twin = start_twin("virtual")
    setup = set_up("attack", people=3, physical=True, first_dealer="pick")
    async with sitting(tmp_path / "db", setup, twin) as people:
        await begin(people, "RHit2")
        table, seat = people.game.table, people.game.table.state.owed[0].seat
        assert isinstance(await people.say(Press(), seat=(seat + 1) % 3), Refusal)
        for owed in (2, 1):
            assert table.state.owed[0].amount == owed
            assert not isinstance(await people.say(Press(), seat=seat), Refusal)
            while table.fire:
                await asyncio.sleep(0.005)
        await people.rest()
        assert not table.state.owed
        assert table.state.sizes[seat] == 7 + table.reported == 7 + twin.bench.read().left


async def test_a_pause_holds_a_press_back(start_twin: StartTwin, tmp_path: Path) -> None:
    twin = start_twin("virtual")
    setup = set_up("attack", people=3, physical=True, first_dealer="pick")
    async with sitting(tmp_path / "db", setup, twin) as people:
        await begin(people, "RHit2")
        seat = people.game.table.state.owed[0].seat
        assert not isinstance(await people.say(Pause(), seat=0), Refusal)
        assert await people.say(Press(), seat=seat) == Refusal(
            "refusal.paused", {"pause": "paused"}
        )
        assert await people.say(GoOn(), seat=0) == Refusal("refusal.not_yours")
        await people.say(GoOn())
        assert not isinstance(await people.say(Press(), seat=seat), Refusal)
