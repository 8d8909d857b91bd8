"""How exactly the board times a card while its garbage collector runs.

The firmware's own card sensor, on the board's prompt, beside a program that makes litter and
collects it again and again, while the bench moves the beam's line by known times.
"""

import json
from dataclasses import dataclass

from cardslinger.hil.errors import MeasureError, NotInstalled
from cardslinger.hil.presses import Advance
from cardslinger.twin.process import TwinProcess

# Just longer than noise: what a card adds beyond that costs the emulator time and shows nothing.
LENGTHS_US = (5101, 5173, 5257, 5401)
AT_ONCE = 10  # pulses in a row
BOOT_MS = 200.0  # virtual; then the launcher runs and can be stopped
PATIENCE_S = 120  # wall; a collecting board is emulated 50 times slower than it would run

PROGRAM = """
import gc, json, time
from slinger.pico import CardSensor
def measure(wanted, pause_ms):
    sensor = CardSensor()
    found = []
    runs = collecting_us = 0
    began_ms = time.ticks_ms()
    print("ready")
    while len(found) < wanted:
        litter = [bytearray(40) for _ in range(20)]
        since_us = time.ticks_us()
        gc.collect()
        collecting_us += time.ticks_diff(time.ticks_us(), since_us)
        runs += 1
        time.sleep_ms(pause_ms)
        while len(found) < sensor.trailing:
            found.append(sensor.blocked_us(len(found) + 1))
        sensor.look()
    took_ms = time.ticks_diff(time.ticks_ms(), began_ms)
    print(json.dumps([runs, collecting_us, took_ms, found]))
measure(%d, %d)
"""
PAUSE_MS = 8  # between two collections of 3 ms


@dataclass(frozen=True, slots=True)
class Timing:
    """`errors_us` of each pulse; the collector ran `runs` times, `share` of all the time."""

    errors_us: list[float]
    runs: int
    share: float


def require_mpremote() -> None:
    """Raises NotInstalled without the extra `bench`."""
    try:
        import mpremote  # noqa: F401
    except ImportError:
        raise NotInstalled("bench device needs mpremote: pip install -e '.[bench]'") from None


def time_pulses(twin: TwinProcess, pulses: int, advance: Advance) -> Timing:
    """Let `pulses` pass an emulated board; stops its launcher for good.

    Raises NotInstalled without the extra `bench`, MeasureError when the board's prompt does not
    do as it should.
    """
    require_mpremote()
    from mpremote.transport import TransportError
    from mpremote.transport_serial import SerialTransport

    transport = SerialTransport(twin.serial_url, timeout=PATIENCE_S)
    try:
        twin.bench.wait(BOOT_MS)
        transport.enter_raw_repl(soft_reset=False)
        truth_us = [LENGTHS_US[n // AT_ONCE % len(LENGTHS_US)] for n in range(pulses)]
        transport.exec_raw_no_follow(PROGRAM % (pulses, PAUSE_MS))
        transport.read_until(1, b"ready\r\n", timeout=PATIENCE_S)
        for first in range(0, pulses, AT_ONCE):
            some = truth_us[first : first + AT_ONCE]
            twin.bench.shake_beam(some[0], 2 * len(some))
            advance(len(some))
        said, complaint = transport.follow(PATIENCE_S)
    except (TransportError, OSError) as error:
        raise MeasureError(f"the board's prompt does not answer ({error}); try again") from error
    finally:
        transport.close()
    if complaint:
        last_line = complaint.decode().strip().splitlines()[-1]
        raise MeasureError(f"the board's prompt says: {last_line}")
    runs, collecting_us, took_ms, found_us = json.loads(said)
    errors_us = [abs(found - true) for found, true in zip(found_us, truth_us, strict=True)]
    return Timing(errors_us, runs, collecting_us / 1000 / took_ms)
