"""What happens at a table, as its journal keeps it: a match is the list of these.

An entry is an event of the rules, or one of the facts below: what came from the launcher, what it
was told to do, what stopped the game, who sits where. Only `Table.take` turns them into state.
"""

from typing import Any

import msgspec

from cardslinger.rules.events import Event
from cardslinger.rules.notation import format_event, parse_event


class _Fact(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    """JSON with its name under "is"."""


class Asked(_Fact, frozen=True, tag="asked"):
    """What follows was asked for by this message, on behalf of `seat`; None: of the table."""

    id: str
    seat: int | None = None


class Seated(_Fact, frozen=True, tag="seated"):
    """This person, or bot, plays the seat from now on."""

    seat: int
    name: str
    bot: str = ""


class LauncherBegan(_Fact, frozen=True, tag="launcher_began"):
    """The record of this boot of the launcher begins behind its event `number`."""

    boot: str
    number: int


class LauncherSaid(_Fact, frozen=True, tag="launcher_said"):
    """A numbered event of the launcher, with its other facts as it told them."""

    boot: str
    number: int
    ev: str
    facts: dict[str, Any] = {}


class LauncherRestarted(_Fact, frozen=True, tag="launcher_restarted"):
    """The launcher has started anew; `cards` had passed of a fire under way, as far as known.
    `counted`: somebody had counted that fire already."""

    boot: str
    cards: int = 0
    counted: bool = False


class LauncherMissed(_Fact, frozen=True, tag="launcher_missed"):
    """Its events `first` to `last` are lost."""

    first: int
    last: int


class Ordered(_Fact, frozen=True, tag="ordered"):
    """The launcher is about to be told to fire this many cards for the seat; None: for nobody, to
    try it."""

    seat: int | None
    cards: int


class OrderVoid(_Fact, frozen=True, tag="order_void"):
    """It was not done: nothing has fired of it."""


class Paused(_Fact, frozen=True, tag="paused"):
    """The game stands still: why as a code, with facts; there is a cure for each code. Of several
    that stand the oldest is mended first; one that comes again replaces what it said before."""

    code: str
    facts: dict[str, Any] = {}


class WentOn(_Fact, frozen=True, tag="went_on"):
    """The pause of this code is over: somebody has mended it or seen it, or it was no trouble."""

    code: str


class Confirmed(_Fact, frozen=True, tag="confirmed"):
    """Somebody has counted the cards of the oldest fire in doubt."""

    cards: int


class FreePress(_Fact, frozen=True, tag="free_press"):
    """Nobody owed the press that gave these cards: the seat keeps them; None: they go back."""

    cards: int
    seat: int | None = None


Fact = (
    Asked
    | Seated
    | LauncherBegan
    | LauncherSaid
    | LauncherRestarted
    | LauncherMissed
    | Ordered
    | OrderVoid
    | Paused
    | WentOn
    | Confirmed
    | FreePress
)
Entry = Event | Fact

RULES, FACT = "rules", "fact"
_FACTS = msgspec.json.Decoder(Fact)


def write(entry: Entry) -> tuple[str, str]:
    """Its kind and text: notation of the rules, or JSON."""
    if isinstance(entry, _Fact):
        return FACT, msgspec.json.encode(entry).decode()
    return RULES, format_event(entry)


def read(kind: str, text: str) -> Entry:
    """What was written. Raises msgspec.DecodeError, or BadNotation."""
    return _FACTS.decode(text) if kind == FACT else parse_event(text)
