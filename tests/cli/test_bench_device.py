"""`cardslinger bench device`: its figures, and that they would show a fault."""

import json

import pytest
from cardslinger.bridge import Launcher
from cardslinger.hil import fires
from cardslinger.hil.errors import MeasureError
from cardslinger.hil.fires import Count, jam_often
from cardslinger.hil.pulses import AT_ONCE, LENGTHS_US, time_pulses

from tests.cli.test_cli import assert_refused, run
from tests.conftest import StartTwin


def nothing(more: int) -> None:
    pass


def test_the_figures_of_a_virtual_launcher() -> None:
    done = run("bench", "device", "--port", "virtual://", "--quick", "--json")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    report = json.loads(done.stdout)
    assert report["cards"] >= 1000
    assert report["miscounts"] == 0
    assert 0 < report["press_to_motor_ms_p50"] <= report["press_to_motor_ms_p99"] <= 1
    assert 200 < report["jam_to_motor_off_ms_max"] <= 250
    for figure in ("boot_ms", "pulse_error_us_p99", "free_heap_bytes", "image_bytes"):
        assert report[figure] is None, "what software has not, it does not make up"


def test_figures_have_their_goals_and_a_word_beside_them() -> None:
    lines = run("bench", "device", "--port", "virtual://", "--quick").stdout.splitlines()
    [miscounts] = [line for line in lines if "miscounted" in line]
    assert miscounts.split() == ["cards", "miscounted", "0", "none", "ok"]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("port", ["auto", "/dev/ttyACM0", "socket://localhost:1"])
def test_a_real_board_has_no_hands_to_measure_with(port: str) -> None:
    assert_refused(run("bench", "device", "--port", port), 1, "bench device needs a twin")


async def test_cards_too_fast_for_the_firmware_are_miscounts(
    start_twin: StartTwin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fires, "PASSAGES", ((4, 10),))  # it takes less than 5 ms for noise
    twin = start_twin("virtual")
    count = Count(40, nothing)
    async with await Launcher.open(twin.serial_url) as launcher:
        await count.run(launcher, twin.bench)
    assert count.miscounts == count.cards >= 40


async def test_several_twins_share_the_fires(start_twin: StartTwin) -> None:
    count = Count(100, nothing)
    for _ in range(2):
        twin = start_twin("virtual")
        async with await Launcher.open(twin.serial_url) as launcher:
            await count.run(launcher, twin.bench)
    assert 100 <= count.cards < 150
    assert count.miscounts == 0


async def test_a_jam_that_is_no_jam_is_no_figure(start_twin: StartTwin) -> None:
    twin = start_twin("virtual", cards=0, fault="sensor_free")
    async with await Launcher.open(twin.serial_url) as launcher:
        with pytest.raises(MeasureError, match="a jam was called no_card"):
            await jam_often(launcher, twin.bench, 1, nothing)


def test_pulses_are_timed_on_the_emulated_board_while_it_collects(start_twin: StartTwin) -> None:
    pulses = AT_ONCE * len(LENGTHS_US) // 2
    told: list[int] = []
    timing = time_pulses(start_twin("emulated"), pulses, told.append)
    assert len(timing.errors_us) == sum(told) == pulses
    assert max(timing.errors_us) <= 50
    assert timing.runs > 5
    assert timing.share > 0.1
