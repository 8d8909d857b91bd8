"""What happens at a table. A match is the list of these; only `apply` turns them into state.

The same types are what people ask for: `decide` takes one as a wish and gives back what happens.
They are msgspec structs because the engine makes hundreds of thousands a second, and a frozen
dataclass costs six times as much to make. They hold numbers only, so that the garbage collector
need not look at them.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from msgspec import Struct

COUNT_MAX = 9999  # the largest number in an event


class Outcome(StrEnum):
    """How the launcher ended a fire."""

    OK = "ok"
    EMPTY = "empty"  # the hopper has no card left
    JAM = "jam"


class Moved(Struct, frozen=True, gc=False):
    """A seat makes a move of `rules.moves`. `claimed`: nobody could check that it was allowed."""

    seat: int
    move: int
    claimed: bool = False


class Fired(Struct, frozen=True, gc=False):
    """The launcher gave `cards` cards to the seat that had to, or chose to, press."""

    seat: int
    cards: int
    outcome: Outcome = Outcome.OK
    claimed: bool = False


class Kept(Struct, frozen=True, gc=False):
    """Cards that nobody owed stay with the seat that pressed for them: a free press (choice).

    It pays nothing and is nobody's turn. Whether a press is free, whoever runs the launcher knows;
    cards that go back into it are no event, for they change nothing.
    """

    seat: int
    cards: int


class Waived(Struct, frozen=True, gc=False):
    """The rest of what the seat owes is void: no card can come. Follows from a `Fired`."""

    seat: int


class Returned(Struct, frozen=True, gc=False):
    """The seat gives this many cards back to the launcher: more came than were due, or the press
    is undone. Follows from a `Fired`, a `Kept` or an `Undone`.
    """

    seat: int
    cards: int


class DealerDrew(Struct, frozen=True, gc=False):
    """The seat drew this card for the deal; the highest number deals."""

    seat: int
    card: int


class DealerPicked(Struct, frozen=True, gc=False):
    """The table lets this seat deal."""

    seat: int


class Dealt(Struct, frozen=True, gc=False):
    """A round begins. Virtual cards: `cards` is the whole shuffled deck, dealt from the front.

    Physical cards: `cards` is empty, and either hands have been dealt, or `by_launcher` has it
    give every seat its cards.
    """

    cards: tuple[int, ...] = ()
    by_launcher: bool = False


class Turned(Struct, frozen=True, gc=False):
    """Physical cards: this card was turned over to start the discard pile."""

    card: int


class Reloaded(Struct, frozen=True, gc=False):
    """The discards but for the top card are shuffled into the hopper; the first comes out first.

    Physical cards: `cards` is empty.
    """

    cards: tuple[int, ...] = ()


class PointsCounted(Struct, frozen=True, gc=False):
    """Physical cards: what the cards left in a hand are worth."""

    seat: int
    points: int


class CountCorrected(Struct, frozen=True, gc=False):
    """Physical cards: a hand, or the hopper (seat None), holds this many cards in truth."""

    seat: int | None
    cards: int


class Undone(Struct, frozen=True, gc=False):
    """Physical cards: the last thing that somebody did is taken back. See `rules.match`."""


class Joined(Struct, frozen=True, gc=False):
    """Somebody sits down on this seat."""

    seat: int


class Left(Struct, frozen=True, gc=False):
    """The seat's player leaves the match."""

    seat: int


Event = (
    Moved
    | Fired
    | Kept
    | Waived
    | Returned
    | DealerDrew
    | DealerPicked
    | Dealt
    | Turned
    | Reloaded
    | PointsCounted
    | CountCorrected
    | Undone
    | Joined
    | Left
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something may not happen: a code such as `refusal.not_your_turn`, and the facts in it."""

    code: str
    facts: dict[str, object] = field(default_factory=dict)
