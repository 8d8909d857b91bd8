"""Virtual time: exact for the program in it, whatever the wall clock does."""

import asyncio
import socket
import time

from cardslinger.twin.virtual_time import VirtualTimeLoop


def run(speed: float, work) -> float:
    """Run a coroutine on virtual time; returns the wall seconds it took, from when that began."""
    began_s = time.monotonic()
    loop = VirtualTimeLoop(speed)
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(work())
        return time.monotonic() - began_s


def test_a_free_running_hour_takes_no_time() -> None:
    async def work() -> None:
        began_s = asyncio.get_running_loop().time()
        await asyncio.sleep(3600)
        assert 3600 <= asyncio.get_running_loop().time() - began_s < 3600.001

    assert run(0, work) < 60


def test_paced_time_does_not_run_ahead_of_the_wall() -> None:
    async def work() -> None:
        await asyncio.sleep(0.5)

    assert run(10, work) >= 0.05


def test_timers_stand_at_their_due_time_to_the_microsecond_even_when_paced() -> None:
    seen: list[float] = []

    async def work() -> None:
        loop = asyncio.get_running_loop()
        for n in range(1, 101):
            loop.call_at(n * 0.0005, lambda: seen.append(loop.time()))
        await asyncio.sleep(0.06)

    run(1, work)
    assert [round(at_s, 6) for at_s in seen] == [round(n * 0.0005, 6) for n in range(1, 101)]


def test_input_is_served_while_timers_run() -> None:
    async def work() -> None:
        mine, theirs = socket.socketpair()
        reader, writer = await asyncio.open_connection(sock=mine)
        theirs.sendall(b"x")
        task = asyncio.create_task(asyncio.sleep(1e9))
        assert await reader.read(1) == b"x"
        task.cancel()
        writer.close()
        theirs.close()

    run(0, work)
