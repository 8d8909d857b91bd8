"""Limits that protect the device and bound its messages. The host imports them from here."""

PROTOCOL = 1  # raised when a host of the old number could no longer talk to this device
LINE_MAX_BYTES = 256  # one frame with its newline; also the USB transmit buffer of the Pico
ID_MAX = 2**30 - 1  # of a command: a small int on MicroPython
FIRE_MAX_CARDS = 112  # one deck
EVENTS_KEPT = 128  # held for a host that is away: a minute of presses; about 150 bytes each
COUNT_MAX = 9999  # of what was skipped, resent or dropped, so that a status fits a line
RUNTIME_CHARS = 24  # of its name in the hello, which has to fit a line
SESSIONS_KEPT = 8  # names of past ones: a late hello of theirs opens nothing
KEY_BOOT_CHARS = 3  # of the boot id, behind the session's name: with each command
TELEMETRY_MS = 200  # so often at most

MOTOR_ON_MAX_MS = 3000  # driven in one burst; then the motor rests, over the end of a fire too
MOTOR_REST_MS = 300
STALL_REST_MS = 2000  # after a jam, a fault of the driver or no card: the motor cools down
MOTOR_HOLD_MS = 700  # driven for this long without a new order: the program hangs, motor off

CARD_MIN_US = 5000  # the beam blocked for less is noise: the fastest card takes 20 ms
LENGTHS_KEPT = 32  # of the last cards; the program looks far more often
SETTLE_MAX_MS = 2000  # edges for longer after braking are no cards
NOISE_MAX = 10  # spikes in one feed; more, and the sensor's counts mean nothing
STORM_EDGES = 40  # edges nobody had time to look at: the line floats, its interrupt goes off

DUTY_MIN_PERCENT = 30  # less, and no card moves
BATTERY_MV = 4500  # with less the duty goes up, so that cards keep their speed
DUTY_MAX_PERCENT = 90  # of the motor, whatever the settings say
TRAIL_MAX_MS = 235  # a blocked beam stops the motor within 250 ms, however busy the program


def outside(name: str, value, low: int, high: int):
    """Facts of a refusal for a value that is no whole number or out of its range, or None."""
    if type(value) is not int:
        return {"err": "bad_value", "name": name}
    if not low <= value <= high:
        return {"err": "out_of_range", "name": name, "min": low, "max": high}
    return None
