"""How long somebody has had to act, where the table has a time for it."""

import time
from collections.abc import Callable

from cardslinger.table.table import Table

NOT_RUNNING = -1


class Turn:
    """The time runs for a person who has to act, and begins anew with all that happens in the
    game; not while it stands still or cards fly. Nobody is played for who plays real cards."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.most_s = 0  # a person has so long; 0: nobody has to hurry
        self.since = NOT_RUNNING  # number of the entry from which on it runs
        self._clock = clock
        self._began_s = 0.0
        self._plays = False

    def see(self, table: Table) -> None:
        """How the table stands now."""
        seat = table.state.seat
        runs = self.most_s and seat >= 0 and not table.bot(seat)
        if not runs or table.pause or table.fire or table.over or table.lid_open:
            self.since = NOT_RUNNING
        elif self.since != max(table.changed, table.paused):
            self.since = max(table.changed, table.paused)
            self._began_s = self._clock()
        self._plays = not table.setup.physical

    @property
    def left_s(self) -> float | None:
        """Until somebody is played for; None: nobody is."""
        if self.since == NOT_RUNNING or not self._plays:
            return None
        return max(self._began_s + self.most_s - self._clock(), 0.0)
