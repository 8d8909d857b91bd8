"""What happened at a table, as everybody may hear it: a code with facts for each event."""

from collections.abc import Mapping
from typing import Any

import msgspec

from cardslinger.rules import events, moves
from cardslinger.rules.cards import (
    BLUE,
    FORCED_SWAP,
    NONE,
    TRADE_HANDS,
    UNKNOWN,
    format_card,
    kind_of,
)
from cardslinger.rules.events import Event
from cardslinger.table.setup import Sitter

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


class Happened(msgspec.Struct, frozen=True):
    """`happened.CODE` of the words, with its facts: `name`, `other`, `seat` (of `name`), `card` in
    notation, `colour` as a number of `rules.cards`, `count`; `claimed`: nobody could check it."""

    code: str
    facts: dict[str, Any] = {}


class Happenings:
    """Tells one event after the other, with the names of `sitters` as they are at that moment.

    What lies hidden is in none of them: not what was dealt, nor in which order cards were reloaded.
    """

    def __init__(self, sitters: Mapping[int, Sitter]) -> None:
        self.sitters = sitters
        self._top = UNKNOWN  # the card that was laid last

    def tell(self, event: Event) -> Happened:
        """The next event."""
        match event:
            case events.Moved(seat, move, claimed):
                return self._moved(seat, move, claimed and not moves.is_talk(move))
            case events.Fired(seat, cards):
                return self._of("fired", seat, count=cards) if cards else self._of("blank", seat)
            case events.Kept(seat, cards):
                return self._of("kept", seat, count=cards)
            case events.Waived(seat):
                return self._of("waived", seat)
            case events.Returned(seat, cards):
                return self._of("returned", seat, count=cards)
            case events.DealerDrew(seat, card):
                return self._of("drew", seat, card=format_card(card))
            case events.DealerPicked(seat):
                return self._of("deals", seat)
            case events.Dealt(_, by_launcher):
                return Happened("deal_launcher" if by_launcher else "dealt")
            case events.Turned(card):
                return self.first_card(card)
            case events.Reloaded():
                return Happened("reloaded")
            case events.PointsCounted(seat, points):
                return self._of("points", seat, count=points)
            case events.CountCorrected(seat, cards):
                if seat is None:
                    return Happened("hopper", {"count": cards})
                return self._of("holds", seat, count=cards)
            case events.Undone():
                return Happened("undone")
            case events.Joined(seat):
                return self._of("joined", seat)
            case events.Left(seat):
                return self._of("left", seat)

    def first_card(self, card: int) -> Happened:
        """The card that starts the discard pile."""
        self._top = card
        return Happened("first_card", {"card": format_card(card)})

    def _moved(self, seat: int, move: int, claimed: bool) -> Happened:
        facts: dict[str, Any] = {"claimed": True} if claimed else {}
        if code := _PLAIN.get(move):
            return self._of(code, seat, **facts)
        if NONE <= move - moves.COLOUR <= BLUE:
            return self._of("colour", seat, colour=move - moves.COLOUR, **facts)
        for base, code in _WITH_SEAT.items():
            if base <= move < base + moves.SEATS_MAX:
                if base == moves.TARGET and kind_of(self._top) in _SWAPS:
                    code = "swap"
                return self._of(code, seat, other=self._name(move - base), **facts)
        card = move % moves.CARDS_END
        self._top = card
        return self._of(_WITH_CARD[move - card], seat, card=format_card(card), **facts)

    def _of(self, code: str, seat: int, **facts: Any) -> Happened:
        return Happened(code, {"name": self._name(seat), "seat": seat, **facts})

    def _name(self, seat: int) -> str:
        return self.sitters[seat].name
