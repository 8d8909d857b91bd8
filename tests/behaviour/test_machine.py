"""Faults of the machine that no firmware prevents: what both twins do under them, and the cure."""

import asyncio

import pytest
from cardslinger.bridge import Launcher, Refused
from cardslinger.twin.bench import Reading
from cardslinger.twin.errors import TwinBroken
from slinger.limits import MOTOR_ON_MAX_MS

from tests.behaviour.hands import REST_MS, connect
from tests.conftest import StartTwin


def balance(reading: Reading) -> int:
    return reading.inside + reading.in_path + reading.left + reading.taken


async def test_with_the_lid_open_nothing_is_launched_until_it_is_closed(
    start_twin: StartTwin, kind: str
) -> None:
    """Case 5."""
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        assert twin.bench.open_lid().lid_open
        twin.bench.wait(100)  # or the order may be there before the program has looked
        with pytest.raises(Refused, match="its lid is open; close it"):
            await launcher.fire(2)
        twin.bench.press()
        reading = twin.bench.wait(REST_MS)
        assert (reading.left, reading.motor_on_ms) == (0, 0)
        assert not twin.bench.close_lid().lid_open
        twin.bench.wait(100)
        assert (await launcher.fire(2)).cards == 2
    assert twin.bench.wait(REST_MS).left == 2


async def test_an_overlapped_pair_is_two_cards_whatever_the_sensor_saw(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    twin.bench.fault("overlapped", probability=1.0, times=1)
    async with await connect(twin) as launcher:
        fired = await launcher.fire(2)
    reading = twin.bench.wait(REST_MS)
    assert (fired.cards, reading.left) == (2, 3)
    assert balance(reading) == 112


async def test_a_weak_battery_sags_more_and_cells_can_be_changed(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind, cards=30)
    readings = {}
    async with await connect(twin) as launcher:
        for name in ("fresh", "weak", "changed"):
            twin.bench.fault("weak_battery", name == "weak")
            began = twin.bench.wait(REST_MS)
            await launcher.fire(3)
            ended = twin.bench.wait(REST_MS)
            readings[name] = (began.battery_mv, ended.motor_on_ms - began.motor_on_ms)
            assert ended.left - began.left == 3
    assert readings["weak"][0] < readings["fresh"][0] - 500
    assert readings["weak"][1] < 1.2 * readings["fresh"][1], "more duty makes up for it"
    assert readings["changed"][0] == pytest.approx(readings["fresh"][0], abs=5)


async def test_a_broken_driver_moves_nothing_and_the_motor_is_given_up(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    twin.bench.fault("driver_fault")
    async with await connect(twin) as launcher:
        await launcher.fire(2)
        reading = twin.bench.wait(REST_MS)
        assert (reading.left, reading.motor, reading.motor_ma) == (0, "coast", 0)
        twin.bench.fault("driver_fault", False)
        assert (await launcher.fire(2)).cards == 2


async def test_no_card_is_lost_with_everything_going_wrong(kind: str) -> None:
    faults = "double,nose_to_tail,overlapped,sticky,jam_entry,jam_beam,jam_exit,half_ejected"
    async with await Launcher.open(f"{kind}://?speed=0&seed=5&cards=60&fault={faults}") as launcher:
        bench = launcher.port.bench  # type: ignore[attr-defined]
        for cards in (3, 1, 5, 2):
            await launcher.fire(cards)
            reading = await asyncio.to_thread(bench.wait, REST_MS)
            assert balance(reading) == 60
            assert reading.motor == "coast"
            assert reading.longest_drive_ms <= MOTOR_ON_MAX_MS + 5
            assert balance(bench.clear()) == 60
        assert bench.read().faults == faults.split(",")


def test_a_fault_that_does_not_exist_is_refused_with_those_that_do(start_twin: StartTwin) -> None:
    twin = start_twin("virtual")
    with pytest.raises(TwinBroken, match="no fault 'doubel'; there are double, nose_to_tail"):
        twin.bench.fault("doubel")
    with pytest.raises(TwinBroken, match="charge must be 0 to 1"):
        twin.bench.set_battery(2)
    assert twin.bench.read().faults == []
