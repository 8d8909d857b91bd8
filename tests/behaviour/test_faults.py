"""Every fault on both twins: named, the motor off in time, the count right or in doubt, and play
goes on after the cure."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from cardslinger.bridge import Fired, Launcher
from cardslinger.twin.bench import Bench, Reading
from slinger.limits import MOTOR_ON_MAX_MS

from tests.behaviour.hands import REST_MS, connect, until_firing
from tests.conftest import StartTwin

WANTED = 4
DOUBT = ("sensor",)  # an outcome that says: count by hand
BLOCKED_MAX_MS = 250  # driven against a beam that stays blocked
HAND_MS = 100  # until a hand is out of the way
OVER_MS = 5  # a twin's step, and the look at an edge

Hand = Callable[[Bench], Reading]


async def fire(launcher: Launcher, bench: Bench, cards: int) -> tuple[Fired, int, Reading]:
    """(what was reported, how many really left, the instruments at the end)."""
    before = (await asyncio.to_thread(bench.read)).left
    fired = await launcher.fire(cards)
    reading = await asyncio.to_thread(bench.wait, REST_MS)
    return fired, reading.left - before, reading


def assert_motor_safe(reading: Reading) -> None:
    """All that must hold of the motor, whatever happened."""
    assert reading.motor == "coast"
    assert reading.longest_drive_ms <= MOTOR_ON_MAX_MS + OVER_MS
    assert reading.blocked_drive_ms <= BLOCKED_MAX_MS


async def plays_on(launcher: Launcher, bench: Bench) -> None:
    """After the cure the next fire is as wanted; it waits by itself for the motor to cool down."""
    await asyncio.to_thread(bench.wait, HAND_MS)
    fired, left, reading = await fire(launcher, bench, 2)
    assert (fired.outcome, fired.cards, left) == ("ok", 2, 2)
    assert_motor_safe(reading)


def nothing(bench: Bench) -> Reading:
    """It is over by itself."""
    return bench.read()


def clear(bench: Bench) -> Reading:
    return bench.clear()


def refill(bench: Bench) -> Reading:
    return bench.load(20)


def close_lid(bench: Bench) -> Reading:
    return bench.close_lid()


@dataclass(frozen=True)
class Row:
    """A fault of the twin, how a fire may end with it, and what a hand does about it."""

    fault: str
    outcomes: tuple[str, ...]
    cure: Hand = clear
    how: dict[str, float] = field(default_factory=dict)  # which cards it strikes
    known: bool = False  # cards were fired before, so their length is known
    hopper: int = 112
    counts: bool = True  # the beam sees what leaves


ONE = {"probability": 1.0, "times": 1}
THIRD = {**ONE, "after": 2}
TABLE = [
    Row("empty", ("no_card",), refill, hopper=3),
    Row("sticky", ("ok", "suspect", "no_card", "driver"), how=ONE),
    Row("double", ("ok", "suspect", "over"), nothing, THIRD, known=True),
    Row("nose_to_tail", ("ok", "suspect", "over", "jam"), how=THIRD, known=True),
    Row("jam_entry", ("ok", "suspect", "no_card", "driver"), how=THIRD),
    Row("jam_beam", ("jam",), how=THIRD),
    Row("jam_exit", ("jam",), how=THIRD),
    Row("half_ejected", ("ok", "suspect", "jam"), how=THIRD, known=True),
    Row("blocked", ("blocked",)),
    Row("weak_battery", ("ok",), nothing),
    Row("worn_rubber", ("ok", "no_card")),
    Row("sensor_blocked", ("blocked",), nothing),
    Row("sensor_free", ("no_card",), counts=False),  # looks like an empty hopper
    Row("sensor_bounce", ("ok", "sensor")),
    Row("sensor_floating", ("sensor",)),
    Row("driver_fault", ("driver",)),
]


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.fault)
async def test_a_fault_is_named_the_count_right_or_in_doubt_and_play_goes_on(
    start_twin: StartTwin, kind: str, row: Row
) -> None:
    twin = start_twin(kind, cards=row.hopper)
    async with await connect(twin) as launcher:
        if row.known:
            await fire(launcher, twin.bench, 5)
        if row.fault != "empty":
            twin.bench.fault(row.fault, **row.how)  # type: ignore[arg-type]
            twin.bench.wait(HAND_MS)
        fired, left, reading = await fire(launcher, twin.bench, WANTED)
        assert fired.outcome in row.outcomes
        assert_motor_safe(reading)
        if row.counts:
            assert left in (fired.cards, fired.maybe) or fired.outcome in DOUBT
        if fired.outcome == "ok":
            assert fired.cards == WANTED
        if row.fault != "empty":
            twin.bench.fault(row.fault, on=False)
        row.cure(twin.bench)
        await plays_on(launcher, twin.bench)


@dataclass(frozen=True)
class Blow:
    """What strikes in the middle of a fire, how that ends, and the cure."""

    name: str
    strike: Hand
    outcome: str
    cure: Hand
    counts: bool = True  # the beam still sees what leaves


def switch(name: str, on: bool = True) -> Hand:
    return lambda bench: bench.fault(name, on=on)


def cured(name: str) -> Hand:
    def cure(bench: Bench) -> Reading:
        bench.fault(name, on=False)
        return bench.clear()

    return cure


BLOWS = [
    Blow("lid", lambda bench: bench.open_lid(), "lid", close_lid),
    Blow("driver", switch("driver_fault"), "driver", cured("driver_fault")),
    # looks like a card that stays in the beam, while cards go on leaving
    Blow("sensor blocked", switch("sensor_blocked"), "jam", cured("sensor_blocked"), counts=False),
]


@pytest.mark.parametrize("blow", BLOWS, ids=lambda blow: blow.name)
async def test_a_fault_in_the_middle_of_a_fire_stops_the_motor_at_once(
    kind: str, blow: Blow
) -> None:
    async with await Launcher.open(f"{kind}://?speed=1&seed=7") as launcher:
        bench: Bench = launcher.port.bench  # type: ignore[attr-defined]
        firing = asyncio.create_task(launcher.fire(20))
        await until_firing(launcher)
        await asyncio.to_thread(bench.wait, 400)
        struck = await asyncio.to_thread(blow.strike, bench)
        fired = await firing
        reading = await asyncio.to_thread(bench.wait, REST_MS)
        assert fired.outcome == blow.outcome
        assert 0 < fired.cards < 20
        assert_motor_safe(reading)
        if blow.name in ("lid", "driver"):
            assert reading.motor_on_ms - struck.motor_on_ms <= OVER_MS
        if blow.counts:
            assert reading.left in (fired.cards, fired.maybe)
        await asyncio.to_thread(blow.cure, bench)
        await asyncio.to_thread(bench.clear)
        await plays_on(launcher, bench)


async def test_a_host_that_says_stop_stops_the_motor_and_all_that_would_follow(kind: str) -> None:
    async with await Launcher.open(f"{kind}://?speed=1&seed=7") as launcher:
        bench: Bench = launcher.port.bench  # type: ignore[attr-defined]
        await launcher.arm(3)
        firing = asyncio.create_task(launcher.fire(20))
        await until_firing(launcher)
        await asyncio.to_thread(bench.press)  # waits for the fire to end
        await asyncio.to_thread(bench.wait, 400)
        await launcher.stop()
        fired = await firing
        reading = await asyncio.to_thread(bench.wait, REST_MS)
        assert (fired.outcome, 0 < fired.cards < 20) == ("stop", True)
        assert_motor_safe(reading)
        assert reading.left in (fired.cards, fired.maybe)
        status = await launcher.status()
        assert (status.state, status.waiting, status.armed) == ("idle", 0, 0)
        await launcher.stop()  # with nothing to stop
        await plays_on(launcher, bench)


async def test_a_bouncing_button_is_one_press(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        await launcher.set("profile", "custom")
        await launcher.set("custom", [0, 1])  # one card each time
        twin.bench.fault("button_bounce")
        for presses in (1, 2):
            await asyncio.to_thread(twin.bench.press)
            reading = await asyncio.to_thread(twin.bench.wait, REST_MS)
            status = await launcher.status()
            assert (status.presses, status.cards, reading.left) == (presses, presses, presses)
            assert_motor_safe(reading)


async def test_a_finger_and_a_lid_at_the_same_moment_turn_nothing(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        await launcher.set("profile", "exact")
        twin.bench.open_lid()
        twin.bench.press()
        assert twin.bench.wait(REST_MS).motor_on_ms == 0
