"""The stand-alone menu: the button held opens it, presses step through it. Plain logic.

Each press goes to the next choice: every profile with sound, then every profile without. The
light flashes and the buzzer beeps as often as the profile's place says. After MENU_QUIET_MS
without a press the choice counts.
"""

from .draw import NAMES

MENU_QUIET_MS = 4000  # no press for so long: chosen
CHOICES = tuple(name for name in NAMES if name != "custom")  # that one needs a host


class Menu:
    """One visit to the menu."""

    def __init__(self, profile: str, mute: bool, now_ms: int):
        """Begins at what is set now; at the first choice when that is not in the menu."""
        self._place = CHOICES.index(profile) if profile in CHOICES else 0
        self.mute = mute
        self._touched_ms = now_ms

    @property
    def profile(self) -> str:
        return CHOICES[self._place]

    @property
    def beeps(self) -> int:
        """How often light and buzzer say which profile it is, 1 for the first."""
        return self._place + 1

    def press(self, now_ms: int) -> None:
        """The next choice."""
        self._touched_ms = now_ms
        self._place += 1
        if self._place == len(CHOICES):
            self._place = 0
            self.mute = not self.mute

    def wait_ms(self, now_ms: int) -> int:
        """How long the choice is still open; 0 when it counts."""
        return max(MENU_QUIET_MS - (now_ms - self._touched_ms), 0)
