"""The workers of a Dask cluster as an executor, and what can be wrong with its address."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, TypeVar

from cardslinger.study.errors import NoCluster, NotInstalled

T = TypeVar("T")
CONNECT_S = 3.0  # a scheduler that is there answers in milliseconds
_LOGGERS = ("distributed", "tornado")  # tornado carries what distributed sends
_SILENT = logging.CRITICAL + 1


class Cluster(Executor):
    """Dask's workers. A future whose scheduler has gone may never end: ask `gone` meanwhile."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor = client.get_executor(pure=False)

    def submit(self, task: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """As `Executor.submit`."""
        future: Future[T] = self._executor.submit(task, *args, **kwargs)
        return future

    def gone(self) -> bool:
        """Whether the scheduler has been lost."""
        return bool(self._client.status != "running")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancels what nobody waits for any more."""
        self._executor.shutdown(wait=False)


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """The workers of the Dask scheduler at `address`, such as `tcp://10.0.0.5:8786`.

    Raises NotInstalled without the extra `cluster`; NoCluster if nobody, or somebody else, answers
    at the address within CONNECT_S, or no worker is there.
    """
    try:
        import distributed
    except ImportError:
        raise NotInstalled("--dask needs Dask: pip install -e '.[cluster]'") from None
    with _silence():
        if not asyncio.run(_count_workers(address)):
            raise NoCluster(f"--dask {address!r}: the Dask cluster has no workers; start some")
        try:
            client = distributed.Client(address, timeout=CONNECT_S)
        except (OSError, TimeoutError):  # it has gone since
            raise _nobody(address) from None
        with client, Cluster(client) as executor:
            yield executor


@contextmanager
def _silence() -> Iterator[None]:
    """Dask logs nothing: what goes wrong is said once, by an exception."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in _LOGGERS]
    before = {name: logging.getLogger(name).level for name in {*names, *_LOGGERS}}
    for name in before:
        logging.getLogger(name).setLevel(_SILENT)
    try:
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


async def _count_workers(address: str) -> int:
    """How many workers the scheduler has. Raises NoCluster."""
    from distributed import rpc

    try:
        async with asyncio.timeout(CONNECT_S), rpc(address) as scheduler:
            identity = await scheduler.identity()
    except Exception:  # noqa: BLE001  # a stranger there, or an odd address, may bring anything
        raise _nobody(address) from None
    if identity.get("type") != "Scheduler":
        kind = identity.get("type")
        raise NoCluster(f"--dask {address!r}: a Dask {kind}, not a scheduler")
    return len(identity["workers"])


def _nobody(address: str) -> NoCluster:
    return NoCluster(
        f"--dask {address!r}: no Dask scheduler answers there; "
        "give the address that it printed when it started, such as tcp://HOST:8786"
    )
