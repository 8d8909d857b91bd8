"""Trouble at the machine and on its lines, on every twin: said, survived, and cured."""

import asyncio

import pytest
from cardslinger.bridge import Lost
from cardslinger.bridge.messages import Stray
from slinger.frame import encode
from slinger.limits import MOTOR_HOLD_MS, MOTOR_ON_MAX_MS, TRAIL_MAX_MS

from tests.behaviour.hands import REST_MS, connect, until_firing
from tests.conftest import StartTwin


async def test_an_empty_hopper_is_said_and_play_goes_on_after_a_reload(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind, cards=2)
    async with await connect(twin) as launcher:
        fired = await launcher.fire(5)
        assert (fired.cards, fired.outcome) == (2, "no_card")
        assert twin.bench.load(10).motor == "coast"
        assert (await launcher.fire(3)).cards == 3
    assert twin.bench.wait(REST_MS).left == 5


async def test_a_jam_stops_the_motor_blocks_the_next_fire_and_can_be_cleared(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        twin.bench.jam()
        fired = await launcher.fire(5)
        assert (fired.cards, fired.outcome) == (0, "jam")
        before = twin.bench.read()
        assert before.motor == "coast"
        assert (await launcher.fire(5)).outcome == "blocked"
        assert twin.bench.wait(REST_MS).motor_on_ms == before.motor_on_ms
        twin.bench.clear()
        twin.bench.wait(REST_MS)  # the sensor has seen it
        fired = await launcher.fire(5)
        assert (fired.outcome, fired.cards) == ("ok", 5)


async def test_a_power_cut_in_a_fire_stops_the_motor_and_the_host_hears_of_it(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind, speed=1)
    async with await connect(twin) as launcher:
        fire = asyncio.create_task(launcher.fire(60))
        await until_firing(launcher)
        await asyncio.to_thread(twin.bench.wait, 200)
        await asyncio.to_thread(twin.bench.power_cycle)
        with pytest.raises(Lost, match="restarted"):
            await fire
    reading = twin.bench.wait(REST_MS)
    assert reading.motor == "coast"
    assert reading.roller_speed == 0
    async with await connect(twin) as launcher:
        assert (await launcher.status()).state == "idle"
    assert twin.bench.wait(REST_MS).left == reading.left, "nothing fires by itself"


# -- lines that lie ----------------------------------------------------------------------------


async def test_spikes_on_the_buttons_line_are_no_presses(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    for _ in range(5):
        twin.bench.shake_button(every_us=2, edges=2)
        twin.bench.wait(200)
    async with await connect(twin) as launcher:
        assert (await launcher.status()).presses == 0
    twin.bench.press()
    async with await connect(twin) as launcher:
        assert (await launcher.status()).presses == 1, "a finger is still heard"


async def test_a_floating_button_line_cannot_keep_the_motor_on(
    start_twin: StartTwin, kind: str
) -> None:
    """Case 10: an interrupt that comes again and again would leave no time for the program."""
    twin = start_twin(kind, speed=1)
    async with await connect(twin) as launcher:
        fire = asyncio.create_task(launcher.fire(12))
        await until_firing(launcher)
        await asyncio.to_thread(twin.bench.shake_button, 20, 50_000)
        fired = await fire
    reading = twin.bench.wait(5000)
    assert (fired.cards, fired.outcome) == (12, "ok")
    assert reading.motor == "coast"
    assert reading.longest_drive_ms <= MOTOR_ON_MAX_MS + 5


@pytest.mark.parametrize(("every_us", "edges"), [(20, 50_000), (500, 2_000)])
async def test_a_chattering_sensor_counts_no_cards_and_stops_the_motor(
    start_twin: StartTwin, kind: str, every_us: int, edges: int
) -> None:
    twin = start_twin(kind, cards=0, speed=1)
    async with await connect(twin) as launcher:
        fire = asyncio.create_task(launcher.fire(5))
        await until_firing(launcher)
        await asyncio.to_thread(twin.bench.shake_beam, every_us, edges)
        fired = await fire
        assert (fired.cards, fired.outcome) == (0, "sensor")
        reading = await asyncio.to_thread(twin.bench.wait, REST_MS)
        assert reading.motor == "coast"
        assert reading.longest_drive_ms <= MOTOR_HOLD_MS
        await asyncio.to_thread(twin.bench.load, 10)
        assert (await launcher.fire(2)).outcome == "ok"
        assert (await launcher.status()).cards == 2


async def test_a_card_pulled_out_by_hand_is_counted_and_said(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        await asyncio.to_thread(twin.bench.pull_card)
        fired = await launcher.fire(2)
        assert (fired.cards, fired.outcome) == (2, "ok")
        status = await launcher.status()
        assert (status.cards, status.strays) == (2, 1)
        assert twin.bench.read().left == 3
        first = await anext(launcher.events())
        assert isinstance(first, Stray)
        assert first.cards == 1


async def test_an_id_beyond_all_measure_is_no_command_and_breaks_nothing(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        for line in (encode({"id": 10**200, "cmd": "fire"}), encode({"ack": 10**200})):
            await asyncio.to_thread(launcher.port.write, line)
        assert (await launcher.fire(1)).cards == 1


async def test_a_host_that_asks_without_end_lets_no_jam_wait(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        await launcher.set("trail_ms", TRAIL_MAX_MS)
        twin.bench.fault("jam_beam", probability=1.0, after=1, times=1)
        fire = asyncio.create_task(launcher.fire(3))
        while not fire.done():
            await launcher.status()
        assert (await fire).outcome == "jam"
    assert twin.bench.wait(REST_MS).blocked_drive_ms <= 250


async def test_a_host_that_asks_without_end_does_not_disturb_a_fire(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        fire = asyncio.create_task(launcher.fire(4))
        while not fire.done():
            await launcher.status()
        assert (await fire).outcome == "ok"
    assert twin.bench.wait(REST_MS).left == 4
