"""The mechanics against values worked out by hand."""

from math import exp

import pytest
from cardslinger.twin.mechanics import BRAKE, COAST, DRIVE, Mechanics, Parameters
from cardslinger.twin.plant import driver_output
from hypothesis import given
from hypothesis import strategies as st

# No play in the grip and no drag, so that a pencil can follow.
IDEAL = Parameters(grip_low=1.0, grip_high=1.0, ramp_drag=0.0)
STEP_MS = 0.1


def run(machine: Mechanics, ms: float, mode: str = DRIVE, duty: float = 0.5) -> None:
    for _ in range(round(ms / STEP_MS)):
        machine.step(mode, duty, STEP_MS)


def at_speed(hopper: int) -> Mechanics:
    """A machine whose roller already turns at 1 m/s (half duty)."""
    machine = Mechanics(hopper, IDEAL, seed=1)
    machine.roller_speed = 1.0
    return machine


def test_the_roller_speeds_up_and_brakes_with_its_time_constants() -> None:
    machine = Mechanics(0, IDEAL)
    run(machine, 50)
    assert machine.roller_speed == pytest.approx(1.0 * (1 - exp(-1)), rel=1e-6)
    run(machine, 1000)
    assert machine.roller_speed == pytest.approx(1.0, rel=1e-6)
    run(machine, 8, BRAKE)
    assert machine.roller_speed == pytest.approx(exp(-1), rel=1e-6)
    run(machine, 1000, BRAKE)
    assert machine.roller_speed == 0.0


def test_coasting_takes_longer_than_braking() -> None:
    machine = at_speed(0)
    run(machine, 120, COAST)
    assert machine.roller_speed == pytest.approx(exp(-1), rel=1e-6)


def test_a_card_reaches_the_beam_and_leaves_it_when_geometry_says_so() -> None:
    """Front edge 5 mm past the roller, beam from 18.5 to 21.5 mm, card 88 mm, 1 mm a ms."""
    machine = at_speed(1)
    run(machine, 13.4)
    assert not machine.beam_blocked
    run(machine, 0.3)
    assert machine.beam_blocked  # 5 + 13.7 = 18.7 mm
    run(machine, 90.6)
    assert machine.beam_blocked  # trailing edge at 104.3 - 83 = 21.3 mm
    assert machine.left == 0
    run(machine, 0.5)
    assert not machine.beam_blocked
    assert machine.left == 1


def test_the_next_card_comes_after_it_was_engaged() -> None:
    """Released after 83 mm; gripped 20 ms later; 13.5 mm to the beam: lead edges 116.5 ms apart."""
    machine = at_speed(2)
    edges = []
    blocked = False
    for tick in range(round(300 / STEP_MS)):
        machine.step(DRIVE, 0.5, STEP_MS)
        if machine.beam_blocked and not blocked:
            edges.append(tick * STEP_MS)
        blocked = machine.beam_blocked
    assert edges[1] - edges[0] == pytest.approx(83 + 20 + 13.5 - 13.5, abs=0.5)


def test_a_jammed_card_stays_in_the_beam_until_a_hand_takes_it_out() -> None:
    machine = at_speed(3)
    machine.jammed = True
    run(machine, 500)
    assert machine.beam_blocked
    assert machine.left == 0
    machine.clear()
    assert not machine.beam_blocked
    assert machine.inside == 2
    run(machine, 500)
    assert machine.left == 2


def test_an_empty_hopper_gives_nothing() -> None:
    machine = at_speed(0)
    run(machine, 500)
    assert (machine.left, machine.beam_blocked) == (0, False)


def test_the_same_seed_gives_the_same_machine() -> None:
    speeds = []
    for _ in range(2):
        machine = Mechanics(5, seed=3)
        run(machine, 250)
        speeds.append([card.position_mm for card in machine._cards()])
    assert speeds[0] == speeds[1]


@given(
    st.lists(st.tuples(st.sampled_from([DRIVE, BRAKE, COAST]), st.integers(1, 300)), max_size=20)
)
def test_no_card_is_made_or_lost(actions: list[tuple[str, int]]) -> None:
    machine = Mechanics(10, seed=1)
    left = 0
    for mode, ms in actions:
        for _ in range(ms):
            machine.step(mode, 0.6, 1.0)
        assert machine.inside + len(machine._flying) + machine.left == 10
        assert machine.left >= left
        left = machine.left


@pytest.mark.parametrize(
    ("in1", "in2", "awake", "output"),
    [
        (0.0, False, True, (COAST, 0.0)),
        (0.6, False, True, (DRIVE, 0.6)),
        (1.0, True, True, (BRAKE, 0.0)),
        (0.6, False, False, (COAST, 0.0)),
        (1.0, True, False, (COAST, 0.0)),
        (0.0, True, True, (COAST, 0.0)),
    ],
)
def test_the_driver_chip(in1: float, in2: bool, awake: bool, output: tuple[str, float]) -> None:
    assert driver_output(in1, in2, awake) == output
