"""What a host keeps for good of a launcher's news, in memory."""

from cardslinger.bridge import (
    Began,
    ConnectionChanged,
    CutOff,
    Event,
    Fired,
    Heard,
    Missed,
    News,
    Passed,
    Restarted,
)
from cardslinger.bridge.messages import Stray


class Record:
    """Cards by all events, each of which must come once, and how often a count must be confirmed.

    It outlives the host that keeps it: the next one starts with what was `heard`.
    """

    def __init__(self) -> None:
        self.heard = Heard()
        self.cards = 0
        self.cut_cards = 0  # of fires that a reset cut off: so many had passed at least
        self.restarts = 0
        self.confirmations = 0  # of counts that nobody can know
        self.doubled = 0  # events that came in spite of being in the record
        self._events: set[tuple[str, int]] = set()

    def keep(self, news: News) -> None:
        """All of it or nothing, as a database would."""
        if isinstance(news, Passed | ConnectionChanged):
            return
        if isinstance(news, Began | Missed | Restarted | CutOff):
            self.confirmations += 1  # a record that begins lacks what was before
        elif isinstance(news, Fired | Stray):
            self.cards += news.cards
        if isinstance(news, Began):
            self.heard = Heard(news.boot, news.number)
        elif isinstance(news, Restarted):
            self.restarts += 1
            self.heard = Heard(news.boot)
        elif isinstance(news, Event):
            self.cut_cards += news.cards if isinstance(news, CutOff) else 0
            self.doubled += (news.boot, news.n) in self._events
            self._events.add((news.boot, news.n))
            self.heard = Heard(news.boot, news.n)
