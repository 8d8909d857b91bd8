"""What the launcher remembers of its life, on every twin, and its test of itself."""

import pytest
from cardslinger.bridge import Refused
from slinger.health import SAVE_IDLE_MS
from slinger.selftest import HAND_MS

from tests.behaviour.hands import REST_MS, connect, measure
from tests.conftest import StartTwin

# -- counters and faults -----------------------------------------------------------------------


async def test_counters_and_faults_outlive_power_off(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        await launcher.fire(3)
        twin.bench.jam()
        await launcher.fire(2)
        before = await launcher.life()
        assert (before.cards, before.fires, before.jams) == (3, 2, 1)
        twin.bench.clear()
        twin.bench.wait(SAVE_IDLE_MS + 3 * REST_MS)
    twin.bench.power_cycle()
    twin.bench.wait(REST_MS)
    async with await connect(twin) as launcher:
        after = await launcher.life()
        assert after.boots == before.boots + 1
        assert (after.cards, after.fires, after.jams) == (3, 2, 1)
        entry = (await launcher.log())[0]
        assert (entry.what, entry.boot, entry.text) == ("jam", before.boots, "0 of 2 cards")


async def test_a_new_launcher_has_no_faults(start_twin: StartTwin, kind: str) -> None:
    async with await connect(start_twin(kind)) as launcher:
        assert await launcher.log() == []
        assert (await launcher.life()).boots == 1


# -- the selftest ------------------------------------------------------------------------------


async def test_a_sound_machine_passes_every_check_and_keeps_its_cards(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind, speed=2)
    async with await connect(twin) as launcher:
        told = []
        for what in ("lid", "beam_clear", "battery", "motor"):
            told += await measure(launcher, what)
        for what, hand in (("button", twin.bench.press), ("beam_blocked", twin.bench.pull_card)):
            told += await measure(launcher, what, hand)
        assert {one.what: one.ok for one in told} == dict.fromkeys(
            (
                "lid", "beam_clear", "battery_off", "battery_on", "motor_sag", "driver",
                "beam_motor", "button", "button_bounces", "beam_blocked",
            ),
            True,
        )  # fmt: skip
        values = {one.what: one.value for one in told}
        assert values["battery_off"] > values["battery_on"]
        assert (await launcher.status()).fires == 0
    assert twin.bench.wait(REST_MS).left == 1, "the one that the hand pulled"


@pytest.mark.parametrize(
    ("fault", "what", "bad"),
    [
        ("driver_fault", "motor", ["motor_sag", "driver"]),
        ("weak_battery", "battery", ["battery_off"]),
        ("sensor_blocked", "beam_clear", ["beam_clear"]),
        ("sensor_floating", "motor", ["beam_motor"]),
    ],
)
async def test_what_is_broken_fails_its_check(
    start_twin: StartTwin, kind: str, fault: str, what: str, bad: list[str]
) -> None:
    twin = start_twin(kind)
    twin.bench.fault(fault)
    async with await connect(twin) as launcher:
        told = await measure(launcher, what)
    assert [one.what for one in told if not one.ok] == bad


async def test_a_button_that_bounces_too_much_fails_its_check(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind, speed=2)
    twin.bench.fault("button_bounce")
    async with await connect(twin) as launcher:
        pressed, bounces = await measure(launcher, "button", twin.bench.press)
        assert pressed.ok
        assert not bounces.ok
        assert (await launcher.status()).fires == 0


async def test_nobody_comes_and_the_check_fails_in_time(start_twin: StartTwin, kind: str) -> None:
    async with await connect(start_twin(kind)) as launcher:
        told, _ = await measure(launcher, "button")
        assert not told.ok
        assert HAND_MS < told.value < HAND_MS + 1000
        assert (await launcher.fire(1)).cards == 1, "play goes on"


async def test_with_the_lid_open_the_motor_is_not_tested(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    twin.bench.open_lid()
    async with await connect(twin) as launcher:
        with pytest.raises(Refused, match="lid"):
            await launcher.selftest("motor")
        (told,) = await measure(launcher, "lid")
        assert not told.ok
    assert twin.bench.read().motor_on_ms == 0
