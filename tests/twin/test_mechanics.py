"""The mechanics against values worked out by hand, and what they must never do."""

from dataclasses import replace

import pytest
from cardslinger.twin.faults import CARD_FAULTS, NAMES, Faults
from cardslinger.twin.mechanics import Mechanics
from cardslinger.twin.motor import BRAKE, COAST, DRIVE, REVERSE
from cardslinger.twin.parameters import CARD_SIZES, CardSize, Parameters
from hypothesis import given
from hypothesis import strategies as st

# A flywheel without friction, cards that neither creep nor slow down: a pencil can follow.
IDEAL = Parameters(
    rest_mm=5.0,
    rim_kg=1e9,
    free_ma=0.0,
    card_friction=0.0,
    creep=0.0,
    flight_drag=0.0,
    engage_low_ms=20.0,
    engage_high_ms=20.0,
)
STEP_MS = 0.1


def run(machine: Mechanics, ms: float, mode: str = COAST, duty: float = 0.0) -> None:
    machine.driver.wake(True)
    for _ in range(round(ms / STEP_MS)):
        machine.step(mode, duty, STEP_MS)


def at_speed(hopper: int, speed: float = 1.0, parameters: Parameters = IDEAL) -> Mechanics:
    """A machine whose roller turns on and on at `speed` m/s."""
    machine = Mechanics(hopper, parameters, seed=1)
    machine.motor.speed = speed
    return machine


def only(name: str, **how: float) -> Faults:
    """One fault that strikes every card, unless `how` says otherwise."""
    faults = Faults(1)
    faults.switch(name, **{"probability": 1.0, **how})  # type: ignore[arg-type]
    return faults


def balance(machine: Mechanics) -> int:
    return machine.inside + machine.in_path + machine.left + machine.taken


# -- one card --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "speed", "blocked_ms"),
    [
        (CARD_SIZES["63x88"], 1.0, 91.0),
        (CARD_SIZES["63x88"], 2.0, 45.5),
        (CARD_SIZES["63x88"], 3.0, 30.3),
        (CARD_SIZES["56x87"], 1.0, 90.0),
        (CARD_SIZES["56x87"], 3.0, 30.0),
        (CardSize(87.0, 56.0, 1.5), 1.0, 59.0),  # fed crosswise
        (CardSize(87.0, 56.0, 1.5), 2.0, 29.5),
        (CardSize(87.0, 56.0, 1.5), 3.0, 19.7),
    ],
)
def test_a_card_blocks_the_beam_for_its_length_and_the_beams_width(
    card: CardSize, speed: float, blocked_ms: float
) -> None:
    machine = at_speed(1, speed, replace(IDEAL, card=card))
    blocked = 0
    for _ in range(round(200 / STEP_MS)):
        machine.step(COAST, 0.0, STEP_MS)
        blocked += machine.beam_blocked
    assert machine.left == 1
    assert blocked * STEP_MS == pytest.approx(blocked_ms, abs=0.25)


def test_a_card_meets_the_beam_and_leaves_when_geometry_says_so() -> None:
    """Front edge 5 mm past the roller, beam from 18.5 to 21.5 mm, exit at 30, card 88 mm."""
    machine = at_speed(1)
    run(machine, 13.4)
    assert not machine.beam_blocked
    assert (machine.inside, machine.in_path) == (1, 0)
    run(machine, 0.3)
    assert machine.beam_blocked  # 5 + 13.7 = 18.7 mm
    assert (machine.inside, machine.in_path) == (0, 1)
    run(machine, 90.6)
    assert machine.beam_blocked  # tail at 104.3 - 83 = 21.3 mm
    run(machine, 0.5)
    assert not machine.beam_blocked
    assert machine.left == 0  # tail at 21.8 mm: still in the exit
    run(machine, 8.4)
    assert (machine.in_path, machine.left) == (0, 1)


def test_the_next_card_comes_after_it_was_engaged() -> None:
    """Let go after 83 mm; 20 ms later the next one lies on the roller: 103 mm from edge to edge."""
    machine = at_speed(2)
    edges = []
    blocked = False
    for tick in range(round(300 / STEP_MS)):
        machine.step(COAST, 0.0, STEP_MS)
        if machine.beam_blocked and not blocked:
            edges.append(tick * STEP_MS)
        blocked = machine.beam_blocked
    assert edges[1] - edges[0] == pytest.approx(103, abs=0.5)


