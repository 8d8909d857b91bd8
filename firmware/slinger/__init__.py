"""The card launcher's firmware: plain MicroPython that CPython runs too.

A press flows one way: `press` (debounced) -> `draw` (how many cards) -> `feed` (motor until the
sensor counted them) -> `link` (numbered event) -> serial. `app` joins them; `pico` is the only
module that touches the RP2040.
"""

VERSION = "0.1.0"
PLATE = "cardslinger launcher 0.1.0"  # whole in every image, where `image info` looks for it
