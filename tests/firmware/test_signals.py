"""What light and buzzer show: every state by itself, notes over it, faster ticks for blanks."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slinger import signals
from slinger.signals import OPENINGS, STATES, TICKS, Signals, beeps, blank


def watch(show: Signals, state: str, from_ms: int, for_ms: int) -> list[tuple[int, bool, int]]:
    """(since when, light, tone) at each change, looking only when it says so."""
    seen: list[tuple[int, bool, int]] = []
    now_ms = from_ms
    while now_ms < from_ms + for_ms:
        light, tone_hz, wait_ms = show.step(state, now_ms)
        if not seen or seen[-1][1:] != (light, tone_hz):
            seen.append((now_ms, light, tone_hz))
        if wait_ms is None:
            break
        now_ms += wait_ms
    return seen


def test_every_state_looks_different_from_every_other() -> None:
    """By the light alone: colour-blind, deaf or muted, everybody can tell them apart. Firing and
    the menu are dark, but there something else moves."""
    looks = {}
    for state in STATES:
        show = Signals()
        show.step(state, 0)
        steps = watch(show, state, 5_000, 20_000)
        looks[state] = tuple(late[0] - early[0] for early, late in itertools.pairwise(steps[1:]))
    looks = {state: (look, STATES[state][0][0]) for state, look in looks.items()}
    del looks[signals.FIRING], looks[signals.MENU]
    assert len(set(looks.values())) == len(looks)


@pytest.mark.parametrize("state", OPENINGS)
def test_a_state_with_a_sound_says_it_once(state: str) -> None:
    show = Signals()
    assert any(tone for _, _, tone in watch(show, state, 0, 3_000))
    assert not any(tone for _, _, tone in watch(show, state, 3_000, 30_000))


def test_a_note_is_played_over_the_state_which_then_goes_on() -> None:
    show = Signals()
    assert show.step(signals.READY, 0) == (True, 0, None)
    show.play(beeps(2))
    seen = watch(show, signals.READY, 100, 2_000)
    assert [tone > 0 for _, _, tone in seen] == [True, False, True, False, False]
    assert seen[-1][1:] == (True, 0)


def test_what_a_new_state_has_to_say_waits_for_the_note_to_end() -> None:
    show = Signals()
    show.step(signals.READY, 0)
    show.play(beeps(1))
    tones = [tone for _, _, tone in watch(show, signals.JAM, 10, 3_000) if tone]
    assert tones == [beeps(1)[0][1], OPENINGS[signals.JAM][0][1]]


def test_a_state_that_ends_in_a_note_is_not_shown_after_it() -> None:
    show = Signals()
    show.step(signals.READY, 0)
    show.play(beeps(1))
    assert show.step(signals.FIRING, 10)[0], "the note goes on"
    assert watch(show, signals.FIRING, 10, 2_000)[-1][1:] == (False, 0)


def test_the_ticks_of_blanks_come_faster_with_each_blank_up_to_an_end() -> None:
    lengths_ms = [sum(step[2] for step in blank(blanks)) for blanks in range(1, 40)]
    assert all(late <= early for early, late in itertools.pairwise(lengths_ms))
    assert len(set(lengths_ms[:5])) == 5
    assert lengths_ms[-1] > 0
    for blanks in (1, 5, 40):
        assert sum(tone > 0 for _, tone, _ in blank(blanks)) == TICKS


@given(
    st.lists(
        st.tuples(st.sampled_from([*STATES, "note"]), st.integers(0, 4_000), st.integers(1, 9)),
        max_size=60,
    )
)
def test_whatever_happens_it_asks_to_be_looked_at_in_time_and_falls_silent(
    story: list[tuple[str, int, int]],
) -> None:
    show, now_ms, state = Signals(), 0, signals.READY
    for what, later_ms, count in story:
        now_ms += later_ms
        if what == "note":
            show.play(beeps(count))
        else:
            state = what
        _, _, wait_ms = show.step(state, now_ms)
        assert wait_ms is None or wait_ms > 0
    assert not any(tone for _, _, tone in watch(show, state, now_ms + 10_000, 20_000))
