"""Hands on a twin say what they have done."""

from types import SimpleNamespace

import pytest
from cardslinger.bridge import State
from cardslinger.cli.table_commands import Do
from cardslinger.cli.table_hands import Hands
from cardslinger.words import Words


class Stuck:
    """A bench with so many cards in the path, and its lid open or closed."""

    def __init__(self, in_path: int, lid_open: bool) -> None:
        self.in_path, self.lid_open, self.taken = in_path, lid_open, 5

    def read(self) -> SimpleNamespace:
        return SimpleNamespace(taken=self.taken, lid_open=self.lid_open)

    def clear(self) -> SimpleNamespace:
        self.taken += self.in_path
        return self.read()

    def close_lid(self) -> None:
        self.lid_open = False


@pytest.mark.parametrize(
    ("in_path", "lid_open", "answer"),
    [
        (1, False, "Taken out: 1 card; the lid is closed."),
        (2, True, "Taken out: 2 cards; the lid is closed."),
        (0, True, "Nothing was stuck; the lid is closed now."),
        (0, False, "Nothing is stuck, the lid is closed."),
    ],
)
def test_clear_says_what_was_done(in_path: int, lid_open: bool, answer: str) -> None:
    launcher = SimpleNamespace(port=None, state=State.CONNECTED, why="")
    bench = Stuck(in_path, lid_open)
    assert Hands(launcher, Words("en"))._on_twin(bench, Do.CLEAR) == answer
    assert not bench.lid_open
