"""The button: the first edge acts, bounces and the release do not."""

import itertools

from hypothesis import given
from hypothesis import strategies as st
from slinger.press import Press

LOCKOUT_MS = 30


def play(edges_ms: list[int]) -> list[int]:
    """Play edges (down, up, down, ...) as the application does; the times of the presses."""
    press, presses = Press(LOCKOUT_MS), []
    for index, at_ms in enumerate(edges_ms):
        if press.edge():
            presses.append(at_ms)
        down = index % 2 == 0
        wait_ms = press.quiet_ms(down)
        following = edges_ms[index + 1] if index + 1 < len(edges_ms) else None
        if wait_ms is not None and (following is None or following - at_ms >= wait_ms):
            press.quiet()
    return presses


def test_the_first_edge_acts_at_once() -> None:
    assert Press(LOCKOUT_MS).edge()


def test_a_push_is_one_press() -> None:
    assert play([0, 80]) == [0]


def test_bounces_on_the_way_down_and_up_are_not_presses() -> None:
    assert play([0, 1, 2, 3, 4, 80, 81, 82, 83, 84]) == [0]


def test_two_pushes_are_two_presses() -> None:
    assert play([0, 80, 200, 280]) == [0, 200]


def test_a_held_button_stays_one_press() -> None:
    press = Press(LOCKOUT_MS)
    assert press.edge()
    assert press.quiet_ms(down=True) is None


def test_a_push_within_the_lockout_after_a_release_does_not_count() -> None:
    assert play([0, 80, 80 + LOCKOUT_MS - 1, 200]) == [0]
    assert play([0, 80, 80 + LOCKOUT_MS, 200]) == [0, 80 + LOCKOUT_MS]


@given(st.lists(st.integers(0, 200), min_size=1, max_size=60))
def test_presses_lie_apart_and_each_starts_with_an_edge(gaps_ms: list[int]) -> None:
    edges_ms = [sum(gaps_ms[: n + 1]) for n in range(len(gaps_ms))]
    presses = play(edges_ms)
    assert presses[0] == edges_ms[0]
    assert set(presses) <= set(edges_ms)
    assert all(late - early >= LOCKOUT_MS for early, late in itertools.pairwise(presses))
