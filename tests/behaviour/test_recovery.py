"""Hangs, crashes and the way back: on the emulated Pico, where they are real."""

from collections.abc import Iterator
from typing import Any

import pytest
from cardslinger.bridge import NoAnswer, PortError, Refused
from mpremote.transport_serial import SerialTransport
from slinger.health import BEAT_MS, SAVE_BOOT_MS, WATCHDOG_MS
from slinger.start import CRASHES_PROMPT, CRASHES_SAFE

from tests.behaviour.hands import REST_MS, connect, measure
from tests.conftest import StartTwin

Prompt = tuple[Any, SerialTransport]


@pytest.fixture
def prompt(start_twin: StartTwin) -> Iterator[Prompt]:
    """A twin, and MicroPython's prompt on it: Ctrl-C has stopped the launcher."""
    twin = start_twin("emulated")
    transport = SerialTransport(twin.serial_url)
    transport.enter_raw_repl(soft_reset=False)
    yield twin, transport
    transport.close()


HANG = """
from slinger import app
def hang(self, now_ms):
    import time
    time.sleep(1000)  # as good as `while True: pass`, but the emulator need not work for it
app.App.pressed = hang
import main
"""
LOST_FLAG = """
from slinger import hands
async def deaf(self):
    import asyncio
    await asyncio.Event().wait()
hands.Hands.watch = deaf
import main
"""


@pytest.mark.parametrize(
    ("program", "pressed", "missing"),
    [
        (HANG, True, ""),
        (LOST_FLAG, False, "hands"),
    ],
    ids=["a task that never yields", "a task that nothing wakes"],
)
async def test_a_task_that_does_not_report_lets_the_watchdog_bite(
    prompt: Prompt, program: str, pressed: bool, missing: str
) -> None:
    twin, transport = prompt
    transport.exec_raw_no_follow(program)
    twin.bench.wait(6 * REST_MS)
    if pressed:
        twin.bench.press()
    assert twin.bench.wait(WATCHDOG_MS + 6 * REST_MS).motor == "coast"
    transport.close()
    async with await connect(twin) as launcher:
        entry = (await launcher.log())[0]
        assert entry.what == "watchdog"
        assert missing in entry.text
        assert (await launcher.life()).crashes == 1
        assert (await launcher.fire(1)).cards == 1, "it is back"


async def test_without_a_fault_the_watchdog_never_bites(start_twin: StartTwin) -> None:
    twin = start_twin("emulated")
    async with await connect(twin) as launcher:
        twin.bench.wait(8 * WATCHDOG_MS)
        assert (await launcher.life()).boots == 1


def test_at_the_prompt_the_watchdog_is_off(prompt: Prompt) -> None:
    twin, transport = prompt
    twin.bench.wait(3 * WATCHDOG_MS)
    assert transport.exec("print(6 * 7)") == b"42\r\n"


def crashes(count: int) -> str:
    """A program that starts the board anew as after so many crashes in a row."""
    return f"""
import machine
from machine import mem32
mem32[0x4005800c] = 0x5c1a0000 | {count}
machine.reset()
"""


async def test_after_a_row_of_crashes_the_motor_is_left_alone_until_somebody_restarts_it(
    prompt: Prompt,
) -> None:
    twin, transport = prompt
    transport.exec_raw_no_follow(crashes(CRASHES_SAFE))
    twin.bench.wait(REST_MS)
    transport.close()
    async with await connect(twin) as launcher:
        assert (await launcher.status()).state == "safe"
        with pytest.raises(Refused, match="safe mode"):
            await launcher.fire(2)
        twin.bench.press()
        assert twin.bench.wait(REST_MS).motor_on_ms == 0
        assert all(told.ok for told in await measure(launcher, "button", twin.bench.press))
        with pytest.raises(Refused, match="safe mode"):
            await launcher.selftest("motor")
        assert twin.bench.read().motor_on_ms == 0
        await launcher.set("lead_ms", 600)
        await launcher.restart()
    twin.bench.wait(REST_MS)
    async with await connect(twin) as launcher:
        assert (await launcher.status()).state == "idle"
        assert (await launcher.setting("lead_ms")).value == 600
        assert (await launcher.fire(2)).cards == 2


async def test_crashes_without_end_leave_the_prompt_and_power_heals_them(prompt: Prompt) -> None:
    twin, transport = prompt
    transport.exec_raw_no_follow(crashes(CRASHES_PROMPT))
    twin.bench.wait(REST_MS)
    transport.enter_raw_repl(soft_reset=False)
    assert transport.exec("print(6 * 7)") == b"42\r\n"
    transport.close()
    twin.bench.power_cycle()
    twin.bench.wait(REST_MS)
    async with await connect(twin) as launcher:
        assert (await launcher.status()).state == "idle"


