"""The plot of a simulation: three panels that say the same in grey print."""

import logging
from collections import Counter
from collections.abc import Iterable
from math import ceil, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardslinger.study.errors import NotInstalled
from cardslinger.study.figures import Figures, counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE_INCHES = (11.0, 3.8)
BINS_MAX = 24
TURNS_MIN = 10  # on the axis, or a single round would fill it
LONGEST_LEFT_OUT = 0.02  # of the rounds: a few very long ones would press the rest together
CHANCE_SIGMAS = 2.0  # within these, 95 % of seats fall that win no more than their fair share

INK, BAR, BAND = "#1a1a1a", "#5b7fa6", "#d9d9d9"  # a dark, a middle and a light grey in print
STYLE: dict[Any, Any] = {
    "axes.edgecolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 10,
    "axes.labelsize": 9,
    "font.size": 8,
    "svg.hashsalt": "cardslinger",  # the same figures make the same file
}


def require_plots() -> None:
    """Raises NotInstalled without the extra `plot`."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # or it talks of its font cache
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise NotInstalled("--plot needs Matplotlib: pip install -e '.[plot]'") from None


def plot(figures: Figures, title: str, path: Path) -> None:
    """Write the figures of at least one round to an SVG file: turns per round, cards per press
    (or per exact draw), wins by seat.

    Raises NotInstalled without the extra `plot`, OSError for a file that can't be written.
    """
    require_plots()
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        drawing = Figure(figsize=SIZE_INCHES, layout="constrained")
        drawing.suptitle(title, fontsize=11, fontweight="bold")
        turns, cards, wins = drawing.subplots(1, 3)
        _turns(turns, figures.turns)
        _cards(cards, figures)
        _wins(wins, figures)
        drawing.savefig(path, format="svg", metadata={"Date": None})


def _turns(axes: "Axes", turns: Counter[int]) -> None:
    rounds = turns.total()
    shown = _percentile(turns, 1 - LONGEST_LEFT_OUT)
    width = ceil((shown - min(turns) + 1) / BINS_MAX)
    bins: Counter[int] = Counter()
    for count, times in turns.items():
        if count <= shown:
            bins[min(turns) + (count - min(turns)) // width * width] += times
    shares = [100 * times / rounds for times in bins.values()]
    edges = [first - 0.5 for first in bins]  # so that a bar stands above its numbers
    axes.bar(edges, shares, width, align="edge", color=BAR, edgecolor="white", linewidth=0.5)
    median = _percentile(turns, 0.5)
    axes.set_title(f"How long a round is: half end within {counted(median, 'turn')}")
    axes.axvline(median, color=INK, linestyle="--", linewidth=1)
    left_out = sum(times for count, times in turns.items() if count > shown)
    note = f"\n({left_out} longer, up to {max(turns)}, left out)" if left_out else ""
    axes.set_xlabel(f"turns per round{note}")
    axes.set_ylabel(f"rounds (% per {width} turns)" if width > 1 else "rounds (%)")
    low, high = axes.get_xlim()
    wider = max(TURNS_MIN - (high - low), 0) / 2
    axes.set_xlim(low - wider, high + wider)
    axes.locator_params(axis="x", integer=True)
    _share_axis(axes, shares)


def _cards(axes: "Axes", figures: Figures) -> None:
    """How many cards a press gives, or an exact draw where nobody presses."""
    name, counts = ("press", figures.presses) if figures.presses else ("draw", figures.draws)
    axes.set_title(f"What a {name} gives")
    axes.set_xlabel(f"cards per {'press' if name == 'press' else 'exact draw'}")
    axes.set_ylabel(f"{'presses' if name == 'press' else 'exact draws'} (%)")
    if not counts:
        axes.text(0.5, 0.5, "no card was drawn", ha="center", transform=axes.transAxes)
        return
    cards = range(max(counts) + 1)
    shares = [100 * counts[n] / counts.total() for n in cards]
    bars = axes.bar(cards, shares, 0.8, color=BAR)
    axes.bar_label(bars, [_percent(share) for share in shares], padding=2, fontsize=7)
    axes.set_xticks(cards)
    _share_axis(axes, shares)


def _wins(axes: "Axes", figures: Figures) -> None:
    players, rounds = len(figures.wins), figures.rounds
    fair = (rounds - figures.blocked) / rounds / players
    chance = CHANCE_SIGMAS * sqrt(fair * (1 - fair) / rounds)
    shares = [100 * wins / rounds for wins in figures.wins]
    low, high = 100 * max(fair - chance, 0.0), 100 * min(fair + chance, 1.0)
    axes.axhspan(low, high, color=BAND, zorder=0, label="chance alone (95 %)")
    axes.bar(range(players), shares, 0.6, color=BAR, zorder=1)
    label = f"fair share {100 * fair:.1f} %"
    axes.axhline(100 * fair, color=INK, linestyle="--", linewidth=1, zorder=2, label=label)
    axes.set_title("Who wins")
    blocked = f"; {counted(figures.blocked, 'round')} blocked" if figures.blocked else ""
    axes.set_xlabel(f"seat{blocked}")
    axes.set_ylabel("rounds won (%)")
    axes.set_xticks(range(players))
    _share_axis(axes, [*shares, high])
    below = (0.5, -0.17)  # in the axes a bar could stand behind it
    axes.legend(loc="upper center", bbox_to_anchor=below, ncols=2, frameon=False, fontsize=7)


def _share_axis(axes: "Axes", shares: Iterable[float]) -> None:
    """From 0 % to a little above the largest share, never beyond 100 %."""
    axes.set_ylim(0, min(1.08 * max(shares), 100))


def _percent(share: float) -> str:
    """A bar's label: short, and empty for an empty bar."""
    return "" if not share else f"{share:.0f}" if share >= 10 else f"{share:.1f}"


def _percentile(counts: Counter[int], share: float) -> int:
    """The smallest key that at least this share of the counts do not exceed."""
    below = 0
    for key in sorted(counts):
        below += counts[key]
        if below >= share * counts.total():
            return key
    raise ValueError("no counts")
