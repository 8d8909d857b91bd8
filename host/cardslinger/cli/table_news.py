"""What is new at a table since it was told last, line by line."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from cardslinger.cli.table_hands import Hands
from cardslinger.cli.table_lines import Lines
from cardslinger.rules.events import DealerDrew, Dealt, Event, Joined, Left, Undone
from cardslinger.rules.match import Step, steps
from cardslinger.rules.rounds import draw_worth
from cardslinger.rules.state import Phase
from cardslinger.table.setup import Setup
from cardslinger.table.table import FireId, Table
from cardslinger.table.views import Role, table_view
from cardslinger.words import Words
from cardslinger.words.printable import printable

LINES_BEFORE = 5  # of a match that goes on


class News:
    """Finds it in one language."""

    def __init__(self, words: Words, table: Table, hands: Hands) -> None:
        self._say = words.say
        self._table, self._hands = table, hands
        self._lines = Lines(words, table.setup, table.sitters)
        self._told = max(0, len(table.match.events) - LINES_BEFORE)
        self._rounds = table.state.rounds
        self._sitters = dict(table.sitters)
        self._why = ""  # the launcher is not connected, as it was told
        self._blank: FireId | None = None  # a free press without a card, the latest
        self._blanks = 0  # that are not told yet

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self._lines.name(seat)

    def notice(self) -> None:
        """Look what the launcher does: nothing else remembers a free press without a card."""
        fire = self._table.running
        blank = fire is not None and fire.seat is None and fire.wanted == 0
        if fire and blank and fire.id != self._blank:
            self._blank = fire.id
            self._blanks += 1

    def lines(self) -> Iterator[Text]:
        """All that has not been told yet."""
        yield from self._of_sitters()
        events = self._table.match.events
        first, self._told = self._told, len(events)
        for place in range(first, len(events)):
            yield from self._of_event(events, place)
        blanks, self._blanks = self._blanks, 0
        for _ in range(blanks):
            yield Text(self._say("line.blank"))
        yield from self._of_connection()
        yield from self._of_the_end()

    def _of_event(self, events: Sequence[Event], place: int) -> Iterator[Text]:
        event, setup = events[place], self._table.setup
        if isinstance(event, Undone):
            yield self._lines.taken_back(_standing(events[:place]))
            return
        yield self._lines.tell(event)
        if isinstance(event, Dealt) and event.cards:
            yield from self._lines.first_cards(event, _players(setup, events[:place]))
        elif isinstance(event, DealerDrew | Left) and (tie := _tie(setup, events[: place + 1])):
            yield self._lines.tie(*tie)

    def _of_sitters(self) -> Iterator[Text]:
        now = dict(self._table.sitters)
        for seat, sitter in now.items():
            if self._sitters.get(seat) != sitter:
                yield Text(self._say("happened.seated", name=sitter.name, seat=seat))
        self._sitters = now

    def _of_connection(self) -> Iterator[Text]:
        """Lost or back, each once; a screen that is drawn meanwhile says it too."""
        why = self._hands.why_not()
        if why != self._why:
            told = "launcher.lost" if why else "launcher.connected"
            yield Text(self._say(told, reason=printable(why)), "bold")
            self._why = why

    def _of_the_end(self) -> Iterator[Text]:
        table = self._table
        rounds, self._rounds = self._rounds, table.state.rounds
        if table.state.rounds > rounds:
            winner = table_view(table, Role.SCREEN).round_winner
            if winner is None:
                yield Text(self._say("happened.round_blocked"), "bold")
            else:
                yield Text(self._say("happened.round_won", name=self.name(winner)), "bold")
        if table.over:
            names = ", ".join(map(self.name, table.state.winners()))
            yield Text(self._say("happened.match_won", name=names), "bold")


def _players(setup: Setup, events: Sequence[Event]) -> int:
    """How many they were after these events; with virtual cards no step is taken back."""
    came = sum(isinstance(event, Joined) for event in events)
    return len(setup.sitters) + came - sum(isinstance(event, Left) for event in events)


def _standing(events: Sequence[Event]) -> list[Step]:
    """The steps that were not taken back."""
    stood: list[Step] = []
    for step in steps(events):
        if isinstance(step[0], Undone):
            stood.pop()
        else:
            stood.append(step)
    return stood


def _tie(setup: Setup, events: Sequence[Event]) -> tuple[tuple[int, ...], int] | None:
    """Who draws again for the deal since the last event, and with what they were equal."""
    match = setup.begin()
    *before, last = steps(events)
    for step in before:
        match.happen(step)
    state, event = match.state, last[0]
    pool, drawn = set(state.contenders), dict(state.draws)
    if isinstance(event, DealerDrew):
        drawn[event.seat] = event.card
    elif isinstance(event, Left):
        pool.discard(event.seat)
    match.happen(last)
    again = match.state.contenders
    if match.state.phase is not Phase.DEALER or len(again) < 2 or not pool <= drawn.keys():
        return None
    return again, draw_worth(drawn[again[0]])
