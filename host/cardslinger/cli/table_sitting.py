"""A sitting at a terminal: a match that begins or goes on, and maybe another one after it."""

import re
import shlex
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random

from rich.text import Text

from cardslinger.cli.ask import agrees
from cardslinger.cli.connect import connect
from cardslinger.cli.groups import save_group
from cardslinger.cli.keys import keys
from cardslinger.cli.play_bots import play_to_the_end, report
from cardslinger.cli.play_text import TextTable
from cardslinger.cli.prompt import Prompt
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.cli.table_waits import persons
from cardslinger.table.game import LIFT_S, Game
from cardslinger.table.journal import Journal
from cardslinger.table.resume import heard_elsewhere
from cardslinger.table.table import Table
from cardslinger.words import Words

BOTS_THINK_S = 1.0  # wall; among people, so that somebody can catch them
FREE_RUNNING = re.compile(r"[?&]speed=0(&|$)")  # in a twin's URL
_RESUME = ("--resume",)


class Sitting:
    """One call of the command."""

    def __init__(
        self,
        journal: Journal,
        match: int,
        table: Table,
        port: str,
        chance: Random,
        words: Words,
        group: str | None,
        *,
        by_number: bool = False,
        options: Sequence[str] = (),
    ) -> None:
        """`match` 0: it is to begin. `group`: the name under which its players are saved.
        `by_number`: somebody has asked for just this match. `options` as they were given, of those
        that the next call needs too."""
        self._journal, self._match, self._table = journal, match, table
        self._port, self._chance, self._words = port, chance, words
        self._group = group
        self._chosen = ("--match", str(match)) if by_number else _RESUME
        self._options = options

    @property
    def can_go_on(self) -> bool:
        """Whether the journal has the match, and it is not over."""
        return bool(self._match) and not self._table.over

    def kept(self) -> str:
        """How the match goes on another time."""
        command = ("cardslinger", "play", "--text", *self._chosen, *self._options)
        return self._words.say("screen.kept", command=shlex.join(command))

    async def play_for_json(self) -> None:
        """Bots to the end."""
        before = self._table.reported
        async with self._game() as game:
            await play_to_the_end(game)
            told = report(game, game.launcher, before)
        print_json(told)

    async def play_in_text(self) -> None:
        """Until the match is over and nobody wants another one, or somebody quits."""
        console = plain_console()
        while await self._play_one():
            self._begin_another()
        if self.can_go_on:
            console.print(Text(self.kept()), soft_wrap=True)

    async def _play_one(self) -> bool:
        """Whether those who have played it want another one."""
        console = plain_console()
        async with self._game() as game:
            with keys() as pressed:
                text = TextTable(game, self._words, console, Prompt(console, pressed))
                if not persons(game.table):
                    await text.run_bots()
                    return False
                if not await text.run():
                    return False
                console.print()
                return await agrees(pressed, self._words.say("screen.again"))

    def _begin_another(self) -> None:
        self._match, self._table = 0, Table(self._table.anew())
        self._chosen, self._group = _RESUME, None

    @asynccontextmanager
    async def _game(self) -> AsyncIterator[Game]:
        table = self._table
        if self._group is not None:
            await save_group(self._journal, self._group, table, self._words)
        if self._match and (entries := heard_elsewhere(self._journal, self._match, table)):
            await self._journal.append(self._match, entries)
            table.take(entries)
        async with await connect(self._port, table.heard) as launcher:
            self._match = self._match or await self._journal.begin(table.setup)
            paced = not FREE_RUNNING.search(self._port)
            async with Game(
                self._journal,
                self._match,
                table,
                launcher,
                self._chance,
                pace_s=BOTS_THINK_S if paced and persons(table) else 0.0,
                lift_s=LIFT_S if paced else 0.0,
            ) as game:
                yield game
