"""What the machine shows with one light and one buzzer. Plain logic.

A signal is steps of (light on?, tone in Hz or 0, ms); 0 ms lasts until something changes. Each
state has one that repeats as long as the state lasts; a note is played once, over it. All that
sounds can be seen too: with the sound off the light still says everything.
"""

# What the machine says of itself, and the light that says so again and again.
READY, ARMED, YOUR_PRESS, FIRING, EMPTY, JAM = (
    "ready",
    "armed",
    "your_press",
    "firing",
    "empty",
    "jam",
)
FAULT, LID, HOST_LOST, MENU, SAFE = "fault", "lid", "host_lost", "menu", "safe"
LIGHTS = (ARMED, YOUR_PRESS)  # a host may ask for these


def _flashes(count: int, pause_ms: int = 1400) -> tuple:
    """So many short flashes, then dark."""
    return ((True, 0, 120), (False, 0, 200)) * count + ((False, 0, pause_ms),)


STATES = {
    READY: ((True, 0, 0),),
    ARMED: ((True, 0, 900), (False, 0, 100)),  # a wink a second
    YOUR_PRESS: ((True, 0, 150), (False, 0, 150)),  # blinks fast
    FIRING: ((False, 0, 0),),
    LID: _flashes(1),
    EMPTY: _flashes(2),
    JAM: _flashes(3),
    FAULT: _flashes(5),
    HOST_LOST: ((True, 0, 2000), (False, 0, 100), (True, 0, 100), (False, 0, 100)),
    MENU: ((False, 0, 0),),
    SAFE: ((True, 0, 60), (False, 0, 60)),  # flickers
}

# Played once when the state begins.
OPENINGS = {
    YOUR_PRESS: ((True, 1500, 60), (False, 0, 40), (True, 2000, 60)),
    EMPTY: ((True, 500, 150), (False, 0, 60), (True, 400, 150), (False, 0, 200)),
    JAM: ((True, 220, 400), (False, 0, 200)),
    FAULT: ((True, 180, 700), (False, 0, 200)),
    HOST_LOST: ((True, 900, 80), (False, 0, 60), (True, 700, 80), (False, 0, 60)),
    SAFE: ((True, 180, 300), (False, 0, 100)) * 3,
}

REFUSED = ((False, 300, 60),)

TICKS = 5  # of a blank press
_TICK = (False, 1200, 15)
_TICK_SLOW_MS, _TICK_FAST_MS, _TICK_FASTER_MS = 160, 40, 30  # between ticks: first, least, less


def blank(blanks: int) -> tuple:
    """Luck was kind for the `blanks`-th time in a row: ticks, faster each time."""
    between_ms = max(_TICK_SLOW_MS - _TICK_FASTER_MS * (blanks - 1), _TICK_FAST_MS)
    return (_TICK, (True, 0, between_ms)) * TICKS


def beeps(count: int) -> tuple:
    """A place in the menu."""
    return ((True, 1000, 80), (False, 0, 140)) * count


class Signals:
    """What to show now. `step` is to be called when its time is over or something changed."""

    def __init__(self):
        self._state = None
        self._steps = STATES[FIRING]  # that are being shown
        self._place = 0
        self._since_ms = 0
        self._playing = False  # a note, over the state
        self._opens = False  # the state has something to say after it

    def play(self, steps: tuple) -> None:
        """Show these once, from the next step on; what was being played ends."""
        self._begin(steps, True, None)

    def step(self, state: str, now_ms: int) -> tuple:
        """(light on?, tone in Hz or 0, ms until the next step or None) while in `state`."""
        if state != self._state:
            self._state = state
            self._opens = state in OPENINGS
            if not self._playing:
                self._go_on(now_ms)
        if self._since_ms is None:
            self._since_ms = now_ms
        while True:
            light, tone_hz, length_ms = self._steps[self._place]
            if not length_ms:
                return light, tone_hz, None
            left_ms = length_ms - (now_ms - self._since_ms)
            if left_ms > 0:
                return light, tone_hz, left_ms
            self._since_ms += length_ms
            self._place += 1
            if self._place == len(self._steps):
                self._go_on(self._since_ms)

    def _go_on(self, now_ms: int) -> None:
        """To what the state has to say once, then to what it shows on and on."""
        opens, self._opens = self._opens, False
        steps = OPENINGS[self._state] if opens else STATES[self._state]
        self._begin(steps, opens, now_ms)

    def _begin(self, steps: tuple, playing: bool, now_ms) -> None:
        self._steps, self._playing = steps, playing
        self._place, self._since_ms = 0, now_ms
