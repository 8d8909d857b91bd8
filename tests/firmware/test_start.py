"""What a start leads to: the application, a safe one, or MicroPython's prompt."""

import pytest
from slinger.start import APP, CRASHES_PROMPT, CRASHES_SAFE, PROMPT, SAFE, start


def test_power_on_starts_the_application() -> None:
    assert start(power_on=True, button_down=False, crashes=0) == APP


def test_a_button_held_at_power_on_skips_it() -> None:
    assert start(power_on=True, button_down=True, crashes=0) == PROMPT


def test_a_finger_on_the_button_when_it_starts_anew_by_itself_does_not() -> None:
    assert start(power_on=False, button_down=True, crashes=1) == APP


@pytest.mark.parametrize("crashes", range(12))
def test_a_row_of_crashes_leads_to_less_and_less(crashes: int) -> None:
    way = start(power_on=False, button_down=False, crashes=crashes)
    if crashes < CRASHES_SAFE:
        assert way == APP
    else:
        assert way == (SAFE if crashes < CRASHES_PROMPT else PROMPT)
