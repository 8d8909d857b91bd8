"""What somebody types at a table, as what is asked of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from cardslinger.cli.seating import BOT
from cardslinger.cli.table_cards import CardNames
from cardslinger.cli.table_offers import Offer
from cardslinger.cli.table_people import People
from cardslinger.rules.bots import USUAL_BOT
from cardslinger.rules.cards import COLOUR_LETTERS
from cardslinger.rules.errors import BadNotation
from cardslinger.rules.events import Moved
from cardslinger.rules.notation import parse_event
from cardslinger.rules.state import Phase
from cardslinger.table.messages import (
    Count,
    Deal,
    GoOn,
    Launch,
    Pause,
    Play,
    Settle,
    Sit,
    Stop,
    Wish,
)

FULL_CARDS = 112


class Do(Enum):
    """What is not asked of the table."""

    PRESS = auto()  # the launcher, by hand
    CLEAR = auto()  # take out what is stuck, close the lid
    SHOW = auto()  # the screen again
    HELP = auto()
    QUIT = auto()


@dataclass(frozen=True, slots=True)
class Load:
    """Cards into a twin's hopper, until it holds so many."""

    cards: int


@dataclass(frozen=True, slots=True)
class Say:
    """Wishes for the table, one after the other; `seat` is who speaks, None: the table."""

    wishes: tuple[Wish, ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Unclear:
    """A line that is nothing: a code of words, with facts."""

    code: str
    facts: dict[str, object]


Command = Do | Load | Say | Unclear


@dataclass(frozen=True, slots=True)
class Moment:
    """When it is typed: what was on offer, whose turn it is, what the table waits for."""

    offers: Sequence[Offer]
    seat: int | None
    phase: Phase
    people: People
    cards: CardNames
    bot: int = 1  # the number of the next one that sits down
    physical: bool = False
    colour: str = ""  # letter of the one to match
    ownerless: bool = False  # cards of a free press lie there

    def unclear(self, code: str, **facts: object) -> Unclear:
        """A line that is nothing, with somebody to name in an example."""
        return Unclear(f"typed.{code}", {"name": self.people.example, **facts})


_DO = {
    "p": Do.PRESS,
    "press": Do.PRESS,
    "clear": Do.CLEAR,
    "": Do.SHOW,
    "?": Do.HELP,
    "help": Do.HELP,
    "q": Do.QUIT,
    "quit": Do.QUIT,
}
_SHORT: dict[str, Wish] = {
    "deal": Deal(),
    "deal launcher": Deal(by_launcher=True),
    "launch": Launch(),
    "go": GoOn(),
    "pause": Pause(),
    "stop": Stop(),
    "back": Settle(),
    "undo": Play("undo"),
    "reload": Play("reload"),
}
_LAID = {Phase.LAY: "lay", Phase.FIRST_CARD: "turned"}
_OF_TABLE = ("turned", "hopper", "undo", "reload", "deal")  # events without a seat
_WITH_CARD = ("play", "cut", "lay", "turned", "drew")
_WITH_SEAT = ("target", "catch", "talk")
_VERBS = frozenset(
    (*_OF_TABLE, *_WITH_CARD, *_WITH_SEAT, "colour", "color", "uno", "draw", "pass", "done")
)
_UNO = " uno"


def parse(line: str, moment: Moment) -> Command:
    """What the line asks for."""
    text = " ".join(line.split())
    lower = text.lower()
    if lower.isascii() and lower.isdigit() and len(lower) <= 3:
        number = int(lower)
        if not 1 <= number <= len(moment.offers):
            return Unclear("typed.no_number", {"number": number})
        return parse(moment.offers[number - 1].command, moment)
    if lower in _DO:
        return _DO[lower]
    if lower in _SHORT:
        return Say((_SHORT[lower],))
    word, _, rest = text.partition(" ")
    if special := _SPECIAL.get(word.lower()):
        return special(rest, moment)
    return _told(text, moment)


def _told(text: str, moment: Moment) -> Command:
    """An event, or a card with the call before it."""
    after = text[: -len(_UNO)].strip() if text.lower().endswith(_UNO) else ""
    whose = moment.people.first(after)
    if not after or (whose and not whose[1]):
        return _event(text, moment)
    played = _event(after, moment)
    if isinstance(played, Say) and played.seat is not None:
        return Say((Play(f"{played.seat} uno"), *played.wishes), played.seat)
    return played if isinstance(played, Unclear) else _event(text, moment)


def _event(text: str, moment: Moment) -> Say | Unclear:
    """In notation or by name, with whose it is before it or without."""
    seat, event = moment.seat, text
    if not _is_card(text, moment) and text.partition(" ")[0].lower() not in _VERBS:
        whose = moment.people.first(text)
        if whose and whose[1]:
            seat, event = whose
    spelt = _spelt(event, moment)
    if isinstance(spelt, Unclear):
        return spelt
    of_table = spelt.partition(" ")[0] in _OF_TABLE
    told = spelt if of_table else f"{seat or 0} {spelt}"
    try:
        event_told = parse_event(told)
    except BadNotation:
        return _no_card(event, moment, "unclear")
    if of_table:
        return Say((Play(told),))
    if seat is None:
        return moment.unclear("whose", text=text)
    return Say((Play(told),), seat if isinstance(event_told, Moved) else None)


def _is_card(text: str, moment: Moment) -> bool:
    """`8 green` is no move of seat 8."""
    return moment.phase is not Phase.COLOUR and len(moment.cards.find(text)) == 1


def _spelt(event: str, moment: Moment) -> str | Unclear:
    """As the notation has it: the verb with a bare card, cards and seats as they are written."""
    word, _, operand = event.partition(" ")
    verb = "colour" if word.lower() == "color" else word.lower()
    if moment.phase is Phase.COLOUR and (letter := moment.cards.colour(event)):
        return f"colour {letter}"
    if verb == "colour":
        return f"{verb} {moment.cards.colour(operand) or operand}"
    if verb in _WITH_SEAT and operand:
        seat = _whose(operand, moment)
        return seat if isinstance(seat, Unclear) else f"{verb} {seat}"
    if verb in _WITH_CARD and operand:
        return _laid(verb, operand, moment)
    if moment.cards.find(event):
        return _laid(_LAID.get(moment.phase, "play"), event, moment)
    return f"{verb} {operand}".strip()


def _laid(verb: str, written: str, moment: Moment) -> str | Unclear:
    """With the card as the notation has it. What lies under a Discard All is only counted where
    the cards are real."""
    if verb == "lay" and written == "?":
        return "lay ?"
    found = moment.cards.find(written)
    if not found:
        return _no_card(written, moment, "no_card")
    if len(found) > 1:
        return moment.unclear("which_card", text=written, cards=", ".join(found))
    if verb != "lay" or not moment.physical:
        return f"{verb} {found[0]}"
    if moment.phase is Phase.LAY and found[0][0] != moment.colour:
        colour = COLOUR_LETTERS.index(moment.colour)
        return moment.unclear("not_under", card=found[0], colour=colour)
    return "lay ?"


def _no_card(text: str, moment: Moment, code: str) -> Unclear:
    if near := moment.cards.alike(text):
        return moment.unclear("near_card", text=text, card=near)
    return moment.unclear(code, text=text)


def _whose(text: str, moment: Moment) -> int | Unclear:
    """The seat that is named, and nothing else."""
    whose = moment.people.first(text)
    if whose and not whose[1]:
        return whose[0]
    return moment.unclear("nobody", text=text, names=moment.people.names)


def _count(rest: str, moment: Moment) -> Command:
    count = _number(rest)
    return moment.unclear("count") if count is None else Say((Count(count),))


def _hopper(rest: str, moment: Moment) -> Command:
    count = _number(rest.removeprefix("holds "))
    return moment.unclear("hopper") if count is None else Say((Play(f"hopper holds {count}"),))


def _hands(rest: str, moment: Moment) -> Command:
    return _of_seat(rest, moment, "hands", "holds")


def _points(rest: str, moment: Moment) -> Command:
    return _of_seat(rest, moment, "points", "points")


def _of_seat(rest: str, moment: Moment, command: str, verb: str) -> Command:
    """A seat and a number."""
    who, _, count = rest.rpartition(" ")
    number = _number(count)
    if not who or number is None:
        return moment.unclear(command)
    seat = _whose(who, moment)
    return seat if isinstance(seat, Unclear) else Say((Play(f"{seat} {verb} {number}"),))


def _keep(rest: str, moment: Moment) -> Command:
    if not rest:
        return moment.unclear("keep") if moment.ownerless else _told("keep", moment)
    seat = _whose(rest, moment)
    return seat if isinstance(seat, Unclear) else Say((Settle(seat),))


def _load(rest: str, moment: Moment) -> Command:
    if not rest:
        return Load(FULL_CARDS)
    cards = _number(rest)
    fits = cards is not None and cards <= FULL_CARDS
    return Load(cards) if cards is not None and fits else moment.unclear("load")


def _sit(rest: str, moment: Moment) -> Command:
    first, _, name = rest.partition(" ")
    seat = _number(first)
    if seat is None and (whose := moment.people.first(rest)):
        seat, name = whose
    if seat is None or not name:
        return moment.unclear("sit")
    word, _, kind = name.partition(":")
    if word == BOT:
        return Say((Sit(seat, f"Bot {moment.bot}", kind or USUAL_BOT),))
    return Say((Sit(seat, name),))


def _leave(rest: str, moment: Moment) -> Command:
    if not rest:
        return moment.unclear("leave")
    seat = _whose(rest, moment)
    return seat if isinstance(seat, Unclear) else Say((Play(f"{seat} leaves"),))


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else None


_SPECIAL: dict[str, Callable[[str, Moment], Command]] = {
    "count": _count,
    "hands": _hands,
    "hopper": _hopper,
    "points": _points,
    "keep": _keep,
    "load": _load,
    "sit": _sit,
    "leave": _leave,
}
