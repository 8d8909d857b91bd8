"""Whole matches with a launcher: people, bots, trouble; each thing kept before it happens."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from cardslinger.bridge import Launcher
from cardslinger.rules.record import Record
from cardslinger.table.entries import Fact, Paused
from cardslinger.table.game import Game
from cardslinger.table.journal import Journal
from cardslinger.table.needs import Kind, need
from cardslinger.table.resume import resumed
from cardslinger.table.setup import Setup
from cardslinger.twin.process import TwinProcess

from tests.conftest import StartTwin
from tests.table.people import People
from tests.table.tables import set_up

RULES = ["attack", "attack-hk", "all-wild"]
SHORT = {"match_points": 100}
LIFT_MS = 60  # virtual; between two quick presses


@asynccontextmanager
async def sitting(
    path: Path, setup: Setup, twin: TwinProcess, seed: int = 1
) -> AsyncIterator[People]:
    """Somebody plays, in a journal of one match."""
    journal = Journal.open(path)
    try:
        match = journal.matches()[-1].number if journal.matches() else await journal.begin(setup)
        table = resumed(journal, match)
        async with (
            await Launcher.open(twin.serial_url, table.heard) as launcher,
            Game(journal, match, table, launcher, Random(seed)) as game,
        ):
            yield People(game, twin.bench, Random(seed))
    finally:
        journal.close()


def check_record(path: Path, people: People) -> None:
    """The journal has what has happened: it replays, as events and as a whole."""
    table = people.game.table
    history = Journal.read(path)
    again = resumed(history, people.game.match)
    events = [one.entry for one in history.entries(1) if not isinstance(one.entry, Fact)]
    history.close()
    assert again.state.digest() == table.state.digest()
    assert (again.pause, again.reported, again.number) == (
        table.pause, table.reported, table.number,
    )  # fmt: skip
    setup = table.setup
    record = Record(setup.rules, setup.deck, tuple(setup.sitters), setup.physical, events)
    assert record.replay().digest() == table.state.digest()


@pytest.mark.parametrize("physical", [False, True], ids=["virtual cards", "physical cards"])
@pytest.mark.parametrize("rules", RULES)
async def test_people_play_a_whole_match(
    start_twin: StartTwin, tmp_path: Path, rules: str, physical: bool
) -> None:
    twin = start_twin("virtual")
    setup = set_up(rules, people=3, bots=0 if physical else 1, physical=physical, **SHORT)
    async with sitting(tmp_path / "db", setup, twin) as people:
        await people.play()
        await people.rest()
    assert people.game.table.over
    check_record(tmp_path / "db", people)
    assert people.game.table.reported == twin.bench.read().left


async def test_whoever_presses_twice_does_not_press_for_the_next_player(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    twin = start_twin("virtual", speed=1)
    setup = set_up("attack-hk", people=2, physical=True, first_dealer="pick", hand_size=1)
    async with sitting(tmp_path / "db", setup, twin) as people:
        launcher, table = people.game.launcher, people.game.table
        await launcher.set("custom", [0, 0, 1])
        await launcher.set("profile", "custom")
        await people.play(until=lambda table: need(table).kind is Kind.PRESSES)
        seat, sizes = table.state.seat, list(table.state.sizes)
        while (await launcher.status()).armed != need(table).amount:
            await asyncio.sleep(0.01)
        for _ in range(need(table).amount + 1):
            twin.bench.press()
            twin.bench.wait(LIFT_MS)
        await people.rest()
        assert table.pause == Paused("free_press", {"cards": 2})
        for other in table.state.seated:
            assert table.state.sizes[other] - sizes[other] == (2 if other == seat else 0)


@pytest.mark.long
@pytest.mark.parametrize("physical", [False, True], ids=["virtual cards", "physical cards"])
async def test_a_whole_match_on_the_real_firmware(
    start_twin: StartTwin, tmp_path: Path, physical: bool
) -> None:
    twin = start_twin("emulated")
    rules = "all-wild" if physical else "attack"
    bots, short = 0 if physical else 1, {"hand_size": 3, "match_points": 1}
    setup = set_up(rules, people=2, bots=bots, physical=physical, **short)
    async with sitting(tmp_path / "db", setup, twin) as people:
        await people.play()
        await people.rest()
    assert people.game.table.over
    check_record(tmp_path / "db", people)
    assert people.game.table.reported == twin.bench.read().left
    assert people.game.table.reported > 0
