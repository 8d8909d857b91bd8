"""The lid's switch: opening acts at once, closing only when it has settled."""

from hypothesis import given
from hypothesis import strategies as st
from slinger.lid import SETTLES_MS, Lid


def test_opening_acts_at_the_first_sign() -> None:
    lid = Lid(says_open=False)
    assert lid.look(True, 0)
    assert lid.is_open
    assert not lid.look(True, 1), "told once"


def test_closing_counts_when_it_has_lasted() -> None:
    lid = Lid(says_open=True)
    assert not lid.look(False, 100)
    assert not lid.settled
    assert not lid.look(False, 100 + SETTLES_MS - 1)
    assert lid.look(False, 100 + SETTLES_MS)
    assert (lid.is_open, lid.settled) == (False, True)


def test_a_bounce_begins_the_wait_anew() -> None:
    lid = Lid(says_open=True)
    lid.look(False, 0)
    lid.look(True, 10)
    assert not lid.look(False, SETTLES_MS)
    assert not lid.look(False, 2 * SETTLES_MS - 1)
    assert lid.look(False, 2 * SETTLES_MS)


@given(st.booleans(), st.lists(st.tuples(st.booleans(), st.integers(0, 100)), max_size=80))
def test_it_never_counts_as_closed_while_the_switch_says_open(
    says_open: bool, looks: list[tuple[bool, int]]
) -> None:
    lid, now_ms = Lid(says_open), 0
    for level, later_ms in looks:
        now_ms += later_ms
        before = lid.is_open
        assert lid.look(level, now_ms) == (lid.is_open != before)
        assert lid.is_open or not level
        assert lid.settled or not level
