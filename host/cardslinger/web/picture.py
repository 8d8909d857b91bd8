"""The picture of a match and its presses: what is in it, in the user's language."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from cardslinger.study.errors import StudyError
from cardslinger.study.match_plot import Line, Presses, Scores, plot_match
from cardslinger.table.launcher_figures import LauncherFigures
from cardslinger.table.statistics import MatchStatistics, Seat
from cardslinger.words import Words
from cardslinger.words.printable import printable

PICTURES = (".png", ".svg")


def draw(matches: Sequence[MatchStatistics], words: Words, path: Path) -> None:
    """The scores of the latest match that has a round to show, and the presses of all.

    Raises StudyError.
    """
    with_rounds = [match for match in matches if match.rounds]
    launcher = LauncherFigures()
    for match in matches:
        launcher.add(match.launcher)
    try:
        plot_match(
            _scores(with_rounds[-1] if with_rounds else matches[-1], words),
            _presses(launcher, words),
            path,
        )
    except OSError as error:
        line = words.say("export.unwritable", file=path, reason=error.strerror)
        raise StudyError(line) from error


def _scores(match: MatchStatistics, words: Words) -> Scores:
    if match.over:
        title = words.say("plot.won", match=match.number, name=", ".join(match.winners))
    else:
        title = words.say("plot.going_on", match=match.number, count=len(match.rounds))
    lowest = match.lowest_wins
    return Scores(
        title=printable(title),
        rounds_label=words.say("plot.rounds"),
        points_label=words.say("plot.points_lowest" if lowest else "plot.points"),
        lines=tuple(_line(seat, match) for seat in match.seats),
        goal=match.points_to_win,
        goal_label=words.say("plot.goal", count=match.points_to_win),
    )


def _line(seat: Seat, match: MatchStatistics) -> Line:
    after = [one.scores.get(seat.seat) for one in match.rounds]
    first = 0 if not after or after[0] is not None else None
    return Line(printable(seat.name), (first, *after))


def _presses(launcher: LauncherFigures, words: Words) -> Presses:
    """Of the profile that was pressed by most."""
    nobody: Counter[int] = Counter()
    profile, counts = max(
        launcher.presses.items(), key=lambda one: one[1].total(), default=("", nobody)
    )
    return Presses(
        title=words.say("plot.presses", count=counts.total()),
        cards_label=words.say("plot.cards"),
        presses_label=words.say("plot.share"),
        counts=counts,
        profile=profile,
        profile_label=words.say("plot.profile", name=profile),
        nobody=words.say("plot.nobody"),
    )
