"""What the board sees of the machine: pulses of the beam, lines that lie, the driver's fault."""

from itertools import pairwise

import pytest
from cardslinger.twin.errors import BadOption
from cardslinger.twin.faults import CARD_FAULTS, NAMES, Faults, parse
from cardslinger.twin.motor import BRAKE, COAST, DRIVE, REVERSE
from cardslinger.twin.parameters import Parameters

from tests.twin.rig import Rig

DUTY = 0.6


def drive(rig: Rig, ms: float) -> Rig:
    rig.order(DRIVE, DUTY)
    rig.run(ms)
    return rig


# -- the beam --------------------------------------------------------------------------------


def test_cards_come_as_pulses_with_gaps_of_ten_ms_and_more() -> None:
    rig = drive(Rig(60), 2500)
    pulses = rig.pulses_ms
    assert len(pulses) >= 15
    assert 80 < min(pulses) <= max(pulses) < 130
    assert all(after < 1.35 * before for before, after in pairwise(pulses))
    assert min(rig.gaps_ms) > 10


def test_edges_stand_where_a_card_met_the_beam_and_not_at_a_step() -> None:
    """The same course in steps of 1 ms and, by looking at the motor's pins, of 0.1 ms."""
    courses = []
    for look_ms in (50.0, 0.1):
        rig = Rig(3)
        rig.order(DRIVE, DUTY)
        while rig.now_ms() < 400:
            rig.run(look_ms)
            rig.plant.motor_changed()
        courses.append(rig.pulses_ms)
    assert len(courses[0]) == 3
    assert courses[0] == pytest.approx(courses[1], abs=0.1)


def test_a_slow_sensor_delays_both_edges_and_swallows_what_is_too_short() -> None:
    plain, slow = Rig(1, Parameters(beam_response_ms=1.0)), Rig(1, Parameters(beam_response_ms=1.9))
    for rig in (plain, slow):
        drive(rig, 300)
    for (plain_ms, _), (slow_ms, _) in zip(plain.edges, slow.edges, strict=True):
        assert slow_ms - plain_ms == pytest.approx(0.9)
    rig = Rig(1)
    rig.plant.beam.set(True)
    rig.run(0.5)
    rig.plant.beam.set(False)
    rig.run(10)
    assert rig.edges == []


# -- two cards at once -----------------------------------------------------------------------


def fault_rig(name: str, parameters: Parameters | None = None, cards: int = 20) -> Rig:
    """The first card is struck."""
    rig = Rig(cards, parameters)
    rig.plant.switch_fault(name, probability=1.0, times=1)
    return rig


@pytest.mark.parametrize("lag", [0.4, 0.6, 0.8, 0.95])
def test_a_shingled_pair_is_one_long_pulse(lag: float) -> None:
    parameters = Parameters(lag_low=lag, lag_high=lag)
    single = drive(Rig(2, parameters), 400)
    double = drive(fault_rig("double", parameters, cards=2), 400)
    ratio = double.pulses_ms[0] / single.pulses_ms[0]
    assert ratio == pytest.approx((91 + 88 * lag) / 91, rel=0.1)
    assert ratio > 1.35
    assert (len(double.pulses_ms), double.mechanics.left) == (1, 2)


def test_an_overlapped_pair_looks_like_one_card() -> None:
    single, double = drive(Rig(20), 130), drive(fault_rig("overlapped"), 130)
    assert double.pulses_ms[0] == pytest.approx(single.pulses_ms[0], rel=0.03)
    assert (len(double.pulses_ms), double.mechanics.left) == (1, 2)


def test_nose_to_tail_leaves_a_short_gap_or_none() -> None:
    shortest = []
    for seed in range(30):
        rig = Rig(20, None, seed)
        rig.plant.switch_fault("nose_to_tail", probability=1.0, times=1)
        drive(rig, 300)
        long_pulse = rig.pulses_ms[0] > 1.35 * 91 / 1.1
        shortest.append(0.0 if long_pulse else rig.gaps_ms[0])
    assert max(shortest) < 15
    assert sum(gap < 10 for gap in shortest) > 15
    assert 0.0 in shortest


def test_half_out_in_the_exit_frees_the_beam_and_half_out_in_the_beam_does_not() -> None:
    for in_beam in (False, True):
        rig = drive(fault_rig("half_ejected", Parameters(half_out_in_beam=in_beam), cards=1), 500)
        assert [blocked for _, blocked in rig.edges] == ([True] if in_beam else [True, False])
        assert (rig.mechanics.left, rig.mechanics.in_path) == (0, 1)


def test_a_card_may_lie_in_the_beam_before_the_start() -> None:
    rig = Rig(5, None, 1, "blocked")
    assert rig.plant.beam.shown
    assert (rig.mechanics.inside, rig.mechanics.in_path) == (4, 1)
    rig = Rig(5)
    rig.plant.switch_fault("blocked")
    rig.run(5)
    assert rig.edges == [(1.0, True)]


# -- lines that lie --------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "shown"), [("sensor_blocked", True), ("sensor_free", False)])
def test_a_stuck_sensor_says_always_the_same(name: str, shown: bool) -> None:
    rig = drive(Rig(5, None, 1, name), 400)
    assert (rig.edges, rig.plant.beam.shown) == ([], shown)
    assert rig.mechanics.left >= 3
    rig = drive(Rig(5), 60)
    assert rig.plant.beam.shown
    rig.plant.switch_fault(name)
    assert rig.plant.beam.shown == shown
    rig.plant.switch_fault(name, False)
    assert rig.plant.beam.shown


