"""A Dask cluster that fails, and what is none of its business."""

import logging
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from pathlib import Path

import pytest
from cardslinger.rules.deck import ATTACK as ATTACK_DECK
from cardslinger.rules.ruleset import ATTACK
from cardslinger.study import spread
from cardslinger.study.cluster import Cluster, cluster
from cardslinger.study.errors import Interrupted
from cardslinger.study.play import PROFILES, Setup
from cardslinger.study.spread import results
from distributed import LocalCluster

SETUP = Setup(ATTACK, ATTACK_DECK, 4, PROFILES[0], seed=3)


@pytest.fixture
def local(tmp_path: Path) -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        local_directory=str(tmp_path),
    ) as running:
        yield running


def test_what_the_body_raises_is_not_the_clusters_fault(local: LocalCluster) -> None:
    with pytest.raises(RuntimeError, match="its own"), cluster(local.scheduler_address):
        raise RuntimeError("its own")


def test_only_dask_is_silent_and_only_while_it_is_used(
    local: LocalCluster, caplog: pytest.LogCaptureFixture
) -> None:
    dask, level = logging.getLogger("distributed.client"), logging.getLogger("distributed").level
    with cluster(local.scheduler_address):
        logging.getLogger("mine").error("heard")
        assert not dask.isEnabledFor(logging.CRITICAL)
        assert not logging.getLogger("distributed.new").isEnabledFor(logging.CRITICAL)
    assert [record.message for record in caplog.records if record.name == "mine"] == ["heard"]
    assert dask.isEnabledFor(logging.CRITICAL)
    assert logging.getLogger("distributed").level == level


def test_a_cluster_that_ends_in_the_middle_is_told_with_what_to_do(local: LocalCluster) -> None:
    with cluster(local.scheduler_address) as executor:
        played = results(SETUP, 100_000, executor)
        next(played)
        local.close()
        with pytest.raises(Interrupted, match="ended in the middle; no round counts: start them"):
            list(played)


class Refuses(Executor):
    """A cluster whose workers can't load a task."""

    def submit(self, *_: object, **__: object) -> Future:
        future: Future = Future()
        future.set_exception(ModuleNotFoundError("No module named 'cardslinger'"))
        return future


def test_workers_without_cardslinger_are_told() -> None:
    reason = "No module named 'cardslinger'; scheduler and workers need the same cardslinger"
    with pytest.raises(Interrupted, match=reason):
        list(results(SETUP, 1, Refuses()))


class Silent(Cluster):
    """A cluster that has gone without a word: its futures never end."""

    def __init__(self) -> None:
        """No client to ask."""

    def submit(self, *_: object, **__: object) -> Future:
        return Future()

    def gone(self) -> bool:
        return True


def test_nobody_waits_for_a_cluster_that_has_gone_without_a_word(monkeypatch) -> None:
    monkeypatch.setattr(spread, "LOOK_S", 0.01)
    with pytest.raises(Interrupted, match="ended in the middle"):
        list(results(SETUP, 1, Silent()))
