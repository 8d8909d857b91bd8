"""`cardslinger play`: a match at this terminal."""

import asyncio
from pathlib import Path
from random import Random

import click

from cardslinger.cli.connect import connect
from cardslinger.cli.options import json_option, language_option, port_or_twin_option
from cardslinger.cli.play_bots import play_to_the_end, report
from cardslinger.cli.seating import parse_seats
from cardslinger.cli.streams import print_json
from cardslinger.rules.deck import DECKS
from cardslinger.rules.ruleset import PRESETS
from cardslinger.table.errors import BadSetup
from cardslinger.table.game import Game
from cardslinger.table.journal import Journal
from cardslinger.table.setup import Setup, check
from cardslinger.table.table import Table

SEATS = "You,bot,bot,bot"


@click.command()
@click.option("--text", is_flag=True, help="Play at this terminal.")
@port_or_twin_option
@click.option("--rules", default="attack", show_default=True, type=click.Choice(list(PRESETS)))
@click.option(
    "--cards",
    default="virtual",
    show_default=True,
    type=click.Choice(["virtual", "physical"]),
    help="Dealt by the table, or real ones in your hands.",
)
@click.option("--seats", default=SEATS, show_default=True, help="Names in order, bot for a bot.")
@click.option("--profile", default="", help="How many cards a press gives; else as it is set.")
@click.option(
    "--db",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The journal; else the one in your data folder.",
)
@click.option("--seed", type=int, help="Makes shuffles and bots repeatable.")
@json_option
@language_option
def play(
    text: bool,
    port: str,
    rules: str,
    cards: str,
    seats: str,
    profile: str,
    file: Path | None,
    seed: int | None,
    as_json: bool,
    language: str,
) -> None:
    """Play a match. Every press, card and word is kept in a journal, and a match that was broken
    off goes on where it stood."""
    setup = check(
        Setup(PRESETS[rules], DECKS[rules], parse_seats(seats), cards == "physical", profile)
    )
    if as_json and not all(sitter.bot for sitter in setup.sitters.values()):
        raise BadSetup("--json plays bots only: --seats bot,bot,bot,bot")
    journal = Journal.open(file or Path("table.db"))
    try:
        report = asyncio.run(_play(journal, setup, port, Random(seed)))
    finally:
        journal.close()
    print_json(report)


async def _play(journal: Journal, setup: Setup, port: str, chance: Random) -> dict[str, object]:
    match = await journal.begin(setup)
    table = Table(setup)
    async with (
        await connect(port, table.heard) as launcher,
        Game(journal, match, table, launcher, chance) as game,
    ):
        await play_to_the_end(game)
        return report(game, launcher)
