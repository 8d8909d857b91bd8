"""What a launcher keeps on its board: its settings, and the counts and faults of its life.

The files and the rule by which a copy is believed are the firmware's own: `slinger.stored`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from slinger import health, settings, stored

from cardslinger.flash.errors import BoardFailed
from cardslinger.flash.prompt import Prompt

NAMES = (settings.NAME, health.NAME)
# On the board, in one go after the new file is whole: as slinger.pico.Store does it.
_INTO_PLACE = """
import os
name = {path!r}
try:
    os.rename(name, name + ".old")
except OSError:  # there was none
    pass
os.rename(name + ".new", name)
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """The values of the files by their names, `settings` and `life`; one that the board has not,
    or not whole, is missing. `damaged` names those of which no copy is whole."""

    values: Mapping[str, Mapping[str, Any]]
    damaged: tuple[str, ...] = ()


def read_kept(prompt: Prompt) -> Kept:
    """What the board keeps, as the firmware itself would read it. Raises BoardFailed."""
    values, damaged = {}, []
    for name in NAMES:
        value, became = stored.load(_Store(prompt), name)
        if value is not None:
            values[name] = value
        elif became == "damaged":
            damaged.append(name)
    return Kept(values, tuple(damaged))


def write_kept(prompt: Prompt, kept: Kept) -> None:
    """Put the values on the board, each so that a cut leaves the old one or the new one, and read
    them back. What `kept` lacks stays as it is. Raises BoardFailed."""
    for name, value in kept.values.items():
        stored.save(_Store(prompt), name, dict(value))
    now = read_kept(prompt).values
    for name, value in kept.values.items():
        if now.get(name) != value:
            raise BoardFailed(f"the board's file {name} is not as it was written; run this again")


class _Store:
    """The board's small files, as `slinger.stored` wants them."""

    def __init__(self, prompt: Prompt) -> None:
        self._prompt = prompt

    def read(self, name: str) -> bytes | None:
        return self._prompt.get(f"/{name}")

    def replace(self, name: str, data: bytes) -> None:
        self._prompt.put(f"/{name}.new", data)
        self._prompt.run(_INTO_PLACE.format(path=f"/{name}"))
