"""The picture of a match: how the scores rose, and what a press gave. Its words are its maker's."""

import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slinger.draw import PROFILES

from cardslinger.study.errors import NoFont
from cardslinger.study.plot import BAR, INK, STYLE, require_plots

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE_INCHES = (11.0, 4.4)
DPI = 150
# Told apart by colour (Okabe and Ito's, for all eyes), by mark, by dashes, and by the name at the
# end of the line.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", INK)
MARKS = "osD^vP*Xhd"
DASHES = ("-", "--", "-.", ":")
NAMES_APART = 0.055  # of the axis' height, between names at the ends of lines
ROOM = 1.08  # above the highest
LATIN_FONT = "DejaVu Sans"  # comes with Matplotlib
HAN_FONTS = (
    "Noto Sans CJK TC", "Noto Sans TC", "Microsoft JhengHei", "PingFang TC", "Heiti TC",
    "Noto Sans CJK JP", "WenQuanYi Zen Hei", "Arial Unicode MS",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """A seat's score before the first round and after each; None while nobody sat there."""

    name: str
    scores: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """The left panel. `goal`: the points that end the match."""

    title: str
    rounds_label: str
    points_label: str
    lines: tuple[Line, ...]
    goal: int
    goal_label: str


@dataclass(frozen=True, slots=True)
class Presses:
    """The right panel: cards -> presses. `profile` is one of the launcher's, or unknown."""

    title: str
    cards_label: str
    presses_label: str
    counts: Counter[int]
    profile: str
    profile_label: str
    nobody: str  # instead, where nobody has pressed


def profile_shares(profile: str) -> tuple[float, ...]:
    """Of 1, how many presses give n cards; nothing for a profile that is no histogram."""
    weights = PROFILES.get(profile, ())
    return tuple(weight / sum(weights) for weight in weights)


def plot_match(scores: Scores, presses: Presses, path: Path) -> None:
    """Write the picture to a PNG or SVG file, by its ending.

    Raises NotInstalled without the extra `plot`, NoFont for a PNG in letters that no font here
    has, OSError for a file that can't be written.
    """
    require_plots()
    import matplotlib
    from matplotlib.figure import Figure

    # Text of an SVG stays text, in whatever fonts its reader has.
    is_svg = path.suffix.lower() == ".svg"
    fonts: dict[Any, Any] = {
        "font.family": [LATIN_FONT, *(HAN_FONTS if is_svg else _han_fonts())],
        "svg.fonttype": "none",
        "text.parse_math": False,  # a name may hold a dollar sign
    }
    with matplotlib.rc_context({**STYLE, **fonts}), warnings.catch_warnings():
        warnings.filterwarnings("ignore" if is_svg else "error", message="Glyph")
        drawing = Figure(figsize=SIZE_INCHES, layout="constrained", dpi=DPI)
        left, right = drawing.subplots(1, 2, width_ratios=(3, 2))
        _scores(left, scores)
        _presses(right, presses)
        try:
            drawing.savefig(path, metadata={"Date": None} if is_svg else None)
        except UserWarning as lacking:
            raise NoFont(
                f"no font here can write all of {path} ({lacking}): name an .svg file, or install "
                "Noto Sans CJK"
            ) from None


def _han_fonts() -> list[str]:
    """Those that this machine has, also if they came after Matplotlib last looked."""
    from matplotlib import font_manager

    here = set(font_manager.get_font_names())
    if here.isdisjoint(HAN_FONTS):
        starts = tuple(name.replace(" ", "")[:11].casefold() for name in HAN_FONTS)
        for file in font_manager.findSystemFonts():
            if Path(file).name.casefold().startswith(starts):
                font_manager.fontManager.addfont(file)
        here = set(font_manager.get_font_names())
    return [name for name in HAN_FONTS if name in here]


def _scores(axes: "Axes", scores: Scores) -> None:
    rounds = max((len(line.scores) for line in scores.lines), default=1) - 1
    axes.axhline(scores.goal, color=INK, linestyle=":", linewidth=1)
    axes.annotate(
        scores.goal_label, (0, scores.goal), (2, 3), textcoords="offset points", fontsize=7
    )
    ends: list[tuple[float, float, str, str]] = []
    for number, line in enumerate(scores.lines):
        points = [(n, score) for n, score in enumerate(line.scores) if score is not None]
        if not points:
            continue
        colour = COLOURS[number % len(COLOURS)]
        axes.plot(
            [n for n, _ in points],
            [score for _, score in points],
            color=colour,
            marker=MARKS[number % len(MARKS)],
            linestyle=DASHES[number % len(DASHES)],
            markersize=5,
            linewidth=1.5,
            clip_on=False,
        )
        ends.append((points[-1][1], points[-1][0], f"{line.name} {points[-1][1]}", colour))
    axes.set_title(scores.title)
    axes.set_xlabel(scores.rounds_label)
    axes.set_ylabel(scores.points_label)
    top = ROOM * max([float(scores.goal), *(height for height, *_ in ends)])
    axes.set_ylim(0, top)
    axes.set_xlim(0, max(rounds, 1))
    axes.locator_params(axis="x", integer=True)
    ends.sort(key=lambda end: end[0])
    places = _apart([height for height, *_ in ends], NAMES_APART * top, top)
    for place, (height, at, name, colour) in zip(places, ends, strict=True):
        axes.annotate(
            name,
            (at, height),
            (1.02, place / top),
            textcoords="axes fraction",
            color=INK,
            va="center",
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.8},
        )


def _apart(heights: Sequence[float], least: float, top: float) -> list[float]:
    """Rising places near the heights, at least so far from each other, none above the top."""
    places: list[float] = []
    for height in heights:
        places.append(max(height, places[-1] + least) if places else height)
    limit = float(top)
    for index in reversed(range(len(places))):
        places[index] = min(places[index], limit)
        limit = places[index] - least
    return places


def _presses(axes: "Axes", presses: Presses) -> None:
    axes.set_title(presses.title)
    axes.set_xlabel(presses.cards_label)
    axes.set_ylabel(presses.presses_label)
    total = presses.counts.total()
    if not total:
        axes.set_axis_off()
        axes.text(0.5, 0.5, presses.nobody, ha="center", transform=axes.transAxes)
        return
    expected = [100 * share for share in profile_shares(presses.profile)]
    cards = range(max(max(presses.counts) + 1, len(expected)))
    shares = [100 * presses.counts[n] / total for n in cards]
    axes.bar(cards, shares, 0.8, color=BAR)
    for n, share in enumerate(shares):
        height = max([share, *expected[n : n + 1]])  # above the mark too
        label = "" if not share else f"{share:.0f}" if share >= 1 else "<1"
        axes.annotate(label, (n, height), (0, 4), textcoords="offset points", ha="center")
    if expected:
        axes.plot(
            range(len(expected)),
            expected,
            color=INK,
            linestyle="none",
            marker="_",
            markersize=12,
            markeredgewidth=2,
            label=presses.profile_label,
        )
        axes.legend(loc="upper right", frameon=False)
    axes.set_xticks(cards)
    axes.set_ylim(0, min(ROOM * max([*shares, *expected]) + 4, 105))
