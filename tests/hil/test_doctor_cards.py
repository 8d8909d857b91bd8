"""What odd fires say of the cards and the machine: symptoms, causes in order. No twin here."""

import pytest
from cardslinger.hil.doctor_cards import ENOUGH, Trial, card_findings, symptom
from cardslinger.hil.findings import BROKEN, LOOK
from hypothesis import given
from hypothesis import strategies as st

CARD_US = 90_000
FINE = Trial(wanted=4, cards=4, outcome="ok", came=4)


def lengths(*shares: float) -> tuple[int, ...]:
    """Of the cards of a fire; the first is slower."""
    return (int(1.15 * CARD_US), *(int(share * CARD_US) for share in shares))


LATE = Trial(4, 4, "ok", tries=1, came=4)
GAVE_UP = Trial(4, 2, "no_card", tries=2, came=2)
PAIR = Trial(4, 3, "suspect", maybe=4, came=4, blocked_us=lengths(1.0, 1.4))
ODD = {
    "chatters": (Trial(4, 2, "sensor", came=2, taken=0), "beam_chatters", "sensor_bounce"),
    "covered": (Trial(4, 0, "blocked", came=0, taken=1), "beam_covered", "blocked"),
    "one in the beam": (
        Trial(4, 2, "jam", maybe=1, came=2, taken=1), "cards_stuck", "jam_beam"
    ),
    "one in the exit and one behind it": (
        Trial(4, 2, "jam", maybe=1, came=1, taken=2), "cards_stuck", "jam_exit"
    ),
    "late": (LATE, "cards_held", "sticky"),
    "none came, none was in the path": (
        Trial(4, 2, "no_card", tries=2, came=2, taken=0), "cards_held", "sticky"
    ),
    "none came, one was in the path": (
        Trial(9, 8, "no_card", tries=2, came=8, taken=1), "cards_held", "jam_entry"
    ),
    "motor stalled by one in the path": (
        Trial(9, 8, "driver", tries=1, came=8, taken=1), "cards_held", "jam_entry"
    ),
    "a little too long": (
        Trial(4, 3, "suspect", maybe=4, came=4, blocked_us=lengths(1.0, 1.4, 0.98)),
        "cards_paired", "double",
    ),
    "as long as two": (
        Trial(4, 3, "suspect", maybe=4, came=4, blocked_us=lengths(1.0, 1.98, 0.98)),
        "cards_paired", "nose_to_tail",
    ),
    "longer than two": (
        Trial(4, 3, "suspect", maybe=4, came=4, blocked_us=lengths(1.0, 2.2, 0.98)),
        "cards_paired", "half_ejected",
    ),
    "one more slipped through": (
        Trial(4, 5, "over", came=5, blocked_us=lengths(1.0, 1.0, 1.0, 1.0)),
        "cards_paired", "nose_to_tail",
    ),
    "one more into the beam after the last": (
        Trial(4, 4, "jam", came=4, taken=1, blocked_us=lengths(1.0, 1.0, 1.0)),
        "cards_paired", "nose_to_tail",
    ),
    "more in the hand": (
        Trial(4, 4, "ok", came=5, blocked_us=lengths(1.0, 1.0, 1.01)),
        "cards_miscounted", "overlapped",
    ),
    "more in the hand, one a little long": (
        Trial(4, 4, "ok", came=5, blocked_us=lengths(1.0, 1.15, 1.0)),
        "cards_miscounted", "double",
    ),
    "fewer in the hand": (
        Trial(4, 4, "ok", came=3, blocked_us=lengths(1.0, 1.0, 1.0)),
        "cards_miscounted", "half_ejected",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("trial", "code", "likeliest"), ODD.values(), ids=ODD.keys())
def test_an_odd_fire_has_a_symptom_and_a_likeliest_cause(
    trial: Trial, code: str, likeliest: str
) -> None:
    (found,) = card_findings([FINE, FINE, trial, FINE, FINE])
    assert found.code == code
    assert found.causes[0] == likeliest
    assert "in 1 of 5 fires" in found.what
    assert found.next


@pytest.mark.parametrize("fine", [FINE, Trial(4, 4, "ok"), Trial(4, 1, "lid", came=1)])
def test_a_good_fire_and_an_opened_lid_are_no_finding(fine: Trial) -> None:
    assert symptom(fine) is None
    assert card_findings([fine] * 9) == []


def test_a_hand_that_did_not_count_makes_no_miscount() -> None:
    assert symptom(Trial(4, 4, "ok", came=None)) is None


def test_a_roller_that_holds_up_most_cards_has_lost_its_grip() -> None:
    (found,) = card_findings([GAVE_UP, LATE, LATE])
    assert found.causes[0] == "worn_rubber"


def test_the_cause_that_explains_most_fires_comes_first() -> None:
    in_exit = Trial(4, 2, "jam", maybe=1, came=1, taken=2)
    left_behind = Trial(4, 4, "ok", came=3, blocked_us=lengths(1.0, 1.0, 1.0))
    (found,) = card_findings([left_behind, in_exit, in_exit])
    assert found.causes[0] == "jam_exit"
    assert "half_ejected" in found.causes, "it would explain one of them better"
    assert found.what == (
        "in 2 of 3 fires a card stayed in the beam; "
        "in 1 of 3 fires the hand counted other than the beam"
    )


def test_a_machine_that_stumbles_once_is_looked_at_and_one_that_does_often_is_broken() -> None:
    for times in range(1, ENOUGH + 2):
        (found,) = card_findings([FINE] * 20 + [PAIR] * times)
        assert found.level == (BROKEN if times >= ENOUGH else LOOK)


@given(
    st.lists(
        st.builds(
            Trial,
            wanted=st.integers(1, 9),
            cards=st.integers(0, 9),
            outcome=st.sampled_from(
                ["ok", "over", "suspect", "no_card", "jam", "blocked", "sensor", "lid", "driver",
                 "news of later firmware"]
            ),
            maybe=st.none() | st.integers(0, 9),
            tries=st.integers(0, 3),
            blocked_us=st.lists(st.integers(5000, 250_000), max_size=9).map(tuple),
            came=st.none() | st.integers(0, 9),
            taken=st.none() | st.integers(0, 3),
        ),
        max_size=6,
    )
)  # fmt: skip
def test_whatever_a_trial_brings_there_is_one_finding_with_causes_or_none(
    trials: list[Trial],
) -> None:
    found = card_findings(trials)
    assert len(found) == any(symptom(trial) is not None for trial in trials)
    for one in found:
        assert one.causes
        assert len(set(one.causes)) == len(one.causes)
        assert one.next
