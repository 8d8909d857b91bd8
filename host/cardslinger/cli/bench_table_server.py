"""The program that `cardslinger bench table` measures: a table with its pages, at which people
play match after match as bots would.

As JSON in a line it prints where it is, with a token for each kind of page; then, for each line it
reads, how far it is. The line `stop` ends the play first; when there is no more to read, it ends.
"""

import asyncio
import itertools
import json
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

from cardslinger.cli.play_bots import Attendant
from cardslinger.rules.bots import BOTS
from cardslinger.rules.deck import DECKS
from cardslinger.rules.legal import legal
from cardslinger.rules.moves import PRESS, format_move
from cardslinger.rules.ruleset import PRESETS
from cardslinger.rules.state import Phase
from cardslinger.rules.view import view
from cardslinger.table.journal import Journal
from cardslinger.table.messages import Deal, Launch, Message, Play, Press, Wish
from cardslinger.table.needs import Kind, need
from cardslinger.table.setup import Setup, Sitter
from cardslinger.table.table import Table
from cardslinger.web.app import Site
from cardslinger.web.house import House
from cardslinger.web.keys import SCREEN, Keys
from cardslinger.web.serve import listen, serve

PORT = "virtual://?speed=0&cards=1000"
NAMES = ("Ann", "Ben", "Cem", "Dia")
PACE_S = 0.25  # wall; between two things that somebody does: people take a second and more
SETUP = Setup(PRESETS["attack"], DECKS["attack"], {n: Sitter(name) for n, name in enumerate(NAMES)})


class People:
    """They play until they are told to stop."""

    def __init__(self, house: House, chance: Random) -> None:
        self._house, self._chance = house, chance
        self._ids = itertools.count()
        self._before = 0  # entries of the matches that are over
        self._playing: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """From now on they play."""
        await self._house.begin(SETUP, PORT)
        self._playing = asyncio.create_task(self._play())

    def standing(self) -> dict[str, int | None]:
        """How far they are; `happened` in the present match."""
        game = self._house.game
        entries = self._before + (game.table.number if game else 0)
        match = game.match if game else None
        return {"match": match, "entries": entries, "happened": len(self._house.happened)}

    async def stop(self) -> None:
        """Until nothing happens any more."""
        if self._playing:
            self._playing.cancel()
            await asyncio.gather(self._playing, return_exceptions=True)
        while self._house.game and self._house.game.table.fire:
            await asyncio.sleep(PACE_S)
        await asyncio.sleep(PACE_S)

    async def _play(self) -> None:
        while True:
            await self._play_match()
            self._before += self._house.game.table.number if self._house.game else 0
            await self._house.begin(SETUP, PORT)

    async def _play_match(self) -> None:
        game = self._house.game
        assert game
        attendant = Attendant(game)
        while not game.table.over:
            await asyncio.sleep(PACE_S)
            if game.table.pause:
                await attendant.mend()
            elif not game.table.fire and (wish := self._wish(game.table)):
                await game.ask(Message(f"people {next(self._ids)}", wish))

    def _wish(self, table: Table) -> Wish | None:
        """What whoever has to act does."""
        state = table.state
        if state.phase is Phase.DEAL:
            return Deal()
        if need(table).kind is Kind.CARDS:
            return Launch()
        if state.seat < 0:
            return None
        move = BOTS["greedy"](view(state, state.seat), self._chance.random)
        if move not in legal(state):
            move = legal(state)[0]
        return Press() if move == PRESS else Play(f"{state.seat} {format_move(move)}")


async def serve_people(path: Path, seed: int) -> None:
    """Until there is no more to read."""
    journal, chance = Journal.open(path), Random(seed)
    with listen("127.0.0.1", 0) as opened:
        async with House(journal, PORT, chance) as house:
            keys = Keys(journal, first_is_host=False)
            tokens = {of: await keys.join("", of, keys.pin(of), "") for of in (SCREEN, *NAMES)}
            people = People(house, chance)
            await people.begin()
            url = f"http://127.0.0.1:{opened.getsockname()[1]}"
            listening: list[asyncio.Task[None]] = []

            def began() -> None:
                _print({"url": url, "screen": tokens[SCREEN], "seats": [tokens[n] for n in NAMES]})
                listening.append(asyncio.create_task(_answer(people)))

            await serve(Site(house, keys, "").app(), opened, began)
            await people.stop()
    journal.close()


async def _answer(people: People) -> None:
    while said := await asyncio.to_thread(sys.stdin.readline):
        if said == "stop\n":
            await people.stop()
        _print(people.standing())
    signal.raise_signal(signal.SIGINT)


def _print(said: Mapping[str, object]) -> None:
    print(json.dumps(said), flush=True)


def main() -> None:
    """Its arguments are the journal and the seed."""
    path, seed = sys.argv[1:]
    asyncio.run(serve_people(Path(path), int(seed)))
