"""Matches with people, as entries of a journal and as journals on disk."""

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path

from cardslinger.rules.events import Joined
from cardslinger.rules.match import Match
from cardslinger.rules.record import parse_record
from cardslinger.table.entries import Entry, LauncherSaid, Seated
from cardslinger.table.history import Kept, MatchRow
from cardslinger.table.journal import Journal
from cardslinger.table.setup import Setup, Sitter
from cardslinger.table.statistics import MatchStatistics, statistics

BEGAN_S = 1_700_000_000.0
NAMES = ("North", "East", "South", "West", "Ann", "Ben", "Cem", "Dia", "Eve", "Fay")

# Seat 1's last card is a Reverse: seat 0, not seat 2, would come next.
LAST_IS_A_REVERSE = """\
cardslinger match 1
rules attack
flag first_dealer pick
flag hand_size 1
flag match_points 10
deck tiny
each_colour 5 1
each_colour Reverse 1
no_colour Wild 1
seats 0 1 2
hands known

0 deals
deal RReverse Y5 G5 R5 B5 YReverse GReverse BReverse Wild
1 play RReverse
"""


def of_record(text: str) -> tuple[Setup, list[Entry]]:
    """A match record as a journal would have kept it."""
    record = parse_record(text)
    sitters = {seat: Sitter(NAMES[seat]) for seat in record.seats}
    return Setup(record.rules, record.deck, sitters, record.physical), list(record.events)


def of_match(match: Match, seats: Iterable[int]) -> tuple[Setup, list[Entry]]:
    """A match that was played; whoever joins is named first."""
    state = match.state
    sitters = {seat: Sitter(NAMES[seat]) for seat in seats}
    entries: list[Entry] = []
    for event in match.events:
        if isinstance(event, Joined):
            entries.append(Seated(event.seat, NAMES[event.seat]))
        entries.append(event)
    return Setup(state.rules, state.deck, sitters, state.physical), entries


def kept(entries: Sequence[Entry], seconds_apart: float = 1.0) -> list[Kept]:
    return [
        Kept(number, BEGAN_S + number * seconds_apart, entry)
        for number, entry in enumerate(entries, 1)
    ]


def counted(setup: Setup, entries: Sequence[Entry], seconds_apart: float = 1.0) -> MatchStatistics:
    row = MatchRow(1, BEGAN_S, setup.header(), len(entries), BEGAN_S)
    return statistics(row, setup, kept(entries, seconds_apart))


def fired(number: int, cards: int, by: str = "press", outcome: str = "ok") -> list[Entry]:
    """What the launcher tells of a fire."""
    facts = {"by": by, "wanted": cards}
    ended = {"fire": number, "cards": cards, "outcome": outcome}
    return [
        LauncherSaid("boot", number, "firing", {**facts, "profile": "classic"}),
        LauncherSaid("boot", number + 1, "fired", {**facts, **ended}),
    ]


def write_journal(path: Path, *matches: tuple[Setup, Sequence[Entry]]) -> Path:
    """A journal on disk that holds these matches."""

    async def write() -> None:
        journal = Journal.open(path)
        for setup, entries in matches:
            number = await journal.begin(setup)
            await journal.append(number, entries)
        journal.close()

    asyncio.run(write())
    return path
