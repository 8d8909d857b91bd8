"""`cardslinger bench link` on the twin that is software; the figures of the emulated one take it a
minute more."""

import json

import pytest
from cardslinger.hil import link
from cardslinger.hil.link import _seen_by_mpremote

from tests.cli.test_cli import assert_refused, run


def test_nothing_is_lost_or_doubled_whatever_is_disturbed() -> None:
    done = run(
        "bench", "link", "--port", "virtual://", "--disturbances", "4", "--idle", "2", "--json"
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["lost"], report["doubled"]) == (0, 0)
    assert report["disturbances"] == 12
    assert report["cards"] > 0
    assert report["confirmations"] >= 4, "of the resets"
    for figure in ("ping_rtt_ms_p50", "repl_exec_rtt_ms_p50", "events_per_s", "idle_wakes_per_s"):
        assert report[figure] is None, "what software has not, it does not make up"


def test_the_figures_fit_a_terminal() -> None:
    done = run("bench", "link", "--port", "virtual://", "--disturbances", "0", "--idle", "1")
    lines = done.stdout.splitlines()
    [lost] = [line for line in lines if "lost" in line]
    assert lost.split()[-3:] == ["0", "none", "ok"]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("port", ["auto", "/dev/ttyACM0", "socket://localhost:1"])
def test_a_real_board_has_no_cable_that_we_could_pull(port: str) -> None:
    assert_refused(run("bench", "link", "--port", port), 1, "bench link needs a twin")


def test_a_twin_with_a_fault_is_no_judge_of_the_wire() -> None:
    done = run("bench", "link", "--port", "virtual://?fault=double")
    assert_refused(done, 1, "bench link needs a sound twin")


def test_mpremote_sees_an_answer_at_its_next_look() -> None:
    assert [_seen_by_mpremote(ms) for ms in (0.4, 9.9, 10.0, 10.1)] == [10, 10, 10, 20]


def test_the_real_board_answers_a_ping_in_time() -> None:
    from cardslinger.hil.presses import percentile
    from cardslinger.twin.process import TwinProcess

    with TwinProcess("emulated://?speed=0&seed=1") as twin:
        twin.bench.wait(link.BOOTED_MS)
        pings_ms = link._ping(twin.bench, 60)
        assert percentile(pings_ms, 50) <= 4
        assert link._drain(twin.bench, 8) > 100
