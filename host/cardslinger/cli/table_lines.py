"""What happened at a table, each thing in one line."""

from collections.abc import Mapping

from rich.text import Text

from cardslinger.cli.tabletop import card_text
from cardslinger.rules.cards import parse_card
from cardslinger.rules.events import Event
from cardslinger.table.happened import Happened, Happenings
from cardslinger.table.setup import Sitter
from cardslinger.words import Words

_LOUD = ("uno",)


class Lines:
    """Tells events in one language, with the names of `sitters` as they are at that moment."""

    def __init__(self, words: Words, sitters: Mapping[int, Sitter]) -> None:
        self._say = words.say
        self._sitters = sitters
        self._happenings = Happenings(sitters)

    def tell(self, event: Event) -> Text:
        """The line of an event."""
        return self._line(self._happenings.tell(event))

    def first_card(self, card: int) -> Text:
        """The card that starts the discard pile."""
        return self._line(self._happenings.first_card(card))

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self._sitters[seat].name

    def _line(self, happened: Happened) -> Text:
        code, facts = happened.code, happened.facts
        line = _painted(self._say(f"happened.{code}", **facts), facts.get("card", ""))
        if code in _LOUD:
            line.stylize("bold")
        if facts.get("claimed"):
            line.append(f" {self._say('happened.claimed')}", "dim")
        return line


def _painted(told: str, written: str) -> Text:
    """The words with the card in its colour; a name before it may read like a card."""
    before, found, after = told.rpartition(written) if written else ("", "", "")
    if not found:
        return Text(told)
    return Text.assemble(before, card_text(parse_card(written)), after)
