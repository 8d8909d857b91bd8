"""The button: the first edge acts at once; bounces and the release do not."""


class Press:
    """Turns edges and levels of the button into presses. Plain logic: no pins, no sleeping.

    The first edge after a quiet time acts, so that a press answers in well under a millisecond.
    The next one can act once the button was up for `lockout_ms` without any edge.
    """

    def __init__(self, lockout_ms: int):
        self._lockout_ms = lockout_ms
        self.settled = True

    def edge(self) -> bool:
        """The button moved; True when that is a press."""
        acts = self.settled
        self.settled = False
        return acts

    def quiet_ms(self, down: bool):
        """For how long no edge may come for the button to settle; None while it is held."""
        return None if down else self._lockout_ms

    def quiet(self) -> None:
        """That time has passed without an edge."""
        self.settled = True
