"""The device's clock by round trips: never wronger than it says, over the wrap and with drift."""

import pytest
from cardslinger.bridge.clock import DRIFT_PPM, WRAP_US, DeviceClock
from hypothesis import given
from hypothesis import strategies as st

delays_s = st.floats(0.0, 0.5)
trips = st.lists(st.tuples(st.floats(0.0, 4000.0), delays_s, delays_s), min_size=1, max_size=20)


class Device:
    """A device that was switched on when the host's clock said `began_s`, and goes wrong."""

    def __init__(self, began_s: float, drift_ppm: float) -> None:
        self.began_s = began_s
        self._pace = 1 + drift_ppm / 1e6

    def us(self, host_s: float) -> int:
        return int((host_s - self.began_s) * self._pace * 1e6)


@given(
    began_s=st.floats(0.0, 1e6),
    drift_ppm=st.floats(-DRIFT_PPM, DRIFT_PPM),
    trips=trips,
    event_s=st.floats(0.0, 4000.0),
)
def test_an_event_is_placed_within_the_stated_error(
    began_s: float, drift_ppm: float, trips: list[tuple[float, float, float]], event_s: float
) -> None:
    """4000 s are almost four rounds of the microsecond counter."""
    device, clock = Device(began_s, drift_ppm), DeviceClock()
    for since_s, there_s, back_s in sorted(trips):
        read_s = began_s + since_s + there_s
        us = device.us(read_s)
        clock.sample(read_s - there_s, read_s + back_s, us // 1000, us % WRAP_US)
    moment = clock.moment(device.us(began_s + event_s) // 1000)
    assert abs(moment.s - (began_s + event_s)) <= moment.error_s + 1e-5


def test_the_shortest_round_trip_counts() -> None:
    clock = DeviceClock()
    clock.sample(100.0, 100.5, 1000, 1_000_000)
    clock.sample(101.0, 101.004, 2002, 2_002_000)
    clock.sample(102.0, 102.9, 3000, 3_000_000)
    moment = clock.moment(2002)
    assert moment.s == pytest.approx(101.0025, abs=1e-4)
    assert moment.error_s == pytest.approx(0.0025, abs=1e-4)


def test_a_device_that_restarts_begins_anew() -> None:
    clock = DeviceClock()
    clock.sample(100.0, 100.5, 1000, 1_000_000)
    clock.restart()
    with pytest.raises(ValueError):
        clock.moment(5)
    assert clock.newest_s is None


@pytest.mark.parametrize("facts", [(None, None), (5, None), ("5", 5), (True, 5), (5, 5.0)])
def test_an_answer_without_both_clocks_says_nothing(facts: tuple[object, object]) -> None:
    clock = DeviceClock()
    clock.sample(1.0, 2.0, *facts)
    assert clock.newest_s is None
