"""Fires on a virtual board's parts: each card that the sensor saw is told once."""

import asyncio
from collections.abc import Awaitable, Callable

from cardslinger.twin.virtual_parts import (
    Battery,
    CardSensor,
    Clock,
    Flag,
    Lid,
    Motor,
    Watchdog,
)
from cardslinger.twin.virtual_time import VirtualTimeLoop
from slinger.feed import STOP, TURN_MS
from slinger.fires import Fires
from slinger.settings import DEFAULTS

Told = list[tuple[str, dict[str, object]]]

LEAD_MS = DEFAULTS["lead_ms"]
COUNTS = 47_000  # of the ADC: fresh batteries
BLOCKED_MS = 50


class Parts:
    """Of a board, those that fires need."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.motor = Motor(lambda: None, False, Flag())
        self.card_sensor = CardSensor(False, self.clock)
        self.battery = Battery(lambda: COUNTS)
        self.lid = Lid(False, Flag())
        self.watchdog = Watchdog(lambda: None)

    def card_at(self, ms: float) -> None:
        """A card passes the beam then."""
        for at_ms, blocked in ((ms, True), (ms + BLOCKED_MS, False)):
            asyncio.get_running_loop().call_later(at_ms / 1000, self.card_sensor.show, blocked)


def told_of(story: Callable[[Parts, Fires], Awaitable[None]]) -> Told:
    """What is told while `story` goes on, in virtual time."""
    told: Told = []

    def tell(event: str, facts: dict[str, object]) -> int:
        told.append((event, facts))
        return len(told)

    async def go_on() -> None:
        parts = Parts()
        await story(parts, Fires(parts, dict(DEFAULTS), tell, lambda facts: tell("shown", facts)))
        assert not parts.motor.awake

    with asyncio.Runner(loop_factory=lambda: VirtualTimeLoop(0)) as runner:
        runner.run(go_on())
    return told


def events(told: Told) -> list[str]:
    return [event for event, _ in told if event != "shown"]


async def fire(fires: Fires, cards: int) -> str:
    fires.begin("host", cards, {})
    while fires.feeding:
        await fires.step()
    return fires.finish()


def test_a_fire_that_a_host_stops_tells_what_had_passed() -> None:
    async def story(parts: Parts, fires: Fires) -> None:
        parts.card_at(LEAD_MS)
        fires.begin("host", 20, {})
        while not fires.passed:
            await fires.step()
        fires.stop(STOP)
        assert parts.motor.in1_duty == parts.motor.in2_duty
        while fires.feeding:
            await fires.step()
        assert fires.finish() == "stop"

    told = told_of(story)
    assert [facts["cards"] for event, facts in told if event == "fired"] == [1]


def test_a_card_drawn_back_through_the_beam_is_no_stray_of_the_next_fire() -> None:
    async def story(parts: Parts, fires: Fires) -> None:
        parts.card_at(LEAD_MS + TURN_MS + 20)  # the roller turns back
        parts.card_at(LEAD_MS + 2 * TURN_MS + DEFAULTS["reverse_ms"] + 100)
        assert await fire(fires, 1) == "suspect"
        parts.card_at(100)
        assert await fire(fires, 1) == "ok"

    assert events(told_of(story)) == ["firing", "fired", "firing", "fired"]


def test_a_card_between_two_fires_is_a_stray() -> None:
    async def story(parts: Parts, fires: Fires) -> None:
        parts.card_at(100)
        assert await fire(fires, 1) == "ok"
        parts.card_at(100)
        await asyncio.sleep(1)
        parts.card_at(100)
        assert await fire(fires, 1) == "ok"

    assert ("stray", {"cards": 1}) in told_of(story)


def test_a_lid_that_is_open_when_a_fire_begins_turns_nothing() -> None:
    """Whoever begins it, and whatever they believed of the lid."""

    async def story(parts: Parts, fires: Fires) -> None:
        parts.lid.show(True)
        fires.begin("press", 3, {})
        assert not parts.motor.awake
        while fires.feeding:
            await fires.step()
        assert fires.finish() == "lid"

    told_of(story)


def test_cards_that_could_not_be_judged_are_said() -> None:
    async def story(parts: Parts, fires: Fires) -> None:
        for _ in range(3):
            for number in range(3):
                parts.card_at(100 + 100 * number)
            assert await fire(fires, 3) == "ok"

    fired = [facts for event, facts in told_of(story) if event == "fired"]
    assert fired[0]["unjudged"] > 0  # type: ignore[operator]
    assert "unjudged" not in fired[2]


def test_cards_of_a_fire_are_shown_while_it_goes_on_but_not_each_of_a_quick_row() -> None:
    async def story(parts: Parts, fires: Fires) -> None:
        for number in range(8):
            parts.card_at(100 + 60 * number)
        await fire(fires, 8)

    shown = [facts["cards"] for event, facts in told_of(story) if event == "shown"]
    assert 1 < len(shown) < 8
    assert shown == sorted(shown)


def test_a_fire_that_a_reset_cut_off_is_told_with_the_cards_that_had_passed() -> None:
    async def story(parts: Parts, fires: Fires) -> None:
        for number in range(3):
            parts.card_at(100 + 100 * number)
        fires.begin("press", 5, {})
        while fires.passed < 3:
            await fires.step()
        parts.motor.off()
        for _ in range(2):  # another reset, before the host could hear of the first
            anew = Fires(parts, dict(DEFAULTS), fires._tell, fires._show)
            anew.tell_cut_off()
        anew.forget_cut_off(oldest=anew._cut_number)
        assert parts.watchdog.cut
        anew.forget_cut_off(oldest=anew._cut_number + 1)  # it has
        Fires(parts, dict(DEFAULTS), fires._tell, fires._show).tell_cut_off()

    told = [(event, facts) for event, facts in told_of(story) if event != "shown"]
    assert [event for event, _ in told] == ["firing", "cut", "cut"]
    assert told[-1][1] == {"by": "press", "wanted": 5, "cards": 3}


def test_a_fire_that_was_told_is_not_told_again_after_a_reset() -> None:
    async def story(parts: Parts, fires: Fires) -> None:
        parts.card_at(100)
        await fire(fires, 1)
        Fires(parts, dict(DEFAULTS), fires._tell, fires._show).tell_cut_off()

    assert events(told_of(story)) == ["firing", "fired"]