def test_an_empty_hopper_gives_nothing() -> None:
    machine = at_speed(0)
    run(machine, 500)
    assert (machine.left, machine.beam_blocked) == (0, False)


def test_with_the_lid_open_the_roller_spins_and_no_card_moves() -> None:
    machine = Mechanics(10, seed=1)
    machine.lid_open = True
    run(machine, 1000, DRIVE, 0.6)
    assert machine.roller_speed > 1.0
    assert (machine.inside, machine.positions_mm) == (10, [])
    machine.lid_open = False
    run(machine, 1000, DRIVE, 0.6)
    assert machine.left > 2


def test_a_full_stack_is_slower_than_the_last_cards() -> None:
    """Its weight is friction."""
    speeds = []
    for cards in (112, 5):
        machine = Mechanics(cards, seed=1)
        run(machine, 60, DRIVE, 0.6)
        speeds.append(machine.roller_speed)
    assert 0.7 < speeds[0] < 0.9 * speeds[1]


# -- hands -----------------------------------------------------------------------------------


def test_a_hand_takes_what_lies_in_the_path_and_squares_the_stack() -> None:
    machine = Mechanics(3, seed=1, faults=only("jam_beam", times=1))
    run(machine, 500, DRIVE, 0.6)
    assert machine.beam_blocked
    assert (machine.in_path, machine.left) == (1, 0)
    machine.clear()
    assert not machine.beam_blocked
    assert (machine.inside, machine.in_path, machine.taken) == (2, 0, 1)
    run(machine, 500, DRIVE, 0.6)
    assert machine.left == 2


def test_a_card_pulled_out_has_left() -> None:
    machine = Mechanics(1, seed=1)
    assert machine.pull_out()
    assert not machine.pull_out()
    assert (machine.inside, machine.left) == (0, 1)


# -- backwards -------------------------------------------------------------------------------


def test_backwards_the_roller_takes_its_card_into_the_hopper_again() -> None:
    machine = Mechanics(5, seed=1)
    run(machine, 60, DRIVE, 0.6)
    assert machine.in_path == 1
    run(machine, 300, REVERSE, 0.6)
    assert machine.roller_speed < 0.0
    assert (machine.inside, machine.in_path, machine.positions_mm) == (5, 0, [])
    run(machine, 2000, DRIVE, 0.6)
    assert machine.left == 5


def test_backwards_takes_a_pair_back_as_a_pair() -> None:
    machine = Mechanics(5, Parameters(lag_low=0.4, lag_high=0.4), 1, only("double", times=1))
    run(machine, 80, DRIVE, 0.6)
    assert len(machine.positions_mm) == 2
    apart_mm = machine.positions_mm[0] - machine.positions_mm[1]
    run(machine, 300, REVERSE, 0.6)
    assert (machine.inside, machine.positions_mm) == (5, [])
    while len(machine.positions_mm) < 2:
        run(machine, 1, DRIVE, 0.6)
    assert machine.positions_mm[0] - machine.positions_mm[1] == pytest.approx(apart_mm)


@pytest.mark.parametrize(("chance", "left"), [(0.0, 0), (1.0, 3)])
@pytest.mark.parametrize("jam", ["jam_entry", "jam_beam"])
def test_a_reverse_frees_a_jam_under_the_roller_by_chance(
    jam: str, chance: float, left: int
) -> None:
    machine = Mechanics(3, Parameters(reverse_frees=chance), 1, only(jam, times=1))
    run(machine, 200, DRIVE, 0.6)
    run(machine, 200, REVERSE, 0.6)
    run(machine, 100, BRAKE)
    run(machine, 1000, DRIVE, 0.6)
    assert (machine.left, balance(machine)) == (left, 3)


def test_a_short_reverse_frees_nothing() -> None:
    machine = Mechanics(3, Parameters(reverse_frees=1.0), 1, only("jam_beam", times=1))
    run(machine, 200, DRIVE, 0.6)
    run(machine, machine.parameters.reverse_frees_ms - 10, REVERSE, 0.6)
    run(machine, 1000, DRIVE, 0.6)
    assert machine.left == 0


