"""Twins for tests: each runs free, so that time in tests is virtual."""

from collections.abc import Callable, Iterator

import pytest
from cardslinger.twin.process import TwinProcess
from hypothesis import HealthCheck, settings

# A shared machine is slow now and then; how long an example takes says nothing here.
settings.register_profile("shared", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared")

BOOT_MS = 100.0  # an emulated Pico needs 50

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
