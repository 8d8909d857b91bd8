"""One Chromium for all tests of the pages that a worker runs."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser

from tests.web.browsers import chromium_running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """The system's Chromium; who asks for it has
    `pytestmark = pytest.mark.asyncio(loop_scope="session")`."""
    async with chromium_running() as browser:
        yield browser
