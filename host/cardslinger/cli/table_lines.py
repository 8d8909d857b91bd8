"""What happened at a table, each thing in one line."""

from collections.abc import Mapping

from rich.text import Text

from cardslinger.cli.tabletop import card_text
from cardslinger.rules import events, moves
from cardslinger.rules.cards import FORCED_SWAP, TRADE_HANDS, UNKNOWN, format_card, kind_of
from cardslinger.rules.events import Event
from cardslinger.table.setup import Sitter
from cardslinger.words import COLOUR_CODES, Words

_PLAIN = {
    moves.DRAW: "draw",
    moves.PASS: "pass",
    moves.DONE: "done",
    moves.KEEP: "keep",
    moves.UNO: "uno",
}
_WITH_SEAT = {moves.TARGET: "target", moves.CATCH: "catch", moves.TALK: "talk"}
_WITH_CARD = {0: "play", moves.CUT: "cut", moves.LAY: "lay"}
_SWAPS = (TRADE_HANDS, FORCED_SWAP)
_LOUD = "bold"


class Lines:
    """Tells events in one language, with the names of `sitters` as they are at that moment."""

    def __init__(self, words: Words, sitters: Mapping[int, Sitter]) -> None:
        self._say = words.say
        self._sitters = sitters
        self._top = UNKNOWN  # the card that was laid last

    def tell(self, event: Event) -> Text:
        """The line of an event."""
        match event:
            case events.Moved(seat, move, claimed):
                line = self._moved(seat, move)
                if claimed and not moves.is_talk(move):
                    line.append(f" {self._say('happened.claimed')}", "dim")
                return line
            case events.Fired(seat, cards):
                return self._counted("fired", seat, cards) if cards else self._told("blank", seat)
            case events.Kept(seat, cards):
                return self._counted("kept", seat, cards)
            case events.Waived(seat):
                return self._told("waived", seat)
            case events.Returned(seat, cards):
                return self._counted("returned", seat, cards)
            case events.DealerDrew(seat, card):
                return self._told("drew", seat, card=card)
            case events.DealerPicked(seat):
                return self._told("deals", seat)
            case events.Dealt(_, by_launcher):
                return Text(
                    self._say("happened.deal_launcher" if by_launcher else "happened.dealt")
                )
            case events.Turned(card):
                return self.first_card(card)
            case events.Reloaded():
                return Text(self._say("happened.reloaded"))
            case events.PointsCounted(seat, points):
                return self._counted("points", seat, points)
            case events.CountCorrected(seat, cards):
                if seat is None:
                    return Text(self._say("happened.hopper", count=cards))
                return self._counted("holds", seat, cards)
            case events.Undone():
                return Text(self._say("happened.undone"))
            case events.Joined(seat):
                return self._told("joined", seat)
            case events.Left(seat):
                return self._told("left", seat)

    def first_card(self, card: int) -> Text:
        """The card that starts the discard pile."""
        self._top = card
        return _painted(self._say("happened.first_card", card=card), card)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self._sitters[seat].name

    def _moved(self, seat: int, move: int) -> Text:
        if code := _PLAIN.get(move):
            style = _LOUD if move == moves.UNO else ""
            return Text(self._say(f"happened.{code}", name=self.name(seat)), style)
        if move - moves.COLOUR in COLOUR_CODES:
            colour = self._say(COLOUR_CODES[move - moves.COLOUR])
            return Text(self._say("happened.colour", name=self.name(seat), colour=colour))
        for base, code in _WITH_SEAT.items():
            if base <= move < base + moves.SEATS_MAX:
                other = self.name(move - base)
                if base == moves.TARGET and kind_of(self._top) in _SWAPS:
                    code = "swap"
                return Text(self._say(f"happened.{code}", name=self.name(seat), other=other))
        card = move % moves.CARDS_END
        self._top = card
        return self._told(_WITH_CARD[move - card], seat, card=card)

    def _told(self, code: str, seat: int, *, card: int = UNKNOWN) -> Text:
        return _painted(self._say(f"happened.{code}", name=self.name(seat), card=card), card)

    def _counted(self, code: str, seat: int, count: int) -> Text:
        return Text(self._say(f"happened.{code}", name=self.name(seat), count=count))


def _painted(told: str, card: int) -> Text:
    """The words with the card in its colour; a name before it may read like a card."""
    written = format_card(card)
    before, found, after = told.rpartition(written)
    if not found or card == UNKNOWN:
        return Text(told)
    return Text.assemble(before, card_text(card), after)
