"""Cards of given times at the beam, exact to the virtual microsecond."""

import json
from itertools import pairwise

import pytest
from cardslinger.bridge import Launcher
from cardslinger.twin.errors import BadOption, TwinBroken
from cardslinger.twin.motor import BRAKE, COAST, DRIVE, REVERSE
from cardslinger.twin.train import Train
from hypothesis import given
from hypothesis import strategies as st
from mpremote.transport_serial import SerialTransport

from tests.conftest import StartTwin
from tests.twin.rig import Rig

DUTY = 0.6
EXACT_MS = 1e-6


def train(*pulses: tuple[float, float], cards: int = 0) -> Rig:
    rig = Rig(cards)
    rig.plant.load_train(pulses)
    return rig


def drive(rig: Rig, ms: float, mode: str = DRIVE) -> Rig:
    rig.order(mode, DUTY if mode in (DRIVE, REVERSE) else 0.0)
    rig.run(ms)
    return rig


def assert_edges(rig: Rig, *expected_ms: float) -> None:
    """Blocked and free in turn, at these times."""
    assert [ms for ms, _ in rig.edges] == pytest.approx(list(expected_ms), abs=EXACT_MS)
    assert [blocked for _, blocked in rig.edges] == [n % 2 == 0 for n in range(len(expected_ms))]


def test_cards_come_at_exactly_the_times_of_the_train() -> None:
    rig = train((10_000, 20_000), (10_001, 45_000), (500, 90_000.5))
    rig.run(70)
    assert rig.edges == [], "nothing moves before the motor does"
    drive(rig, 1000)
    assert_edges(rig, 80, 100, 110.001, 155.001, 155.501, 245.5015)
    assert rig.plant.train.passed == 3
    assert not rig.plant.train.waiting


def test_a_motor_that_stops_lets_the_card_in_the_beam_leave_and_no_other_come() -> None:
    rig = drive(train((10_000, 20_000), (5000, 20_000)), 15)
    drive(rig, 985, BRAKE)
    assert_edges(rig, 10, 30)
    assert rig.plant.train.passed == 1
    drive(rig, 1000)
    assert_edges(rig, 10, 30, 1005, 1025)


def test_a_gap_that_was_cut_short_begins_anew() -> None:
    rig = drive(train((10_000, 20_000)), 9)
    drive(rig, 991, COAST)
    assert rig.edges == []
    drive(rig, 1000)
    assert_edges(rig, 1010, 1030)


def test_a_motor_that_starts_again_while_a_card_leaves_gets_the_next_after_its_gap() -> None:
    rig = drive(train((10_000, 20_000), (10_000, 20_000)), 12)
    drive(rig, 5, BRAKE)
    drive(rig, 100)
    assert_edges(rig, 10, 30, 40, 60)


def test_a_motor_that_turns_back_brings_no_card_and_a_changed_duty_disturbs_none() -> None:
    rig = drive(train((10_000, 20_000)), 500, REVERSE)
    assert rig.edges == []
    drive(rig, 5)
    rig.order(DRIVE, 0.3)
    rig.run(500)
    assert_edges(rig, 510, 530)


def test_a_train_stands_for_all_cards_of_the_machine() -> None:
    rig = train((10_000, 20_000), cards=30)
    drive(rig, 1000)
    assert_edges(rig, 10, 30)
    mechanics = rig.mechanics
    assert (mechanics.inside, mechanics.in_path, mechanics.left) == (0, 0, 0)
    assert mechanics.taken == mechanics.loaded == 30


def test_a_card_that_lay_in_the_beam_is_taken_out_too() -> None:
    rig = Rig(5, None, 1, "blocked")
    rig.plant.load_train([(10_000, 20_000)])
    rig.run(5)
    assert not rig.plant.beam.shown


def test_the_next_train_replaces_what_is_left_of_one_but_not_a_card_in_the_beam() -> None:
    rig = drive(train((10_000, 900_000), (10_000, 20_000)), 15)
    with pytest.raises(BadOption, match="the roller still turns"):
        rig.plant.load_train([])
    drive(rig, 485, BRAKE)
    with pytest.raises(BadOption, match="wait until it has left"):
        rig.plant.load_train([])
    rig.run(500)
    rig.plant.load_train([(1000, 2000)])
    assert rig.plant.train.passed == 0
    drive(rig, 100)
    assert_edges(rig, 10, 910, 1001, 1003)
    assert not rig.plant.train.waiting


def test_an_empty_train_ends_one() -> None:
    rig = train((10_000, 20_000))
    rig.plant.load_train([])
    drive(rig, 100)
    assert rig.edges == []
    assert not rig.plant.train.waiting


