"""The self-test's button and motor on a played board, in virtual time."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from cardslinger.twin.virtual_parts import Battery, Button, CardSensor, Clock, Flag, Lid, Motor
from cardslinger.twin.virtual_time import VirtualTimeLoop
from slinger.selftest import HAND_MS, SelfTest

COUNTS = 2800  # of the ADC: fresh batteries
SPIKE_S = 0.0005

Values = dict[str, int]


class Parts:
    """Of a board, those that it measures here."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.button = Button(False, Flag())
        self.card_sensor = CardSensor(False, self.clock)
        self.battery = Battery(lambda: COUNTS)
        self.lid = Lid(False, Flag())
        self.motor = Motor(lambda: None, False, Flag())


def measured(what: str, story: Callable[[Parts, SelfTest], Awaitable[None]]) -> tuple[Values, list]:
    """Values by name, and the names of those out of limits, while `story` goes on."""

    async def go_on() -> list:
        parts = Parts()
        test = SelfTest(parts)
        test.begin(what)
        _, told = await asyncio.gather(story(parts, test), test.run(lambda: None))
        return told

    with asyncio.Runner(loop_factory=lambda: VirtualTimeLoop(0)) as runner:
        told = runner.run(go_on())
    values = {facts["what"]: facts["value"] for facts in told}
    return values, [facts["what"] for facts in told if not facts["ok"]]


async def push(parts: Parts, down: bool, spikes: int) -> None:
    """An edge of the button that comes `spikes` times more."""
    parts.button.push(down)
    for _ in range(spikes):
        for level in (not down, down):
            await asyncio.sleep(SPIKE_S)
            parts.button.push(level)


@pytest.mark.parametrize("held_s", [0.05, 0.4])
@pytest.mark.parametrize(("spikes", "bad"), [(0, []), (1, []), (3, ["button_bounces"])])
def test_edges_beside_those_of_the_press_itself_are_counted(
    held_s: float, spikes: int, bad: list[str]
) -> None:
    async def story(parts: Parts, test: SelfTest) -> None:
        await asyncio.sleep(1)
        test.pressed = True
        await push(parts, True, spikes)
        await asyncio.sleep(held_s)
        await push(parts, False, spikes)

    values, out = measured("button", story)
    assert values["button_bounces"] == 2 * 2 * spikes
    assert out == bad
    assert 1000 <= values["button"] < 1100


def test_a_press_before_the_check_has_looked_counts() -> None:
    async def story(parts: Parts, test: SelfTest) -> None:
        test.pressed = True
        await push(parts, True, 0)
        await push(parts, False, 0)

    values, out = measured("button", story)
    assert out == []
    assert values["button"] < 100


def test_a_finger_that_stays_is_not_waited_for_and_is_no_bounce() -> None:
    async def story(parts: Parts, test: SelfTest) -> None:
        await asyncio.sleep(1)
        test.pressed = True
        parts.button.push(True)
        await asyncio.sleep(5)

    values, bad = measured("button", story)
    assert values["button_bounces"] == 0
    assert not bad


def test_nobody_who_comes_bounces_nothing() -> None:
    async def story(parts: Parts, test: SelfTest) -> None:
        """No finger."""

    values, bad = measured("button", story)
    assert values["button"] > HAND_MS
    assert values["button_bounces"] == 0
    assert bad == ["button"]


@pytest.mark.parametrize(("spikes", "bad"), [(0, []), (2, []), (3, ["beam_motor"])])
def test_the_beam_is_watched_while_the_motor_turns(spikes: int, bad: list[str]) -> None:
    async def story(parts: Parts, test: SelfTest) -> None:
        while not parts.motor.awake:
            await asyncio.sleep(0.01)
        for _ in range(spikes):
            parts.card_sensor.show(True)
            await asyncio.sleep(SPIKE_S)
            parts.card_sensor.show(False)

    values, out = measured("motor", story)
    assert values["beam_motor"] == spikes
    assert [what for what in out if what != "motor_sag"] == bad
