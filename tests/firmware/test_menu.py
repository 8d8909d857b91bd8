"""The stand-alone menu: presses step through profiles, with sound and without."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slinger.draw import NAMES
from slinger.menu import CHOICES, MENU_QUIET_MS, Menu


def test_presses_go_round_all_profiles_with_sound_and_then_without() -> None:
    menu = Menu(CHOICES[0], mute=False, now_ms=0)
    seen = []
    for now_ms in range(2 * len(CHOICES)):
        seen.append((menu.profile, menu.mute, menu.beeps))
        menu.press(now_ms)
    places = list(enumerate(CHOICES, start=1))
    assert seen == [(name, mute, place) for mute in (False, True) for place, name in places]
    assert (menu.profile, menu.mute) == (CHOICES[0], False)


@pytest.mark.parametrize("profile", NAMES)
@pytest.mark.parametrize("mute", [False, True])
def test_it_begins_with_what_is_set_and_without_a_press_nothing_changes(
    profile: str, mute: bool
) -> None:
    menu = Menu(profile, mute, now_ms=0)
    assert menu.mute == mute
    assert menu.profile == (profile if profile in CHOICES else CHOICES[0])


@given(st.lists(st.integers(0, 3 * MENU_QUIET_MS), max_size=20))
def test_the_choice_counts_when_no_press_has_come_for_a_while(gaps_ms: list[int]) -> None:
    menu, now_ms = Menu("toy", mute=False, now_ms=0), 0
    for gap_ms in gaps_ms:
        now_ms += gap_ms
        assert menu.wait_ms(now_ms) == max(MENU_QUIET_MS - gap_ms, 0)
        menu.press(now_ms)
        assert menu.wait_ms(now_ms) == MENU_QUIET_MS
