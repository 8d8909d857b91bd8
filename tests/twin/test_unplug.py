"""The USB cable is pulled and plugged in again, while the launcher runs on from its battery."""

import asyncio
import errno
from pathlib import Path

import pytest
import serial
from cardslinger.bridge import Launcher
from cardslinger.bridge.errors import Lost, PortError
from cardslinger.bridge.ports import open_port
from cardslinger.twin.cable import Cable, PtyCable, TcpCable
from mpremote.transport_serial import SerialTransport

from tests.conftest import StartTwin

SENT_BYTES = 3000
HELD_BYTES_MAX = 1024  # more than MicroPython's and TinyUSB's buffers together

COUNTS_LATE = """
import select, sys, time
time.sleep_ms(1500)
waiting = select.poll()
waiting.register(sys.stdin, select.POLLIN)
count = 0
while waiting.poll(0):
    sys.stdin.buffer.read(1)
    count += 1
"""


# pyserial forgets to close a socket whose other end is gone
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("make", [PtyCable, TcpCable])
async def test_a_pulled_cable_breaks_the_port_and_comes_back_under_its_name(make: type) -> None:
    cable: Cable = make()
    url = cable.url
    came: asyncio.Queue[bytes] = asyncio.Queue()
    present: asyncio.Queue[bool] = asyncio.Queue()
    cable.on_bytes = came.put_nowait
    cable.on_host = present.put_nowait
    for _ in range(3):
        host = await asyncio.to_thread(serial.serial_for_url, url, timeout=10)
        assert await asyncio.wait_for(present.get(), 10) is True
        assert cable.write(b"on its way") == 10
        cable.unplug()
        assert present.get_nowait() is False
        assert cable.write(b"lost") == 4
        with pytest.raises(serial.SerialException):  # what was on its way may still come
            for _ in range(3):
                await asyncio.to_thread(host.read, 100)
        with pytest.raises(serial.SerialException):
            for _ in range(3):
                await asyncio.to_thread(host.write, b"x")
        with pytest.raises(serial.SerialException):
            await asyncio.to_thread(serial.serial_for_url, url)
        cable.unplug()  # once more changes nothing
        host.close()

        cable.plug()
        cable.plug()
        assert cable.url == url
        host = await asyncio.to_thread(serial.serial_for_url, url, timeout=10)
        assert await asyncio.wait_for(present.get(), 10) is True
        await asyncio.to_thread(host.write, b"hello")
        assert await asyncio.wait_for(came.get(), 10) == b"hello"
        assert cable.write(b"there") == 5
        assert await asyncio.to_thread(host.read, 5) == b"there"
        host.close()
        assert await asyncio.wait_for(present.get(), 10) is False
    cable.close()
    assert came.empty() and present.empty()


async def test_a_closed_cable_leaves_nothing_behind() -> None:
    cable = PtyCable()
    assert Path(cable.url).is_symlink()
    cable.close()
    assert not Path(cable.url).parent.exists()
    cable.close()


def test_a_twin_that_was_ended_leaves_no_port_behind(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    folder = Path(twin.serial_url).parent
    assert folder.exists()
    twin.close()
    assert not folder.exists()


def test_while_the_cable_is_out_there_is_no_such_port(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    open_port(twin.serial_url).close()
    twin.bench.unplug()
    with pytest.raises(PortError, match="no such port") as raised:
        open_port(twin.serial_url)
    assert getattr(raised.value.__cause__, "errno", None) == errno.ENOENT
    twin.bench.plug()
    open_port(twin.serial_url).close()


def test_a_port_is_held_by_one_program_at_a_time(start_twin: StartTwin) -> None:
    twin = start_twin("virtual")
    port = open_port(twin.serial_url)
    with pytest.raises(PortError, match="busy"):
        open_port(twin.serial_url)
    port.close()


@pytest.mark.long
async def test_the_launcher_goes_on_while_the_cable_is_out(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind, cards=80)
    launcher = await Launcher.open(twin.serial_url)
    boot = launcher.hello.boot
    twin.bench.unplug()
    with pytest.raises(Lost):
        await launcher.fire(1)
    await launcher.close()
    for _ in range(6):
        twin.bench.press()
        twin.bench.wait(3000)
    left = twin.bench.read().left
    assert left > 0, "presses fired"

    twin.bench.plug()
    async with await Launcher.open(twin.serial_url) as launcher:
        assert launcher.hello.boot == boot
        assert (await launcher.fire(2)).cards == 2
    assert twin.bench.read().left == left + 2


def test_what_the_host_had_sent_into_the_cable_is_lost(start_twin: StartTwin) -> None:
    twin = start_twin("emulated")
    transport = SerialTransport(twin.serial_url)
    transport.enter_raw_repl(soft_reset=False)
    transport.exec_raw_no_follow(COUNTS_LATE)
    transport.serial.write(b"x" * SENT_BYTES)
    twin.bench.wait(200)
    twin.bench.unplug()
    transport.serial.close()
    twin.bench.wait(3000)

    twin.bench.plug()
    transport = SerialTransport(twin.serial_url)
    transport.enter_raw_repl(soft_reset=False)
    count = int(transport.eval("count"))
    assert 0 < count < HELD_BYTES_MAX, "only what the device had taken before"
    transport.close()
