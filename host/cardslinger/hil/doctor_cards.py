"""What a trial of cards says of the machine. Pure.

One beam and a count by hand tell less apart than can go wrong. So each odd fire has causes that
could have made it odd, the most likely first, and those count most that explain most of the fires.
Causes that the twin can have bear the names of its faults.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

from cardslinger.hil.findings import BROKEN, LOOK, Finding

ENOUGH = 3  # odd fires; a machine that stumbles so often needs a hand, and more say little new
UNLIKELY = 0.25  # of what the likeliest cause explains: less is not worth naming

# How long a card blocked the beam, as a share of the others in its fire.
UNEVEN = 1.12  # more than cards differ: the next one begins to show behind it
PAIR = 1.35  # as `slinger.lengths`: no single card is longer
TOUCHING = 1.9  # a pair that overlaps is shorter than two cards
WAITED = 2.05  # one that touches is as long as two; one that lay there until it was pushed, longer

MANY_TRIES = 0.35  # a card; single cards that stick are rarer, a roller without grip holds up most


@dataclass(frozen=True, slots=True)
class Trial:
    """One fire, as the launcher told it and a hand counted it; see `bridge.Fired`."""

    wanted: int
    cards: int
    outcome: str
    maybe: int | None = None
    tries: int = 0
    ms: int = 0
    blocked_us: tuple[int, ...] = ()  # how long each card blocked the beam; not of good fires
    came: int | None = None  # counted by hand
    taken: int | None = None  # cards that a hand found in the path afterwards


class Symptom(StrEnum):
    """What can be odd about a fire."""

    CHATTERS = "beam_chatters"
    COVERED = "beam_covered"
    STUCK = "cards_stuck"
    HELD = "cards_held"
    PAIRED = "cards_paired"
    MISCOUNTED = "cards_miscounted"


_WORDS = {
    Symptom.CHATTERS: "the card sensor chattered",
    Symptom.COVERED: "the beam was blocked before the start",
    Symptom.STUCK: "a card stayed in the beam",
    Symptom.HELD: "a card did not come at once, or not at all",
    Symptom.PAIRED: "two cards came as one, or right behind one another",
    Symptom.MISCOUNTED: "the hand counted other than the beam",
}
_CURES = {
    "sensor_bounce": "check the sensor's plug and wires, screw it tight",
    "blocked": "take out what lies in the beam; if nothing does, check the sensor's wires",
    "jam_beam": "look for burrs and dirt in the beam's slot, sort out bent cards",
    "jam_exit": "look for burrs and dirt in the exit, sort out bent cards",
    "jam_entry": "look for what holds cards between roller and beam, sort out bent cards",
    "half_ejected": "look for what brakes cards in the exit, clean the roller",
    "sticky": "fan the cards, wipe them dry, or take others",
    "worn_rubber": "clean the roller with water, roughen it; if that does not help, replace it",
    "double": "fan and square the cards, check the gate that lets one card pass",
    "nose_to_tail": "fan and square the cards, check the gate that lets one card pass",
    "overlapped": "fan and square the cards, check the gate that lets one card pass",
}


def symptom(trial: Trial) -> Symptom | None:
    """What was odd about this fire; None when nothing was, or the lid was opened."""
    cards, maybe = trial.cards, trial.maybe
    if trial.outcome == "sensor":
        return Symptom.CHATTERS
    if trial.outcome == "blocked":
        return Symptom.COVERED
    if trial.outcome == "jam":  # behind the last wanted card, or of two at once?
        more = cards >= trial.wanted or max(maybe or 0, trial.came or 0) > cards
        return Symptom.PAIRED if more else Symptom.STUCK
    if trial.outcome in ("no_card", "driver") or trial.tries:
        return Symptom.HELD
    if trial.outcome in ("suspect", "over"):
        return Symptom.PAIRED
    if trial.came is not None and trial.came != cards and trial.outcome != "lid":
        return Symptom.MISCOUNTED
    return None


def odd(trials: Sequence[Trial]) -> list[Trial]:
    """Those that had a symptom."""
    return [trial for trial in trials if symptom(trial) is not None]


def card_findings(trials: Sequence[Trial]) -> list[Finding]:
    """One for all that was odd about the cards, or none."""
    odd_ones = odd(trials)
    if not odd_ones:
        return []
    symptoms = Counter(one for one in map(symptom, odd_ones) if one is not None)
    explained: Counter[str] = Counter()
    for trial in odd_ones:
        for rank, cause in enumerate(_causes(trial, trials), 1):
            explained[cause] += 1 / rank  # type: ignore[assignment]  # counts in parts
    (best, most), *_ = ranked = explained.most_common()
    (code, _), *_ = seen = symptoms.most_common()
    told = [f"in {fires} of {len(trials)} fires {_WORDS[one]}" for one, fires in seen]
    return [
        Finding(
            code=code.value,
            level=BROKEN if len(odd_ones) >= ENOUGH else LOOK,
            causes=tuple(cause for cause, much in ranked if much >= UNLIKELY * most),
            what="; ".join(told),
            next=f"{_CURES[best]}; then run this again",
        )
    ]


def _causes(trial: Trial, trials: Sequence[Trial]) -> tuple[str, ...]:
    """What can have made this fire odd, the most likely first."""
    match symptom(trial):
        case Symptom.CHATTERS:
            return "sensor_bounce", "sensor_floating"
        case Symptom.COVERED:
            return "blocked", "sensor_blocked"
        case Symptom.STUCK if (trial.taken or 0) > 1:  # the one in the exit held the next
            return "jam_exit", "jam_beam"
        case Symptom.STUCK:
            return "jam_beam", "half_ejected", "jam_exit"
        case Symptom.HELD:
            return _held(trial, trials)
        case Symptom.PAIRED:
            return _paired(trial)
        case _:
            return _miscounted(trial)


def _held(trial: Trial, trials: Sequence[Trial]) -> tuple[str, ...]:
    tries, cards = sum(one.tries for one in trials), sum(one.cards for one in trials)
    if tries >= MANY_TRIES * max(cards, 1):
        return "worn_rubber", "sticky", "jam_entry"
    if trial.taken:  # it had left the stack
        return "jam_entry", "sticky"
    if trial.taken == 0:
        return "sticky", "worn_rubber"
    return "sticky", "jam_entry", "worn_rubber"


def _paired(trial: Trial) -> tuple[str, ...]:
    longest = _longest(trial)
    if longest >= WAITED:
        return "half_ejected", "nose_to_tail", "double"
    if longest >= TOUCHING or longest <= PAIR:  # those that follow closely are seen by no length
        return "nose_to_tail", "double", "half_ejected", "overlapped"
    return "double", "nose_to_tail", "half_ejected", "overlapped"


def _miscounted(trial: Trial) -> tuple[str, ...]:
    if (trial.came or 0) < trial.cards:  # one that has passed the beam still lies in the exit
        return "half_ejected", "jam_exit"
    if _longest(trial) > UNEVEN:
        return "double", "overlapped", "half_ejected"
    return "overlapped", "double", "half_ejected"


def _longest(trial: Trial) -> float:
    """The longest card, as a share of the others; 0 if it can't be told. The first of a fire
    meets a motor that still speeds up."""
    _, *others = trial.blocked_us or (0,)
    if len(others) < 2:
        return 0.0
    longest_us = max(others)
    others.remove(longest_us)
    return longest_us / median(others)
