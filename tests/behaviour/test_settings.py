"""Settings on every twin: changed, kept over power-off, refused by name and range."""

import pytest
from cardslinger.bridge import Launcher, Refused
from slinger.settings import DEFAULTS, SPECS

from tests.behaviour.hands import REST_MS, connect
from tests.conftest import BOOT_MS, StartTwin


async def test_every_setting_is_told_with_its_range(start_twin: StartTwin, kind: str) -> None:
    async with await connect(start_twin(kind)) as launcher:
        told = {setting.name: setting for setting in await launcher.settings()}
    assert {name: setting.value for name, setting in told.items()} == DEFAULTS
    assert (told["drive_percent"].min, told["drive_percent"].max) == SPECS["drive_percent"][1:]
    assert told["profile"].choices == list(SPECS["profile"][1])


async def test_a_changed_setting_counts_at_once_and_is_kept_over_power_off(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        crc = launcher.hello.settings
        assert (await launcher.set("profile", "exact")).value == "exact"
    twin.bench.power_cycle()
    twin.bench.wait(BOOT_MS)
    async with await connect(twin) as launcher:
        assert launcher.hello.settings != crc
        assert (await launcher.setting("profile")).value == "exact"
    twin.bench.press()
    assert twin.bench.wait(REST_MS).left == 1


async def test_a_histogram_of_ones_own_decides_what_a_press_gives(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        await launcher.set("custom", [0, 0, 1])
        await launcher.set("profile", "custom")
    twin.bench.press()
    assert twin.bench.wait(REST_MS).left == 2


async def test_a_wrong_setting_is_refused_and_changes_nothing(
    start_twin: StartTwin, kind: str
) -> None:
    async with await connect(start_twin(kind)) as launcher:
        for name, value, reason in (
            ("drive_percent", 100, "drive_percent must be 30 to 90"),
            ("profile", "loud", "profile must be one of toy, classic"),
            ("custom", [0], "weights of 0 to 1000"),
            ("speed", 1, "no setting 'speed'"),
        ):
            with pytest.raises(Refused, match=reason):
                await launcher.set(name, value)
        assert {one.name: one.value for one in await launcher.settings()} == DEFAULTS


async def test_settings_go_back_to_those_it_was_made_with(start_twin: StartTwin, kind: str) -> None:
    async with await connect(start_twin(kind)) as launcher:
        await launcher.set("lead_ms", 700)
        await launcher.reset_settings()
        assert {one.name: one.value for one in await launcher.settings()} == DEFAULTS


async def test_while_it_fires_no_setting_changes(kind: str) -> None:
    async with await Launcher.open(f"{kind}://?speed=1") as launcher:
        await launcher.set("custom", [0] * 12 + [1])
        await launcher.set("profile", "custom")
        launcher.port.bench.press(10)  # type: ignore[attr-defined]
        with pytest.raises(Refused, match="it is firing"):
            await launcher.set("mute", True)
