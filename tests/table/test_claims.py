"""Real cards: what people say is right, wrong by a rule with a name, or nobody can prove it."""

import pytest
from cardslinger.rules.events import Fired, Moved, Refusal

from tests.table.launcher_words import Told
from tests.table.tables import physical_party


def test_a_card_that_fits_is_played_as_it_is_told() -> None:
    party = physical_party()
    answer = party.say("1 play R7")
    assert [one for one in answer if isinstance(one, Moved)] == [Moved(1, 39)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 play G9", "refusal.does_not_fit"),
        ("0 play R7", "refusal.not_your_turn"),
        ("1 play DrawTwo", "refusal.does_not_fit"),
        ("1 colour R", "refusal.not_on_offer"),
        ("0 catch 1", "refusal.nothing_to_catch"),
        ("5 play R7", "refusal.nobody_there"),
    ],
)
def test_what_a_rule_forbids_is_refused_by_its_name(line: str, code: str) -> None:
    answer = physical_party().say(line)
    assert isinstance(answer, Refusal)
    assert answer.code == code


def test_a_press_that_nobody_can_check_is_recorded_as_claimed() -> None:
    """attack-hk 1: only who has no card that fits may press."""
    party = physical_party("attack-hk")
    entries = party.hear(*Told().press(3))
    assert [one for one in entries if isinstance(one, Fired)] == [Fired(1, 3, claimed=True)]


def test_the_last_card_must_be_a_number_with_real_cards_too() -> None:
    """attack-hk 3."""
    party = physical_party("attack-hk")
    party.go("1 holds 1")
    answer = party.say("1 play RSkip")
    assert isinstance(answer, Refusal)
    assert answer.code == "refusal.last_card_must_be_number"
