"""Presses that a host has armed: how many, from which profile, with which light."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slinger.arms import PRESSES_MAX, Arms
from slinger.draw import NAMES
from slinger.signals import LIGHTS


def test_nothing_is_armed_at_first() -> None:
    arms = Arms()
    assert arms.left(None) == 0
    arms.use(None)
    assert arms.left(None) == 0


@given(st.integers(0, PRESSES_MAX), st.sampled_from(NAMES), st.sampled_from(LIGHTS))
def test_armed_presses_are_used_one_by_one(presses: int, profile: str, light: str) -> None:
    arms = Arms()
    assert arms.arm(presses, profile, light, "s") is None
    assert (arms.profile, arms.light) == (profile, light)
    for left in range(presses, 0, -1):
        assert arms.left("s") == left
        arms.use("s")
    arms.use("s")
    assert arms.left("s") == 0


def test_another_session_finds_nothing_armed() -> None:
    arms = Arms()
    arms.arm(3, None, LIGHTS[0], "one")
    assert arms.left("other") == 0
    arms.use("other")
    assert arms.left("one") == 3


@pytest.mark.parametrize(
    ("presses", "profile", "light", "code", "name"),
    [
        (-1, None, LIGHTS[0], "out_of_range", "presses"),
        (PRESSES_MAX + 1, None, LIGHTS[0], "out_of_range", "presses"),
        ("3", None, LIGHTS[0], "bad_value", "presses"),
        (True, None, LIGHTS[0], "bad_value", "presses"),
        (None, None, LIGHTS[0], "bad_value", "presses"),
        (1, "loud", LIGHTS[0], "bad_value", "profile"),
        (1, ["toy"], LIGHTS[0], "bad_value", "profile"),
        (1, None, "green", "bad_value", "light"),
        (1, None, {}, "bad_value", "light"),
    ],
)
def test_a_senseless_arming_is_refused_and_changes_nothing(
    presses: object, profile: object, light: object, code: str, name: str
) -> None:
    arms = Arms()
    arms.arm(2, "toy", LIGHTS[1], "s")
    wrong = arms.arm(presses, profile, light, "s")
    assert (wrong["err"], wrong["name"]) == (code, name)
    assert (arms.left("s"), arms.profile, arms.light) == (2, "toy", LIGHTS[1])
