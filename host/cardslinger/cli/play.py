"""`cardslinger play`: a match on pages, or at this terminal."""

import asyncio
import shlex
from dataclasses import replace
from pathlib import Path
from random import Random

import click
from click.core import ParameterSource

from cardslinger.bridge import LauncherError
from cardslinger.cli.ask import check_terminal
from cardslinger.cli.deck_file import read_deck
from cardslinger.cli.groups import find_group, save_group
from cardslinger.cli.journal_option import journal_option
from cardslinger.cli.matches import find_match
from cardslinger.cli.options import json_option, language_option, port_or_twin_option
from cardslinger.cli.seating import parse_seats
from cardslinger.cli.table_flags import flag_option, parse_flags
from cardslinger.cli.table_sitting import Sitting
from cardslinger.cli.table_waits import persons
from cardslinger.rules.deck import DECKS
from cardslinger.rules.ruleset import PRESETS
from cardslinger.table.errors import BadSetup, NoMatch
from cardslinger.table.journal import Journal
from cardslinger.table.setup import Setup, check
from cardslinger.table.table import Table
from cardslinger.words import Words

SEATS = "You,bot,bot,bot"
FILE = click.Path(path_type=Path)
_AGAIN = ("file", "port", "language")
_OF_A_NEW_MATCH = ("rules", "flags", "deck_file", "cards", "seats", "group", "profile")


@click.command()
@click.option("--text", is_flag=True, help="Play at this terminal, without pages.")
@port_or_twin_option
@click.option("--rules", default="attack", show_default=True, type=click.Choice(list(PRESETS)))
@flag_option
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
@click.option(
    "--save-group", "group_to_save", metavar="NAME", help="Save who sits there as a group."
)
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
    group_to_save: str | None,
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
    rule_set = PRESETS[rules].with_flags(**parse_flags(flags))
    if seats == SEATS:
        words = Words(language)  # on pages for everybody nobody is "You"
        you = words.say("screen.you") if text else words.say("host.person", number=1)
        seats = SEATS.replace("You", you)
    deck = read_deck(deck_file) if deck_file else DECKS[rules]
    setup = Setup(rule_set, deck, parse_seats(seats), cards == "physical", profile)
    if group is None:
        check(setup)
    if goes_on and not file.exists():  # and none is made
        option = "--resume" if number is None else "--match"
        raise NoMatch(f"there is no journal {file}: begin a match first, without {option}")
    journal, one = Journal.open(file), None
    try:
        if group is not None:
            setup = check(replace(setup, sitters=find_group(journal, group)))
        match, table = _find(journal, number, context) if goes_on else (0, Table(setup))
        if not text:
            if group_to_save is not None:
                asyncio.run(save_group(journal, group_to_save, table, Words(language)))
            begins = goes_on or any(_given(context, name) for name in _OF_A_NEW_MATCH)
            # A server takes a third of a second to load: only whoever serves pages waits for it.
            from cardslinger.cli.play_web import Pages, serve_pages

            pages = Pages(address, certificate, key, browser=not no_browser)
            serve_pages(journal, setup if begins else None, match, port, Random(seed), pages)
            return
        if persons(table):
            _check_people(as_json, goes_on)
        chance, by_number = Random(seed), number is not None
        one = Sitting(
            journal, match, table, port, chance, Words(language), group_to_save,
            by_number=by_number, options=_needed_again(context),
        )  # fmt: skip
        asyncio.run(one.play_for_json() if as_json else one.play_in_text())
    except (KeyboardInterrupt, LauncherError):
        if one and one.can_go_on:
            click.echo(one.kept(), err=True)
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


def _check_people(as_json: bool, goes_on: bool) -> None:
    """Raises BadSetup, or UsageError, where nobody could play for them."""
    if as_json:
        cure = "leave out --json" if goes_on else "--seats bot,bot,bot,bot"
        raise BadSetup(f"--json plays bots only: {cure}")
    pages = "people play it: in a terminal, or on pages without --text"
    check_terminal(pages if goes_on else "give the seats to bots: --seats bot,bot,bot,bot")


def _find(journal: Journal, number: int | None, context: click.Context) -> tuple[int, Table]:
    """The match that goes on. Raises what `find_match` does, with the command that lists them."""
    try:
        return find_match(journal, number)
    except NoMatch:
        if number is None:
            raise
        listed = shlex.join(("cardslinger", "history", *_needed_again(context, "file")))
        file = context.params["file"]
        raise NoMatch(f"{file} has no match {number}: `{listed}` lists them") from None


def _needed_again(context: click.Context, *names: str) -> list[str]:
    """Options that another call needs as well, of these or of all: what was given, and is not what
    it is without."""
    found = []
    for name in names or _AGAIN:
        option = next(one for one in context.command.params if one.name == name)
        usual = option.value_from_envvar(context) or option.get_default(context)
        value = str(context.params[name])
        if _given(context, name) and value != str(usual):
            found += [option.opts[0], value]
    return found


def _given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is ParameterSource.COMMANDLINE
