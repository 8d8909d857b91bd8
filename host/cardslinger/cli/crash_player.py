"""The program that `cardslinger bench crash` kills: bots that play match after match.

It goes on with the match that was broken off, and first prints, as JSON in a line, how it found
it.
"""

import asyncio
import json
import sys
from pathlib import Path
from random import Random

from cardslinger.bridge import Launcher
from cardslinger.cli.play_bots import play_to_the_end
from cardslinger.cli.seating import parse_seats
from cardslinger.rules.deck import DECKS
from cardslinger.rules.ruleset import PRESETS
from cardslinger.table.game import Game
from cardslinger.table.history import History
from cardslinger.table.journal import Journal
from cardslinger.table.resume import latest_open, resumed
from cardslinger.table.setup import Setup


def found(history: History) -> dict[str, object] | None:
    """How the latest match stands, comparable; None before the first."""
    matches = history.matches()
    if not matches:
        return None
    table = resumed(history, matches[-1].number)
    return {
        "match": matches[-1].number,
        "number": table.number,
        "digest": table.state.digest(),
        "owed": [list(map(str, due)) for due in table.state.owed],
        "reported": table.reported,
        "fire": str(table.fire),
    }


async def play_on(path: Path, port: str, seed: int) -> None:
    """Until it is killed."""
    journal = Journal.open(path)
    print(json.dumps(found(journal)), flush=True)
    while True:
        match = latest_open(journal)
        if match is None:
            rules = Random(f"{seed}:{len(journal.matches())}").choice(list(PRESETS))
            setup = Setup(PRESETS[rules], DECKS[rules], parse_seats("bot,bot,bot,bot"))
            match = await journal.begin(setup)
        table = resumed(journal, match)
        chance = Random(f"{seed}:{match}:{table.number}")
        async with (
            await Launcher.open(port, table.heard) as launcher,
            Game(journal, match, table, launcher, chance) as game,
        ):
            await play_to_the_end(game)


def main() -> None:
    """Its arguments are the journal, the port and the seed."""
    path, port, seed = sys.argv[1:]
    asyncio.run(play_on(Path(path), port, int(seed)))
