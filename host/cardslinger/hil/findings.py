"""A finding of `cardslinger doctor`, and the verdict that findings come to."""

from collections.abc import Iterable
from dataclasses import dataclass

# How bad a finding is, and the verdicts.
OK, LOOK, BROKEN, NO_LAUNCHER = "ok", "look", "broken", "no launcher"
_WORSE = (OK, LOOK, BROKEN, NO_LAUNCHER)


@dataclass(frozen=True, slots=True)
class Finding:
    """`causes` that fit, the most likely first; where the twin can have it, by its fault's name."""

    code: str
    level: str  # LOOK: it works, but look at this; BROKEN; NO_LAUNCHER
    causes: tuple[str, ...]
    what: str  # in words
    next: str  # the next step


def verdict(findings: Iterable[Finding]) -> str:
    """The worst of them; OK for none."""
    return max((one.level for one in findings), key=_WORSE.index, default=OK)


def by_weight(findings: Iterable[Finding]) -> list[Finding]:
    """The worst first, otherwise as they came."""
    return sorted(findings, key=lambda one: -_WORSE.index(one.level))
