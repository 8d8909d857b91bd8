"""Motor, driver and battery against values worked out by hand."""

from dataclasses import replace
from math import exp

import pytest
from cardslinger.twin.battery import Battery
from cardslinger.twin.motor import BRAKE, COAST, DRIVE, REVERSE, Driver, Motor, driver_output
from cardslinger.twin.parameters import Parameters

# One volt, one ohm, 1 V per m/s, 1 N per A, 50 g at the rim: a time constant of 50 ms.
SIMPLE = Parameters(
    cells=1,
    cell_full_mv=1000.0,
    cell_empty_mv=1000.0,
    cell_fresh_ohm=0.0,
    holder_ohm=0.0,
    motor_ohm=1.0,
    driver_ohm=0.0,
    gear_efficiency=1.0,
    free_ma=0.0,
    free_mv=1000.0,
    free_speed=1.0,
    rim_kg=0.05,
)
STEP_MS = 0.1


def motor(parameters: Parameters = SIMPLE) -> Motor:
    return Motor(parameters, Battery(parameters))


def run(one: Motor, ms: float, mode: str = DRIVE, duty: float = 1.0, load_n: float = 0.0) -> float:
    return sum(one.step(mode, duty, load_n, STEP_MS) for _ in range(round(ms / STEP_MS)))


@pytest.mark.parametrize(("mode", "sign"), [(DRIVE, 1), (REVERSE, -1)])
def test_it_speeds_up_either_way_with_its_time_constant(mode: str, sign: int) -> None:
    one = motor()
    run(one, 50, mode)
    assert one.speed == pytest.approx(sign * (1 - exp(-1)), rel=1e-6)
    assert one.current_a == pytest.approx(exp(-1), rel=1e-6)
    run(one, 1000, mode, 0.5)
    assert one.speed == pytest.approx(sign * 0.5, rel=1e-6)


def test_it_goes_as_far_as_its_speed_says() -> None:
    """From rest, after one time constant: 50 ms x (1 - (1 - 1/e)) = 50 / e mm."""
    assert run(motor(), 50) == pytest.approx(50 * exp(-1), rel=1e-6)


def test_braking_shorts_it_and_coasting_leaves_it_to_friction() -> None:
    one = motor()
    one.speed = 1.0
    run(one, 50, BRAKE)
    assert one.speed == pytest.approx(exp(-1), rel=1e-6)
    one.speed = 1.0
    run(one, 50, COAST)
    assert one.speed == 1.0
    run(one, 50, COAST, load_n=0.5)  # 10 m/s2
    assert one.speed == pytest.approx(0.5, rel=1e-6)
    run(one, 60, COAST, load_n=0.5)
    assert one.speed == 0.0


def test_a_load_slows_it_and_a_greater_one_than_it_can_push_stalls_it() -> None:
    one = motor()
    run(one, 1000, load_n=0.4)
    assert one.speed == pytest.approx(0.6, rel=1e-6)
    assert one.current_a == pytest.approx(0.4, rel=1e-6)
    run(one, 1000, load_n=1.1)
    assert (one.speed, one.current_a) == (0.0, 1.0)
    assert run(one, 100, load_n=1.1) == 0.0


def test_the_driver_limits_the_current() -> None:
    one = motor(replace(SIMPLE, driver_limit_ma=200.0))
    run(one, 10)  # 0.2 N on 50 g: 4 m/s2
    assert one.speed == pytest.approx(0.04, rel=1e-6)
    assert one.current_a == pytest.approx(0.2)


def test_the_battery_sags_with_the_current_and_with_age() -> None:
    p = Parameters(charge=1.0)
    battery = Battery(p)
    assert battery.millivolts(0.0) == pytest.approx(3 * 1580)
    assert battery.millivolts(1.0) == pytest.approx(3 * 1580 - 600)  # 3 x 0.15 + 0.15 ohm
    battery.charge = 0.0
    assert battery.millivolts(1.0) == pytest.approx(3 * 1000 - 1950)  # 3 x 0.6 + 0.15 ohm


def test_a_driven_motor_pulls_the_battery_down_and_empties_it() -> None:
    p = Parameters()
    battery = Battery(p)
    one = Motor(p, battery)
    at_rest_mv = battery.millivolts(one.battery_a)
    one.step(DRIVE, 0.6, 0.0, 1.0)
    starting_mv = battery.millivolts(one.battery_a)
    run(one, 300, DRIVE, 0.6)
    running_mv = battery.millivolts(one.battery_a)
    assert starting_mv < running_mv - 200 < at_rest_mv - 200
    before = battery.charge
    run(one, 100, load_n=9.0, duty=1.0)
    assert one.speed == 0.0
    amp_hours = 1.5 * 0.1 / 3600
    assert before - battery.charge == pytest.approx(amp_hours / 8.0, rel=0.05)


def test_a_braked_motor_takes_nothing_from_the_battery() -> None:
    one = motor()
    one.speed = 1.0
    run(one, 10, BRAKE)
    assert one.current_a > 0.5
    assert one.battery_a == 0.0


# -- the driver chip ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("in1", "in2", "awake", "output"),
    [
        (0.0, 0.0, True, (COAST, 0.0)),
        (0.6, 0.0, True, (DRIVE, 0.6)),
        (1.0, 0.0, True, (DRIVE, 1.0)),
        (0.0, 0.6, True, (REVERSE, 0.6)),
        (0.0, 1.0, True, (REVERSE, 1.0)),
        (1.0, 1.0, True, (BRAKE, 0.0)),
        (1.0, 0.4, True, (DRIVE, 0.6)),  # slow decay
        (0.4, 1.0, True, (REVERSE, 0.6)),
        (0.4, 0.4, True, (COAST, 0.0)),
        (0.6, 0.0, False, (COAST, 0.0)),
        (0.0, 1.0, False, (COAST, 0.0)),
        (1.0, 1.0, False, (COAST, 0.0)),
    ],
)
def test_the_driver_chip(in1: float, in2: float, awake: bool, output: tuple[str, float]) -> None:
    mode, duty = driver_output(in1, in2, awake)
    assert (mode, pytest.approx(duty)) == output


def driver() -> Driver:
    one = Driver(Parameters())
    one.wake(True)
    for _ in range(3):
        one.step(0.0, 4500.0, 1.0)
    assert one.conducts
    return one


def test_a_driver_needs_a_millisecond_to_wake() -> None:
    one = Driver(Parameters())
    one.wake(True)
    one.step(0.0, 4500.0, 0.6)
    assert not one.conducts
    one.step(0.0, 4500.0, 0.6)
    assert one.conducts


def test_a_long_stall_is_too_hot_for_it_until_it_has_cooled() -> None:
    one = driver()
    for _ in range(800):
        one.step(1.4, 4000.0, 1.0)
    assert not one.fault
    one.step(1.4, 4000.0, 1.0)
    assert one.fault
    assert not one.conducts
    for _ in range(1595):
        one.step(0.0, 4500.0, 1.0)
    assert one.fault  # half of the heat is gone after 1600 ms
    for _ in range(10):
        one.step(0.0, 4500.0, 1.0)
    assert one.conducts


def test_too_low_a_supply_switches_it_off_for_a_moment() -> None:
    one = driver()
    one.step(1.0, 2500.0, 1.0)
    assert one.fault
    for _ in range(5):
        one.step(0.0, 3000.0, 1.0)
    assert one.conducts


def test_a_sleeping_driver_reports_no_fault() -> None:
    one = driver()
    one.broken = True
    assert one.fault
    one.wake(False)
    assert not one.fault
    assert not one.conducts
