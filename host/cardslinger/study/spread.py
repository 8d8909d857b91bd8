"""Spreading rounds over processes or a Dask cluster; what comes back is the same, in order."""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager

from cardslinger.study.cluster import Cluster
from cardslinger.study.errors import Interrupted
from cardslinger.study.play import Setup, play_round
from cardslinger.study.tally import RoundResult

LOOK_S = 1.0  # between two looks whether the cluster is still there
CHUNK = 50  # rounds of one task: some tenths of a second, and a hundred times what sending costs

Played = list[RoundResult] | Exception  # what comes of a task


def results(setup: Setup, rounds: int, executor: Executor | None = None) -> Iterator[RoundResult]:
    """The results of rounds 0 to `rounds - 1` in that order, played by the executor or, without
    one, here.

    Raises what `play_round` raises, and Interrupted if the processes or the cluster fail.
    """
    if executor is None:
        yield from map(play_round, [setup] * rounds, range(rounds))
        return
    chunks = [range(rounds)[first : first + CHUNK] for first in range(0, rounds, CHUNK)]
    futures: deque[Future[Played]] = deque()
    with _told_in_a_line(), _interrupts_later():
        futures.extend(executor.submit(play_rounds, setup, chunk) for chunk in chunks)
    while futures:
        with _told_in_a_line():
            played = _result(futures.popleft(), executor)
        if isinstance(played, Exception):
            raise played
        yield from played


def _result(future: Future[Played], executor: Executor) -> Played:
    """What comes of the task. Raises CancelledError if the cluster has gone meanwhile."""
    while True:
        wait([future], timeout=LOOK_S)
        if future.done():
            return future.result()
        if isinstance(executor, Cluster) and executor.gone():
            raise CancelledError


def play_rounds(setup: Setup, indices: Sequence[int]) -> Played:
    """One task: the rounds of these indices. An error of the play is returned, so that whatever
    is raised comes from those who spread the tasks.
    """
    try:
        return [play_round(setup, index) for index in indices]
    except Exception as error:  # noqa: BLE001  # raised again by `results`
        return error


@contextmanager
def _told_in_a_line() -> Iterator[None]:
    """Whatever the processes or the cluster raise is Interrupted."""
    try:
        yield
    except BrokenExecutor:
        raise Interrupted(
            "a process ended in the middle, killed or out of memory; no round counts: "
            "run it again, with fewer --jobs if memory is short"
        ) from None
    except Exception as error:  # noqa: BLE001  # Dask passes on what a worker could not load
        raise _cluster_failed(error) from None


def _cluster_failed(error: Exception) -> Interrupted:
    from distributed import KilledWorker

    if isinstance(error, (CancelledError, KilledWorker, OSError)):
        return Interrupted(
            "the Dask cluster, or its workers, ended in the middle; no round counts: "
            "start them and run it again"
        )
    reason = str(error.__cause__ or error).partition("\n")[0]
    return Interrupted(
        f"the Dask cluster can't play: {reason}; "
        "scheduler and workers need the same cardslinger as this machine"
    )


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """So many processes on this machine; they end with the `with`, and with their parent."""
    spawn = multiprocessing.get_context("spawn")  # as on every system, and safe with threads
    executor = ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_serve)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _serve() -> None:
    """In a new process: an interrupt is for the parent, whose end is the end of this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Hold back Ctrl-C, here for a moment and for good in the processes that start meanwhile: it
    would hit them before `_serve` does, and they would print tracebacks. Nor may it end us while
    one of them waits for what we have to tell it: another thread, of a progress bar, may take the
    signal that is blocked here.
    """
    if sys.platform == "win32":
        yield
        return
    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, handler)
    if came:
        raise KeyboardInterrupt
