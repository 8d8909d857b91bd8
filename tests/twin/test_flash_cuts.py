"""Power that goes in the middle of a write: what it leaves, and what the firmware makes of it."""

import asyncio

import pytest
from cardslinger.bridge import ConnectionChanged, Launcher
from cardslinger.twin.bench import Bench
from cardslinger.twin.errors import TwinBroken
from cardslinger.twin.mechanics import Mechanics
from cardslinger.twin.process import TwinProcess
from cardslinger.twin.virtual import VirtualTwin
from mpremote.transport_serial import SerialTransport
from slinger.health import BEAT_MS, SAVE_BOOT_MS
from slinger.settings import DEFAULTS, checksum

from tests.conftest import StartTwin
from tests.twin.cables import NoCable

REBOOT_MS = 300.0
SAVED_MS = SAVE_BOOT_MS + 5.0 * BEAT_MS  # the start is on flash; nothing else is written by itself
OPERATIONS_MAX = 40  # that a change of one setting may take
PACE = 4  # free-running, ten quiet seconds might pass, and it would write down its life


def prompt(twin: TwinProcess) -> SerialTransport:
    transport = SerialTransport(twin.serial_url)
    transport.enter_raw_repl(soft_reset=False)
    transport.exec("import rp2\nflash = rp2.Flash()")
    return transport


def sector(twin: TwinProcess) -> bytes:
    transport = prompt(twin)
    transport.exec("data = bytearray(4096)\nflash.readblocks(300, data)")
    found = transport.eval("bytes(data)")
    transport.close()
    assert isinstance(found, bytes)
    return found


def test_a_cut_erase_leaves_half_a_sector_and_a_cut_program_half_its_bytes(
    start_twin: StartTwin,
) -> None:
    twin = start_twin("emulated")
    page = b"DEAL" * 64
    programmed = bytes(was & put for was, put in zip(b"U" * 128, page, strict=False))
    for doing, left in (
        ("flash.ioctl(6, 300)", b"\xff" * 2048 + b"U" * 2048),
        (f"flash.writeblocks(300, {page!r}, 256)", b"U" * 256 + programmed + b"U" * 3712),
    ):
        transport = prompt(twin)
        transport.exec("flash.writeblocks(300, b'U' * 4096)")
        twin.bench.cut_power_in_write()
        transport.exec_raw_no_follow(doing)
        assert twin.bench.wait(REBOOT_MS).boot_ms
        transport.close()
        assert sector(twin) == left


async def test_a_cut_on_the_virtual_board_leaves_half_a_file_or_the_old_name() -> None:
    twin = VirtualTwin(NoCable(), Mechanics(5, seed=1), 1)  # type: ignore[arg-type]
    running = asyncio.create_task(twin.run())
    store = twin._store
    store.replace("settings", b"before")
    for after, left in enumerate(
        (
            {"settings": b"before", "settings.new": b"aft"},
            {"settings": b"before", "settings.new": b"after!"},
            {"settings.old": b"before", "settings.new": b"after!"},
        )
    ):
        store._files = {"settings": b"before"}
        board = twin._board
        twin.plant.flash.cut_power(after)
        with pytest.raises(asyncio.CancelledError):
            store.replace("settings", b"after!")
        assert store._files == left
        assert twin._board is not board, "it was switched on anew"
        await asyncio.sleep(1.0)
        assert not running.done()
    store.replace("settings", b"later")
    assert store.read("settings") == b"later"
    running.cancel()


def test_a_senseless_cut_is_refused(start_twin: StartTwin) -> None:
    bench: Bench = start_twin("virtual").bench
    with pytest.raises(TwinBroken, match="after must not be negative"):
        bench.cut_power_in_write(-1)


async def was_cut(twin: TwinProcess, lead_ms: int) -> bool:
    """Change a setting; True when the launcher lost power over it."""
    async with await Launcher.open(twin.serial_url) as launcher:
        change = asyncio.create_task(launcher.set("lead_ms", lead_ms))
        lost = asyncio.create_task(until_lost(launcher))
        await asyncio.wait([change, lost], return_when=asyncio.FIRST_COMPLETED)
        was_lost = lost.done()
        for task in (change, lost):
            task.cancel()
        await asyncio.wait([change, lost])
    return was_lost


async def until_lost(launcher: Launcher) -> None:
    """Not until the connection is back: by then its life would be on flash too."""
    async for news in launcher.news():
        if isinstance(news, ConnectionChanged):
            return


async def cut_each_operation(twin: TwinProcess, lead_ms: int) -> int:
    """Cut the first operation of a change, then the second of another, until one gets through;
    returns how many were cut."""
    for after in range(OPERATIONS_MAX):
        wanted_ms = 600 + after
        twin.bench.wait(SAVED_MS)
        twin.bench.cut_power_in_write(after)
        writes = twin.bench.read().flash_writes
        cut = await was_cut(twin, wanted_ms)
        reading = twin.bench.wait(REBOOT_MS)
        async with await Launcher.open(twin.serial_url) as launcher:
            kept = (await launcher.setting("lead_ms")).value
            assert kept in (lead_ms, wanted_ms)
            assert launcher.hello.settings == checksum({**DEFAULTS, "lead_ms": kept})
        if not cut:
            assert kept == wanted_ms
            return after
        assert reading.flash_writes - writes == after + 1
        lead_ms = int(str(kept))
    pytest.fail(f"a change takes more than {OPERATIONS_MAX} operations")


@pytest.mark.long
async def test_a_cut_in_the_first_change_ever_leaves_the_old_or_the_new_settings(
    start_twin: StartTwin, kind: str
) -> None:
    assert await cut_each_operation(start_twin(kind, speed=PACE), DEFAULTS["lead_ms"]) >= 2


@pytest.mark.long
async def test_a_cut_in_a_later_change_leaves_the_old_or_the_new_settings(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind, speed=PACE)
    assert not await was_cut(twin, 900)
    assert await cut_each_operation(twin, 900) >= 3