@pytest.mark.parametrize("pulses", [[(1,)], [1], [("a", 2)], None])
def test_a_train_of_something_else_is_refused(pulses: list) -> None:
    with pytest.raises(BadOption, match="a list of"):
        Rig(0).plant.load_train(pulses)


@pytest.mark.parametrize(
    "pulse", [(-1, 5), (1, 0), (1, -5), (float("nan"), 1), (1, float("nan")), (1, float("inf"))]
)
def test_times_that_can_not_be_are_refused(pulse: tuple) -> None:
    with pytest.raises(BadOption, match="train: "):
        Rig(0).plant.load_train([pulse])


@given(
    st.lists(st.tuples(st.integers(0, 30_000), st.integers(1, 100_000)), max_size=12),
    st.lists(st.tuples(st.booleans(), st.floats(0.1, 200)), max_size=20),
)
def test_whatever_the_motor_does_every_card_has_its_own_length_and_at_least_its_gap(
    pulses: list[tuple[int, int]], orders: list[tuple[bool, float]]
) -> None:
    rig = Rig(0)
    cards = Train(rig.set_beam, rig.call_later)
    cards.load(pulses)
    driven: list[tuple[float, float]] = []
    for forward, ms in orders:
        began_ms = rig.now_ms()
        cards.drive(forward)
        rig.run(ms)
        if forward:
            if driven and driven[-1][1] == began_ms:
                began_ms = driven.pop()[0]
            driven.append((began_ms, rig.now_ms()))
    cards.drive(False)
    rig.run(200)
    assert cards.passed == len(rig.pulses_ms) == len(rig.edges) // 2
    left_ms = 0.0
    for (gap_us, blocked_us), (arrival, leaving) in zip(
        pulses, list(pairwise(rig.edges))[::2], strict=False
    ):
        assert leaving[0] - arrival[0] == pytest.approx(blocked_us / 1000, abs=EXACT_MS)
        starts_ms = [max(start, left_ms) for start, end in driven if start <= arrival[0] <= end]
        assert [arrival[0]] == pytest.approx([start + gap_us / 1000 for start in starts_ms])
        left_ms = leaving[0]


# -- on the twins ------------------------------------------------------------------------------


@pytest.mark.parametrize("blocked_ms", [20, 30, 45, 90])
async def test_a_launcher_fires_as_many_as_have_passed(
    start_twin: StartTwin, kind: str, blocked_ms: int
) -> None:
    twin = start_twin(kind)
    twin.bench.train([(10_000, blocked_ms * 1000)] * 20)
    async with await Launcher.open(twin.serial_url) as launcher:
        for cards, passed in ((4, 4), (1, 5)):
            fired = await launcher.fire(cards)
            reading = twin.bench.wait(200)
            assert (fired.outcome, fired.cards) == ("ok", cards)
            assert reading.train_passed == passed
            assert reading.left == 0


def test_the_emulated_pico_sees_the_train_to_the_microsecond(start_twin: StartTwin) -> None:
    """Read by a hard interrupt, which takes its own few microseconds at each edge."""
    twin = start_twin("emulated")
    transport = SerialTransport(twin.serial_url)
    transport.enter_raw_repl(soft_reset=False)
    pulses = [(3000, 5000), (10_000, 20_001), (7777, 30_030)]
    twin.bench.train(pulses)
    times_us: list[int] = json.loads(transport.exec(WATCH_THE_BEAM))
    seen = [after - before for before, after in pairwise(times_us)]
    expected = [time for pulse in pulses for time in pulse][1:]
    assert seen == pytest.approx(expected, abs=4)
    assert twin.bench.read().train_passed == len(pulses)
    transport.close()


WATCH_THE_BEAM = """
import time
from array import array
from machine import Pin
from slinger import pins
from slinger.pico import Board
motor = Board().motor  # with a card sensor of its own on that pin, until `edge` takes over
came = array("i", [0] * 6)
n = 0
def edge(pin):
    global n
    came[n] = time.ticks_us()
    n += 1
pin = Pin(pins.CARD_SENSOR, Pin.IN, Pin.PULL_UP)
pin.irq(edge, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)
motor.drive(60)
while n < 6:
    pass
motor.off()
pin.irq(None)
print(list(came))
"""


def test_a_long_train_fits_a_request_and_keeps_cards_out(start_twin: StartTwin) -> None:
    twin = start_twin("virtual")
    reading = twin.bench.train([(10_000, 45_000)] * 10_000)
    assert (reading.inside, reading.train_passed) == (0, 0)
    with pytest.raises(TwinBroken, match="a train is at the beam"):
        twin.bench.load(10)
    twin.bench.train([])
    assert twin.bench.load(10).inside == 10
