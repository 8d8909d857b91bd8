"""Presses that a host has armed: how many, from which profile, with which light, and whose."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slinger.arms import PRESSES_MAX, Arms
from slinger.draw import NAMES
from slinger.signals import LIGHTS


def test_nothing_is_armed_at_first() -> None:
    arms = Arms()
    assert arms.left(None) == 0
    assert arms.whose(None) is None
    arms.use(None, None)
    assert arms.left(None) == 0


@given(st.integers(0, PRESSES_MAX), st.sampled_from(NAMES), st.sampled_from(LIGHTS))
def test_armed_presses_are_used_one_by_one(presses: int, profile: str, light: str) -> None:
    arms = Arms()
    assert arms.arm(presses, profile, light, 4, "s") is None
    assert (arms.profile, arms.light) == (profile, light)
    for left in range(presses, 0, -1):
        assert (arms.left("s"), arms.whose("s")) == (left, 4)
        arms.use(4, "s")
    assert arms.whose("s") is None
    arms.use(4, "s")
    assert arms.left("s") == 0


def test_another_session_finds_nothing_armed() -> None:
    arms = Arms()
    arms.arm(3, None, LIGHTS[0], 4, "one")
    assert (arms.left("other"), arms.whose("other")) == (0, None)
    arms.use(4, "other")
    assert arms.left("one") == 3


def test_a_press_that_waits_keeps_whose_it_was() -> None:
    arms = Arms()
    arms.arm(2, None, LIGHTS[0], 4, "s")
    arms.use(4, "s")
    arms.wait("s")
    arms.wait("s")  # nobody owes this one
    arms.arm(3, None, LIGHTS[0], 5, "s")
    assert arms.waiting == [4, None]
    for whose in (4, None):
        assert arms.end_wait("s") == whose
        arms.use(whose, "s")
    assert (arms.left("s"), arms.whose("s")) == (3, 5)


def test_a_press_that_waits_is_not_another_sessions() -> None:
    for armed_meanwhile in (False, True):
        arms = Arms()
        arms.arm(2, None, LIGHTS[0], 4, "one")
        arms.wait("one")
        if armed_meanwhile:
            arms.arm(2, None, LIGHTS[0], 4, "other")
        assert arms.end_wait("other") is None


@given(st.lists(st.sampled_from(["arm", "press", "wait", "end"]), max_size=30), st.randoms())
def test_never_more_presses_are_somebodys_than_were_armed(steps: list[str], chance: Random) -> None:
    arms, armed, used = Arms(), {0: 0, 1: 0}, {0: 0, 1: 0}
    for step in steps:
        if step == "arm":
            whose, presses = chance.randrange(2), chance.randrange(3)
            arms.arm(presses, None, LIGHTS[0], whose, "s")
            armed[whose] += presses
        elif step == "wait":
            arms.wait("s")
        elif step == "press" or arms.waiting:
            whose = arms.whose("s") if step == "press" else arms.end_wait("s")
            arms.use(whose, "s")
            if whose is not None:
                used[whose] += 1
    for whose in armed:
        assert used[whose] <= armed[whose]


@pytest.mark.parametrize(
    ("presses", "profile", "light", "whose", "code", "name"),
    [
        (-1, None, LIGHTS[0], 0, "out_of_range", "presses"),
        (PRESSES_MAX + 1, None, LIGHTS[0], 0, "out_of_range", "presses"),
        ("3", None, LIGHTS[0], 0, "bad_value", "presses"),
        (True, None, LIGHTS[0], 0, "bad_value", "presses"),
        (None, None, LIGHTS[0], 0, "bad_value", "presses"),
        (1, "loud", LIGHTS[0], 0, "bad_value", "profile"),
        (1, ["toy"], LIGHTS[0], 0, "bad_value", "profile"),
        (1, None, "green", 0, "bad_value", "light"),
        (1, None, {}, 0, "bad_value", "light"),
        (1, None, LIGHTS[0], -1, "out_of_range", "whose"),
        (1, None, LIGHTS[0], 2**30, "out_of_range", "whose"),
        (1, None, LIGHTS[0], None, "bad_value", "whose"),
        (1, None, LIGHTS[0], True, "bad_value", "whose"),
    ],
)
def test_a_senseless_arming_is_refused_and_changes_nothing(
    presses: object, profile: object, light: object, whose: object, code: str, name: str
) -> None:
    arms = Arms()
    arms.arm(2, "toy", LIGHTS[1], 4, "s")
    wrong = arms.arm(presses, profile, light, whose, "s")
    assert (wrong["err"], wrong["name"]) == (code, name)
    assert (arms.left("s"), arms.profile, arms.light) == (2, "toy", LIGHTS[1])
    assert arms.whose("s") == 4
