"""`cardslinger play`: a match on pages, or at this terminal."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import click
from click.core import ParameterSource
from rich.text import Text

from cardslinger.bridge import LauncherError
from cardslinger.cli.ask import check_terminal
from cardslinger.cli.connect import connect
from cardslinger.cli.deck_file import read_deck
from cardslinger.cli.journal_option import journal_option
from cardslinger.cli.keys import keys
from cardslinger.cli.matches import find_group, find_match
from cardslinger.cli.options import json_option, language_option, port_or_twin_option
from cardslinger.cli.play_bots import play_to_the_end, report
from cardslinger.cli.play_text import TextTable
from cardslinger.cli.play_web import Pages, serve_pages
from cardslinger.cli.prompt import Prompt
from cardslinger.cli.seating import parse_seats
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.cli.table_waits import persons
from cardslinger.rules.deck import DECKS
from cardslinger.rules.ruleset import PRESETS
from cardslinger.table.errors import BadSetup, NoMatch
from cardslinger.table.game import LIFT_S, Game
from cardslinger.table.journal import Journal
from cardslinger.table.resume import heard_elsewhere
from cardslinger.table.setup import Setup, check
from cardslinger.table.table import Table
from cardslinger.words import Words

SEATS = "You,bot,bot,bot"
BOTS_THINK_S = 1.0  # wall; among people, so that somebody can catch them
FREE_RUNNING = re.compile(r"[?&]speed=0(&|$)")  # in a twin's URL
FILE = click.Path(path_type=Path)
_OF_A_NEW_MATCH = ("rules", "flags", "deck_file", "cards", "seats", "group", "profile")


@click.command()
@click.option("--text", is_flag=True, help="Play at this terminal, without pages.")
@port_or_twin_option
@click.option("--rules", default="attack", show_default=True, type=click.Choice(list(PRESETS)))
@click.option(
    "--flag",
    "flags",
    multiple=True,
    metavar="NAME=VALUE",
    help="A rule that this table has otherwise, such as stacking=yes; may be repeated.",
)
@click.option(
    "--deck",
    "deck_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A deck of your own, as `cardslinger rules R --deck` prints one.",
)
@click.option(
    "--cards",
    default="virtual",
    show_default=True,
    type=click.Choice(["virtual", "physical"]),
    help="Dealt by the table, or real ones in your hands.",
)
@click.option("--seats", default=SEATS, show_default=True, help="Names in order, bot for a bot.")
@click.option("--group", metavar="NAME", help="The seats of a group that was saved.")
@click.option("--save-group", metavar="NAME", help="Save who sits there as a group.")
@click.option("--profile", default="", help="How many cards a press gives; else as it is set.")
@click.option("--resume", is_flag=True, help="Go on with the latest match that is not over.")
@click.option("--match", "number", type=click.IntRange(1), help="Go on with this match.")
@click.option(
    "--http",
    "address",
    metavar="HOST:PORT",
    help="Where the pages are; 0.0.0.0 for phones, too. Else only this computer reaches them.",
)
@click.option("--tls-cert", "certificate", metavar="FILE", type=FILE, help="For https, in PEM.")
@click.option("--tls-key", "key", metavar="FILE", type=FILE, help="Its key, if not in that file.")
@click.option("--no-browser", is_flag=True, help="Open no browser.")
@journal_option
@click.option("--seed", type=int, help="Makes shuffles and bots repeatable.")
@json_option
@language_option
@click.pass_context
def play(
    context: click.Context,
    text: bool,
    port: str,
    rules: str,
    flags: tuple[str, ...],
    deck_file: Path | None,
    cards: str,
    seats: str,
    group: str | None,
    save_group: str | None,
    profile: str,
    resume: bool,
    number: int | None,
    address: str | None,
    certificate: Path | None,
    key: Path | None,
    no_browser: bool,
    file: Path,
    seed: int | None,
    as_json: bool,
    language: str,
) -> None:
    """Play a match, on pages for a browser each or at this terminal. Every press, card and word is
    kept in a journal, and a match that was broken off goes on where it stood."""
    if as_json and not text:
        raise click.UsageError("--json tells of a match at the terminal: --text --json")
    goes_on = resume or number is not None
    _check_options(context, goes_on)
    rule_set = PRESETS[rules].with_flags(**_flags(flags))
    if seats == SEATS:
        seats = SEATS.replace("You", Words(language).say("screen.you"))
    deck = read_deck(deck_file) if deck_file else DECKS[rules]
    setup = Setup(rule_set, deck, parse_seats(seats), cards == "physical", profile)
    if group is None:
        check(setup)
    if goes_on and not file.exists():  # and none is made
        raise NoMatch(f"there is no journal {file}: begin a match first, without --resume")
    journal, one = Journal.open(file), None
    try:
        if group is not None:
            setup = check(replace(setup, sitters=find_group(journal, group)))
        match, table = find_match(journal, number) if goes_on else (0, Table(setup))
        if not text:
            begins = goes_on or any(_given(context, name) for name in _OF_A_NEW_MATCH)
            pages = Pages(address, certificate, key, browser=not no_browser)
            serve_pages(journal, setup if begins else None, match, port, Random(seed), pages)
            return
        people = persons(table)
        if as_json and people:
            raise BadSetup("--json plays bots only: --seats bot,bot,bot,bot")
        if people:
            check_terminal("give the seats to bots: --seats bot,bot,bot,bot")
        one = _Sitting(journal, match, table, port, Random(seed), Words(language), save_group)
        asyncio.run(one.play_for_json() if as_json else one.play_in_text())
    except (KeyboardInterrupt, LauncherError):
        if one and one.has_begun:
            click.echo(Words(language).say("screen.kept"), err=True)
        raise
    finally:
        journal.close()


def _check_options(context: click.Context, goes_on: bool) -> None:
    """Raises UsageError for options that contradict each other."""

    if _given(context, "group") and _given(context, "seats"):
        raise click.UsageError("--group says who sits there: leave out --seats")
    for name in _OF_A_NEW_MATCH:
        if goes_on and _given(context, name):
            option = {"flags": "flag", "deck_file": "deck"}.get(name, name)
            raise click.UsageError(f"a match goes on as it was set up: leave out --{option}")


def _given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _flags(written: tuple[str, ...]) -> dict[str, str]:
    flags = {}
    for one in written:
        name, equals, value = one.partition("=")
        if not equals:
            raise BadSetup(f"--flag {one!r}: write NAME=VALUE, such as stacking=yes")
        flags[name.strip()] = value.strip()
    return flags


class _Sitting:
    """One call of the command: a match that begins, or goes on."""

    def __init__(
        self,
        journal: Journal,
        match: int,
        table: Table,
        port: str,
        chance: Random,
        words: Words,
        group: str | None,
    ) -> None:
        """`match` 0: it is to begin. `group`: the name under which its players are saved."""
        self._journal, self._match, self._table = journal, match, table
        self._port, self._chance, self._words = port, chance, words
        self._group = group

    @property
    def has_begun(self) -> bool:
        """Whether the journal has the match."""
        return bool(self._match)

    @asynccontextmanager
    async def _game(self) -> AsyncIterator[Game]:
        table = self._table
        if self._group is not None:
            sitters = [table.sitters[seat] for seat in table.state.seated]
            await self._journal.save_group(self._group, sitters)
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

    async def play_for_json(self) -> None:
        """Bots to the end."""
        before = self._table.reported
        async with self._game() as game:
            await play_to_the_end(game)
            told = report(game, game.launcher, before)
        print_json(told)

    async def play_in_text(self) -> None:
        """Until the match is over or somebody quits."""
        console = plain_console()
        over = True
        async with self._game() as game:
            with keys() as pressed:
                text = TextTable(game, self._words, console, Prompt(console, pressed))
                if persons(game.table):
                    over = await text.run()
                else:
                    await text.run_bots()
        if not over:
            console.print(Text(self._words.say("screen.kept")))
