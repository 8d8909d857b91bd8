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
from typing import Any

import click

from cardslinger.bridge import Launcher
from cardslinger.cli.crash_player import standing
from cardslinger.cli.figures import Figure, figures_table
from cardslinger.cli.options import check_twin, free_running, json_option, port_or_twin_option
from cardslinger.cli.progress import progress_bars
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.hil.errors import MeasureError
from cardslinger.table.errors import JournalError
from cardslinger.table.hearing import hear
from cardslinger.table.journal import Journal
from cardslinger.table.resume import latest_open, resumed
from cardslinger.table.statistics import statistics
from cardslinger.table.table import Table
from cardslinger.twin.process import TwinProcess

WITHIN_S = 1.0  # wall, of the moment it goes on; a match of bots takes some seconds
BOOTED_MS = 3000.0  # virtual
REST_MS = 5000.0  # virtual; any card on its way has left by then
CARDS = 1000  # in the hopper, filled up at each kill

Shown = dict[str, Any]
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
    twin.bench.wait(BOOTED_MS)
    last: Shown | None = None  # by the one that was killed
    kept: Shown | None = None  # by the journal, when it was killed
    with progress_bars({"kills": kills}) as report:
        for number in range(kills + 1):
            with _player(path, twin.serial_url, seed) as player:
                assert player.stdout
                first = player.stdout.readline()
                time.sleep(chance.uniform(0, WITHIN_S))
                player.kill()
                shown = [first, *player.stdout.read().splitlines(keepends=True)]
            if not first:
                raise MeasureError("the table did not go on: its error stands above")
            if last:
                now = _read(first)
                equal += _is_kept(path, last) and _follows(path, last, now)
            whole = [_read(line) for line in shown if line.endswith(b"\n")]
            debts_lost += kept is not None and _debts_lost(kept, whole[1:2])
            kept = _at_its_end(path)
            last = whole[-1]
            twin.bench.load(CARDS - twin.bench.read().inside)
            report("kills", number < kills)
    return {
        "kills": kills,
        "resumed_equal": equal,
        "debts_lost": debts_lost + _not_as_it_would_be(path),
        **_cards(path, twin),
    }


def _player(path: Path, url: str, seed: int) -> subprocess.Popen[bytes]:
    arguments = ["-c", _PLAY, str(path), url, str(seed)]
    return subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE)


def _read(line: bytes) -> Shown:
    shown: Shown = json.loads(line)
    return shown


def _as_kept(path: Path, shown: Shown) -> Shown:
    """The same match as the journal alone has it, at the same entry."""
    match, number = shown["match"], shown["number"]
    with closing(Journal.read(path)) as history:
        table = Table(history.setup(match))
        table.take([kept.entry for kept in history.entries(match) if kept.number <= number])
    return _read(json.dumps(standing(match, table)).encode())


def _is_kept(path: Path, shown: Shown) -> bool:
    """What somebody has seen is in the journal."""
    return _as_kept(path, shown) == shown


def _follows(path: Path, last: Shown, now: Shown) -> bool:
    """The next one begins where the journal ends, and nothing that was seen is gone."""
    if now["match"] != last["match"]:  # the match was over
        return bool(now["number"] == 0)
    return bool(now["number"] >= last["number"] and _as_kept(path, now) == now)


def _at_its_end(path: Path) -> Shown | None:
    """The match that was under way, as the journal has it; None: it is over, or has not begun."""
    with closing(Journal.read(path)) as history:
        match = latest_open(history)
        if match is None:
            return None
        return _read(json.dumps(standing(match, resumed(history, match))).encode())


def _debts_lost(kept: Shown, playing: list[Shown]) -> bool:
    """Whether what was owed when the one before was killed is not what is owed once the next one
    plays: before that it only says what it has read."""
    return any(one["match"] == kept["match"] and one["owed"] != kept["owed"] for one in playing)


def _not_as_it_would_be(path: Path) -> int:
    """Matches in which something happened that could not have: a debt was not paid, say."""
    found = 0
    with closing(Journal.read(path)) as history:
        for row in history.matches():
            try:
                statistics(row, history.setup(row.number), history.entries(row.number))
            except JournalError:
                found += 1
    return found


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
