"""Button, lid and driver looked at by one task, on a played board in virtual time."""

import asyncio
from collections.abc import Awaitable, Callable

from cardslinger.twin.virtual_parts import Button, Clock, Flag, Lid, Motor
from cardslinger.twin.virtual_time import VirtualTimeLoop
from hypothesis import given
from hypothesis import strategies as st
from slinger.hands import Hands
from slinger.lid import SETTLES_MS
from slinger.settings import DEFAULTS

LOCKOUT_MS = DEFAULTS["lockout_ms"]
SETTLED_MS = 5 * LOCKOUT_MS


class HeldUpButton(Button):
    """The program may be held up by flash: an edge is latched, the look at it comes late."""

    fell = False

    def tapped(self) -> bool:
        fell, self.fell = self.fell, False
        return fell


class Parts:
    """Of a board, those that hands move; and the application, which notes what it is told."""

    def __init__(self) -> None:
        self.clock, self.hands = Clock(), Flag()
        self.beat = self.rang = False
        self.button = HeldUpButton(False, self.hands)
        self.lid = Lid(False, self.hands)
        self.motor = Motor(lambda: None, False, self.hands)
        self.presses = self.open_looks = self.menu_looks = self.driver_faults = 0
        self.lid_news: list[bool] = []

    def pressed(self, now_ms: int) -> None:
        self.presses += 1

    def lid_moved(self, is_open: bool) -> None:
        self.lid_news.append(is_open)

    def lid_is_open(self) -> None:
        self.open_looks += 1

    def driver_failed(self) -> None:
        self.driver_faults += 1

    def close_menu_in_time(self) -> None:
        self.menu_looks += 1

    def menu_left_ms(self) -> None:
        return None

    def button_held(self, held_ms: int) -> None:
        """Nothing comes of it here."""

    def button_news(self, news: str) -> None:
        """Nothing comes of it here."""

    async def tap(self, ms: float) -> None:
        self.button.push(True)
        await asyncio.sleep(ms / 1000)
        self.button.push(False)


def play(story: Callable[[Parts], Awaitable[None]]) -> Parts:
    """What the application was told while `story` went on."""

    async def go_on() -> Parts:
        parts = Parts()
        watching = asyncio.create_task(Hands(parts, dict(DEFAULTS), parts).watch())
        await asyncio.sleep(0.1)
        await story(parts)
        await asyncio.sleep(SETTLED_MS / 1000)
        assert not watching.done()
        watching.cancel()
        return parts

    with asyncio.Runner(loop_factory=lambda: VirtualTimeLoop(0)) as runner:
        return runner.run(go_on())


@given(st.lists(st.tuples(st.integers(5, 400), st.integers(SETTLED_MS, 900)), max_size=8))
def test_each_tap_is_one_press_however_long_it_lasts(taps: list[tuple[int, int]]) -> None:
    async def story(parts: Parts) -> None:
        for down_ms, up_ms in taps:
            await parts.tap(down_ms)
            await asyncio.sleep(up_ms / 1000)

    assert play(story).presses == len(taps)


def test_a_tap_that_nobody_saw_down_is_one_press() -> None:
    async def story(parts: Parts) -> None:
        parts.button.fell = True
        parts.hands.set()
        await asyncio.sleep(SETTLED_MS / 1000)
        parts.hands.set()

    assert play(story).presses == 1


def test_a_tap_that_was_seen_is_not_counted_again_by_its_latched_edge() -> None:
    async def story(parts: Parts) -> None:
        parts.button.fell = True
        await parts.tap(80)
        await asyncio.sleep(SETTLED_MS / 1000)
        parts.hands.set()

    assert play(story).presses == 1


def test_a_spike_is_no_press() -> None:
    async def story(parts: Parts) -> None:
        parts.button.push(True)
        parts.button.push(False)

    assert play(story).presses == 0


def test_while_the_lid_is_open_it_is_said_at_every_look() -> None:
    """Whatever began since it was opened must be stopped, though the switch bounces."""

    async def story(parts: Parts) -> None:
        parts.lid.show(True)
        await asyncio.sleep(0.1)
        looks = parts.open_looks
        parts.lid.show(False)  # it bounces
        await asyncio.sleep(SETTLES_MS / 4000)
        parts.hands.set()
        await asyncio.sleep(SETTLES_MS / 4000)
        assert parts.open_looks > looks
        await asyncio.sleep(1)

    assert play(story).lid_news == [True, False]


def test_the_menus_time_is_looked_at_while_the_driver_reports_a_fault() -> None:
    async def story(parts: Parts) -> None:
        parts.motor.show_fault(True)
        looks = parts.menu_looks
        await asyncio.sleep(1)
        assert parts.driver_faults > 1
        assert parts.menu_looks > looks + 10

    play(story)
