"""Spreading rounds over processes or a Dask cluster; what comes back is the same, in order."""

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager

from cardslinger.study.errors import Interrupted, NoCluster, NotInstalled
from cardslinger.study.play import Setup, play_round
from cardslinger.study.tally import RoundResult

CHUNK = 50  # rounds of one task: some tenths of a second, and a hundred times what sending costs
CONNECT_S = 3.0  # a scheduler that is there answers in milliseconds


def results(setup: Setup, rounds: int, executor: Executor | None = None) -> Iterator[RoundResult]:
    """The results of rounds 0 to `rounds - 1` in that order, played by the executor or, without
    one, here.

    Raises what `play_round` raises, and Interrupted if the executor breaks.
    """
    if executor is None:
        yield from map(play_round, [setup] * rounds, range(rounds))
        return
    chunks = [range(rounds)[first : first + CHUNK] for first in range(0, rounds, CHUNK)]
    futures: deque[Future[list[RoundResult]]] = deque()
    try:
        with _interrupts_later():
            futures.extend(executor.submit(play_rounds, setup, chunk) for chunk in chunks)
        while futures:
            yield from futures.popleft().result()
    except (BrokenExecutor, CancelledError):
        raise Interrupted("whoever played the rounds has ended; none of them counts") from None


def play_rounds(setup: Setup, indices: Sequence[int]) -> list[RoundResult]:
    """One task: the rounds of these indices. Raises what `play_round` raises."""
    return [play_round(setup, index) for index in indices]


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
    would hit them before `_serve` does, and they would print tracebacks.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of the Dask scheduler at `address`, such as `tcp://10.0.0.5:8786`.

    Raises NotInstalled without the extra `cluster`; NoCluster if nobody, or somebody else, answers
    at the address within CONNECT_S, or no worker is there; Interrupted if the cluster fails.
    """
    try:
        import distributed
    except ImportError:
        raise NotInstalled("--dask needs Dask: pip install -e '.[cluster]'") from None
    logging.disable()  # what goes wrong is said once, by an exception
    try:
        if not asyncio.run(_count_workers(address)):
            raise NoCluster(f"--dask {address!r}: the Dask cluster has no workers; start some")
        with distributed.Client(address, timeout=CONNECT_S) as client:
            executor = client.get_executor(pure=False)
            try:
                yield executor
            finally:
                executor.shutdown(wait=False)  # cancels what nobody waits for any more
    except (distributed.KilledWorker, ImportError, RuntimeError) as error:
        reason = str(error.__cause__ or error).partition("\n")[0]
        same = "scheduler and workers need the same cardslinger as this machine"
        raise Interrupted(f"--dask {address!r}: {reason}; {same}") from None
    finally:
        logging.disable(logging.NOTSET)


async def _count_workers(address: str) -> int:
    """How many workers the scheduler has. Raises NoCluster."""
    from distributed import rpc

    try:
        async with asyncio.timeout(CONNECT_S), rpc(address) as scheduler:
            identity = await scheduler.identity()
    except TimeoutError:
        raise NoCluster(f"--dask {address!r}: no Dask scheduler answers there") from None
    except Exception as error:  # noqa: BLE001  # a stranger there may answer anything
        reason = str(error).partition("\n")[0]
        raise NoCluster(f"--dask {address!r}: no Dask scheduler: {reason}") from None
    if identity.get("type") != "Scheduler":
        kind = identity.get("type")
        raise NoCluster(f"--dask {address!r}: a Dask {kind}, not a scheduler")
    return len(identity["workers"])
