"""What one can type at a table now, in a line below what is on offer."""

from collections.abc import Sequence

from cardslinger.cli.table_cards import CardNames
from cardslinger.cli.table_offers import free_seat, is_alone, seat_of
from cardslinger.cli.table_people import People
from cardslinger.rules.calls import CUT_PHASES
from cardslinger.rules.cards import NONE, colour_of
from cardslinger.rules.state import Phase, State
from cardslinger.table.views import TableView
from cardslinger.words import Words

_TOLD = {  # physical cards: what nobody but the people at the table knows, and has to be typed
    Phase.FIRST_CARD: "turned",
    Phase.TURN: "laid",
    Phase.DRAWN: "laid",
    Phase.EXTRA: "laid",
    Phase.LAY: "under",
    Phase.COUNT: "points",
}
_EXAMPLES = 3  # cards in a row


class Hints:
    """Finds them in one language, with cards that this deck has."""

    def __init__(self, words: Words, cards: CardNames) -> None:
        self._say, self._cards = words.say, cards

    def find(self, view: TableView, cutters: Sequence[int] = ()) -> str:
        """Maybe two lines. `cutters`: those of whom it is worth telling that they might cut in."""
        contenders = view.contenders
        people = People({seat.seat: seat.name for seat in view.seats})
        under = self._cards.of_colour(view.active or "") if view.phase == Phase.LAY else ""
        asked = [*view.uncounted, *(seat for seat in contenders if not seat_of(view, seat).drew)]
        facts: dict[str, object] = {
            "card": under or self._cards.examples[0],
            "cards": ", ".join(self._cards.examples[:_EXAMPLES]),
            "name": people.name(asked[0]) if asked else people.example,
            "names": ", ".join(map(people.name, contenders)),
            "seat": free_seat(view) if is_alone(view) else 0,
        }
        lines = [self._say(f"hint.{_code(view, len(contenders))}", **facts)]
        if cutters and view.top and view.stop is None:
            name = people.name(cutters[0])
            lines.append(self._say("hint.cut", name=name, card=view.top))
        return "\n".join(lines)


def _code(view: TableView, contenders: int) -> str:
    phase = Phase(view.phase)
    told = view.physical and view.stop is None
    if view.stop is None and is_alone(view):
        return "sit.physical" if view.physical else "sit"
    if told and phase is Phase.DEALER and contenders:
        return "drew" if contenders == len(view.seats) else "drew_again"
    if told and phase in _TOLD:
        return _TOLD[phase]
    return "uno" if _calls_soon(view) else "help"


def may_cut_in(state: State, seat: int) -> bool:
    """Whether the seat might cut in, as far as everybody can see: nobody knows its cards."""
    if not (state.rules.cut_in and state.cut_open) or state.phase not in CUT_PHASES:
        return False
    if seat == state.seat or colour_of(state.top) == NONE or not state.sizes[seat]:
        return False
    return all(due.seat != seat for due in state.owed)


def _calls_soon(view: TableView) -> bool:
    """Whether the viewer would be caught after the next card."""
    return "uno" in view.claims
