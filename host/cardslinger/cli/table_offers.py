"""What may be done at a table now: what one would type for it, and how it is told."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.text import Text

from cardslinger.cli.seating import BOT
from cardslinger.cli.tabletop import STYLES, card_text
from cardslinger.rules.cards import COLOUR_LETTERS, NONE, colour_of, parse_card
from cardslinger.rules.moves import SEATS_MAX
from cardslinger.rules.rounds import BETWEEN_ROUNDS
from cardslinger.rules.ruleset import PLAYERS_MIN
from cardslinger.rules.state import Phase
from cardslinger.table.views import SeatView, TableView
from cardslinger.words import COLOUR_CODES, Words

_PLAIN = ("draw", "pass", "done", "keep", "uno")
_WITH_CARD = ("play", "cut", "lay")
_WITH_SEAT = ("target", "catch")
_BY_HAND = {  # what hands do about it, before the game goes on
    "no_card": "load",
    "jam": "clear",
    "blocked": "clear",
    "sensor": "clear",
    "lid": "clear",
}
_NOT_OFFERED = ("talk",)  # an accusation; it can be typed
_UNSEEN = "lay ?"  # real cards: nobody has to say which


@dataclass(frozen=True, slots=True)
class Offer:
    """A command, and what it does in few words."""

    command: str
    told: Text


class Offers:
    """Finds the offers of a moment. `twin`: there are hands on a launcher in software."""

    def __init__(self, words: Words, twin: bool) -> None:
        self._say = words.say
        self._twin = twin

    def find(self, view: TableView, lost: bool = False) -> tuple[Offer, ...]:
        """In the order in which they are numbered. `lost`: the launcher is not connected, so
        nothing is asked of it."""
        if view.stop:
            return tuple(self._cures(view, view.stop.code))
        if view.launcher.lid_open:
            return (self._plain("clear"),) if self._twin else ()
        return (*self._of_the_seat(view, lost), *self._of_the_table(view))

    def _of_the_seat(self, view: TableView, lost: bool) -> Iterator[Offer]:
        if view.launcher.firing:
            return
        if view.launcher.wants == "cards" and not lost:
            yield self._launch(view)
        for move in (*view.claims, *sorted(view.moves, key=_place)):
            word, _, operand = move.partition(" ")
            if word in _NOT_OFFERED or (view.physical and word == "play"):
                continue
            if move == _UNSEEN:
                yield Offer(move, self._text("lay_unseen"))
            elif word == "press":
                if view.launcher.wants != "cards" and not lost:
                    yield self._plain("press")
            elif word == "colour":
                yield self._colour(operand)
            elif word in _PLAIN:
                yield self._plain(word)
            elif word in _WITH_SEAT:
                yield Offer(move, self._text(word, name=_name(view, int(operand))))
            elif word in _WITH_CARD:
                yield self._card(word, operand)

    def _of_the_table(self, view: TableView) -> Iterator[Offer]:
        if is_alone(view):
            if not view.physical:
                yield Offer(f"sit {free_seat(view)} {BOT}", self._text("sit_bot"))
        elif view.phase == Phase.DEAL:
            yield self._plain("deal")
            if view.physical:
                yield self._plain("deal launcher")
        elif view.phase == Phase.DEALER and not view.contenders:
            for seat in view.seats:
                yield Offer(f"{seat.seat} deals", self._text("deals", name=seat.name))
        elif view.phase == Phase.RELOAD and view.physical:
            yield Offer("reload", self._text("reload", count=view.discards - 1))

    def _cures(self, view: TableView, code: str) -> Iterator[Offer]:
        stop = view.stop
        assert stop
        if code == "free_press":
            for seat in view.seats:
                yield Offer(f"keep {seat.seat}", self._text("settle_typed", name=seat.name))
            yield self._plain("back")
        elif code in ("count", "count_unknown"):
            told = (stop.cards, stop.maybe, stop.wanted)
            for count in sorted({count for count in told if count is not None}):
                yield Offer(f"count {count}", self._text("count", count=count))
        else:
            if self._twin and code in _BY_HAND:
                yield self._plain(_BY_HAND[code])
            yield self._plain("go")
            if held := stop.hopper:
                yield Offer(f"hopper {held}", self._text("hopper", count=held))

    def _launch(self, view: TableView) -> Offer:
        seat = view.launcher.faces
        name = "" if seat is None else _name(view, seat)
        told = self._text("launch", count=view.launcher.amount, name=name)
        return Offer("launch", told)

    def _colour(self, letter: str) -> Offer:
        colour = COLOUR_LETTERS.index(letter)
        name = self._say(COLOUR_CODES[colour])
        return Offer(f"colour {letter}", Text.assemble((letter, STYLES[colour]), " ", name))

    def _card(self, word: str, written: str) -> Offer:
        card = parse_card(written)
        if word == "play":
            return Offer(f"play {written}", Text.assemble(card_text(card)))
        told = Text.assemble(f"{self._say(f'offer.{word}')} ", card_text(card))
        return Offer(f"{word} {written}", told)

    def _plain(self, command: str) -> Offer:
        return Offer(command, self._text(command.replace(" ", "_")))

    def _text(self, code: str, **facts: object) -> Text:
        return Text(self._say(f"offer.{code}", **facts))


def _place(move: str) -> tuple[int, bool, int]:
    """Cards first, as they lie in the hand; the rest as the rules list it."""
    word, _, written = move.partition(" ")
    if word not in _WITH_CARD:
        return 1, False, 0
    card = parse_card(written)
    return 0, colour_of(card) == NONE, card


def _name(view: TableView, seat: int) -> str:
    return seat_of(view, seat).name


def is_alone(view: TableView) -> bool:
    """Whether somebody has to sit down before the next round."""
    return view.phase in BETWEEN_ROUNDS and len(view.seats) < PLAYERS_MIN


def free_seat(view: TableView) -> int:
    """The first on which nobody sits."""
    taken = {seat.seat for seat in view.seats}
    return next(seat for seat in range(SEATS_MAX) if seat not in taken)


def seat_of(view: TableView, seat: int) -> SeatView:
    """What may be known of this seat."""
    return next(one for one in view.seats if one.seat == seat)
