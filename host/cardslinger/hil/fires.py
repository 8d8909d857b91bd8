"""Fires of a twin whose cards are known: pulses given by the bench, or cards that jam."""

import asyncio
from collections import Counter
from itertools import cycle

from cardslinger.bridge import Fired, Launcher
from cardslinger.hil.errors import MeasureError
from cardslinger.hil.presses import Advance
from cardslinger.twin.bench import Bench

# (ms that each card blocks the beam, ms between two): 1 to 4.5 m/s, down to gaps of 10 ms. Fast
# ones more often: they are what a count can fail on.
PASSAGES = (
    (20, 10), (30, 10), (20, 10), (45, 15), (20, 12), (30, 20), (60, 30), (20, 10),
    (30, 10), (20, 25), (90, 60), (30, 10), (20, 10), (75, 10), (30, 12), (20, 40),
)  # fmt: skip
FIRES = (25, 80, 1, 10, 112, 5, 17, 60)  # cards of a fire
BEHIND = 4  # cards that would follow, if the motor did not stop in time
SETTLED_MS = 200.0  # virtual; a card that is still on its way has passed by then
TRIES = 3  # for a look at the heap with little garbage in it

JAM_FIRE = 3  # cards; the jam comes at the first, second or third


class Count:
    """Cards fired by one twin or several, what they told against what passed their beams.

    The fires are the same, in the same order, however many twins share them.
    """

    def __init__(self, cards: int, advance: Advance) -> None:
        """Until `cards` have passed."""
        self.cards = self.miscounts = 0
        self.outcomes: Counter[str] = Counter()
        self._wanted, self._advance = cards, advance
        self._most = 2 * cards * len(FIRES) // sum(FIRES) + len(
            FIRES
        )  # fires, and cards fail to come
        self._fires = zip(cycle(PASSAGES), cycle(FIRES), strict=False)
        self._begun = 0

    async def run(self, launcher: Launcher, hands: Bench) -> None:
        """Let a twin do its part. Raises MeasureError when too few cards come."""
        while self.cards < self._wanted:
            self._begun += 1
            if self._begun > self._most:
                raise MeasureError(f"too few cards came: {dict(self.outcomes)}")
            fired, passed = await _fire_train(launcher, hands, *next(self._fires))
            self.cards += passed
            self.miscounts += abs(fired.cards - passed)
            self.outcomes[fired.outcome] += 1
            self._advance(passed)


async def _fire_train(
    launcher: Launcher, hands: Bench, passage: tuple[int, int], wanted: int
) -> tuple[Fired, int]:
    """A fire, and how many cards passed the beam whole."""
    blocked_ms, gap_ms = passage
    pulses = [(1000.0 * gap_ms, 1000.0 * blocked_ms)] * (wanted + BEHIND)
    before = await asyncio.to_thread(hands.train, pulses)
    fired = await launcher.fire(wanted)
    after = await asyncio.to_thread(hands.wait, SETTLED_MS)
    return fired, after.train_passed - before.train_passed


async def free_bytes(launcher: Launcher) -> int:
    """Of the heap; 0 on a board without one. It collects garbage at the end of a fire; of some
    blank ones the tidiest counts."""
    found = []
    for _ in range(TRIES):
        await launcher.fire(0)
        found.append((await launcher.status()).free)
    return max(found)


async def jam_often(launcher: Launcher, hands: Bench, jams: int, advance: Advance) -> float:
    """Let a card stick in the beam `jams` times; the longest that the motor drove against one, in
    ms. Raises MeasureError when the launcher calls one of them something else."""
    for number in range(jams):
        await asyncio.to_thread(hands.load, JAM_FIRE)
        after = number % JAM_FIRE
        await asyncio.to_thread(hands.fault, "jam_beam", probability=1.0, after=after, times=1)
        fired = await launcher.fire(JAM_FIRE)
        if fired.outcome != "jam":
            raise MeasureError(f"a jam was called {fired.outcome}: see `cardslinger monitor`")
        await asyncio.to_thread(hands.clear)
        await asyncio.to_thread(hands.wait, SETTLED_MS)
        advance(1)
    return (await asyncio.to_thread(hands.read)).blocked_drive_ms
