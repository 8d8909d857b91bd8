"""What the plot's axes show, of one round as of many."""

from pathlib import Path

import pytest
from cardslinger.rules.ruleset import ATTACK
from cardslinger.study.figures import Figures
from cardslinger.study.plot import plot
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tests.study.test_figures import won


@pytest.fixture
def panels(monkeypatch: pytest.MonkeyPatch) -> list[Axes]:
    """The axes of what has been plotted."""
    drawn: list[Axes] = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, *_, **__: drawn.extend(figure.axes))
    return drawn


@pytest.mark.parametrize("rounds", [1, 2, 50])
def test_shares_stay_within_0_and_100_percent(rounds: int, panels: list[Axes]) -> None:
    figures = Figures(ATTACK, 2)
    for turns in range(rounds):
        figures.add(won(0, (10, 0), turns=turns + 20, presses_by_cards=(3,)))
    plot(figures, "title", Path("out.svg"))
    assert len(panels) == 3
    for axes in panels:
        low, high = axes.get_ylim()
        assert low == 0
        assert high <= 100
        assert max(bar.get_height() for bar in axes.patches) <= high


def test_turns_are_counted_in_whole_numbers(panels: list[Axes]) -> None:
    figures = Figures(ATTACK, 2)
    figures.add(won(0, (10, 0), turns=27))
    plot(figures, "title", Path("out.svg"))
    ticks = panels[0].get_xticks()
    assert 27 in ticks or 26 in ticks
    assert all(tick == int(tick) for tick in ticks)
    assert "half end within 27 turns" in panels[0].get_title()
