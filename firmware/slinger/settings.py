"""What a maker may tune. Defaults only, so far; kept in RAM."""

import binascii

DEFAULTS = {
    "profile": "classic",
    "drive_percent": 60,  # motor duty while feeding
    "lockout_ms": 30,  # button up for this long before the next press
    "lead_ms": 500,  # no card has reached the beam for this long: none is coming
    "trail_ms": 240,  # a card has blocked the beam for this long: it is stuck
    "settle_ms": 120,  # braking time, in which a following card may still show itself
    "presses_waiting": 3,  # presses kept while a fire runs; more are refused
}


def checksum(settings: dict) -> str:
    """CRC-32 of the settings in hex, so that a host sees at a glance whether they changed."""
    text = ",".join("%s=%s" % (name, settings[name]) for name in sorted(settings))
    return "%08x" % binascii.crc32(text.encode())
