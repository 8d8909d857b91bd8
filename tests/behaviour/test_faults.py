"""What goes wrong while it fires: named, the motor off, and play goes on after the cure."""

import pytest
from cardslinger.bridge import Fired, Launcher
from cardslinger.twin.bench import Bench, Reading
from slinger.limits import MOTOR_ON_MAX_MS, STALL_REST_MS

from tests.behaviour.hands import REST_MS, connect
from tests.conftest import StartTwin

PULSE_OVER_MS = 250  # a blocked beam stops the motor within this


async def fire(launcher: Launcher, bench: Bench, cards: int) -> tuple[Fired, int, Reading]:
    """(what was reported, how many really left, the instruments at the end)."""
    before = bench.read().left
    fired = await launcher.fire(cards)
    reading = bench.wait(REST_MS)
    assert reading.longest_drive_ms <= MOTOR_ON_MAX_MS + 5
    assert reading.motor == "coast"
    return fired, reading.left - before, reading


async def plays_on(launcher: Launcher, bench: Bench) -> None:
    """After the cure the next fire is as wanted."""
    bench.wait(STALL_REST_MS)
    fired, left, _ = await fire(launcher, bench, 2)
    assert (fired.outcome, fired.cards, left) == ("ok", 2, 2)


async def test_a_sticky_card_is_shaken_off_by_a_short_reverse(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        twin.bench.fault("sticky", probability=1.0, times=1)
        fired, left, _ = await fire(launcher, twin.bench, 3)
        assert fired.cards == left
        twin.bench.fault("sticky", on=False)
        if fired.outcome == "no_card":  # this one holds for ever: a hand takes it out
            twin.bench.clear()
        await plays_on(launcher, twin.bench)


async def test_a_card_that_jams_in_the_beam_is_named_and_the_motor_stops_in_time(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        twin.bench.fault("jam_beam", probability=1.0, times=1)
        fired, left, reading = await fire(launcher, twin.bench, 3)
        assert (fired.outcome, fired.cards, left) == ("jam", 0, 0)
        assert reading.motor_on_ms < 2 * PULSE_OVER_MS  # the way to the beam, and the wait
        twin.bench.clear()
        await plays_on(launcher, twin.bench)


async def test_two_cards_that_pass_as_one_are_never_silently_one(
    start_twin: StartTwin, kind: str
) -> None:
    """Case 2."""
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        for _ in range(2):  # learn how long a card is
            await fire(launcher, twin.bench, 5)
        twin.bench.fault("nose_to_tail", probability=1.0, after=2, times=1)
        fired, left, _ = await fire(launcher, twin.bench, 6)
        assert left in (fired.cards, fired.maybe)
        assert fired.outcome in ("ok", "over", "suspect")
        assert (fired.outcome == "suspect") == (fired.maybe is not None)


async def test_a_driver_that_reports_a_fault_stops_the_motor_and_is_named(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        twin.bench.fault("driver_fault")
        fired, left, _ = await fire(launcher, twin.bench, 2)
        assert (fired.outcome, left) == ("driver", 0)
        twin.bench.fault("driver_fault", on=False)
        await plays_on(launcher, twin.bench)


@pytest.mark.parametrize("press", [True, False])
async def test_a_lid_that_opens_while_it_fires_stops_the_motor(kind: str, press: bool) -> None:
    async with await Launcher.open(f"{kind}://?speed=1&seed=7") as launcher:
        bench: Bench = launcher.port.bench  # type: ignore[attr-defined]
        await launcher.set("profile", "custom")
        await launcher.set("custom", [0] * 12 + [1])
        if press:
            bench.press(20)
        bench.open_lid()
        reading = bench.wait(300)
        assert reading.motor == "coast"
        assert reading.motor_on_ms < (600 if press else 1)
        bench.close_lid()
