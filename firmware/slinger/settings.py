"""What a maker may tune: typed, range-checked, kept on flash."""

import binascii

from . import stored
from .draw import HISTOGRAM_MAX, NAMES, WEIGHT_MAX
from .limits import DUTY_MAX_PERCENT, TRAIL_MAX_MS

# name: (default, lowest, highest) or (default, allowed values); a default decides the type.
SPECS = {
    "profile": ("classic", NAMES),  # of a press
    "custom": ([1], WEIGHT_MAX),  # weights of the profile `custom`, see draw.py
    "drive_percent": (60, 30, DUTY_MAX_PERCENT),  # motor duty while feeding
    "ramp_ms": (60, 0, 200),  # soft start: from half of that duty to all of it
    "retries": (2, 0, 3),  # for a card that does not come
    "reverse_ms": (200, 50, 400),  # the roller turns back for this long before a retry
    "lockout_ms": (30, 10, 500),  # button up for this long before the next press
    "lead_ms": (500, 200, 1500),  # no card has reached the beam for this long: none is coming
    "card_us": (0, 0, 250_000),  # usual time of a card in the beam, see lengths.py; 0: not known
    "battery_percent": (100, 0, 200),  # how strongly that follows the battery
    "trail_ms": (230, 100, TRAIL_MAX_MS),  # a card has blocked the beam for this long: it is stuck
    "settle_ms": (120, 50, 500),  # braking time, in which a following card may still show itself
    "presses_waiting": (3, 0, 8),  # presses kept while a fire runs; more are refused
    "mute": (False, (False, True)),  # no sound
}
# with another value of these a card takes another time
SPEED_SETTINGS = ("drive_percent", "ramp_ms", "card_us", "battery_percent")
DEFAULTS = {name: spec[0] for name, spec in SPECS.items()}
NAME = "settings"  # of the file


def check(name, value):
    """What is wrong with a value, as the facts of a refusal; None if nothing is."""
    spec = SPECS.get(name) if isinstance(name, str) else None
    if spec is None:
        return {"err": "unknown_setting", "name": str(name)[:20]}
    if name == "custom":
        fits = _is_histogram(value)
        return None if fits else {"err": "bad_value", "name": name, "weights": HISTOGRAM_MAX}
    if type(value) is not type(spec[0]):
        return {"err": "bad_value", "name": name}
    if len(spec) == 2:
        if value not in spec[1]:
            return {"err": "bad_value", "name": name, "choices": list(spec[1])}
    elif not spec[1] <= value <= spec[2]:
        return {"err": "out_of_range", "name": name, "min": spec[1], "max": spec[2]}
    return None


def _is_histogram(value) -> bool:
    if not isinstance(value, list) or not 0 < len(value) <= HISTOGRAM_MAX:
        return False
    for weight in value:
        if type(weight) is not int or not 0 <= weight <= WEIGHT_MAX:
            return False
    return sum(value) > 0


def checksum(values: dict) -> str:
    """CRC-32 of the settings in hex, so that a host sees at a glance whether they changed."""
    text = ",".join("%s=%s" % (name, values[name]) for name in sorted(values))
    return "%08x" % binascii.crc32(text.encode())


def load(store):
    """(settings, what became of the stored ones): see `stored.load`.

    Values that are missing, unknown or out of range by now take their defaults.
    """
    kept, became = stored.load(store, NAME)
    values = dict(DEFAULTS)
    for name in kept or ():
        if check(name, kept[name]) is None:
            values[name] = kept[name]
    return values, became


def save(store, values: dict) -> None:
    """Keep the settings. The motor must stand: a flash write stops all interrupts."""
    stored.save(store, NAME, values)
