"""How many cards a press gives: by the profile, unbiased."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slinger.draw import PROFILES, Draw

DRAWS = 100_000
# Chi-square, 11 degrees of freedom, alpha 0.001 (a fixed seed makes the test repeatable).
CHI_SQUARE_11 = 31.26


def test_classic_fires_on_35_percent_of_presses_and_gives_at_most_12() -> None:
    weights = PROFILES["classic"]
    assert 1 - weights[0] / sum(weights) == pytest.approx(0.35, abs=0.005)
    assert len(weights) == 13


def test_draws_follow_the_profile() -> None:
    draw, weights = Draw(random.Random(1).getrandbits), PROFILES["classic"]
    counts = [0] * len(weights)
    for _ in range(DRAWS):
        counts[draw.cards("classic")] += 1
    chi_square = 0.0
    for weight, count in zip(weights, counts, strict=True):
        expected = DRAWS * weight / sum(weights)
        if weight == 0:
            assert count == 0
        else:
            chi_square += (count - expected) ** 2 / expected
    assert chi_square < CHI_SQUARE_11


@given(st.lists(st.integers(0, 2**7 - 1), min_size=1, max_size=50))
def test_every_draw_lies_in_the_profile_whatever_the_random_bits(bits: list[int]) -> None:
    stream = iter(bits + [0] * 50)
    cards = Draw(lambda k: next(stream) >> (7 - k)).cards("classic")
    assert PROFILES["classic"][cards] > 0


def test_an_unknown_profile_is_an_error() -> None:
    with pytest.raises(KeyError):
        Draw(random.getrandbits).cards("nonsense")