def test_a_bouncing_sensor_ends_at_the_right_level_soon() -> None:
    plain, rig = drive(Rig(1), 300), drive(Rig(1, None, 1, "sensor_bounce"), 300)
    assert [blocked for _, blocked in rig.edges] == [True, False] * 7
    for (plain_ms, _), (first_ms, _), (last_ms, _) in zip(
        plain.edges, rig.edges[::7], rig.edges[6::7], strict=True
    ):
        assert first_ms == pytest.approx(plain_ms)
        assert first_ms < last_ms <= first_ms + rig.mechanics.parameters.beam_bounce_ms


def test_a_floating_sensor_chatters_while_the_motor_turns() -> None:
    rig = Rig(0, None, 1, "sensor_floating")
    rig.run(500)
    assert rig.edges == []
    drive(rig, 100)
    assert len(rig.edges) > 100
    rig.order(COAST, awake=False)
    rig.run(1000)
    before = len(rig.edges)
    rig.run(1000)
    assert len(rig.edges) == before


def test_a_stuck_button_is_pressed_and_a_bouncing_one_settles() -> None:
    rig = Rig(0, None, 1, "button_stuck")
    assert rig.plant.button.shown
    rig.plant.button.set(False)
    assert rig.presses == []
    rig = Rig(0, None, 1, "button_bounce")
    rig.plant.button.set(True)
    rig.run(50)
    assert [down for _, down in rig.presses] == [True, False] * 3 + [True]
    rig.plant.button.set(False)
    rig.run(50)
    assert len(rig.presses) == 14
    assert not rig.plant.button.shown


# -- motor and driver ------------------------------------------------------------------------


def test_a_stalled_motor_makes_the_driver_complain_and_it_recovers() -> None:
    rig = drive(fault_rig("jam_beam"), 500)
    assert rig.mechanics.roller_speed == 0.0
    assert not rig.driver_fault, "a firmware that stops within 250 ms never sees it"
    rig.run(1000)
    assert rig.driver_fault
    assert rig.mechanics.motor.current_a == 0.0
    rig.order(COAST, awake=False)
    assert not rig.driver_fault
    rig.run(5000)
    rig.mechanics.clear()
    left = rig.mechanics.left
    drive(rig, 500)
    assert not rig.driver_fault
    assert rig.mechanics.left > left


def test_a_broken_driver_says_so_while_it_is_awake_and_moves_nothing() -> None:
    rig = Rig(5, None, 1, "driver_fault")
    assert not rig.driver_fault
    drive(rig, 500)
    assert rig.driver_fault
    assert (rig.mechanics.roller_speed, rig.mechanics.inside) == (0.0, 5)
    rig.plant.switch_fault("driver_fault", False)
    assert not rig.driver_fault
    rig.run(500)
    assert rig.mechanics.left > 0


def test_spent_cells_bring_the_drivers_lockout() -> None:
    rig = Rig(60)
    rig.mechanics.battery.charge = 0.05
    drive(rig, 5)
    assert rig.driver_fault


def test_the_adc_reads_half_of_the_battery() -> None:
    rig = Rig(60)
    at_rest = rig.plant.battery_counts
    assert at_rest == round(rig.mechanics.battery_mv / 2 / 3300 * 4095)
    drive(rig, 200)
    assert rig.plant.battery_counts < at_rest - 40


def test_times_of_driving_are_exact_and_count_backwards_too() -> None:
    rig = Rig(0)
    rig.order(DRIVE, DUTY)
    rig.run(10.3)
    rig.order(REVERSE, DUTY)
    rig.run(20.4)
    rig.order(BRAKE)
    rig.run(100)
    assert rig.plant.motor_on_ms == pytest.approx(30.7)
    assert rig.plant.longest_drive_ms == pytest.approx(30.7)


def test_nothing_is_computed_while_nothing_moves() -> None:
    rig = drive(Rig(5), 200)
    rig.order(BRAKE)
    rig.run(300)
    assert rig._due == []


# -- switches --------------------------------------------------------------------------------


def test_a_fault_spares_and_ends_as_told() -> None:
    faults = Faults(1)
    faults.switch("double", probability=1.0, after=2, times=2)
    assert [faults["double"].strikes() for _ in range(6)] == [
        False,
        False,
        True,
        True,
        False,
        False,
    ]


def test_one_faults_chances_do_not_depend_on_another() -> None:
    courses = []
    for others in ([], ["sticky"]):
        faults = Faults(5)
        for name in ["double", *others]:
            faults.switch(name, probability=0.3)
        course = []
        for _ in range(50):
            for name in others:
                faults[name].strikes()
            course.append(faults["double"].strikes())
        courses.append(course)
    assert courses[0] == courses[1]


def test_the_text_of_a_url_is_understood() -> None:
    assert parse("double:0.05,weak_battery") == (("double", 0.05), ("weak_battery", None))
    assert set(CARD_FAULTS) < set(NAMES)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("doubel", "no fault 'doubel'; there are double, "),
        ("", "no fault ''"),
        ("double:often", "probability 'often' is not a number"),
        ("double:2", "probability must be 0 to 1"),
        ("double:nan", "probability must be 0 to 1"),
        ("weak_battery:0.5", "it has no probability"),
    ],
)
def test_a_senseless_fault_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        parse(text)
