"""What can go wrong, by name; switched on by the bench or by `?fault=NAME,NAME:PROBABILITY`."""

import random
from dataclasses import dataclass

from cardslinger.twin.errors import BadOption

PROBABILITY = 0.1  # per card, for the faults that strike cards

# Strike single cards, at a stage of their way.
CARD_FAULTS = {
    "double": "the next card comes along, lagging by a part of its length",
    "nose_to_tail": "the next card follows at once, with a short gap or none",
    "overlapped": "the next card comes along exactly on top: the beam sees one",
    "sticky": "a card is held back, for a while or until a restart or a reverse frees it",
    "jam": "a card jams before the beam, in it or past it, as chance will have it",
    "jam_entry": "a card jams before the beam",
    "jam_beam": "a card jams in the beam",
    "jam_exit": "a card jams in the exit, past the beam: the next one runs into it",
    "half_ejected": "a card stays loose with its tail in the exit or in the beam",
}
JAMS = ("jam_entry", "jam_beam", "jam_exit")
CERTAIN = frozenset({"jam"})  # without a number: strikes the first card that comes, and no other
# True of the machine as long as they are on.
STATE_FAULTS = {
    "blocked": "a card lies in the beam from the moment it is switched on",
    "worn_rubber": "the roller has lost half its grip",
    "weak_battery": "the cells are nearly spent",
    "driver_fault": "the driver's outputs stay off and nFAULT is low while it is awake",
    "sensor_blocked": "the sensor's line says blocked for ever",
    "sensor_free": "the sensor's line says free for ever",
    "sensor_bounce": "each edge of the sensor's line comes several times",
    "sensor_floating": "the sensor's line picks up the motor while it turns",
    "button_stuck": "the button's line says pressed for ever",
    "button_bounce": "each edge of the button's line comes several times",
}
NAMES = tuple(CARD_FAULTS) + tuple(STATE_FAULTS)


@dataclass(slots=True)
class Fault:
    """One switch, with chances of its own, so that no fault changes the course of another."""

    chance: random.Random
    on: bool = False
    probability: float = 1.0
    after: int = 0  # so many cards are spared first
    times: int | None = None  # strikes left; None without end

    def strikes(self) -> bool:
        """Asked once for each card at the fault's stage: is it this one?"""
        if not self.on:
            return False
        if self.after:
            self.after -= 1
            return False
        if self.times == 0 or self.chance.random() >= self.probability:
            return False
        if self.times is not None:
            self.times -= 1
        return True


class Faults:
    """All switches of one launcher."""

    def __init__(self, seed: int | None = None) -> None:
        if seed is None:
            seed = random.SystemRandom().getrandbits(32)
        self._faults = {name: Fault(random.Random(f"{seed} {name}")) for name in NAMES}

    def __getitem__(self, name: str) -> Fault:
        return self._faults[name]

    def on(self) -> list[str]:
        """Names of those that are switched on."""
        return [name for name, fault in self._faults.items() if fault.on]

    def switch(
        self,
        name: str,
        on: bool = True,
        probability: float | None = None,
        after: int = 0,
        times: int | None = None,
    ) -> None:
        """Raises BadOption naming what is wrong. See `Fault` for the numbers."""
        check(name, probability)
        if after < 0 or (times is not None and times < 0):
            raise BadOption(f"fault {name}: after and times must not be negative")
        fault = self._faults[name]
        if probability is None:
            probability = PROBABILITY if name in CARD_FAULTS and name not in CERTAIN else 1.0
            if name in CERTAIN and times is None:
                times = 1
        fault.on, fault.probability, fault.after, fault.times = on, probability, after, times


def parse(text: str) -> tuple[tuple[str, float | None], ...]:
    """`double:0.05,weak_battery` as names with probabilities. Raises BadOption."""
    found = []
    for part in text.split(","):
        name, colon, number = part.partition(":")
        try:
            probability = float(number) if colon else None
        except ValueError:
            raise BadOption(f"fault {name}: probability {number!r} is not a number") from None
        check(name, probability)
        found.append((name, probability))
    return tuple(found)


def check(name: str, probability: float | None) -> None:
    """Raises BadOption for a fault that does not exist or a chance that is none."""
    if name not in NAMES:
        raise BadOption(f"no fault {name!r}; there are {', '.join(NAMES)}")
    if probability is not None:
        if name not in CARD_FAULTS:
            raise BadOption(f"fault {name}: on or off, it has no probability")
        if not 0.0 <= probability <= 1.0:
            raise BadOption(f"fault {name}: probability must be 0 to 1")
