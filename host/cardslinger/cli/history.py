"""`cardslinger history`: the matches of a journal, the newest first."""

from collections.abc import Iterator
from pathlib import Path

import click
from rich import box
from rich.table import Table
from rich.text import Text

from cardslinger.cli.journal_option import journal_option
from cardslinger.cli.journal_reading import clock, local, read_matches, reading
from cardslinger.cli.options import json_option, language_option
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.table.as_data import match_data
from cardslinger.table.statistics import MatchStatistics, Seat
from cardslinger.words import Words
from cardslinger.words.printable import printable

NARROW = 70  # columns; with fewer, what is told of a match stands below it


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
        console = plain_console()
        if console.width < NARROW:
            console.print(Text("\n\n".join(_folded(match, words) for match in newest_first)))
        else:
            console.print(_table(newest_first, words))
    read.end()


def _table(matches: list[MatchStatistics], words: Words) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in ("match", "began", "lasted", "rules", "rounds", "players", "won_by"):
        right = name in ("match", "lasted", "rounds")
        heading = words.say(f"history.heading.{name}")
        table.add_column(heading, justify="right" if right else "left", overflow="fold")
    for match in matches:
        table.add_row(
            str(match.number),
            local(match.began_at_s),
            clock(match.played_s),
            match.rules,
            str(len(match.rounds)),
            Text("\n".join(_player(seat, words) for seat in match.seats)),
            Text(_won_by(match, words), style="bold" if match.over else "dim"),
        )
    return table


def _folded(match: MatchStatistics, words: Words) -> str:
    """The same, line by line."""
    return "\n".join(_lines(match, words))


def _lines(match: MatchStatistics, words: Words) -> Iterator[str]:
    yield words.say("stats.in_match", match=match.number) + f" · {match.rules}"
    yield f"  {local(match.began_at_s)} · {clock(match.played_s)}"
    yield f"  {words.say('table.rounds', count=len(match.rounds))}"
    for seat in match.seats:
        yield f"  {_player(seat, words)}"
    won_by = words.say("history.heading.won_by") if match.over else ""
    yield f"  {won_by} {_won_by(match, words)}" if won_by else f"  {_won_by(match, words)}"


def _won_by(match: MatchStatistics, words: Words) -> str:
    return ", ".join(map(printable, match.winners)) or words.say("history.going_on")


def _player(seat: Seat, words: Words) -> str:
    """Who played the seat, and its score."""
    names = " > ".join(map(printable, seat.names))
    score = f"{names} {seat.score}"
    return score if seat.seated else f"{score} ({words.say('history.left')})"
