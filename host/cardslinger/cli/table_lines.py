"""What happened at a table, each thing in one line."""

import copy
from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from cardslinger.cli.tabletop import card_text
from cardslinger.rules.cards import CUSTOMIZABLE, format_card, kind_of, parse_card
from cardslinger.rules.events import Dealt, Event, Reloaded, Turned
from cardslinger.rules.match import Step
from cardslinger.rules.rounds import may_start
from cardslinger.table.happened import Happened, Happenings
from cardslinger.table.setup import Setup, Sitter
from cardslinger.words import Words

_LOUD = ("uno",)


class Lines:
    """Tells events in one language, with the names of `sitters` as they are at that moment."""

    def __init__(self, words: Words, setup: Setup, sitters: Mapping[int, Sitter]) -> None:
        self._say = words.say
        self._setup = setup
        self._sitters = sitters
        self._happenings = Happenings(sitters)

    def tell(self, event: Event) -> Text:
        """The line of an event."""
        if isinstance(event, Turned) and not may_start(event.card):
            return self._goes_back(event.card)
        if isinstance(event, Reloaded) and not self._setup.physical:
            return Text(self._say("line.reshuffled"))
        return self._line(self._happenings.tell(event))

    def first_cards(self, dealt: Dealt, players: int) -> Iterator[Text]:
        """Virtual cards: those that were turned over after the deal, the last one stays."""
        for card in dealt.cards[players * self._setup.rules.hand_size :]:
            if may_start(card):
                yield self._line(self._happenings.first_card(card))
                return
            yield self._goes_back(card)

    def taken_back(self, stood: Sequence[Step]) -> Text:
        """An undo of the last of the steps that stood."""
        self._happenings = Happenings(self._sitters)
        for step in stood[:-1]:
            for event in step:
                self._happenings.tell(event)
        happened = copy.copy(self._happenings).tell(stood[-1][0])
        return Text(self._say("line.undone")).append(" ").append_text(self._line(happened))

    def tie(self, seats: Sequence[int], worth: int) -> Text:
        """These have drawn equally well for the deal."""
        names = ", ".join(map(self.name, seats))
        return Text(self._say("line.tie" if worth else "line.no_number", names=names, number=worth))

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self._sitters[seat].name

    def _goes_back(self, card: int) -> Text:
        written = format_card(card)
        return _painted(self._say("line.goes_back", card=written), written)

    def _line(self, happened: Happened) -> Text:
        code, facts = happened.code, happened.facts
        card = facts.get("card", "")
        line = _painted(self._say(f"happened.{code}", **facts), card)
        if code in _LOUD:
            line.stylize("bold")
        if facts.get("claimed"):
            line.append(f" {self._say('happened.claimed')}", "dim")
        text = self._setup.rules.custom_text
        if text and code == "play" and kind_of(parse_card(card)) == CUSTOMIZABLE:
            line.append(" ").append(self._say("line.says", text=text), "bold")
        return line


def _painted(told: str, written: str) -> Text:
    """The words with the card in its colour; a name before it may read like a card."""
    before, found, after = told.rpartition(written) if written else ("", "", "")
    if not found:
        return Text(told)
    return Text.assemble(before, card_text(parse_card(written)), after)
