"""One table with its pages: a match that goes on, or the set-up of the next."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from itertools import groupby
from random import Random
from typing import Any

from cardslinger.bridge import Launcher, LauncherError
from cardslinger.bridge.skew import skew
from cardslinger.rules.deck import DECKS
from cardslinger.rules.errors import RulesError
from cardslinger.rules.events import Dealt
from cardslinger.rules.match import steps
from cardslinger.rules.ruleset import PRESETS
from cardslinger.table.errors import BadSetup, NoMatch, TableError
from cardslinger.table.game import LIFT_S, Game
from cardslinger.table.happened import Happened, Happenings
from cardslinger.table.journal import Journal
from cardslinger.table.resume import heard_elsewhere, resumed
from cardslinger.table.setup import Setup, Sitter, check
from cardslinger.table.table import Table
from cardslinger.words.printable import printable

BOTS_THINK_S = 1.0
_LOG = logging.getLogger("cardslinger")


class House:
    """`async with House(...) as house`, then `begin` or `resume`, `watch`, and `game.ask`."""

    def __init__(
        self, journal: Journal, port: str, chance: Random, *, pace_s: float = BOTS_THINK_S
    ) -> None:
        """`port` is proposed for the next match."""
        self.journal, self.port = journal, port
        self.game: Game | None = None
        self.opening = False
        self.trouble = ""  # why no match goes on, with the next step
        self.happened: list[Happened] = []  # in this match
        self._chance, self._pace_s = chance, pace_s
        self._told = 0  # events of the match that are in `happened`
        self._happenings = Happenings({})
        self._open = AsyncExitStack()
        self._following: asyncio.Task[None] | None = None
        self._opening: asyncio.Task[Any] | None = None
        self._leaving: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()
        self.changes = 0  # of anything that a page shows
        self._change: asyncio.Future[None] | None = None

    async def __aenter__(self) -> "House":
        return self

    async def __aexit__(self, *error: object) -> None:
        if self._opening:
            self._opening.cancel()  # a launcher that is silent takes its time to be one
        await self.leave()

    # -- a match ----------------------------------------------------------------------------------

    async def begin(self, setup: Setup, port: str) -> None:
        """A new match on the launcher there. Raises TableError, LauncherError."""
        check(setup)
        await self._sit_down(lambda: Table(setup), 0, port)

    async def resume(self, match: int, port: str) -> None:
        """Go on with a match of the journal. Raises TableError, LauncherError."""
        if match not in (row.number for row in self.journal.matches()):
            raise NoMatch(f"there is no match {match}: see which there are")
        if resumed(self.journal, match).over:
            raise BadSetup(f"match {match} is over: begin another one")
        # Read again once it stands still: it may be the one that goes on now.
        await self._sit_down(lambda: resumed(self.journal, match), match, port)

    async def leave(self) -> None:
        """End the match here: it is kept, the launcher is let go with its motor off."""
        async with self._one_at_a_time:
            await self._stand_up()

    async def _sit_down(self, read: Callable[[], Table], match: int, port: str) -> None:
        async with self._one_at_a_time:
            await self._stand_up()
            self.trouble, self.opening = "", True
            self._opening = asyncio.current_task()
            self.tell()
            try:
                table = read()
                if match and (entries := heard_elsewhere(self.journal, match, table)):
                    await self.journal.append(match, entries)
                    table.take(entries)
                launcher = await Launcher.open(port, table.heard)
                await self._open.enter_async_context(launcher)
                if words := skew(launcher.hello.firmware):
                    _LOG.warning(printable(words))
                match = match or await self.journal.begin(table.setup)
                pace_s = self._pace_s if any(not one.bot for one in table.sitters.values()) else 0
                game = Game(
                    self.journal,
                    match,
                    table,
                    launcher,
                    self._chance,
                    pace_s=pace_s,
                    lift_s=LIFT_S,
                )
                self.game = await self._open.enter_async_context(game)
                self.port = port
                if table.number:
                    self._tell_again(match)
            except BaseException:
                await self._stand_up()
                raise
            finally:
                self.opening, self._opening = False, None
                self.tell()
            self._follow_happenings(table)
            self._following = asyncio.create_task(self._follow(game))

    async def _stand_up(self) -> None:
        following, self._following = self._following, None
        if following:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
        self.game = None
        self.happened, self._told = [], 0
        self.tell()
        try:
            await self._open.aclose()
        except (TableError, LauncherError) as error:
            self.trouble = str(error)
        self._open = AsyncExitStack()
        self.tell()

    async def _follow(self, game: Game) -> None:
        """Tell the pages of whatever changes; a match that can't go on ends here, and says why."""
        try:
            async for _ in game.watch_on():
                self._follow_happenings(game.table)
                self.tell()
        except (TableError, LauncherError) as error:
            self._give_up(str(error))
        except Exception as error:  # noqa: BLE001  # a fault of ours: nobody is left with an old picture
            _LOG.exception("the table can't be shown")
            self._give_up(f"cardslinger has failed ({error!r}): go on with the match, it is kept")

    def _give_up(self, trouble: str) -> None:
        self.trouble = trouble
        self._following = None
        self._leaving = asyncio.create_task(self.leave())  # ends the task that follows, too

    def _tell_again(self, match: int) -> None:
        """What has happened in a match that goes on, as it was told when it happened."""
        again = Table(self.journal.setup(match))
        for _, together in groupby(self.journal.entries(match), lambda kept: kept.at_s):
            again.take([kept.entry for kept in together])
            self._follow_happenings(again)

    def _follow_happenings(self, table: Table) -> None:
        """Tell of the events since the last time; all of them when a match goes on, played again,
        for only so is the first card of each deal known."""
        again = None if self._told else table.setup.begin()
        if again:
            self._happenings = Happenings(table.sitters)
        self._happenings.sitters = table.sitters
        events = table.match.events
        new, self._told = events[self._told :], len(events)
        for step in steps(new):
            if again:
                again.happen(step)
            for event in step:
                self.happened.append(self._happenings.tell(event))
                if isinstance(event, Dealt) and event.cards:
                    discards = (again or table.match).state.discards
                    self.happened.append(self._happenings.first_card(discards[0]))

    # -- what has changed ------------------------------------------------------------------------

    def tell(self) -> None:
        """Something that a page shows is different now."""
        self.changes += 1
        change, self._change = self._change, None
        if change:
            change.set_result(None)

    async def watch(self) -> AsyncIterator[int]:
        """The number of changes so far, now and whenever there are more."""
        while True:
            seen = self.changes
            yield seen
            while self.changes == seen:
                if self._change is None:
                    self._change = asyncio.get_running_loop().create_future()
                await asyncio.shield(self._change)


def set_up(
    rules: str,
    flags: dict[str, str],
    sitters: Sequence[Sitter],
    *,
    physical: bool,
    profile: str = "",
) -> Setup:
    """What was filled in. Raises BadSetup."""
    if rules not in PRESETS:
        raise BadSetup(f"no rules {rules[:40]!r}: one of {', '.join(PRESETS)}")
    try:
        rule_set = PRESETS[rules].with_flags(**flags)
    except RulesError as error:
        raise BadSetup(str(error)) from None
    return Setup(rule_set, DECKS[rules], dict(enumerate(sitters)), physical, profile)
