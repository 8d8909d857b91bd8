"""`cardslinger history`: the matches of a journal, the newest first."""

from pathlib import Path

import click
from rich import box
from rich.table import Table
from rich.text import Text

from cardslinger.cli.history_data import match_data
from cardslinger.cli.journal_option import journal_option
from cardslinger.cli.journal_reading import clock, local, read_matches, reading
from cardslinger.cli.options import json_option, language_option
from cardslinger.cli.streams import plain_console, print_json, printable
from cardslinger.table.statistics import MatchStatistics, Seat
from cardslinger.words import Words


@click.command()
@journal_option
@json_option
@language_option
def history(file: Path, as_json: bool, language: str) -> None:
    """Show the matches of the journal, the newest first: who played, who won."""
    words = Words(language)
    with reading(file, words) as journal:
        read = read_matches(journal, words)
    newest_first = read.matches[::-1]
    if as_json:
        print_json({"matches": [match_data(match) for match in newest_first]})
    elif newest_first:
        plain_console().print(_table(newest_first, words))
    read.end()


def _table(matches: list[MatchStatistics], words: Words) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in ("match", "began", "lasted", "rules", "rounds", "players", "won_by"):
        right = name in ("match", "lasted", "rounds")
        heading = words.say(f"history.heading.{name}")
        table.add_column(heading, justify="right" if right else "left", overflow="fold")
    for match in matches:
        won_by = ", ".join(map(printable, match.winners)) or words.say("history.going_on")
        table.add_row(
            str(match.number),
            local(match.began_at_s),
            clock(match.played_s),
            match.rules,
            str(len(match.rounds)),
            Text("\n".join(_player(seat, words) for seat in match.seats)),
            Text(won_by, style="bold" if match.over else "dim"),
        )
    return table


def _player(seat: Seat, words: Words) -> str:
    """Who played the seat, and its score."""
    names = " > ".join(map(printable, seat.names))
    score = f"{names} {seat.score}"
    return score if seat.seated else f"{score} ({words.say('history.left')})"
