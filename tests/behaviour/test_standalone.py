"""The launcher alone, on every twin: signals, the menu, a button that sticks."""

import pytest
from cardslinger.bridge import Launcher
from slinger.menu import CHOICES, MENU_QUIET_MS
from slinger.press import HOLD_MS, STUCK_MS
from slinger.signals import TICKS

from tests.behaviour.hands import REST_MS, connect, tones_ms
from tests.conftest import StartTwin

PACE = 10  # free-running, a choice in the menu would be over before the next press


async def make_blanks(launcher: Launcher, **settings: object) -> None:
    await launcher.set("custom", [1])
    await launcher.set("profile", "custom")
    for name, value in settings.items():
        await launcher.set(name, value)


async def test_a_blank_press_ticks_and_the_next_blank_ticks_faster(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        await make_blanks(launcher)
    lengths_ms = []
    for _ in range(3):
        since_ms = twin.bench.read().now_ms
        twin.bench.press(20)
        ticks_ms = tones_ms(twin.bench.wait(1000), since_ms)[:TICKS]
        assert len(ticks_ms) == TICKS
        lengths_ms.append(ticks_ms[-1] - ticks_ms[0])
    assert lengths_ms[0] > lengths_ms[1] > lengths_ms[2]


async def test_muted_it_makes_no_sound_but_the_light_still_ticks(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind)
    async with await connect(twin) as launcher:
        await make_blanks(launcher, mute=True)
    twin.bench.press(20)
    shown = twin.bench.wait(1000).shown
    assert not any(tone_hz for _, _, tone_hz in shown)
    assert sum(not light for _, light, _ in shown) >= TICKS
    assert shown[-1][1]


async def test_the_button_held_opens_the_menu_and_presses_choose_a_profile(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind, speed=PACE)
    async with await connect(twin) as launcher:
        await make_blanks(launcher, profile=CHOICES[0])
    twin.bench.hold(True)
    twin.bench.wait(HOLD_MS + REST_MS)
    twin.bench.hold(False)
    left = twin.bench.wait(200).left
    for _ in range(2):
        twin.bench.press()
        twin.bench.wait(200)
    assert twin.bench.wait(MENU_QUIET_MS + 500).left == left, "in the menu nothing is fired"
    async with await connect(twin) as launcher:
        assert (await launcher.setting("profile")).value == CHOICES[2]
        assert (await launcher.setting("mute")).value is False
        assert (await launcher.status()).state == "idle"


async def test_pressed_once_round_the_menu_mutes_it(start_twin: StartTwin, kind: str) -> None:
    twin = start_twin(kind, speed=PACE)
    async with await connect(twin) as launcher:
        await make_blanks(launcher, profile=CHOICES[0])
    twin.bench.hold(True)
    twin.bench.wait(HOLD_MS + REST_MS)
    twin.bench.hold(False)
    twin.bench.wait(200)
    for _ in CHOICES:
        twin.bench.press()
        twin.bench.wait(200)
    twin.bench.wait(MENU_QUIET_MS + 500)
    async with await connect(twin) as launcher:
        assert (await launcher.setting("profile")).value == CHOICES[0]
        assert (await launcher.setting("mute")).value is True


@pytest.mark.long
async def test_a_stuck_button_is_a_fault_and_freed_it_works_again(
    start_twin: StartTwin, kind: str
) -> None:
    twin = start_twin(kind, speed=PACE)
    async with await connect(twin) as launcher:
        await launcher.set("profile", "exact")
        twin.bench.fault("button_stuck")
        twin.bench.wait(STUCK_MS + REST_MS)
        assert (await launcher.log())[0].what == "button"
        assert (await launcher.fire(2)).cards == 2, "a host can still fire"
        assert (await launcher.setting("profile")).value == "exact", "nobody chose in the menu"
        twin.bench.fault("button_stuck", on=False)
        twin.bench.wait(REST_MS)
        left = twin.bench.read().left
        twin.bench.press()
        assert twin.bench.wait(REST_MS).left == left + 1
