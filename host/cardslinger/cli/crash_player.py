"""The program that `cardslinger bench crash` kills: bots that play match after match.

It goes on with the match that was broken off. As JSON in a line each it prints how it found that,
and then each state that somebody could have seen.
"""

import asyncio
import json
import sys
from pathlib import Path
from random import Random

from cardslinger.bridge import Launcher
from cardslinger.cli.play_bots import Attendant
from cardslinger.cli.seating import parse_seats
from cardslinger.rules.deck import DECKS
from cardslinger.rules.ruleset import PRESETS
from cardslinger.table.game import Game
from cardslinger.table.journal import Journal
from cardslinger.table.resume import latest_open, resumed
from cardslinger.table.setup import Setup
from cardslinger.table.table import Table


def standing(match: int, table: Table) -> dict[str, object]:
    """A table, comparable."""
    return {
        "match": match,
        "number": table.number,
        "digest": table.state.digest(),
        "owed": [list(map(str, due)) for due in table.state.owed],
        "pauses": [pause.code for pause in table.pauses],
        "reported": table.reported,
        "fire": str(table.fire),
    }


async def play_on(path: Path, port: str, seed: int) -> None:
    """Until it is killed."""
    journal = Journal.open(path)
    while True:
        match = latest_open(journal)
        if match is None:
            rules = Random(f"{seed}:{len(journal.matches())}").choice(list(PRESETS))
            setup = Setup(PRESETS[rules], DECKS[rules], parse_seats("bot,bot,bot,bot"))
            match = await journal.begin(setup)
        table = resumed(journal, match)
        _print(standing(match, table))
        chance = Random(f"{seed}:{match}:{table.number}")
        async with (
            await Launcher.open(port, table.heard) as launcher,
            Game(journal, match, table, launcher, chance) as game,
        ):
            attendant = Attendant(game)
            async for _ in game.watch():
                _print(standing(match, table))
                await attendant.mend()


def _print(shown: dict[str, object]) -> None:
    print(json.dumps(shown), flush=True)


def main() -> None:
    """Its arguments are the journal, the port and the seed."""
    path, port, seed = sys.argv[1:]
    asyncio.run(play_on(Path(path), port, int(seed)))
