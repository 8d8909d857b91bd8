"""The cable, the board or the host fails in the middle of it, on every twin: each card is known
once, or its count is to be confirmed."""

import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from cardslinger.bridge import (
    ConnectionChanged,
    CutOff,
    Fired,
    Firing,
    Heard,
    Launcher,
    Lost,
    Missed,
    News,
    Passed,
    Restarted,
    State,
)
from cardslinger.hil.disturbances import Disturbed

from tests.behaviour import recording_host
from tests.behaviour.hands import REST_MS, connect, until_firing
from tests.behaviour.recording_host import keep, read_record
from tests.conftest import StartTwin

HOST = recording_host.__file__
IN_A_FIRE_MS = 300.0  # after its beginning


def nothing(more: int) -> None:
    """Nobody watches."""


async def until(launcher: Launcher, kind: type[News]) -> list[News]:
    """All news up to the first of that kind."""
    found: list[News] = []
    async with asyncio.timeout(60):
        async for news in launcher.news():
            found.append(news)
            if isinstance(news, kind):
                break
    return found


async def test_a_cable_pulled_in_a_fire_and_plugged_in_again_loses_nothing(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind, speed=1)
    async with await connect(twin) as launcher:
        fire = asyncio.create_task(launcher.fire(6))
        await until_firing(launcher)
        await asyncio.to_thread(twin.bench.unplug)
        changed = (await until(launcher, ConnectionChanged))[-1]
        assert isinstance(changed, ConnectionChanged)
        assert (changed.state, launcher.state) == (State.LOST, State.LOST)
        assert "plug it in again" in changed.why
        await asyncio.to_thread(twin.bench.wait, 1500)  # the fire goes on and ends
        await asyncio.to_thread(twin.bench.plug)
        fired = await fire
        news = await until(launcher, Fired)
        while launcher.state is not State.CONNECTED:  # what was missed is told again first
            news += await until(launcher, ConnectionChanged)
        assert launcher.why == ""
        assert not [item for item in news if isinstance(item, Restarted | Missed)]
    assert (fired.cards, fired.outcome, twin.bench.read().left) == (6, "ok", 6)


async def test_a_reset_in_a_fire_tells_what_is_known_and_asks_for_a_count(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind, speed=1)
    async with await connect(twin) as launcher:
        fire = asyncio.create_task(launcher.fire(20))
        news = await until(launcher, Passed)
        await asyncio.to_thread(twin.bench.wait, IN_A_FIRE_MS)
        await asyncio.to_thread(twin.bench.reset, replug=True)
        with pytest.raises(Lost, match="restarted; count the cards"):
            await fire
        news += await until(launcher, CutOff)
        [restarted] = [item for item in news if isinstance(item, Restarted)]
        cut = news[-1]
        left = (await asyncio.to_thread(twin.bench.wait, REST_MS)).left
        assert isinstance(restarted.firing, Firing)
        assert restarted.firing.wanted == 20
        assert isinstance(cut, CutOff)
        assert (cut.by, cut.wanted) == ("host", 20)
        assert 1 <= restarted.cards <= cut.cards <= left <= cut.cards + 2, "what was in the exit"
        assert (await launcher.status()).state == "idle", "nothing fires by itself"


async def test_power_that_goes_in_a_fire_leaves_what_the_host_had_heard(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind, speed=1)
    async with await connect(twin) as launcher:
        fire = asyncio.create_task(launcher.fire(20))
        await until(launcher, Passed)
        await asyncio.to_thread(twin.bench.power_cycle, replug=True)
        with pytest.raises(Lost, match="restarted; count the cards"):
            await fire
        restarted = (await until(launcher, Restarted))[-1]
        assert isinstance(restarted, Restarted)
        assert restarted.firing
        left = (await asyncio.to_thread(twin.bench.wait, REST_MS)).left
        assert 1 <= restarted.cards <= left
        assert twin.bench.read().left == left, "nothing fires by itself"


async def test_a_fire_that_was_ordered_while_the_cable_was_out_is_refused_for_good(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        twin.bench.unplug()
        await until(launcher, ConnectionChanged)
        with pytest.raises(Lost, match=r"plug it in again|no such port"):
            await launcher.fire(3)
        twin.bench.plug()
        while launcher.state is not State.CONNECTED:
            await until(launcher, ConnectionChanged)
        assert twin.bench.wait(3 * REST_MS).left == 0
        assert (await launcher.fire(2)).cards == 2


async def test_a_second_host_is_turned_away_while_the_first_is_there(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        with pytest.raises(Exception, match="busy; another program has it open"):
            await connect(twin)
        assert (await launcher.fire(1)).cards == 1


@pytest.mark.long
async def test_a_host_that_reads_nothing_for_a_minute_gets_every_event_afterwards(
    start_twin: StartTwin, kind: str
) -> None:
    """Case 7."""
    presses = 20 if kind == "virtual" else 4
    twin = start_twin(kind, cards=400)
    async with await connect(twin) as launcher:
        await launcher.set("profile", "exact")
    twin.bench.stall_host(True)
    for _ in range(presses):
        twin.bench.press()
        twin.bench.wait(60_000 / presses)
    left = twin.bench.read().left
    assert left >= presses
    twin.bench.stall_host(False)
    async with await Launcher.open(twin.serial_url, Heard()) as launcher:
        last, cards = launcher.hello.next - 1, 0
        numbers = []
        async for news in launcher.events():
            assert not isinstance(news, Missed | Restarted)
            numbers.append(news.n)
            cards += news.cards if isinstance(news, Fired) else 0
            if news.n == last:
                break
        assert (await launcher.status()).dropped == 0
    assert numbers == [*range(1, last + 1)]
    assert last >= 2 * presses
    assert cards == left


async def test_a_host_process_that_is_killed_again_and_again_loses_and_doubles_nothing(
    start_twin: StartTwin, kind: str, tmp_path: Path
) -> None:
    twin = start_twin(kind, cards=1000)
    file, chance = tmp_path / "record", Random(4)
    for _ in range(6):
        with subprocess.Popen(
            [sys.executable, HOST, twin.serial_url, str(file)], stdout=subprocess.PIPE
        ) as host:
            assert host.stdout
            assert host.stdout.readline() == b"ready\n"
            await asyncio.sleep(chance.uniform(0.0, 1.0))
            host.kill()
    record = read_record(file)
    async with await Launcher.open(twin.serial_url, record.heard) as launcher:
        while (await launcher.status()).state != "idle":
            await asyncio.to_thread(twin.bench.wait, REST_MS)
        last = await launcher.next_event() - 1
        news = launcher.news()
        while record.heard.number < last:
            keep(record, file, await anext(news))
    left = twin.bench.wait(REST_MS).left
    assert (record.cards, record.doubled, record.confirmations) == (left, 0, 1)
    assert left > 0


@pytest.mark.long
@pytest.mark.timeout(400)
@pytest.mark.parametrize("what", ["pull_cable", "reset_board", "kill_and_start_host"])
async def test_disturbed_fires_on_the_real_firmware_lose_and_double_nothing(
    start_twin: StartTwin, what: str
) -> None:
    """In short: `cardslinger bench link --disturbances 50` does it at fifty moments each."""
    twin = start_twin("emulated")
    async with Disturbed(twin, seed=5) as disturbed:
        await disturbed.disturb(getattr(disturbed, what), 5, nothing)
    assert (disturbed.lost, disturbed.doubled) == (0, 0)
    assert disturbed.record.cards > 0
    if what != "reset_board":
        assert disturbed.record.confirmations == 1, "where the record begins"
    if what == "pull_cable":
        assert disturbed.fires_known > 0
