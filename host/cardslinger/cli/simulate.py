"""`cardslinger simulate`: rounds by the thousand, and what they say about rules and launcher."""

import time
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import click
from rich.console import Console

from cardslinger.cli.options import json_option
from cardslinger.cli.progress import progress_bars
from cardslinger.cli.streams import print_json
from cardslinger.rules.deck import DECKS
from cardslinger.rules.ruleset import PLAYERS_MAX, PLAYERS_MIN, PRESETS
from cardslinger.study.cluster import cluster
from cardslinger.study.errors import StudyError
from cardslinger.study.figures import (
    SECONDS_PER_FIRE,
    SECONDS_PER_ROUND,
    SECONDS_PER_TURN,
    Figures,
    counted,
)
from cardslinger.study.play import PROFILES, Setup
from cardslinger.study.plot import plot, require_plots
from cardslinger.study.spread import processes, results

ROUNDS_MAX = 1_000_000
JOBS_MAX = 61  # more processes than Windows can wait for


@click.command()
@click.option("--rules", type=click.Choice(list(PRESETS)), default="attack", show_default=True)
@click.option(
    "--players",
    type=click.IntRange(PLAYERS_MIN, PLAYERS_MAX),
    default=4,
    show_default=True,
    help="Seats; a bot plays each of them.",
)
@click.option("--rounds", type=click.IntRange(1, ROUNDS_MAX), default=1000, show_default=True)
@click.option(
    "--profile",
    type=click.Choice(PROFILES),
    default="classic",
    show_default=True,
    help="How many cards the launcher gives; all-wild draws exact counts instead.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of all chance.")
