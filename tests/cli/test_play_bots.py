"""Matches of bots: somebody looks after their launcher, however often they go on."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cardslinger.cli.play_bots import Attendant, play_to_the_end, report
from cardslinger.table.errors import TableError

from tests.table.tables import set_up
from tests.table.test_game import sitting

LONG = {"match_points": 500}


def on_our_own(url: str) -> Any:
    """A launcher in software as the command starts one: with hands that reach it."""
    return SimpleNamespace(serial_url=url, bench=None)


async def test_a_match_of_bots_goes_on_as_often_as_it_is_broken_off(tmp_path: Path) -> None:
    """What was said for them before must not be taken for what is said now."""
    twin = on_our_own("virtual://?speed=0&seed=7")
    setup = set_up("attack", people=0, bots=3, **LONG)
    for _ in range(4):  # another launcher each time: it has restarted, too
        async with sitting(tmp_path / "db", setup, twin) as people:
            attendant, enough = Attendant(people.game), people.game.table.reported + 8
            async for _ in people.game.watch():
                await attendant.mend()
                if people.game.table.reported >= enough:
                    break
    async with sitting(tmp_path / "db", setup, twin) as people:
        before = people.game.table.reported
        await play_to_the_end(people.game)
        told = report(people.game, people.game.launcher, before)
    assert people.game.table.over
    assert told["cards_reported"] > before >= 32
    assert told["cards_truth"] is None, "this launcher knows only of its own cards"


@pytest.mark.parametrize("fault", ["driver_fault", "sensor_blocked"])
async def test_a_launcher_that_stops_again_and_again_is_given_up(
    tmp_path: Path, fault: str
) -> None:
    twin = on_our_own(f"virtual://?speed=0&seed=7&fault={fault}")
    setup = set_up("attack", people=0, bots=2)
    with pytest.raises(TableError, match="again and again"):
        async with sitting(tmp_path / "db", setup, twin) as people:
            await play_to_the_end(people.game)
    assert people.game.table.number < 500
