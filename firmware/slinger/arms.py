"""The next presses, as a host wants them. Plain logic."""

from .draw import NAMES
from .limits import ID_MAX, outside
from .signals import ARMED, LIGHTS

PRESSES_MAX = 20


class Arms:
    """How many presses are armed, what they draw from, what the light says of them, and whose they
    are; and the presses that wait for a fire to end.

    What is armed holds for the session in which it was given.
    """

    def __init__(self):
        self.profile = None  # None: as the settings say
        self.light = ARMED
        self.waiting = []  # whose each is
        self._presses = self._whose = 0
        self._session = None

    def arm(self, presses, profile, light, whose, session):
        """Take a host's word; what is wrong with it as the facts of a refusal, or None."""
        wrong = outside("presses", presses, 0, PRESSES_MAX) or outside("whose", whose, 0, ID_MAX)
        if wrong:
            return wrong
        if profile is not None and profile not in NAMES:
            return {"err": "bad_value", "name": "profile", "choices": list(NAMES)}
        if light not in LIGHTS:
            return {"err": "bad_value", "name": "light", "choices": list(LIGHTS)}
        if session != self._session:  # what waits was pressed for another host
            self.waiting = [None] * len(self.waiting)
        self._presses, self.profile, self.light = presses, profile, light
        self._whose, self._session = whose, session
        return None

    def left(self, session) -> int:
        """Presses that are armed in this session."""
        return self._presses if session == self._session else 0

    def whose(self, session):
        """Whose a press is that comes now, as the host said; None: none is armed for it."""
        left = self.left(session)
        return self._whose if left > self.waiting.count(self._whose) else None

    def wait(self, session) -> None:
        """A press came that waits: whose it is does not change any more."""
        self.waiting.append(self.whose(session))

    def end_wait(self, session):
        """Take the first press that waits, to fire it: whose it is."""
        whose = self.waiting.pop(0)
        return whose if session == self._session else None

    def drop(self) -> None:
        """Nothing is armed any more, and no press waits."""
        self._presses = 0
        self.waiting.clear()

    def use(self, whose, session) -> None:
        """A press fires."""
        if whose == self._whose and self.left(session):
            self._presses -= 1