# -- what goes wrong with cards ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("jam", "blocked", "left"), [("jam_entry", False, 2), ("jam_beam", True, 2)]
)
def test_a_jam_stalls_the_motor_and_draws_current(jam: str, blocked: bool, left: int) -> None:
    machine = Mechanics(5, seed=1, faults=only(jam, after=2))
    run(machine, 150, DRIVE, 0.6)
    assert machine.roller_speed > 0.5
    running_a = machine.motor.current_a
    run(machine, 450, DRIVE, 0.6)
    assert machine.roller_speed == 0.0
    assert machine.motor.current_a > 2 * running_a
    assert (machine.beam_blocked, machine.left, machine.in_path) == (blocked, left, 1)


def test_a_jam_in_the_exit_lets_the_next_card_run_into_it() -> None:
    machine = Mechanics(5, seed=1, faults=only("jam_exit", times=1))
    was_free = False
    for _ in range(600):
        run(machine, 1, DRIVE, 0.6)
        was_free |= machine.in_path == 1 and not machine.beam_blocked
    assert was_free, "the first one has passed the beam"
    assert (machine.beam_blocked, machine.left, machine.in_path) == (True, 0, 2)
    assert machine.roller_speed == 0.0
    run(machine, 300, REVERSE, 0.6)
    assert machine.roller_speed < 0.0, "backwards nothing holds it"
    assert machine.in_path == 1
    machine.clear()
    run(machine, 2000, DRIVE, 0.6)
    assert (machine.left, machine.taken) == (4, 1)


def jam_place(seed: int) -> str:
    """Where the fault `jam` strikes the first card of a machine with this seed."""
    faults = Faults(seed)
    faults.switch("jam")
    machine = Mechanics(1, seed=1, faults=faults)
    run(machine, 500, DRIVE, 0.6)
    assert (machine.left, machine.in_path) == (0, 1), "the first card, for sure"
    if machine.beam_blocked:
        return "beam"
    (front_mm,) = machine.positions_mm
    return "entry" if front_mm < machine.parameters.beam_mm else "exit"


def test_a_jam_somewhere_strikes_each_place_in_turn_of_chance() -> None:
    places = [jam_place(seed) for seed in range(60)]
    assert all(places.count(place) >= 10 for place in ("entry", "beam", "exit"))
    assert places == [jam_place(seed) for seed in range(60)], "and the seed decides"


def test_a_jam_somewhere_strikes_one_card_unless_a_number_says_how_often() -> None:
    faults = Faults(1)
    faults.switch("jam")
    machine = Mechanics(20, seed=1, faults=faults)
    run(machine, 500, DRIVE, 0.6)
    machine.clear()
    run(machine, 4000, DRIVE, 0.6)
    assert machine.taken + machine.left == 20

    often = Mechanics(20, seed=1, faults=only("jam"))
    for _ in range(3):
        run(often, 500, DRIVE, 0.6)
        assert often.in_path
        often.clear()
        run(often, 1000, BRAKE)
    assert often.left == 0


@pytest.mark.parametrize(("in_beam", "blocked"), [(0.0, False), (1.0, True)])
def test_a_half_ejected_card_is_pushed_out_by_the_next(in_beam: float, blocked: bool) -> None:
    faults = only("half_ejected", times=1)
    machine = Mechanics(1, Parameters(half_out_in_beam=in_beam), 1, faults)
    run(machine, 400, DRIVE, 0.6)
    assert (machine.left, machine.in_path, machine.beam_blocked) == (0, 1, blocked)
    machine.load(1)
    run(machine, 400, DRIVE, 0.6)
    assert machine.left == 2


def test_a_sticky_card_comes_late_or_only_after_a_restart() -> None:
    late = Parameters(held_for_ever=0.0, held_low_ms=300.0, held_high_ms=300.0)
    machine = Mechanics(1, late, 1, only("sticky"))
    run(machine, 290, DRIVE, 0.6)
    assert machine.positions_mm == [late.rest_mm]
    run(machine, 200, DRIVE, 0.6)
    assert machine.left == 1

    stuck = Parameters(held_for_ever=1.0, restart_frees=1.0)
    machine = Mechanics(1, stuck, 1, only("sticky"))
    run(machine, 3000, DRIVE, 0.6)
    assert machine.left == 0
    run(machine, 300, BRAKE)
    run(machine, 300, DRIVE, 0.6)
    assert machine.left == 1


