"""What somebody types at a table, as what is asked of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from cardslinger.cli.seating import BOT, USUAL_BOT
from cardslinger.cli.table_offers import Offer
from cardslinger.rules.cards import COLOUR_LETTERS, FACES, format_card
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
    bot: int = 1  # the number of the next one that sits down


_CARDS = {format_card(face).lower(): format_card(face) for face in FACES}
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
    if special := _WITH_NUMBERS.get(word.lower()):
        return special(rest, moment) or Unclear(f"typed.{word.lower()}", {})
    return _told(text, moment)


def _names_seat(text: str) -> bool:
    return len(text) > 1 and text[0] in "0123456789" and text[1] == " "


def _told(text: str, moment: Moment) -> Command:
    """An event in notation, with the seat before it or without."""
    if text.lower().endswith(_UNO) and (after := text[: -len(_UNO)].strip()):
        of_seat = after[:2] if _names_seat(after) else ""
        called, played = _told(f"{of_seat}uno", moment), _told(after, moment)
        if isinstance(called, Say) and isinstance(played, Say) and not after.isdigit():
            return Say((*called.wishes, *played.wishes), played.seat)
    seat, event = moment.seat, text
    if _names_seat(text):
        seat, event = int(text[0]), text[2:]
    event = _spelt(event, moment.phase)
    of_table = event.partition(" ")[0] in _OF_TABLE
    told = event if of_table else f"{seat or 0} {event}"
    try:
        event_told = parse_event(told)
    except BadNotation:
        return Unclear("typed.unclear", {"text": text})
    if of_table:
        return Say((Play(told),))
    if seat is None:
        return Unclear("typed.whose", {"text": text})
    return Say((Play(told),), seat if isinstance(event_told, Moved) else None)


def _spelt(event: str, phase: Phase) -> str:
    """As the notation has it: capitals as they should be, and the verb with a bare card."""
    word, _, operand = event.partition(" ")
    if not operand:
        if card := _CARDS.get(word.lower()):
            return f"{_LAID.get(phase, 'play')} {card}"
        if phase is Phase.COLOUR and len(word) == 1 and word.upper() in COLOUR_LETTERS.strip():
            return f"colour {word.upper()}"
        return word.lower()
    verb = word.lower()
    if verb == "color":
        verb = "colour"
    operand = operand.upper() if verb == "colour" else _CARDS.get(operand.lower(), operand)
    return f"{verb} {operand}"


def _count(rest: str, moment: Moment) -> Command | None:
    count = _number(rest)
    return None if count is None else Say((Count(count),))


def _hands(rest: str, moment: Moment) -> Command | None:
    numbers = _numbers(rest, 2)
    return Say((Play(f"{numbers[0]} holds {numbers[1]}"),)) if numbers else None


def _hopper(rest: str, moment: Moment) -> Command | None:
    count = _number(rest.removeprefix("holds "))
    return None if count is None else Say((Play(f"hopper holds {count}"),))


def _points(rest: str, moment: Moment) -> Command | None:
    numbers = _numbers(rest, 2)
    return Say((Play(f"{numbers[0]} points {numbers[1]}"),)) if numbers else None


def _keep(rest: str, moment: Moment) -> Command | None:
    if not rest:
        return _told("keep", moment)
    seat = _number(rest)
    return None if seat is None else Say((Settle(seat),))


def _load(rest: str, moment: Moment) -> Command | None:
    if not rest:
        return Load(FULL_CARDS)
    cards = _number(rest)
    return Load(cards) if cards is not None and cards <= FULL_CARDS else None


def _sit(rest: str, moment: Moment) -> Command | None:
    seat, _, name = rest.partition(" ")
    number = _number(seat)
    if number is None or not name:
        return None
    word, _, kind = name.partition(":")
    if word == BOT:
        return Say((Sit(number, f"Bot {moment.bot}", kind or USUAL_BOT),))
    return Say((Sit(number, name),))


def _leave(rest: str, moment: Moment) -> Command | None:
    seat = _number(rest)
    return None if seat is None else Say((Play(f"{seat} leaves"),))


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else None


def _numbers(text: str, count: int) -> list[int] | None:
    found = [_number(word) for word in text.split()]
    numbers = [number for number in found if number is not None]
    return numbers if len(numbers) == len(found) == count else None


_WITH_NUMBERS: dict[str, Callable[[str, Moment], Command | None]] = {
    "count": _count,
    "hands": _hands,
    "hopper": _hopper,
    "points": _points,
    "keep": _keep,
    "load": _load,
    "sit": _sit,
    "leave": _leave,
}
