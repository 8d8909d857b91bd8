"""`bench crash`, in short."""

import json

from tests.cli.test_cli import run


def test_a_table_that_is_killed_goes_on_as_its_journal_has_it() -> None:
    done = run("bench", "crash", "--kills", "8", "--json", "--port", "virtual://?speed=0&seed=1")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert (figures["kills"], figures["resumed_equal"]) == (8, 8)
    assert (figures["debts_lost"], figures["cards_unaccounted"]) == (0, 0)
    assert figures["cards"] == figures["cards_truth"] > 0


def test_it_needs_a_twin() -> None:
    done = run("bench", "crash", "--port", "auto")
    assert done.returncode == 1
    assert "bench crash needs a twin" in done.stderr
