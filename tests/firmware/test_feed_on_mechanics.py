"""A Feed on the twin's mechanics, many fires: what left was counted, or the count is in doubt."""

import random

import pytest
from cardslinger.twin.faults import CARD_FAULTS
from cardslinger.twin.parameters import Parameters
from slinger.feed import JAM, OK, OVER, SUSPECT
from slinger.limits import STALL_REST_MS

from tests.firmware.stand import Stand

HOPPER = 112
DOUBTED_MOST = 500  # one card in so many at most is doubted without a reason
UNSEEN = {"overlapped"}  # two that lie on each other are one to a beam, whatever the firmware does


def past_the_beam(stand: Stand) -> int:
    """Cards that left or lie in the exit: all that a beam can count."""
    p = stand.mechanics.parameters
    tail_mm = p.card.length_mm + p.beam_mm + p.beam_width_mm / 2
    waiting = sum(1 for front_mm in stand.mechanics.positions_mm if front_mm > tail_mm)
    return stand.mechanics.left + waiting


def hand(stand: Stand) -> None:
    """Opens the lid, takes out what lies in the way, fills the hopper."""
    stand.feed.lengths.loosen()
    stand.clear()
    stand.mechanics.load(HOPPER - stand.mechanics.inside)
    stand.run(STALL_REST_MS)


@pytest.mark.parametrize("battery", ["good", "weak"])
def test_normal_play_is_exact_and_hardly_a_card_is_doubted(battery: str) -> None:
    cards = doubted = 0
    for seed in range(4):
        stand = Stand(HOPPER, seed, *(["weak_battery"] if battery == "weak" else []))
        chance = random.Random(seed)
        for _ in range(50):
            wanted = chance.choice([0, 1, 1, 1, 2, 3, 4, 5, 6, 8, 12])
            left = stand.fire(wanted)
            assert left == stand.feed.cards
            assert stand.feed.outcome in (OK, SUSPECT)
            cards += left
            doubted += stand.feed.maybe is not None
            if stand.feed.outcome == OK:
                assert left == wanted
            if stand.mechanics.inside < 13:
                hand(stand)
    assert cards > 600
    assert doubted <= cards / DOUBTED_MOST


@pytest.mark.parametrize("fault", sorted(set(CARD_FAULTS) - UNSEEN - {"double"}))
def test_the_count_is_right_or_said_to_be_in_doubt(fault: str) -> None:
    for seed in range(6):
        stand = Stand(HOPPER, seed)
        stand.fire(12)
        chance = random.Random(seed)
        stand.plant.switch_fault(fault, probability=0.15)
        for _ in range(10):
            before = past_the_beam(stand)
            left = stand.fire(chance.randint(1, 12))
            passed, feed = past_the_beam(stand) - before, stand.feed
            assert feed.cards == passed or feed.maybe is not None
            if feed.outcome == JAM:  # the card before may have stayed in the exit
                assert feed.cards == left or feed.maybe is not None
            if feed.outcome not in (OK, OVER, SUSPECT):
                hand(stand)


@pytest.mark.parametrize(
    ("lag", "seen_percent"), [(0.2, 60), (0.25, 90), (0.3, 95), (0.5, 99), (0.9, 99)]
)
def test_a_pair_is_seen_by_its_length(lag: float, seen_percent: int) -> None:
    """Cases 2 and 4. One in ten, when some cards are known."""
    pairs = seen = 0
    for seed in range(4):
        stand = Stand(HOPPER, seed, parameters=Parameters(lag_low=lag, lag_high=lag))
        stand.fire(12)
        for _ in range(15):
            stand.plant.switch_fault("double", probability=1.0, after=5, times=1)
            left = stand.fire(10)
            stand.mechanics.load(left)
            assert left == stand.feed.cards + 1
            pairs += 1
            seen += stand.feed.maybe == left
    assert 100 * seen >= seen_percent * pairs
