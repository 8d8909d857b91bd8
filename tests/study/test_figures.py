"""What rounds add up to."""

import pytest
from cardslinger.rules.ruleset import ATTACK
from cardslinger.study.figures import (
    SECONDS_PER_FIRE,
    SECONDS_PER_ROUND,
    SECONDS_PER_TURN,
    Figures,
)
from cardslinger.study.tally import RoundResult


def won(winner: int | None, points: tuple[int, ...], **changes: object) -> RoundResult:
    fields: dict[str, object] = {
        "winner": winner,
        "points": points,
        "turns": 10,
        "moves": 20,
        "presses_by_cards": (3, 0, 1),
        "draws_by_cards": (),
        "digest": "00ff",
        **changes,
    }
    return RoundResult(**fields)  # type: ignore[arg-type]


def figures_of(*results: RoundResult) -> Figures:
    figures = Figures(ATTACK, 2)
    for result in results:
        figures.add(result)
    return figures


def test_wins_by_seat_and_blocked_rounds_are_all_rounds() -> None:
    figures = figures_of(won(0, (10, 0)), won(1, (0, 10)), won(None, (0, 0)), won(1, (0, 10)))
    assert (figures.rounds, figures.wins, figures.blocked) == (4, [1, 2], 1)


def test_cards_per_press_and_blank_presses() -> None:
    figures = figures_of(won(0, (1, 0)), won(0, (1, 0), presses_by_cards=(0, 0, 0, 4)))
    assert figures.cards_per_press == (2 + 12) / 8
    assert figures.blank_share == 3 / 8


def test_without_presses_there_are_no_cards_per_press() -> None:
    figures = figures_of(won(0, (1, 0), presses_by_cards=(), draws_by_cards=(0, 2)))
    assert figures.cards_per_press is None
    assert figures.blank_share is None
    assert figures.draws.total() == 2


def test_rounds_end_to_end_make_matches() -> None:
    """499 points are not enough, 500 are; what follows begins anew and is left over."""
    figures = figures_of(
        won(0, (499, 0)), won(1, (0, 499)), won(0, (1, 0)), won(1, (0, 500)), won(0, (499, 0))
    )
    assert [match.rounds for match in figures.matches] == [3, 1]
    assert figures.rounds_per_match == 2


def test_a_match_lasts_as_long_as_the_stated_pace_says() -> None:
    figures = figures_of(won(0, (500, 0), draws_by_cards=(0, 0, 5)))
    seconds = SECONDS_PER_ROUND + 10 * SECONDS_PER_TURN + (4 + 5) * SECONDS_PER_FIRE
    assert figures.minutes_per_match == pytest.approx(seconds / 60)


def test_too_few_rounds_make_no_match() -> None:
    figures = figures_of(won(0, (499, 0)))
    assert figures.matches == []
    assert figures.rounds_per_match is None
    assert figures.minutes_per_match is None


def test_the_digest_tells_rounds_and_their_order() -> None:
    one, other = won(0, (1, 0), digest="01"), won(0, (1, 0), digest="02")
    assert figures_of(one, other).digest == figures_of(one, other).digest
    assert figures_of(one, other).digest != figures_of(other, one).digest
    assert figures_of(one).digest != figures_of(one, other).digest