def test_a_worn_roller_slips_under_some_cards_until_it_starts_anew() -> None:
    fed = 0
    for seed in range(40):
        machine = Mechanics(50, seed=seed, faults=only_state("worn_rubber"))
        run(machine, 100, DRIVE, 0.6)
        fed += machine.in_path > 0
    assert 10 < fed < 35


def only_state(name: str) -> Faults:
    faults = Faults(1)
    faults.switch(name)
    return faults


def test_a_weak_battery_slows_the_card() -> None:
    speeds = []
    for weak in (False, True):
        machine = Mechanics(20, seed=1)
        machine.battery.weak = weak
        run(machine, 80, DRIVE, 0.6)
        speeds.append(machine.roller_speed)
    assert 0.2 < speeds[1] < 0.8 * speeds[0]


# -- what must hold whatever happens -----------------------------------------------------------

HANDS = ("clear", "pull", "load", "lid", "lay")
ACTIONS = st.one_of(
    st.tuples(st.sampled_from([DRIVE, REVERSE, BRAKE, COAST]), st.integers(1, 300)),
    st.tuples(st.sampled_from(HANDS), st.just(0)),
    st.tuples(st.sampled_from(NAMES), st.integers(0, 1)),
)


def act(machine: Mechanics, name: str, number: int) -> None:
    if name in NAMES:
        often = 0.5 if name in CARD_FAULTS else None
        machine.faults.switch(name, bool(number), often)
        machine.battery.weak = machine.faults["weak_battery"].on
        machine.driver.broken = machine.faults["driver_fault"].on
    elif name == "clear":
        machine.clear()
    elif name == "pull":
        machine.pull_out()
    elif name == "load":
        machine.load(3)
    elif name == "lid":
        machine.lid_open = not machine.lid_open
    elif name == "lay":
        machine.lay_in_beam()


@given(st.lists(ACTIONS, max_size=40), st.integers(0, 12), st.integers(0, 2**32 - 1))
def test_no_card_is_made_or_lost_and_the_same_seed_gives_the_same_course(
    actions: list[tuple[str, int]], cards: int, seed: int
) -> None:
    machines = [Mechanics(cards, seed=seed, faults=Faults(seed)) for _ in range(2)]
    left = 0
    for machine in machines:
        machine.driver.wake(True)
    for name, number in actions:
        for machine in machines:
            if name in (DRIVE, REVERSE, BRAKE, COAST):
                for _ in range(number):
                    machine.step(name, 0.6, 1.0)
                    assert balance(machine) == machine.loaded
            else:
                act(machine, name, number)
        machine, twin = machines
        assert balance(machine) == machine.loaded
        assert min(machine.hopper, machine.inside, machine.in_path) >= 0
        assert machine.left >= left
        left = machine.left
        positions = machine.positions_mm
        assert positions == sorted(positions, reverse=True), "no card passes another"
        assert all(machine.parameters.rest_mm - 1e-6 <= one <= 118.0 + 1e-6 for one in positions)
        assert abs(machine.roller_speed) < 3.0
        assert 0.0 < machine.battery_mv < 4800.0
        assert positions == twin.positions_mm
        assert (machine.left, machine.roller_speed) == (twin.left, twin.roller_speed)


@given(st.lists(st.integers(1, 400), min_size=1, max_size=12))
def test_a_machine_left_alone_comes_to_rest(drives: list[int]) -> None:
    machine = Mechanics(30, seed=2, faults=Faults(2))
    machine.driver.wake(True)
    for ms in drives:
        for mode in (DRIVE, BRAKE, REVERSE):
            for _ in range(ms):
                machine.step(mode, 0.6, 1.0)
    for _ in range(1500):
        machine.step(COAST, 0.0, 1.0)
    assert machine.resting
    before = machine.positions_mm
    machine.step(COAST, 0.0, 1.0)
    assert machine.positions_mm == before
