"""What a host may say of the next presses, on every twin."""

import asyncio

import pytest
from cardslinger.bridge import Firing, Launcher, Refused

from tests.behaviour.hands import REST_MS, connect
from tests.conftest import StartTwin

LIFT_MS = 60  # between two quick presses


async def draws(launcher: Launcher, bench, presses: int) -> list[Firing]:
    """Press so often; what was drawn."""
    events, found = launcher.events(), []
    for _ in range(presses):
        await asyncio.to_thread(bench.press)
        while True:
            news = await asyncio.wait_for(anext(events), 20)
            if isinstance(news, Firing):
                found.append(news)
                break
        await asyncio.to_thread(bench.wait, REST_MS)
    return found


async def small_draws(launcher: Launcher) -> None:
    """0, 1 or 2 cards a press: every card costs an emulated Pico half a second."""
    await launcher.set("custom", [1, 1, 1])
    await launcher.set("profile", "custom")


async def test_armed_presses_draw_from_the_hosts_profile_and_then_its_own_again(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        await launcher.set("custom", [1])
        await launcher.set("profile", "custom")
        assert await launcher.arm(2, "exact") == 2
        assert (await launcher.status()).armed == 2
        told = await draws(launcher, twin.bench, 3)
        assert [one.profile for one in told] == ["exact", "exact", "custom"]
        assert [one.wanted for one in told] == [1, 1, 0]
        assert [one.left for one in told] == [1, 0, 0]
        assert not any(one.seeded for one in told)
        assert (await launcher.status()).armed == 0
    assert twin.bench.wait(REST_MS).left == 2


async def test_a_quick_finger_presses_for_whoever_was_armed_then(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind, speed=1)
    async with await connect(twin) as launcher:
        await launcher.set("custom", [0, 0, 1])
        await launcher.set("profile", "custom")
        await launcher.arm(2, whose=3)
        for _ in range(3):  # the last one is one too many
            await asyncio.to_thread(twin.bench.press)
            await asyncio.to_thread(twin.bench.wait, LIFT_MS)
        await launcher.arm(1, whose=5)
        events, told = launcher.events(), []
        while len(told) < 3:
            news = await asyncio.wait_for(anext(events), 20)
            told += [news] if isinstance(news, Firing) else []
        assert [(one.whose, one.waited) for one in told] == [(3, False), (3, True), (None, True)]
        await asyncio.to_thread(twin.bench.wait, 2 * REST_MS)
        assert (await launcher.status()).armed == 1
        (one,) = await draws(launcher, twin.bench, 1)
        assert (one.whose, one.waited, one.left) == (5, False, 0)


@pytest.mark.long
async def test_nobody_draws_anew_by_connecting_or_arming_again(
    start_twin: StartTwin, kind: str
) -> None:
    twin, told = start_twin(kind, cards=400), []
    for meddles in (False, True):
        async with await connect(twin) as launcher:
            await small_draws(launcher)
            await launcher.seed(42)
            wanted = []
            for _ in range(3):
                if meddles:
                    await launcher.arm(1, "custom")
                    await launcher.set("mute", not (await launcher.setting("mute")).value)
                wanted += [one.wanted for one in await draws(launcher, twin.bench, 1)]
        told.append(wanted)
    assert told[0] == told[1]


async def test_what_was_armed_ends_with_its_session(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        await launcher.set("custom", [1])
        await launcher.set("profile", "custom")
        await launcher.arm(3, "brutal")
    async with await connect(twin) as launcher:
        (told,) = await draws(launcher, twin.bench, 1)
        assert (told.profile, told.wanted) == ("custom", 0)


async def test_the_light_says_whose_press_it_is(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        changes = {}
        for light in ("armed", "your_press"):
            await launcher.arm(1, None, light)
            before = twin.bench.wait(REST_MS).now_ms  # its opening is over
            shown = twin.bench.wait(3 * REST_MS).shown
            changes[light] = sum(at_ms >= before for at_ms, _, _ in shown)
        await launcher.arm(0)
        before = twin.bench.wait(REST_MS).now_ms
        after = twin.bench.wait(2 * REST_MS)
    assert changes["your_press"] > 2 * changes["armed"] > 0
    assert after.light_on
    assert after.shown[-1][0] < before


async def test_a_senseless_arming_is_refused(start_twin: StartTwin, kind: str) -> None:
    async with await connect(start_twin(kind)) as launcher:
        with pytest.raises(Refused, match="presses must be 0 to 20"):
            await launcher.arm(21)
        with pytest.raises(Refused, match="profile must be one of toy, classic"):
            await launcher.arm(1, "loud")
        assert (await launcher.status()).armed == 0


async def test_a_seed_makes_the_draws_known_and_the_same_on_every_twin(
    start_twin: StartTwin,
) -> None:
    wanted = []
    for kind in ("virtual", "emulated"):
        twin = start_twin(kind)
        async with await connect(twin) as launcher:
            await launcher.seed(42)
            told = await draws(launcher, twin.bench, 4)
            assert all(one.seeded for one in told)
            wanted.append([one.wanted for one in told])
    assert wanted[0] == wanted[1]


@pytest.mark.long
async def test_two_boots_draw_differently(start_twin: StartTwin, kind: str) -> None:
    """The chance that six draws of these agree is one in seven hundred."""
    twin, seen = start_twin(kind, cards=400), []
    for _ in range(2):
        async with await connect(twin) as launcher:
            await small_draws(launcher)
            seen.append([one.wanted for one in await draws(launcher, twin.bench, 6)])
        twin.bench.power_cycle()
        twin.bench.wait(REST_MS)
    assert seen[0] != seen[1]
