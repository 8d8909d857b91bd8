"""What a start of the board leads to. Plain logic."""

APP, SAFE, PROMPT = "app", "safe", "prompt"

CRASHES_SAFE = 3  # in a row: the application runs, but leaves the motor alone
CRASHES_PROMPT = 6  # that did not help either: only MicroPython's prompt
STEADY_MS = 60_000  # the application ran for this long: what went before is forgotten


def start(power_on: bool, button_down: bool, crashes: int) -> str:
    """What to start.

    `power_on`: power has just come, so that a button that is held means the maker; after a reset
    of our own it may be a player's finger. `crashes`: in a row, since power came.
    """
    if power_on and button_down:
        return PROMPT
    if crashes >= CRASHES_PROMPT:
        return PROMPT
    return SAFE if crashes >= CRASHES_SAFE else APP
