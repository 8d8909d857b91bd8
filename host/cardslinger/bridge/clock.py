"""The device's clock as the host sees it: an offset by the shortest round trip, and its error."""

from collections import deque
from dataclasses import dataclass

WRAP_US = 2**30  # MicroPython's microsecond counter begins anew every 18 minutes
DRIFT_PPM = 100.0  # two crystals; the Pico's is good for 30 (its datasheet), a computer's for 50
SAMPLES_KEPT = 16
TICK_MS = 1.0  # the device cuts its times to that


@dataclass(frozen=True, slots=True)
class Moment:
    """A host's time in seconds (`time.monotonic`), right to `error_s` either way."""

    s: float
    error_s: float


@dataclass(frozen=True, slots=True)
class _Sample:
    device_s: float
    host_s: float
    error_s: float


class DeviceClock:
    """Offset of one boot's clock. Feed it with round trips; it needs one at least."""

    def __init__(self) -> None:
        self._samples: deque[_Sample] = deque(maxlen=SAMPLES_KEPT)

    def restart(self) -> None:
        """Another boot: its clock began anew."""
        self._samples.clear()

    def sample(self, sent_s: float, received_s: float, t_ms: object, us: object) -> None:
        """A round trip at these host times, in which the device read its clocks: `t_ms` since
        power-on, `us` the same less whole rounds of WRAP_US. Anything but whole numbers says
        nothing."""
        if type(t_ms) is not int or type(us) is not int:
            return
        rounds = round((t_ms * 1000 - us) / WRAP_US)
        half_s = (received_s - sent_s) / 2
        self._samples.append(_Sample((rounds * WRAP_US + us) / 1e6, received_s - half_s, half_s))

    @property
    def newest_s(self) -> float | None:
        """Host time of the latest round trip."""
        return self._samples[-1].host_s if self._samples else None

    def moment(self, t_ms: int) -> Moment:
        """When the device's clock said `t_ms`, by the round trip that says it best.

        Raises ValueError before the first round trip.
        """
        device_s = (t_ms + TICK_MS / 2) / 1000

        def by(sample: _Sample) -> Moment:
            since_s = device_s - sample.device_s
            drift_s = abs(since_s) * DRIFT_PPM / 1e6
            error_s = sample.error_s + drift_s + TICK_MS / 2000
            return Moment(sample.host_s + since_s, error_s)

        return min(map(by, self._samples), key=lambda moment: moment.error_s)