@click.option(
    "--jobs",
    type=click.IntRange(1, JOBS_MAX),
    help="Processes on this machine.  [default: 1]",
)
@click.option("--dask", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://HOST:8786.")
@json_option
@click.option(
    "--plot",
    "plot_path",
    metavar="OUT.SVG",
    type=click.Path(path_type=Path),
    help="Draw the figures into this SVG file.",
)
def simulate(
    rules: str,
    players: int,
    rounds: int,
    profile: str,
    seed: int,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
    plot_path: Path | None,
) -> None:
    """Let bots play rounds; tell how long they take, what the launcher gives and who wins.

    The same seed gives the same digest, however the rounds are spread.
    """
    if jobs and dask is not None:
        raise click.UsageError("--jobs and --dask exclude each other: the cluster has its own.")
    if plot_path:
        _check_plot(plot_path)
    setup = Setup(PRESETS[rules], DECKS[rules], players, profile, seed)
    figures = Figures(setup.rules, players)
    began_s = time.perf_counter()
    with _executor(jobs or 1, dask) as executor:
        _play(setup, rounds, executor, figures)
    rounds_per_s = rounds / (time.perf_counter() - began_s)
    if as_json:
        print_json(_report(setup, figures, rounds_per_s))
    else:
        _print(setup, figures, rounds_per_s)
    if plot_path:
        cards = f"launcher profile {profile}" if figures.presses else "exact draws"
        title = f"{rules}, {players} players, {counted(rounds, 'round')}, {cards}"
        try:
            plot(figures, title, plot_path)
        except OSError as error:
            raise _no_plot(plot_path, error) from None


def _check_plot(path: Path) -> None:
    """Find out before the play begins what would spoil the plot after it."""
    if path.suffix.lower() != ".svg":
        raise click.BadParameter(f"{path} must end in .svg", param_hint="--plot")
    require_plots()
    try:
        existed = path.exists()
        with path.open("ab"):
            pass
        if not existed:
            path.resolve().unlink()  # not a link that leads there
    except OSError as error:
        raise _no_plot(path, error) from None


def _no_plot(path: Path, error: OSError) -> StudyError:
    return StudyError(f"could not write {path}: {error.strerror}")


def _executor(jobs: int, dask: str | None) -> AbstractContextManager[Executor | None]:
    if dask is not None:
        return cluster(dask)
    return processes(jobs) if jobs > 1 else nullcontext()


def _play(setup: Setup, rounds: int, executor: Executor | None, figures: Figures) -> None:
    with progress_bars({"rounds": rounds}) as report:
        for result in results(setup, rounds, executor):
            figures.add(result)
            report("rounds", 1)


def _report(setup: Setup, figures: Figures, rounds_per_s: float) -> dict[str, object]:
    """What `--json` prints; null where there is nothing to tell."""
    return {
        "rules": setup.rules.name,
        "players": setup.players,
        "rounds": figures.rounds,
        "profile": setup.profile,
        "seed": setup.seed,
        "rounds_per_s": round(rounds_per_s, 1),
        "turns_per_round": round(figures.turns_per_round, 2),
        "moves_per_round": round(figures.moves / figures.rounds, 2),
        "presses": figures.presses.total(),
        "cards_per_press": _rounded(figures.cards_per_press, 3),
        "blank_share": _rounded(figures.blank_share, 4),
        "exact_draws": figures.draws.total(),
        "matches": len(figures.matches),
        "rounds_per_match": _rounded(figures.rounds_per_match, 2),
        "minutes_per_match": _rounded(figures.minutes_per_match, 1),
        "pace": {
            "seconds_per_turn": SECONDS_PER_TURN,
            "seconds_per_fire": SECONDS_PER_FIRE,
            "seconds_per_round": SECONDS_PER_ROUND,
        },
        "wins_by_seat": figures.wins,
        "blocked": figures.blocked,
        "digest": figures.digest,
    }


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def _print(setup: Setup, figures: Figures, rounds_per_s: float) -> None:
    console = Console(highlight=False, soft_wrap=True)
    console.print(
        f"[bold]{setup.rules.name}[/bold], {setup.players} players, "
        f"{counted(figures.rounds, 'round')}, "
        f"profile {setup.profile}, seed {setup.seed}\n"
    )
    for name, value, remark in _lines(setup, figures, rounds_per_s):
        console.print(f"{name:19}{value:7}[dim]{remark}[/dim]".rstrip())


def _lines(setup: Setup, figures: Figures, rounds_per_s: float) -> list[tuple[str, str, str]]:
    """Name, figure and remark of each line."""
    cards, blank = figures.cards_per_press, figures.blank_share
    presses = counted(figures.presses.total(), "press", "presses")
    if cards is None or blank is None:
        cards_text, blank_text = "-", "-"
        presses = f"nobody pressed; {counted(figures.draws.total(), 'exact draw')}"
    else:
        cards_text, blank_text = f"{cards:.2f}", f"{blank:.1%}"
    points = setup.rules.match_points
    pace = (
        f"{SECONDS_PER_TURN:g} s a turn, {SECONDS_PER_FIRE:g} s a press or draw, "
        f"{SECONDS_PER_ROUND:g} s a deal"
    )
    long, minutes = figures.rounds_per_match, figures.minutes_per_match
    if long is None or minutes is None:
        long_text, minutes_text = "-", "-"
        matches = f"too few rounds: no match to {points} points has ended"
    else:
        long_text, minutes_text = f"{long:.1f}", f"{minutes:.0f}"
        matches = counted(len(figures.matches), "match", "matches") + f" to {points} points"
    wins = "  ".join(f"{seat}: {wins}" for seat, wins in enumerate(figures.wins))
    return [
        ("rounds per second", f"{rounds_per_s:.0f}", ""),
        ("turns per round", f"{figures.turns_per_round:.1f}", ""),
        ("cards per press", cards_text, presses),
        ("blank presses", blank_text, ""),
        ("rounds per match", long_text, matches),
        ("minutes per match", minutes_text, pace),
        ("wins by seat", wins, ""),
        ("blocked rounds", f"{figures.blocked}", ""),
        ("digest", figures.digest, ""),
    ]
