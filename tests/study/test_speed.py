"""The bench of the rules engine plays real rounds; its figures are for people, not for tests."""

import json
import sys

import pytest
from cardslinger.study import speed
from click.testing import CliRunner


def test_random_rounds_are_the_same_for_the_same_seed() -> None:
    assert speed.random_moves(3, seed=1) == speed.random_moves(3, seed=1)
    assert speed.random_moves(3, seed=1) != speed.random_moves(3, seed=2)


def test_a_round_at_random_takes_many_moves_of_ours_and_of_rlcards() -> None:
    assert speed.random_moves(2, seed=1) > 40
    assert speed.rlcard_player()(2, 1) > 10


def test_the_bench_prints_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardslinger.cli.bench_rules import bench_rules

    for name, few in {"ROUNDS": 1, "RLCARD_ROUNDS": 1, "RUNS": 1, "FOLDS": 1}.items():
        monkeypatch.setattr(speed, name, few)
    for name, few in {"SPREAD_ROUNDS": 60, "PAIRS": 1}.items():
        monkeypatch.setattr(speed, name, few)
    printed = CliRunner().invoke(bench_rules, ["--json"]).stdout
    figures = json.loads(printed)
    assert list(figures) == [
        "moves_per_s", "rlcard_moves_per_s", "ratio", "refold_1000_events_ms",
        "refold_1000_events_physical_ms", "jobs2_speedup",
    ]  # fmt: skip
    assert all(value > 0 for value in figures.values())


def test_without_rlcard_the_bench_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rlcard.games.uno", None)
    with pytest.raises(speed.NotInstalled, match=r"pip install -e '\.\[bench\]'"):
        speed.rlcard_player()
