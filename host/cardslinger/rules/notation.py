"""Events as lines of text, and back. A line that `format_event` writes parses to the same event.

1 play R7            2 cut B5           1 fired 3            1 fired 0 empty
1 colour G           1 target 3         2 catch 1 claimed    3 waived
0 drew R7            0 deals            deal R7 Wild ...     deal hands
deal launcher        turned R7          reload B2 R9 ...     reload
1 points 35          1 holds 5          hopper holds 40      undo
3 joins              3 leaves           1 returned 2         1 kept 3
"""

from collections.abc import Callable

from cardslinger.rules.cards import format_card, parse_card
from cardslinger.rules.errors import BadNotation, quoted, shortened
from cardslinger.rules.events import (
    COUNT_MAX,
    CountCorrected,
    DealerDrew,
    DealerPicked,
    Dealt,
    Event,
    Fired,
    Joined,
    Kept,
    Left,
    Moved,
    Outcome,
    PointsCounted,
    Reloaded,
    Returned,
    Turned,
    Undone,
    Waived,
)
from cardslinger.rules.moves import PRESS, format_move, parse_move, parse_seat

_CLAIMED = " claimed"


def format_event(event: Event) -> str:
    """One line. Raises BadNotation for cards or moves that there are not."""
    match event:
        case Moved(seat, move, claimed):
            return f"{seat} {format_move(move)}{_CLAIMED if claimed else ''}"
        case Fired(seat, cards, outcome, claimed):
            ending = "" if outcome is Outcome.OK else f" {outcome}"
            return f"{seat} fired {cards}{ending}{_CLAIMED if claimed else ''}"
        case Kept(seat, cards):
            return f"{seat} kept {cards}"
        case Waived(seat):
            return f"{seat} waived"
        case Returned(seat, cards):
            return f"{seat} returned {cards}"
        case DealerDrew(seat, card):
            return f"{seat} drew {format_card(card)}"
        case DealerPicked(seat):
            return f"{seat} deals"
        case Dealt(cards, by_launcher):
            return f"deal {_format_cards(cards) or ('launcher' if by_launcher else 'hands')}"
        case Turned(card):
            return f"turned {format_card(card)}"
        case Reloaded(cards):
            return f"reload {_format_cards(cards)}".rstrip()
        case PointsCounted(seat, points):
            return f"{seat} points {points}"
        case CountCorrected(seat, cards):
            return f"{'hopper' if seat is None else seat} holds {cards}"
        case Undone():
            return "undo"
        case Joined(seat):
            return f"{seat} joins"
        case Left(seat):
            return f"{seat} leaves"


def parse_event(line: str) -> Event:
    """The event of a line. Raises BadNotation quoting what can't be read."""
    line = " ".join(line.split())
    word, _, rest = line.partition(" ")
    if parse := _TABLE_EVENTS.get(word):
        return parse(rest)
    try:
        seat = parse_seat(word)
    except BadNotation:
        raise BadNotation(f"{quoted(line)} is no event") from None
    verb, _, operand = rest.partition(" ")
    if parse_of_seat := _SEAT_EVENTS.get(verb):
        return parse_of_seat(seat, operand)
    if parse_plain := _PLAIN_SEAT_EVENTS.get(rest):
        return parse_plain(seat)
    move = parse_move(rest.removesuffix(_CLAIMED))
    if move == PRESS:
        raise BadNotation(f"{quoted(line)}: a press is written with what came, such as 'fired 3'")
    return Moved(seat, move, rest.endswith(_CLAIMED))


def _format_cards(cards: tuple[int, ...]) -> str:
    return " ".join(map(format_card, cards))


def _parse_cards(text: str) -> tuple[int, ...]:
    return tuple(parse_card(word) for word in text.split())


def parse_count(text: str) -> int:
    """A number from 0 to COUNT_MAX. Raises BadNotation quoting the text."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(COUNT_MAX))):
        raise BadNotation(f"{quoted(text)} is no number from 0 to {COUNT_MAX}")
    return int(text)


def _fired(seat: int, operand: str) -> Fired:
    bare = f" {operand}".removesuffix(_CLAIMED)
    count, _, ending = bare.strip().partition(" ")
    try:
        outcome = Outcome(ending or "ok")
    except ValueError:
        raise BadNotation(f"{quoted(ending)} is no outcome: empty or jam") from None
    return Fired(seat, parse_count(count), outcome, operand.endswith(_CLAIMED))


def _dealt(operand: str) -> Dealt:
    if operand in ("hands", "launcher"):
        return Dealt(by_launcher=operand == "launcher")
    if cards := _parse_cards(operand):
        return Dealt(cards)
    raise BadNotation("'deal' needs the cards, 'hands' or 'launcher'")


def _hopper(operand: str) -> CountCorrected:
    verb, _, count = operand.partition(" ")
    if verb != "holds":
        raise BadNotation(f"'hopper {shortened(operand)}': hopper holds how many?")
    return CountCorrected(None, parse_count(count))


def _undo(operand: str) -> Undone:
    if operand:
        raise BadNotation(f"'undo {shortened(operand)}': undo stands alone")
    return Undone()


_TABLE_EVENTS: dict[str, Callable[[str], Event]] = {
    "deal": _dealt,
    "turned": lambda operand: Turned(parse_card(operand)),
    "reload": lambda operand: Reloaded(_parse_cards(operand)),
    "hopper": _hopper,
    "undo": _undo,
}
_SEAT_EVENTS: dict[str, Callable[[int, str], Event]] = {
    "fired": _fired,
    "kept": lambda seat, operand: Kept(seat, parse_count(operand)),
    "returned": lambda seat, operand: Returned(seat, parse_count(operand)),
    "drew": lambda seat, operand: DealerDrew(seat, parse_card(operand)),
    "points": lambda seat, operand: PointsCounted(seat, parse_count(operand)),
    "holds": lambda seat, operand: CountCorrected(seat, parse_count(operand)),
}
_PLAIN_SEAT_EVENTS: dict[str, Callable[[int], Event]] = {
    "deals": DealerPicked,
    "waived": Waived,
    "joins": Joined,
    "leaves": Left,
}
