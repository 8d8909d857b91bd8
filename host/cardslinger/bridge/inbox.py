"""News that wait for their reader."""

import asyncio
from collections import deque

from cardslinger.bridge.messages import Event, Missed, News, Passed, Restarted

NEWS_KEPT = 512


class Inbox:
    """The newest NEWS_KEPT; what has to go is said in its place, as `Missed`.

    Telemetry goes first: of a row only the latest waits. An end (None) is read again and again.
    """

    def __init__(self) -> None:
        self.unread = 0  # events that nobody came for
        self._items: deque[News | None] = deque()
        self._restarted: Restarted | None = None  # these two had to go
        self._missed: Missed | None = None
        self._filled = asyncio.Event()

    def put(self, item: News | None) -> None:
        """Put in the news that came last."""
        if isinstance(item, Passed) and self._items and isinstance(self._items[-1], Passed):
            self._items.pop()
        self._items.append(item)
        if len(self._items) > NEWS_KEPT:
            self._forget(self._items.popleft())
        self._filled.set()

    async def next(self) -> News | None:
        """Take out the oldest; waits for one."""
        while not self._items:
            self._filled.clear()
            await self._filled.wait()
        if self._restarted:
            restarted, self._restarted = self._restarted, None
            return restarted
        if self._missed:
            missed, self._missed = self._missed, None
            return missed
        if self._items[0] is None:
            return None
        return self._items.popleft()

    def _forget(self, item: News | None) -> None:
        if isinstance(item, Restarted):
            self._restarted, self._missed = item, None  # it says that all before is to be counted
        if isinstance(item, Event):
            item = Missed(item.n, item.n)
            self.unread += 1
        if isinstance(item, Missed):
            first = self._missed.first if self._missed else item.first
            self._missed = Missed(first, item.last)
