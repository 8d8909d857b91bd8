"""The next presses, as a host wants them. Plain logic."""

from .draw import NAMES
from .signals import ARMED, LIGHTS

PRESSES_MAX = 20


class Arms:
    """How many presses are armed, what they draw from, and what the light says of them.

    They hold for the session in which they were given.
    """

    def __init__(self):
        self.profile = None  # None: as the settings say
        self.light = ARMED
        self._presses = 0
        self._session = None

    def arm(self, presses, profile, light, session):
        """Take a host's word; what is wrong with it as the facts of a refusal, or None."""
        if type(presses) is not int:
            return {"err": "bad_value", "name": "presses"}
        if not 0 <= presses <= PRESSES_MAX:
            return {"err": "out_of_range", "name": "presses", "min": 0, "max": PRESSES_MAX}
        if profile is not None and profile not in NAMES:
            return {"err": "bad_value", "name": "profile", "choices": list(NAMES)}
        if light not in LIGHTS:
            return {"err": "bad_value", "name": "light", "choices": list(LIGHTS)}
        self._presses, self.profile, self.light, self._session = presses, profile, light, session
        return None

    def left(self, session) -> int:
        """Presses that are armed in this session."""
        return self._presses if session == self._session else 0

    def use(self, session) -> None:
        """A press came."""
        if self.left(session):
            self._presses -= 1
