"""Rounds come out the same and in order, whoever plays them."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from cardslinger.rules.deck import ATTACK as ATTACK_DECK
from cardslinger.rules.ruleset import ATTACK
from cardslinger.study import spread
from cardslinger.study.errors import Interrupted
from cardslinger.study.play import Setup
from cardslinger.study.spread import processes, results

SETUP = Setup(ATTACK, ATTACK_DECK, 4, "classic", seed=3)
ROUNDS = 23

STARTS_PROCESSES = """
import os, sys
from cardslinger.study.spread import processes
if __name__ == "__main__":
    with processes(1) as executor:
        print(executor.submit(os.getpid).result(), flush=True)
        sys.stdin.read()
"""


def test_processes_play_the_same_rounds_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread, "CHUNK", 5)  # the last one is shorter
    alone = list(results(SETUP, ROUNDS))
    assert len(alone) == ROUNDS
    with processes(2) as executor:
        assert list(results(SETUP, ROUNDS, executor)) == alone


def test_a_process_that_dies_is_told_and_nothing_hangs() -> None:
    with processes(1) as executor:
        executor.submit(os._exit, 1)
        with pytest.raises(Interrupted, match=r"a process ended in the middle.*no round counts"):
            list(results(SETUP, ROUNDS, executor))


def test_an_error_of_the_play_is_itself_wherever_it_was_played() -> None:
    """Even a RuntimeError is no trouble of the processes or the cluster."""
    unknown = Setup(ATTACK, ATTACK_DECK, 4, "nosuch", seed=3)
    with processes(1) as executor, pytest.raises(KeyError, match="nosuch"):
        list(results(unknown, 3, executor))


def test_what_nobody_waits_for_is_not_played() -> None:
    with processes(1) as executor:
        played = results(SETUP, 1_000_000, executor)
        next(played)  # the other rounds would take an hour


def test_ctrl_c_waits_until_the_processes_have_been_told_what_to_do() -> None:
    """Whichever thread takes it: one of a progress bar does not block it."""
    told = False
    with pytest.raises(KeyboardInterrupt), spread._interrupts_later():
        pressing = threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT))
        pressing.start()
        pressing.join()
        told = True
    assert told
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def gone(pid: int) -> bool:
    """True when the process has ended (a zombie counts as ended)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_processes_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "starts_processes.py"
    script.write_text(STARTS_PROCESSES)
    starter = subprocess.Popen(
        [sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert starter.stdout is not None
    pid = int(starter.stdout.readline())
    starter.send_signal(signal.SIGKILL)
    starter.communicate()
    deadline_s = time.monotonic() + 20
    while not gone(pid) and time.monotonic() < deadline_s:
        time.sleep(0.05)
    assert gone(pid)
