"""`cardslinger bench crash`: a table that is killed again and again loses nothing."""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from random import Random

import click

from cardslinger.bridge import Launcher
from cardslinger.cli.crash_player import found
from cardslinger.cli.figures import Figure, figures_table
from cardslinger.cli.options import check_twin, free_running, json_option, port_or_twin_option
from cardslinger.cli.progress import progress_bars
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.hil.errors import MeasureError
from cardslinger.table.hearing import hear
from cardslinger.table.journal import Journal
from cardslinger.table.resume import resumed
from cardslinger.twin.process import TwinProcess

WITHIN_S = 1.0  # wall, of the moment it goes on; a match of bots takes some seconds
BOOTED_MS = 3000.0  # virtual
REST_MS = 5000.0  # virtual; any card on its way has left by then
CARDS = 1000  # in the hopper, filled up at each kill

Found = dict[str, object] | None
_PLAY = "from cardslinger.cli.crash_player import main; main()"

FIGURES = {
    "kills": Figure("kills at random moments", ""),
    "resumed_equal": Figure("went on as the journal has it", ""),
    "debts_lost": Figure("obligations lost", "", high=0),
    "entries": Figure("entries in the journal", ""),
    "matches": Figure("matches", ""),
    "cards": Figure("cards in it", ""),
    "cards_truth": Figure("cards that left the launcher", ""),
    "cards_unaccounted": Figure("cards that the journal does not know", "", high=0),
}


@click.command("crash")
@port_or_twin_option
@click.option("--kills", default=50, show_default=True, type=click.IntRange(1, 10_000))
@click.option("--seed", default=1, show_default=True, type=int)
@json_option
def bench_crash(port: str, kills: int, seed: int, as_json: bool) -> None:
    """Kill a table in the middle of matches of bots, and see how it goes on. The launcher is a
    twin, which lives on."""
    check_twin("bench crash", port)
    url = free_running(port)
    if "cards=" not in url:
        url += f"&cards={CARDS}"
    with tempfile.TemporaryDirectory() as folder, TwinProcess(url) as twin:
        figures = _measure(Path(folder) / "table.db", twin, kills, seed)
    if as_json:
        print_json(figures)
    else:
        plain_console().print(figures_table(FIGURES, figures))


def _measure(path: Path, twin: TwinProcess, kills: int, seed: int) -> dict[str, object]:
    chance = Random(seed)
    equal = debts_lost = 0
    before: Found = None
    twin.bench.wait(BOOTED_MS)
    with progress_bars({"kills": kills}) as report:
        for number in range(kills + 1):
            with _player(path, twin.serial_url, seed) as player:
                resumed_as = _first_word(player)
                if before and resumed_as:
                    equal += before == resumed_as
                    debts_lost += before["owed"] != resumed_as["owed"]
                if number == kills:
                    time.sleep(WITHIN_S)  # what was under way is heard of
                    player.kill()
                    break
                time.sleep(chance.uniform(0, WITHIN_S))
                player.kill()
            before = _as_kept(path)
            twin.bench.load(CARDS - twin.bench.read().inside)
            report("kills", 1)
    return {
        "kills": kills,
        "resumed_equal": equal,
        "debts_lost": debts_lost,
        **_cards(path, twin),
    }


def _player(path: Path, url: str, seed: int) -> subprocess.Popen[bytes]:
    arguments = ["-c", _PLAY, str(path), url, str(seed)]
    return subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE)


def _first_word(player: subprocess.Popen[bytes]) -> Found:
    assert player.stdout
    line = player.stdout.readline()
    if not line:
        raise MeasureError("the table did not go on: its error stands above")
    word: Found = json.loads(line)
    return word


def _as_kept(path: Path) -> Found:
    """The latest match as the journal has it."""
    with closing(Journal.read(path)) as history:
        return _plain(found(history))


def _plain(standing: Found) -> Found:
    """As JSON brings it back."""
    plain: Found = json.loads(json.dumps(standing))
    return plain


def _cards(path: Path, twin: TwinProcess) -> dict[str, object]:
    """Once the launcher is at rest and its last events are kept."""
    twin.bench.wait(REST_MS)
    with closing(Journal.open(path)) as journal:
        asyncio.run(_hear_the_rest(journal, twin.serial_url))
        matches = [row.number for row in journal.matches()]
        tables = [resumed(journal, match) for match in matches]
    reported = sum(table.reported for table in tables)
    truth = twin.bench.read().left
    return {
        "entries": sum(table.number for table in tables),
        "matches": len(matches),
        "cards": reported,
        "cards_truth": truth,
        "cards_unaccounted": truth - reported,
    }


async def _hear_the_rest(journal: Journal, port: str) -> None:
    match = journal.matches()[-1].number
    table = resumed(journal, match)
    async with await Launcher.open(port, table.heard) as launcher:
        last = await launcher.next_event() - 1
        news = launcher.news()
        while table.heard.number < last:
            entries = hear(table, await anext(news))
            if entries:
                await journal.append(match, entries)
                table.take(entries)
