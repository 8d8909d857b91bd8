"""A train of cards at the beam, with times to the microsecond: what a firmware is measured with."""

from collections import deque
from collections.abc import Callable, Sequence
from math import inf

from cardslinger.twin.errors import BadOption


class Train:
    """Blocks and frees the beam's line while the motor is driven forward.

    A card comes after its gap, which runs from the start of driving or from the end of the card
    before, and leaves after its time. When the motor is not driven forward any more, the card in
    the beam still leaves, but no further one comes: the train has no coasting. A gap that was cut
    short begins anew at the next drive.
    """

    def __init__(
        self,
        show: Callable[[bool], None],
        call_later: Callable[[float, Callable[[], None]], None],
    ) -> None:
        self.passed = 0  # cards of this train that have left the beam
        self.in_beam = False
        self._show, self._call_later = show, call_later
        self._cards: deque[tuple[float, float]] = deque()  # to come: (gap, time in the beam), us
        self._driven = False
        self._drive = 0  # counts changes, so that a card on its way knows that it is stale

    @property
    def waiting(self) -> bool:
        """True until its last card has left."""
        return bool(self._cards) or self.in_beam

    def load(self, pulses: Sequence[Sequence[float]]) -> None:
        """The next cards, each `[gap_us, blocked_us]`; an empty list ends the train.

        Raises BadOption for times that can't be, and while a card is in the beam.
        """
        try:
            cards = deque((float(gap_us), float(blocked_us)) for gap_us, blocked_us in pulses)
        except (TypeError, ValueError):
            raise BadOption("a train is a list of [gap_us, blocked_us]") from None
        if not all(0.0 <= gap_us < inf and 0.0 < blocked_us < inf for gap_us, blocked_us in cards):
            raise BadOption("train: a gap must not be negative, a card must block for some time")
        if self.in_beam:
            raise BadOption("a card of the train is in the beam; wait until it has left")
        self._cards = cards
        self.passed = 0
        self._change()

    def drive(self, forward: bool) -> None:
        """The motor's orders: driven forward, or not."""
        if forward != self._driven:
            self._driven = forward
            self._change()

    def _change(self) -> None:
        self._drive += 1
        if not self.in_beam:
            self._send_next()

    def _send_next(self) -> None:
        if self._driven and self._cards:
            drive = self._drive
            self._call_later(self._cards[0][0] / 1000, lambda: self._arrive(drive))

    def _arrive(self, drive: int) -> None:
        if drive == self._drive:
            _, blocked_us = self._cards.popleft()
            self.in_beam = True
            self._call_later(blocked_us / 1000, self._leave)
            self._show(True)

    def _leave(self) -> None:
        self.in_beam = False
        self.passed += 1
        self._send_next()
        self._show(False)
