"""Tables for tests: set up, dealt, and what can be done at them in a line."""

import itertools
from random import Random

import msgspec
from cardslinger.bridge import Firing, News
from cardslinger.rules.deck import DECKS
from cardslinger.rules.events import Refusal
from cardslinger.rules.notation import parse_event
from cardslinger.rules.ruleset import PRESETS
from cardslinger.rules.state import Phase
from cardslinger.table.asking import Answer, ask
from cardslinger.table.chance import Luck, due
from cardslinger.table.entries import Entry
from cardslinger.table.hearing import hear
from cardslinger.table.messages import Deal, Message, Play, Wish
from cardslinger.table.needs import Kind, need
from cardslinger.table.setup import Setup, Sitter
from cardslinger.table.table import Table

from tests.table.launcher_words import ARMED

NAMES = ("North", "East", "South", "West")


def set_up(
    rules: str = "attack",
    *,
    bots: int = 0,
    people: int = 2,
    physical: bool = False,
    **flags: object,
) -> Setup:
    sitters = {seat: Sitter(NAMES[seat]) for seat in range(people)}
    sitters |= {people + bot: Sitter(f"Bot {bot + 1}", "greedy") for bot in range(bots)}
    return Setup(PRESETS[rules].with_flags(**flags), DECKS[rules], sitters, physical)


class Party:
    """A table, its chance, and every entry so far."""

    def __init__(self, setup: Setup, seed: int = 1) -> None:
        self.table = Table(setup)
        self.luck = Luck(Random(seed))
        self.entries: list[Entry] = []
        self._ids = itertools.count()

    @property
    def state(self):
        return self.table.state

    def happen(self, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        self.table.take(entries)
        self.entries += entries
        return entries

    def hear(self, *news: News) -> tuple[Entry, ...]:
        return tuple(entry for one in news for entry in self._hear(one))

    def _hear(self, news: News) -> tuple[Entry, ...]:
        if isinstance(news, Firing) and news.whose == ARMED:
            wanted = need(self.table)
            whose = wanted.seat if wanted.kind is Kind.PRESSES else None
            news = msgspec.structs.replace(news, whose=whose)
        return self.happen(hear(self.table, news))

    def say(
        self, wish: Wish | str, seat: int | None = None, seen: int | None = None, id: str = ""
    ) -> Answer:
        """Ask, in notation or by a wish; what happens is kept."""
        if isinstance(wish, str):
            wish = Play(wish)
        message = Message(id or f"m{next(self._ids)}", wish, seat, seen)
        answer = ask(self.table, message, self.luck)
        return answer if isinstance(answer, Refusal) else self.happen(answer)

    def go(self, *lines: str) -> None:
        """Say these lines, none of which may be refused."""
        for line in lines:
            answer = self.say(line)
            assert not isinstance(answer, Refusal), (line, answer)

    def by_itself(self) -> None:
        """All that happens without anybody."""
        while entries := due(self.table, self.luck):
            self.happen(entries)

    def put(self, *events: str) -> None:
        """Events of the rules, as they are."""
        self.happen(tuple(map(parse_event, events)))


def dealt_party(setup: Setup, seed: int = 1) -> Party:
    """Virtual cards, dealt by seat 0; whoever has to act first does."""
    party = Party(setup, seed)
    while party.state.phase is Phase.DEALER:
        party.by_itself()
        if party.state.phase is Phase.DEALER:
            party.go("0 deals")
    party.by_itself()
    if party.state.phase is Phase.DEAL:
        party.say(Deal())
    return party


def physical_party(
    rules: str = "attack", people: int = 2, turned: str = "R5", **flags: object
) -> Party:
    """Real cards, dealt by hand by seat 0, with this first card."""
    flags = {"first_dealer": "pick", **flags}
    party = Party(set_up(rules, people=people, physical=True, **flags))
    party.go("0 deals")
    party.say(Deal())
    party.go(f"turned {turned}")
    return party