@pytest.mark.parametrize(
    ("words", "kept"),
    [("broken", "broken"), ('ü"\\\x07' * 15, '?"\\?' * 11 + '?"')],
    ids=["plain", "awkward"],
)
async def test_an_error_is_remembered_with_its_words(prompt: Prompt, words: str, kept: str) -> None:
    twin, transport = prompt
    transport.exec_raw_no_follow(
        "from slinger import app\n"
        f"def broken(self, now_ms): raise RuntimeError({words!r})\n"
        "app.App.pressed = broken\n"
        "import main\n"
    )
    twin.bench.wait(REST_MS)
    twin.bench.press()
    twin.bench.wait(5 * REST_MS)
    transport.close()
    async with await connect(twin) as launcher:
        entry = (await launcher.log())[0]
        assert (entry.what, entry.text) == ("error", f"RuntimeError: {kept}")
        assert (await launcher.life()).crashes == 1


async def test_a_life_that_was_damaged_on_flash_begins_anew_and_says_so(prompt: Prompt) -> None:
    twin, transport = prompt
    for name in ("life", "life.old"):
        transport.exec(f"with open({name!r}, 'wb') as file: file.write(b'x' * 80)")
    transport.close()
    twin.bench.power_cycle()
    twin.bench.wait(REST_MS)
    async with await connect(twin) as launcher:
        entry = (await launcher.log())[0]
        assert (entry.what, entry.text) == ("life", "damaged")
        assert (await launcher.life()).boots == 1


async def test_a_short_stay_is_counted_too(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind)
    for _ in range(2):
        twin.bench.wait(SAVE_BOOT_MS + 5 * BEAT_MS)
        twin.bench.power_cycle()
    twin.bench.wait(REST_MS)
    async with await connect(twin) as launcher:
        assert (await launcher.life()).boots == 3


async def test_a_tap_while_flash_is_written_is_a_press(start_twin: StartTwin) -> None:
    """Interrupts stand still for 45 ms at a time, and the program for longer than a tap lasts."""
    twin = start_twin("emulated")
    while not twin.bench.wait(1).flash_writes:
        pass
    twin.bench.press(hold_ms=50)
    twin.bench.wait(REST_MS)
    async with await connect(twin) as launcher:
        assert (await launcher.status()).presses == 1


@pytest.mark.parametrize("pause_ms", [0, 0.2, 1, 5])
async def test_ctrl_c_again_and_again_in_a_fire_leaves_motor_and_watchdog_off(
    start_twin: StartTwin, pause_ms: float
) -> None:
    twin = start_twin("emulated")
    async with await connect(twin) as launcher:
        await launcher.set("profile", "exact")
    transport = SerialTransport(twin.serial_url)
    twin.bench.hold(True)
    assert twin.bench.wait(20).motor == "drive"
    for _ in range(6):
        transport.serial.write(b"\x03")
        twin.bench.wait(pause_ms)
    transport.enter_raw_repl(soft_reset=False)
    assert twin.bench.read().motor == "coast"
    transport.exec("kept = 6 * 7")
    assert twin.bench.wait(3 * WATCHDOG_MS).motor == "coast"
    assert transport.exec("print(kept)") == b"42\r\n", "the watchdog has not bitten"
    transport.close()


async def test_a_button_held_at_power_on_skips_the_application(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    twin.bench.hold(True)
    twin.bench.power_cycle()
    twin.bench.wait(REST_MS)
    twin.bench.hold(False)
    twin.bench.press()
    assert twin.bench.wait(REST_MS).motor_on_ms == 0
    with pytest.raises((NoAnswer, PortError)):
        await connect(twin)
    twin.bench.power_cycle()
    twin.bench.wait(REST_MS)
    async with await connect(twin) as launcher:
        assert (await launcher.fire(1)).cards == 1


@pytest.mark.long
async def test_fires_leave_nothing_on_the_heap(start_twin: StartTwin) -> None:
    """`bench device` looks at a thousand of them; a leak of 64 bytes a fire shows in these too."""
    twin = start_twin("emulated", cards=400)
    free = []
    async with await connect(twin) as launcher:
        for fires in (3, 10):
            for _ in range(fires):
                await launcher.fire(1)
            twin.bench.wait(REST_MS)
            await (
                launcher.status()
            )  # collects after a fire, and this answer costs each time the same
            free.append((await launcher.status()).free)
    assert free[1] > free[0] - 600


async def test_a_press_after_restart_was_ordered_fires_nothing(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind, speed=1)
    async with await connect(twin) as launcher:
        await launcher.set("profile", "exact")
        await launcher.restart()
        assert twin.bench.press().motor_on_ms == 0
    assert twin.bench.wait(REST_MS).left == 0
