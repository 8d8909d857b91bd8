"""Limits that protect the device and bound its messages. The host imports them from here."""

PROTOCOL = 1  # raised when a host of the old number could no longer talk to this device
LINE_MAX_BYTES = 256  # one frame with its newline; also the USB transmit buffer of the Pico
FIRE_MAX_CARDS = 112  # one deck
EVENTS_KEPT = 32  # events held for a host that is away; about 150 bytes each

MOTOR_ON_MAX_MS = 3000  # one burst; then the motor rests
MOTOR_REST_MS = 300
MOTOR_HOLD_MS = 700  # driven for this long without a new order: the program hangs, motor off
