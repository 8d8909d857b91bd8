"""`cardslinger stats`: what all matches of a journal say of players and launcher."""

from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from cardslinger.cli.journal_option import journal_option
from cardslinger.cli.journal_reading import read_matches, reading
from cardslinger.cli.options import json_option, language_option
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.study.plot import require_plots
from cardslinger.table.as_data import totals_data
from cardslinger.table.errors import NoMatch
from cardslinger.table.launcher_figures import LauncherFigures
from cardslinger.table.player_figures import PlayerFigures
from cardslinger.table.totals import Record, Totals
from cardslinger.web.picture import PICTURES, draw
from cardslinger.words import Words
from cardslinger.words.printable import printable

# What stands together in a table, so that each fits 80 columns.
GROUPS = {
    "matches": ("matches", "won", "rounds", "rounds_won", "points", "penalty_points"),
    "launcher": ("presses_owed", "presses_chosen", "blanks", "cards_received", "largest_fire"),
    "cards": ("cards_played", "most_cards", "cut_ins", "calls", "catches", "caught"),
}
LAUNCHER = ("fires", "button_presses", "cards", "blanks", "counts_confirmed", "free_presses")
PAUSES = (
    "no_card", "jam", "blocked", "sensor", "driver", "lid", "stop", "paused", "stray", "safe",
    "button", "restarted", "launcher_lost", "launcher_refused", "count_unknown",
)  # fmt: skip
NO_TROUBLE = ("count", "free_press", "resumed")  # stand among the figures, or mean nothing here
BARS_WIDTH = 30  # columns of the longest bar
NARROW = 80  # columns; with fewer, a player's figures stand below the name


@click.command()
@journal_option
@click.option("--player", metavar="NAME", help="Only this player.")
@json_option
@language_option
@click.option(
    "--plot",
    "picture",
    metavar="OUT",
    type=click.Path(path_type=Path),
    help="Draw the latest match and the presses into OUT.png or OUT.svg.",
)
def stats(
    file: Path, player: str | None, as_json: bool, language: str, picture: Path | None
) -> None:
    """Show what the players and the launcher of the journal's matches have done, and records."""
    words = Words(language)
    if picture:
        _check_picture(picture)
    with reading(file, words) as journal:
        read = read_matches(journal, words)
    totals = Totals(read.matches)
    name = None if player is None else _name(player, totals, words)
    if as_json:
        print_json(totals_data(totals, name))
    elif read.matches:
        _print(totals, name, words)
    if picture and read.matches:
        draw([one for one in read.matches if name in (None, *one.players)], words, picture)
    read.end()


def _check_picture(path: Path) -> None:
    """Find out before the reading what would spoil the picture after it."""
    if path.suffix.lower() not in PICTURES:
        endings = " or ".join(PICTURES)
        raise click.BadParameter(f"{path} must end in {endings}", param_hint="--plot")
    require_plots()


def _name(player: str, totals: Totals, words: Words) -> str:
    """The player's name as it is written in the journal. Raises NoMatch."""
    for name in totals.players:
        if name.casefold() == player.casefold():
            return name
    raise NoMatch(words.say("stats.no_player", name=player))


def _print(totals: Totals, name: str | None, words: Words) -> None:
    console = plain_console()
    chosen = totals.players if name is None else {name: totals.players[name]}
    ordered = dict(sorted(chosen.items(), key=lambda one: (-one[1].won, -one[1].matches, one[0])))
    console.print(
        words.say("stats.matches", count=totals.matches)
        + " · "
        + words.say("table.rounds", count=totals.rounds)
    )
    if console.width < NARROW:
        for player, figures in ordered.items():
            console.print()
            console.print(_folded(player, figures, words))
    else:
        for group, names in GROUPS.items():
            console.print()
            console.print(_players(ordered, words.say(f"stats.group.{group}"), names, words))
    if name is not None:
        return  # the launcher and the records are everybody's
    console.print()
    console.print(_launcher(totals.launcher, words))
    if presses := _presses(totals.launcher, words, min(BARS_WIDTH, console.width // 3)):
        console.print()
        console.print(presses)
    console.print()
    console.print(_records(totals, words))


def _players(
    players: dict[str, PlayerFigures], title: str, figures: tuple[str, ...], words: Words
) -> Table:
    table = _titled(title)
    table.add_column(words.say("stats.heading.player"), overflow="fold")
    shown = [one for one in figures if one != "penalty_points" or _have(players, one)]
    for one in shown:
        table.add_column(words.say(f"stats.player.{one}"), justify="right", overflow="fold")
    for name, player in players.items():
        table.add_row(printable(name), *(f"{getattr(player, one):,}" for one in shown))
    return table


def _folded(name: str, player: PlayerFigures, words: Words) -> Table:
    """All figures of a player, one a line."""
    table = _titled(printable(name))
    table.show_header = False
    table.add_column(overflow="fold")
    table.add_column(justify="right")
    for names in GROUPS.values():
        for one in names:
            if one != "penalty_points" or player.penalty_points:
                table.add_row(words.say(f"stats.player.{one}"), f"{getattr(player, one):,}")
    return table


def _have(players: dict[str, PlayerFigures], figure: str) -> bool:
    return any(getattr(player, figure) for player in players.values())


def _launcher(launcher: LauncherFigures, words: Words) -> Table:
    table = _titled(words.say("stats.launcher"))
    table.show_header = False
    table.add_column(overflow="fold")
    table.add_column(justify="right")
    for one in LAUNCHER:
        table.add_row(words.say(f"stats.launcher.{one}"), f"{getattr(launcher, one):,}")
    for code, times in sorted(launcher.pauses.items()):
        if code not in NO_TROUBLE:
            trouble = words.say(f"stats.pause.{code}") if code in PAUSES else printable(code)
            table.add_row(trouble, f"{times:,}")
    return table


def _presses(launcher: LauncherFigures, words: Words, width: int) -> Table | None:
    """How many presses gave how many cards, as numbers and as bars up to `width` columns."""
    counts = launcher.all_presses()
    if not counts:
        return None
    table = _titled(words.say("stats.presses"))
    for heading in ("cards", "presses"):
        table.add_column(words.say(f"stats.heading.{heading}"), justify="right")
    table.add_column(no_wrap=True)
    most = max(counts.values())
    for cards in range(max(counts) + 1):
        bar = "#" * round(width * counts[cards] / most)
        table.add_row(str(cards), f"{counts[cards]:,}", bar)
    return table


def _records(totals: Totals, words: Words) -> Table:
    table = _titled(words.say("stats.records"))
    table.show_header = False
    table.add_column(overflow="fold")
    table.add_column(justify="right")
    table.add_column(overflow="fold")
    for code in ("largest_fire", "most_cards", "longest_round"):
        record: Record | None = getattr(totals, code)
        if record:
            unit = "stats.turns" if code == "longest_round" else "table.cards"
            what = words.say(unit, count=record.value)
            table.add_row(words.say(f"stats.record.{code}"), what, _where(record, words))
    return table


def _where(record: Record, words: Words) -> str:
    match = words.say("stats.in_match", match=record.match)
    if record.name:
        return f"{printable(record.name)}, {match}"
    return f"{match}, {words.say('table.round', number=record.round)}"


def _titled(title: str) -> Table:
    return Table(box=None, pad_edge=False, title=Text(title, "bold"), title_justify="left")
