"""The chip is reset as its watchdog does it, which is not the same as power off and on."""

import asyncio

import pytest
from cardslinger.bridge import Launcher, Lost
from cardslinger.twin.process import TwinProcess
from mpremote.transport_serial import SerialTransport
from slinger.health import BEAT_MS, SAVE_IDLE_MS
from slinger.start import CRASHES_SAFE

from tests.conftest import BOOT_MS, StartTwin

POWER_ON, WATCHDOG = 1, 3  # what machine.reset_cause() says
SAVED_MS = SAVE_IDLE_MS + 10 * BEAT_MS  # what is to be kept has been written
SCRATCH_2, SCRATCH_3 = 0x40058014, 0x40058018


def reset(twin: TwinProcess, replug: bool = False) -> None:
    twin.bench.reset(replug=replug)
    twin.bench.wait(BOOT_MS)


async def test_after_a_reset_the_program_is_new_and_knows_why(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await Launcher.open(twin.serial_url) as launcher:
        first = launcher.hello
        assert first.cause == POWER_ON
        await launcher.fire(3)
        inside = twin.bench.read().inside
    reset(twin)
    async with await Launcher.open(twin.serial_url) as launcher:
        assert launcher.hello.cause == WATCHDOG
        assert launcher.hello.boot != first.boot
        assert launcher.hello.board == first.board
        assert (await launcher.status()).cards == 0
        assert (await launcher.log())[0].what == "watchdog"
    assert twin.bench.read().inside == inside


async def test_a_reset_stops_the_motor(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    async with await Launcher.open(twin.serial_url) as launcher:
        fire = asyncio.create_task(launcher.fire(60))
        while (await asyncio.to_thread(twin.bench.read)).motor != "drive":
            await asyncio.sleep(0)
        assert (await asyncio.to_thread(twin.bench.reset)).motor == "coast"
        assert (await asyncio.to_thread(twin.bench.wait, 2000)).motor == "coast"
        with pytest.raises(Lost):
            await fire


@pytest.mark.long
async def test_resets_in_a_row_are_remembered_until_power_goes(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    for _ in range(CRASHES_SAFE):
        reset(twin)
    async with await Launcher.open(twin.serial_url) as launcher:
        assert (await launcher.status()).state == "safe"
    twin.bench.power_cycle()
    twin.bench.wait(BOOT_MS)
    async with await Launcher.open(twin.serial_url) as launcher:
        assert launcher.hello.cause == POWER_ON
        assert (await launcher.status()).state == "idle"


async def test_a_restart_that_was_asked_for_is_no_crash(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    reset(twin)
    twin.bench.wait(SAVED_MS)
    async with await Launcher.open(twin.serial_url) as launcher:
        await launcher.restart()
    twin.bench.wait(BOOT_MS)
    async with await Launcher.open(twin.serial_url) as launcher:
        assert launcher.hello.cause == WATCHDOG
        assert [entry.what for entry in await launcher.log()] == ["watchdog"]


@pytest.mark.parametrize("power_off", [False, True])
def test_the_scratch_registers_outlast_a_reset_and_nothing_else_does(
    start_twin: StartTwin, power_off: bool
) -> None:
    twin = start_twin("emulated")
    transport = SerialTransport(twin.serial_url)
    transport.enter_raw_repl(soft_reset=False)
    transport.exec(f"from machine import mem32\nmem32[{SCRATCH_2}], mem32[{SCRATCH_3}] = 12, 34")
    twin.bench.power_cycle() if power_off else twin.bench.reset()
    twin.bench.wait(BOOT_MS)
    transport.enter_raw_repl(soft_reset=False)
    assert transport.exec("print('mem32' in globals())") == b"False\r\n"
    transport.exec("from machine import mem32")
    kept = transport.eval(f"[mem32[{SCRATCH_2}], mem32[{SCRATCH_3}]]")
    assert kept == ([0, 0] if power_off else [12, 34])
    transport.close()


@pytest.mark.parametrize("operation", ["reset", "power_cycle"])
async def test_a_host_may_lose_its_port_with_it(
    start_twin: StartTwin, kind: str, operation: str
) -> None:
    twin = start_twin(kind)
    launcher = await Launcher.open(twin.serial_url)
    boot = launcher.hello.boot
    getattr(twin.bench, operation)(replug=True)
    with pytest.raises(Lost):
        await launcher.status()
    await launcher.close()
    twin.bench.wait(BOOT_MS)
    async with await Launcher.open(twin.serial_url) as launcher:
        assert launcher.hello.boot != boot


async def test_a_cable_that_is_out_stays_out_over_a_reset(start_twin: StartTwin) -> None:
    twin = start_twin("virtual")
    twin.bench.unplug()
    reset(twin, replug=True)
    with pytest.raises(Exception, match="no such port"):
        await Launcher.open(twin.serial_url)
