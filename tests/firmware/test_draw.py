"""How many cards a press gives: by the profile, unbiased."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slinger.draw import NAMES, PROFILES, TOY_CARDS, TOY_CYCLE, TOY_FIRES, Draw, Sequence

DRAWS = 100_000
# Chi-square, alpha 0.001, by degrees of freedom (a fixed seed makes the test repeatable).
CHI_SQUARE = {3: 16.27, 8: 26.12, 9: 27.88, 10: 29.59, 11: 31.26}
CUSTOM = (7, 0, 2, 1)


def seeded(seed: int, custom: tuple[int, ...] = CUSTOM) -> Draw:
    return Draw(random.Random(seed).getrandbits, custom)


def chi_square(counts: list[int], weights: tuple[int, ...]) -> tuple[float, int]:
    """(statistic, degrees of freedom); a count where there can't be one fails at once."""
    total, draws = sum(weights), sum(counts)
    statistic = 0.0
    for weight, count in zip(weights, counts, strict=True):
        if weight == 0:
            assert count == 0
        else:
            statistic += (count - draws * weight / total) ** 2 / (draws * weight / total)
    return statistic, sum(weight > 0 for weight in weights) - 1


def test_classic_fires_on_35_percent_of_presses_and_gives_at_most_12() -> None:
    weights = PROFILES["classic"]
    assert 1 - weights[0] / sum(weights) == pytest.approx(0.35, abs=0.005)
    assert len(weights) == 13


@pytest.mark.parametrize("profile", [name for name in NAMES if name not in ("toy", "exact")])
def test_draws_follow_the_profile(profile: str) -> None:
    draw, weights = seeded(1), PROFILES.get(profile, CUSTOM)
    counts = [0] * len(weights)
    for _ in range(DRAWS):
        counts[draw.cards(profile)] += 1
    statistic, freedom = chi_square(counts, weights)
    assert statistic < CHI_SQUARE.get(freedom, 13.82)  # 13.82: two degrees


def test_exact_gives_one_card_a_press() -> None:
    draw = seeded(1)
    assert {draw.cards("exact") for _ in range(100)} == {1}


def test_toy_fires_at_the_presses_of_the_old_toys_cycle() -> None:
    draw = Draw(lambda bits: 0)  # begins at the first press of the cycle
    fires = [press for press in range(1, TOY_CYCLE + 1) if draw.cards("toy")]
    assert fires == list(TOY_FIRES)
    assert [press for press in range(1, TOY_CYCLE + 1) if draw.cards("toy")] == fires


def test_toy_never_gives_four_blanks_in_a_row_and_fires_on_35_percent() -> None:
    draw = seeded(2)
    presses = [draw.cards("toy") for _ in range(20 * TOY_CYCLE)]
    assert max(len(blanks) for blanks in "".join("x" if n else "." for n in presses).split("x")) < 4
    assert sum(n > 0 for n in presses) / len(presses) == pytest.approx(0.354, abs=0.001)


def test_a_fire_of_the_toy_follows_its_own_histogram() -> None:
    draw = seeded(3)
    counts = [0] * len(TOY_CARDS)
    for _ in range(DRAWS):
        counts[draw.cards("toy")] += 1
    counts[0] = 0
    statistic, freedom = chi_square(counts, TOY_CARDS)
    assert statistic < CHI_SQUARE[freedom]


def test_the_toy_begins_anywhere_in_its_cycle() -> None:
    begins = set()
    for seed in range(200):
        draw = seeded(seed)
        begins.add(tuple(draw.cards("toy") > 0 for _ in range(12)))
    assert len(begins) > 30


@pytest.mark.parametrize("profile", NAMES)
@given(bits=st.lists(st.integers(0, 2**7 - 1), min_size=1, max_size=50))
def test_every_draw_lies_in_the_profile_whatever_the_random_bits(
    profile: str, bits: list[int]
) -> None:
    stream = iter(bits + [0] * 50)
    draw = Draw(lambda k: next(stream) >> (7 - k), CUSTOM)
    allowed = {"toy": (1, *TOY_CARDS[1:]), "custom": CUSTOM, **PROFILES}[profile]
    assert allowed[draw.cards(profile)] > 0


def test_an_unknown_profile_is_an_error() -> None:
    with pytest.raises(KeyError):
        Draw(random.getrandbits).cards("nonsense")


# -- known draws, for tests --------------------------------------------------------------------


@given(st.integers(0, 2**30 - 1))
def test_a_seed_gives_the_same_draws_on_every_board(seed: int) -> None:
    runs = []
    for boot in (1, 2):
        draw = seeded(boot)
        draw.cards("classic")
        draw.seed(seed)
        assert draw.seeded
        runs.append([draw.cards(profile) for profile in NAMES for _ in range(20)])
    assert runs[0] == runs[1]


def test_without_a_seed_nothing_is_known() -> None:
    assert not seeded(1).seeded


def test_the_known_draws_are_as_fair_as_the_others() -> None:
    draw = seeded(0)
    draw.seed(4711)
    counts = [0] * len(PROFILES["classic"])
    for _ in range(DRAWS):
        counts[draw.cards("classic")] += 1
    statistic, freedom = chi_square(counts, PROFILES["classic"])
    assert statistic < CHI_SQUARE[freedom]


def test_the_known_bits_are_those_of_the_generator_as_published() -> None:
    """xorshift32 with 13, 17, 5 and state 1 begins 270369, 67634689, 2647435461."""
    sequence = Sequence(0x9E3779B9 ^ 1)
    assert [sequence.bits(32) for _ in range(3)] == [270369, 67634689, 2647435461]
