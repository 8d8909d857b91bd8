"""Every kind of launcher trouble in the middle of every kind of obligation: the game stands still,
says why, and goes on with what is still owed; each card is known or asked for."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from cardslinger.rules.events import Refusal
from cardslinger.table.messages import Deal
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
