"""Twins for tests: each runs free, so that time in tests is virtual."""

import os
from collections.abc import Callable, Iterator

import pytest
from cardslinger.twin.process import TwinProcess
from hypothesis import HealthCheck, settings

# A shared machine is slow now and then; how long an example takes says nothing here.
settings.register_profile("shared", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared")

BOOT_MS = 100.0  # an emulated Pico needs 50


def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as cores: programs in terminals spend much of their time waiting."""
    return 2 * (os.cpu_count() or 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first, then what waits for browsers: else they would be last, and
    a core idle meanwhile."""
    items.sort(
        key=lambda item: (item.get_closest_marker("long") is None, "browser" not in item.path.name)
    )


@pytest.fixture(autouse=True, scope="session")
def a_journal_of_no_family(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nobody's matches are read, or written, by a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        patch.delenv("CARDSLINGER_DB", raising=False)
        yield


StartTwin = Callable[..., TwinProcess]


@pytest.fixture
def start_twin() -> Iterator[StartTwin]:
    """Starts twins that end with the test. `start_twin("virtual", cards=5)`."""
    running: list[TwinProcess] = []

    def start(kind: str, **options: object) -> TwinProcess:
        query = "&".join(f"{k}={v}" for k, v in {"speed": 0, "seed": 7, **options}.items())
        running.append(TwinProcess(f"{kind}://?{query}"))
        running[-1].bench.wait(BOOT_MS)
        return running[-1]

    yield start
    for twin in running:
        twin.close()


@pytest.fixture(params=["virtual", "emulated"])
def kind(request: pytest.FixtureRequest) -> str:
    """Every test that asks for it runs on both twins."""
    return str(request.param)
