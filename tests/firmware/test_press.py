"""The button: the first edge acts; bounces, the release and glitches do not."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slinger.press import FREED, HOLD_MS, STUCK, STUCK_MS, Press

LOCKOUT_MS = 30
LOOK_MS = 20


def play(changes_ms: list[int], end_ms: int = 10_000) -> list[int]:
    """A finger goes down, up, down, ... at these times; the times of the presses.

    As the application does: wait for a falling edge, act, then look until the button settled.
    """

    def down(at_ms: int) -> bool:
        return sum(change_ms <= at_ms for change_ms in changes_ms) % 2 == 1

    press, presses = Press({"lockout_ms": LOCKOUT_MS}, down=False), []
    falling = changes_ms[::2]
    now_ms = 0
    while falling:
        now_ms = falling.pop(0)
        if press.edge(down(now_ms), now_ms):
            presses.append(now_ms)
        while not press.settled and now_ms < end_ms:
            now_ms += LOOK_MS
            press.look(down(now_ms), now_ms)
        falling = [at_ms for at_ms in falling if at_ms > now_ms]
    return presses


def test_the_first_edge_acts_at_once() -> None:
    assert Press({"lockout_ms": LOCKOUT_MS}, down=False).edge(True, 0)


def test_a_spike_that_is_over_when_it_is_looked_at_is_no_press() -> None:
    press = Press({"lockout_ms": LOCKOUT_MS}, down=False)
    assert not press.edge(False, 0)
    assert press.settled
    assert press.edge(True, 0)


def test_a_button_held_at_power_on_is_no_press_and_neither_is_its_release() -> None:
    press = Press({"lockout_ms": LOCKOUT_MS}, down=True)
    assert not press.edge(True, 0)
    press.look(True, 0)
    press.look(False, 20)
    press.look(False, 20 + LOCKOUT_MS)
    assert press.settled
    assert press.edge(True, 0)


def test_a_push_is_one_press() -> None:
    assert play([10, 90]) == [10]


def test_bounces_on_the_way_down_and_up_are_not_presses() -> None:
    assert play([10, 11, 12, 13, 14, 90, 91, 92, 93, 94]) == [10]


def test_two_pushes_are_two_presses() -> None:
    assert play([10, 90, 250, 330]) == [10, 250]


def test_a_held_button_stays_one_press_and_the_time_is_known() -> None:
    press = Press({"lockout_ms": LOCKOUT_MS}, down=False)
    assert press.edge(True, 0)
    for now_ms in range(0, HOLD_MS, LOOK_MS):
        assert press.look(True, now_ms) is None
        assert press.held_ms(now_ms) == now_ms
        assert not press.settled
    press.look(False, HOLD_MS)
    press.look(False, HOLD_MS + LOCKOUT_MS)
    assert press.held_ms(HOLD_MS + LOCKOUT_MS) == 0


@pytest.mark.parametrize("from_start", [False, True])
def test_a_button_that_is_down_for_ever_is_stuck_until_it_is_let_go(from_start: bool) -> None:
    press = Press({"lockout_ms": LOCKOUT_MS}, down=from_start)
    if not from_start:
        press.edge(True, 0)
    news = [press.look(True, now_ms) for now_ms in range(0, 2 * STUCK_MS, LOOK_MS)]
    assert news.index(STUCK) * LOOK_MS == STUCK_MS
    assert news.count(STUCK) == 1
    assert press.stuck
    assert press.look(False, 2 * STUCK_MS) is None
    assert press.look(False, 2 * STUCK_MS + LOCKOUT_MS) == FREED
    assert not press.stuck
    assert press.edge(True, 3 * STUCK_MS), "play goes on"


@given(st.lists(st.integers(1, 200), min_size=2, max_size=60))
def test_presses_lie_apart_and_each_starts_with_a_push(gaps_ms: list[int]) -> None:
    changes_ms = list(itertools.accumulate(gaps_ms))
    presses = play(changes_ms)
    assert presses[0] == changes_ms[0]
    assert set(presses) <= set(changes_ms[::2])
    assert all(late - early >= LOCKOUT_MS for early, late in itertools.pairwise(presses))


@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 5000)), max_size=80),
    st.booleans(),
)
def test_stuck_and_freed_take_turns_whatever_the_button_does(
    looks: list[tuple[bool, int]], down: bool
) -> None:
    press, now_ms, news = Press({"lockout_ms": LOCKOUT_MS}, down), 0, []
    for level, later_ms in looks:
        now_ms += later_ms
        if press.settled:
            press.edge(level, now_ms)
        elif told := press.look(level, now_ms):
            news.append(told)
        assert not (press.stuck and press.settled)
    assert news == ([STUCK, FREED] * len(news))[: len(news)]
