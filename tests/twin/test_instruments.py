"""What the bench reads: how long a blocked beam was driven against, the buzzer's tone, how often
the chip woke."""

import asyncio

import pytest
import serial
from cardslinger.bridge import Launcher
from cardslinger.twin.mechanics import Mechanics
from cardslinger.twin.motor import BRAKE, COAST, DRIVE, REVERSE
from cardslinger.twin.process import TwinProcess
from cardslinger.twin.virtual import VirtualTwin
from mpremote.transport_serial import SerialTransport
from slinger.health import BEAT_MS
from slinger.limits import TRAIL_MAX_MS

from tests.conftest import StartTwin
from tests.twin.cables import NoCable
from tests.twin.rig import Rig

DUTY = 0.6


def jammed() -> tuple[Rig, float]:
    """A card stands in the beam; (rig, when it came there)."""
    rig = Rig(5)
    rig.plant.switch_fault("jam_beam", probability=1.0, times=1)
    rig.order(DRIVE, DUTY)
    rig.run(300)
    ((blocked_ms, _),) = rig.edges
    return rig, blocked_ms


def test_a_blocked_beam_is_driven_against_from_its_edge_on() -> None:
    rig, blocked_ms = jammed()
    assert rig.plant.blocked_drive_ms == pytest.approx(300 - blocked_ms)
    rig.order(BRAKE)
    rig.run(500)
    assert rig.plant.blocked_drive_ms == pytest.approx(300 - blocked_ms)


def test_driving_against_a_blocked_beam_lasts_over_changes_of_duty_and_direction() -> None:
    rig, blocked_ms = jammed()
    rig.order(DRIVE, 0.3)
    rig.run(50)
    rig.order(REVERSE, DUTY)
    rig.run(50)
    assert rig.plant.blocked_drive_ms == pytest.approx(400 - blocked_ms)


def test_a_pause_ends_driving_against_a_blocked_beam_and_the_longest_is_kept() -> None:
    rig, blocked_ms = jammed()
    rig.order(COAST, awake=False)
    rig.run(20)
    rig.order(DRIVE, DUTY)
    rig.run(50)
    assert rig.plant.blocked_drive_ms == pytest.approx(300 - blocked_ms)
    rig.run(300)
    assert rig.plant.blocked_drive_ms == pytest.approx(350)


def test_an_edge_of_the_line_ends_it_whatever_the_card_does() -> None:
    rig, blocked_ms = jammed()
    rig.plant.beam.force(False)
    rig.run(10)
    rig.plant.beam.force(True)
    rig.run(100)
    assert rig.plant.blocked_drive_ms == pytest.approx(300 - blocked_ms)


def test_a_sensor_stuck_at_blocked_counts_from_the_start_of_driving() -> None:
    rig = Rig(5, None, 1, "sensor_blocked")
    rig.run(100)
    rig.order(DRIVE, DUTY)
    rig.run(70)
    assert rig.plant.blocked_drive_ms == pytest.approx(70)


async def test_a_jam_on_a_twin_is_driven_against_for_as_long_as_the_settings_say(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await Launcher.open(twin.serial_url) as launcher:
        for trail_ms in (150, TRAIL_MAX_MS):
            await launcher.set("trail_ms", trail_ms)
            twin.bench.fault("jam_beam", probability=1.0, times=1)
            await launcher.fire(1)
            driven_ms = twin.bench.clear().blocked_drive_ms
            assert trail_ms - 1 <= driven_ms < trail_ms + 5
            twin.bench.wait(3000)


def test_the_emulated_buzzers_tone_is_read_from_its_registers(start_twin: StartTwin) -> None:
    twin = start_twin("emulated")
    assert twin.bench.read().tone_hz == 0
    transport = SerialTransport(twin.serial_url)
    transport.enter_raw_repl(soft_reset=False)
    transport.exec("from slinger.pico.outputs import Buzzer\nbuzzer = Buzzer()")
    for hz in (50, 440, 2093, 20_000):
        transport.exec(f"buzzer.tone({hz})")
        assert twin.bench.read().tone_hz == pytest.approx(hz, rel=0.001)
    transport.exec("buzzer.off()")
    assert twin.bench.read().tone_hz == 0
    transport.exec("buzzer._pin.value(1)")
    assert twin.bench.read().tone_hz == 0, "steady is silent"
    transport.close()


async def test_the_virtual_buzzers_tone_is_read_from_its_board() -> None:
    twin = VirtualTwin(NoCable(), Mechanics(5, seed=1), 1)  # type: ignore[arg-type]
    running = asyncio.create_task(twin.run())
    await asyncio.sleep(1.0)
    assert twin.tone_hz == 0
    twin._board.buzzer.tone(440)
    assert twin.tone_hz == 440
    running.cancel()


def wakes_in(twin: TwinProcess, ms: float) -> int:
    before = twin.bench.read().wakes
    return twin.bench.wait(ms).wakes - before


def test_an_idle_launcher_wakes_for_its_beat_alone_host_or_not(start_twin: StartTwin) -> None:
    twin = start_twin("emulated")
    beats = 20
    twin.bench.wait(4000)  # what is new at the start goes to flash
    assert wakes_in(twin, beats * BEAT_MS) == pytest.approx(beats, abs=1)
    with serial.Serial(twin.serial_url):
        twin.bench.wait(BEAT_MS)
        assert wakes_in(twin, beats * BEAT_MS) == pytest.approx(beats, abs=1)


def test_what_a_hand_does_wakes_the_chip(start_twin: StartTwin) -> None:
    twin = start_twin("emulated")
    asleep = wakes_in(twin, 4 * BEAT_MS)
    twin.bench.open_lid()
    assert wakes_in(twin, 4 * BEAT_MS) > asleep
    assert twin.bench.power_cycle().wakes == 0, "counted from power-on"


def test_a_virtual_board_has_no_chip_that_sleeps(start_twin: StartTwin) -> None:
    twin = start_twin("virtual")
    twin.bench.press()
    assert twin.bench.wait(2000).wakes == 0
