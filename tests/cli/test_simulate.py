"""`cardslinger simulate`: figures, the same however the rounds are spread; errors in one line."""

import json
import os
import pty
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cardslinger.rules.ruleset import PRESETS
from distributed import LocalCluster

from tests.cli.test_cli import CARDSLINGER, assert_refused, run


def report(*arguments: str) -> dict[str, object]:
    done = run("simulate", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Dask cluster of two worker processes; all its ports are free ones."""
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        local_directory=str(tmp_path_factory.mktemp("dask")),
    ) as running:
        yield running.scheduler_address


@pytest.mark.parametrize("rules", PRESETS)
def test_the_same_seed_gives_the_same_digest_however_it_is_spread(rules: str, cluster: str) -> None:
    common = ("--rules", rules, "--rounds", "130", "--seed", "9")
    alone = report(*common)
    del alone["rounds_per_s"]
    for spread in (("--jobs", "2"), ("--dask", cluster)):
        spread_out = report(*common, *spread)
        del spread_out["rounds_per_s"]
        assert spread_out == alone


def test_another_seed_gives_another_digest() -> None:
    one, other = (report("--rounds", "5", "--seed", seed) for seed in ("1", "2"))
    assert one["digest"] != other["digest"]


@pytest.mark.parametrize("players", ["2", "10"])
@pytest.mark.parametrize("rules", PRESETS)
def test_the_figures_add_up(rules: str, players: str) -> None:
    found = report("--rules", rules, "--players", players, "--rounds", "40")
    assert (found["rules"], found["players"], found["rounds"]) == (rules, int(players), 40)
    assert len(found["wins_by_seat"]) == int(players)
    assert sum(found["wins_by_seat"]) + found["blocked"] == 40
    assert round(found["matches"] * found["rounds_per_match"]) <= 40
    assert found["moves_per_round"] >= found["turns_per_round"] > 0
    assert found["minutes_per_match"] > 0
    if rules == "all-wild":
        assert found["presses"] == 0 < found["exact_draws"]
        assert found["cards_per_press"] is None is found["blank_share"]
    else:
        assert found["exact_draws"] == 0 < found["presses"]
        assert 0 < found["blank_share"] < 1
        assert found["cards_per_press"] > 0


def test_people_read_the_same_figures() -> None:
    found = report("--rounds", "40")
    words = run("simulate", "--rounds", "40").stdout
    assert "attack, 4 players, 40 rounds, profile classic, seed 1" in words
    assert re.search(rf"cards per press +{found['cards_per_press']:.2f} ", words)
    assert re.search(rf"rounds per match .* {found['matches']} matches to 500 points", words)
    assert re.search(r"minutes per match +\d+ +8 s a turn, 4 s a press or draw, 90 s a deal", words)
    for seat, wins in enumerate(found["wins_by_seat"]):
        assert f"{seat}: {wins}" in words
    assert str(found["digest"]) in words


def test_too_few_rounds_for_a_match_are_said_to_be() -> None:
    assert (
        "too few rounds: no match to 500 points has ended"
        in run("simulate", "--rounds", "1", "--rules", "attack-hk").stdout
    )
    found = report("--rounds", "1", "--rules", "attack-hk")
    assert (found["matches"], found["rounds_per_match"], found["minutes_per_match"]) == (
        0,
        None,
        None,
    )


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--players", "1"], "1 is not in the range 2<=x<=10"),
        (["--players", "11"], "11 is not in the range 2<=x<=10"),
        (["--rules", "poker"], "'poker' is not one of 'attack'"),
        (["--profile", "wild"], "'wild' is not"),
        (["--rounds", "0"], "0 is not in the range"),
        (["--jobs", "0"], "0 is not in the range"),
        (["--jobs", "2", "--dask", "tcp://127.0.0.1:1"], "exclude each other"),
        (["--plot", "out.png"], "out.png must end in .svg"),
    ],
)
def test_wrong_usage_is_refused(arguments: list[str], reason: str) -> None:
    assert_refused(run("simulate", *arguments), 2, reason)


@pytest.mark.parametrize(
    "address",
    [
        "nowhere", "", "tcp://127.0.0.1:1", "ftp://127.0.0.1:1", "inproc://x", "ucx://h:1",
        "tls://127.0.0.1:1", "tcp://127.0.0.1:x", "tcp://[::1", "a\nb",
    ],
)  # fmt: skip
def test_an_address_without_a_scheduler_is_one_line(address: str) -> None:
    done = run("simulate", "--dask", address)
    assert_refused(
        done, 1, f"--dask {address!r}: no Dask scheduler answers there; give the address"
    )


def test_a_stranger_at_the_address_is_one_line() -> None:
    """Whatever listens there: here something that greets as no scheduler does."""
    with socket.create_server(("127.0.0.1", 0)) as stranger:

        def greet() -> None:
            with stranger.accept()[0] as caller:
                caller.sendall(b"220 mail.example.org ready\r\n" * 20)
                caller.recv(1000)

        threading.Thread(target=greet, daemon=True).start()
        address = f"127.0.0.1:{stranger.getsockname()[1]}"
        assert_refused(run("simulate", "--dask", address), 1, "no Dask scheduler")


def test_a_worker_is_no_scheduler(cluster: str) -> None:
    from distributed import Client

    with Client(cluster) as client:
        worker = next(iter(client.scheduler_info()["workers"]))
    assert_refused(run("simulate", "--dask", worker), 1, "a Dask Worker, not a scheduler")


def test_a_cluster_without_workers_is_one_line(tmp_path: Path) -> None:
    with LocalCluster(
        n_workers=0,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        local_directory=str(tmp_path),
    ) as empty:
        done = run("simulate", "--dask", empty.scheduler_address)
    assert_refused(done, 1, "the Dask cluster has no workers")


@pytest.mark.parametrize(
    ("library", "arguments", "extra"),
    [
        ("distributed", ["--dask", "tcp://127.0.0.1:1"], ".[cluster]"),
        ("matplotlib", ["--plot", "out.svg"], ".[plot]"),
    ],
)
def test_a_missing_extra_is_named(
    tmp_path: Path, library: str, arguments: list[str], extra: str
) -> None:
    (tmp_path / f"{library}.py").write_text("raise ImportError")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = run("simulate", "--rounds", "1", *arguments, PYTHONPATH=path)
    assert_refused(done, 1, f"pip install -e '{extra}'")


@pytest.mark.parametrize("rules", PRESETS)
def test_the_plot_is_an_svg_file_with_three_panels(rules: str, tmp_path: Path) -> None:
    path = tmp_path / "out.svg"
    done = run("simulate", "--rules", rules, "--rounds", "30", "--plot", str(path))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    root = ElementTree.parse(path).getroot()
    assert root.tag.endswith("svg")
    panels = [g for g in root.iter() if str(g.get("id")).startswith("axes_")]
    assert len(panels) == 3
    words = path.read_text()
    fired = "cards per exact draw" if rules == "all-wild" else "cards per press"
    for label in ("turns per round", fired, "rounds won (%)", "fair share 25.0 %"):
        assert label in words


def test_the_same_figures_make_the_same_plot(tmp_path: Path) -> None:
    for name in ("one.svg", "other.svg"):
        run("simulate", "--rounds", "10", "--plot", str(tmp_path / name))
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "other.svg").read_bytes()


def test_a_plot_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    nowhere = tmp_path / "nosuch" / "out.svg"
    done = run("simulate", "--rounds", "1", "--plot", str(nowhere))
    assert_refused(done, 1, f"could not write {nowhere}: No such file or directory")
    folder = tmp_path / "folder.svg"
    folder.mkdir()
    assert_refused(run("simulate", "--plot", str(folder)), 1, "Is a directory")


def test_a_plot_on_a_full_disk_is_one_line(tmp_path: Path) -> None:
    full = tmp_path / "full.svg"
    full.symlink_to("/dev/full")
    done = run("simulate", "--rounds", "1", "--plot", str(full))
    assert done.returncode == 1
    assert done.stderr == f"cardslinger: could not write {full}: No space left on device\n"


def test_a_link_to_a_plot_that_is_not_there_yet_stays_a_link(tmp_path: Path) -> None:
    link, plot = tmp_path / "link.svg", tmp_path / "plot.svg"
    link.symlink_to(plot)
    stopped = run("simulate", "--rounds", "1", "--plot", str(link), "--dask", "nowhere")
    assert stopped.returncode == 1
    assert link.is_symlink()
    assert not plot.exists()
    run("simulate", "--rounds", "1", "--plot", str(link))
    assert link.readlink() == plot
    assert plot.read_bytes()


def test_one_round_is_no_plural() -> None:
    assert "attack, 4 players, 1 round, profile" in run("simulate", "--rounds", "1").stdout


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_it_without_a_word_from_the_processes(jobs: str) -> None:
    """The progress bar, on a terminal, tells that the play has begun."""
    ours, theirs = pty.openpty()
    simulating = subprocess.Popen(
        [CARDSLINGER, "simulate", "--rounds", "1000000", "--jobs", jobs],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    shown = b""
    while not re.search(rb"rounds.*%", shown):
        shown += os.read(ours, 1000)
    os.killpg(simulating.pid, signal.SIGINT)  # as a terminal does: to all processes
    stdout, _ = simulating.communicate(timeout=60)
    shown += _rest(ours)
    assert simulating.returncode == 130
    assert stdout == b""
    assert b"Traceback" not in shown
    assert b"Error" not in shown


def _rest(terminal: int) -> bytes:
    """What is still to be read from a terminal that nobody writes to any more."""
    shown = b""
    try:
        while more := os.read(terminal, 1000):
            shown += more
    except OSError:  # Linux: the other end is closed
        pass
    os.close(terminal)
    return shown
