"""A twin is a child process: it has two sides, and never outlives the one who started it."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import serial
from cardslinger.bridge import Launcher
from cardslinger.twin.cable import Cable, PtyCable, TcpCable
from cardslinger.twin.errors import TwinBroken
from cardslinger.twin.process import TwinProcess

from tests.conftest import StartTwin

STARTS_A_TWIN = """
import sys
from cardslinger.twin.process import TwinProcess
twin = TwinProcess("virtual://")
print(twin._child.pid, flush=True)
sys.stdin.read()
"""


def gone(pid: int) -> bool:
    """True when the process has ended (a zombie counts as ended)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_twin_ends_when_its_starter_is_killed() -> None:
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTS_A_TWIN], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert starter.stdout is not None
    twin_pid = int(starter.stdout.readline())
    starter.send_signal(signal.SIGKILL)
    starter.communicate()
    deadline_s = time.monotonic() + 20
    while not gone(twin_pid) and time.monotonic() < deadline_s:
        time.sleep(0.05)
    assert gone(twin_pid)


def test_a_twin_ends_when_its_port_closes() -> None:
    from cardslinger.bridge.ports import open_port

    port = open_port("virtual://")
    pid = port.twin._child.pid  # type: ignore[attr-defined]
    port.close()
    assert gone(pid)


def test_a_bench_without_its_twin_says_so(start_twin: StartTwin) -> None:
    twin = start_twin("virtual")
    os.kill(twin._child.pid, signal.SIGKILL)
    with pytest.raises(TwinBroken):
        twin.bench.wait(10)


def test_two_twins_are_two_machines(start_twin: StartTwin) -> None:
    one, other = start_twin("virtual", cards=5), start_twin("virtual", cards=9)
    assert one.serial_url != other.serial_url
    assert (one.bench.read().inside, other.bench.read().inside) == (5, 9)


async def test_the_same_seed_gives_the_same_game_in_another_boot(start_twin: StartTwin) -> None:
    """Were the boots one, a host would take what is new for what it has heard already."""
    games, boots = [], set()
    for _ in range(2):
        twin: TwinProcess = start_twin("virtual", seed=11)
        for _ in range(20):
            twin.bench.press()
            twin.bench.wait(3000)
        games.append(twin.bench.read().left)
        async with await Launcher.open(twin.serial_url) as launcher:
            boots.add(launcher.hello.boot)
    assert games[0] == games[1]
    assert len(boots) == 2


@pytest.mark.parametrize("make", [PtyCable, TcpCable])
async def test_a_cable_carries_bytes_both_ways_and_knows_when_a_host_is_there(make: type) -> None:
    cable: Cable = make()
    came: asyncio.Queue[bytes] = asyncio.Queue()
    present: asyncio.Queue[bool] = asyncio.Queue()
    cable.on_bytes = came.put_nowait
    cable.on_host = present.put_nowait
    assert cable.write(b"lost") == 4
    for _ in range(2):  # a host may go and come back
        host = await asyncio.to_thread(serial.serial_for_url, cable.url, timeout=10)
        assert await asyncio.wait_for(present.get(), 10) is True
        await asyncio.to_thread(host.write, b"hello")
        assert await asyncio.wait_for(came.get(), 10) == b"hello"
        assert cable.write(b"there") == 5
        assert await asyncio.to_thread(host.read, 5) == b"there"
        host.close()
        assert await asyncio.wait_for(present.get(), 10) is False
    cable.close()
