"""`cardslinger play --text` while the cable is out."""

import asyncio
import io
from collections.abc import Callable
from pathlib import Path
from random import Random

from cardslinger.bridge import Launcher
from cardslinger.cli.play_text import TextTable
from cardslinger.cli.prompt import Prompt
from cardslinger.table.game import Game
from cardslinger.table.journal import Journal
from cardslinger.table.table import Table
from cardslinger.words import Words
from rich.console import Console

from tests.conftest import StartTwin
from tests.table.tables import set_up

PATIENCE_S = 30.0


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.02)


async def test_a_lost_launcher_is_told_with_its_cause_and_so_is_its_return(
    tmp_path: Path, start_twin: StartTwin
) -> None:
    twin = start_twin("virtual")
    journal = Journal.open(tmp_path / "journal.db")
    setup = set_up(people=1, bots=1)
    console = Console(file=io.StringIO(), width=200)
    pressed: asyncio.Queue[str] = asyncio.Queue()

    def shown() -> str:
        return console.file.getvalue()

    def type_(line: str) -> None:
        for key in f"{line}\r":
            pressed.put_nowait(key)

    match, table = await journal.begin(setup), Table(setup)
    async with (
        await Launcher.open(twin.serial_url) as launcher,
        Game(journal, match, table, launcher, Random(1)) as game,
    ):
        text = TextTable(game, Words("en"), console, Prompt(console, pressed))
        playing = asyncio.create_task(text.run())
        await until(lambda: "1 deal" in shown())
        type_("p")
        await until(lambda: "Press the button of the launcher itself." in shown())
        type_("load")
        await until(lambda: "with your own hands" in shown())
        await asyncio.to_thread(twin.bench.unplug)
        await until(lambda: "The launcher is not connected: " in shown())
        await until(lambda: "Launcher  not connected" in shown())
        await asyncio.to_thread(twin.bench.plug)
        await until(lambda: "The launcher is connected again" in shown())
        type_("quit")
        assert await playing is False
    journal.close()
