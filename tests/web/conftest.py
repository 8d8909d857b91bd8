"""One Chromium for all tests of the pages that a worker runs; who is let in, by a clock that
stands still."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from cardslinger.table.journal import Journal
from cardslinger.web.keys import Keys
from playwright.async_api import Browser

from tests.web.browsers import chromium_running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """The system's Chromium; who asks for it has
    `pytestmark = pytest.mark.asyncio(loop_scope="session")`."""
    async with chromium_running() as browser:
        yield browser


class Clock:
    """Stands still until somebody sets it."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.open(tmp_path / "db")
    yield journal
    journal.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keys(journal: Journal, clock: Clock) -> Keys:
    return Keys(journal, first_is_host=False, clock=clock)
