"""A match as a text file: what is played by whom, then its events, one a line.

    cardslinger match 1
    rules attack
    flag stacking yes            # only flags that differ from the rule set's own
    deck attack
    seats 0 1 2 3
    hands known                  # or counted: physical cards

    0 drew R7
    ...

A deck of one's own follows its name, one line a kind: `each_colour Skip 2`, `no_colour Wild 8`,
`points Wild 40`. What stands behind a `#` is a remark.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from cardslinger.rules.cards import KIND_NAMES, parse_kind
from cardslinger.rules.deck import DECKS, TABLES, Deck, make_deck, tables_of
from cardslinger.rules.errors import BadNotation, BadRecord, BadRuleSet, RulesError, quoted
from cardslinger.rules.events import Event, Refusal
from cardslinger.rules.match import FOLLOWERS, Match, Step, steps, wish_of
from cardslinger.rules.moves import parse_seat
from cardslinger.rules.notation import format_event, parse_count, parse_event
from cardslinger.rules.ruleset import PRESETS, RuleSet, format_flag
from cardslinger.rules.state import State

HEADING = "cardslinger match 1"
_NO_HEADING = f"a match record begins with {HEADING!r}"
HANDS = {"known": False, "counted": True}


@dataclass(slots=True)
class Record:
    """What a match is played with, and everything that has happened in it."""

    rules: RuleSet
    deck: Deck
    seats: tuple[int, ...]  # taken when the match began
    physical: bool
    events: list[Event] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)  # of the events, in the file it came from

    def begin(self) -> Match:
        """The match before the first event. Raises BadDeck or BadMatch."""
        return Match(self.rules, self.deck, self.seats, physical=self.physical)

    def states(self) -> Iterator[State]:
        """The state before the first event and after each, going on: copy it to keep it.

        An event with what follows from it is one step: its states are all the one after the step.
        Raises BadRecord for an event that could not have happened.
        """
        match = self.begin()
        yield match.state
        number = 0
        for step in steps(self.events):
            self._check(match, step, number)
            match.happen(step)
            for _ in step:
                yield match.state
            number += len(step)

    def _check(self, match: Match, step: Step, number: int) -> None:
        """Raises BadRecord unless the step is what would have happened."""
        if isinstance(step[0], FOLLOWERS):
            raise self._impossible(number, Refusal("refusal.no_wish"))
        decision = match.ask(wish_of(step))
        if isinstance(decision, Refusal):
            raise self._impossible(number, decision)
        if decision == step:
            return
        if step[: len(decision)] == decision:
            raise self._impossible(number + len(decision), Refusal("refusal.no_wish"))
        facts: dict[str, object] = {"event": ", ".join(map(format_event, decision))}
        raise self._impossible(number, Refusal("refusal.reads_otherwise", facts))

    def _impossible(self, number: int, refusal: Refusal) -> BadRecord:
        line = self.lines[number] if number < len(self.lines) else number + 1
        should = refusal.facts.get("event")
        why = f"it should be {should!r}" if should else refusal.code
        event = quoted(format_event(self.events[number]))
        return BadRecord(line, f"{event} can't happen here ({why})", refusal)

    def replay(self, count: int | None = None) -> State:
        """The state after the first `count` events, or all. Raises BadRecord, or ValueError for
        more events than there are.
        """
        end = len(self.events) if count is None else count
        for number, state in enumerate(self.states()):
            if number == end:
                return state
        raise ValueError(f"{end}: the record has {len(self.events)} events")


def format_record(record: Record) -> str:
    """The text of a record; parses to an equal one."""
    lines = [HEADING, f"rules {record.rules.preset.name}"]
    changed = record.rules.changed_flags()
    lines += [f"flag {flag} {format_flag(value)}" for flag, value in changed.items()]
    lines += _format_deck(record.deck)
    lines.append(f"seats {' '.join(map(str, record.seats))}")
    lines.append(f"hands {'counted' if record.physical else 'known'}")
    lines.append("")
    lines += [format_event(event) for event in record.events]
    return "\n".join(lines) + "\n"


def _format_deck(deck: Deck) -> list[str]:
    lines = [f"deck {deck.name}"]
    if DECKS.get(deck.name) == deck:
        return lines
    for name, counts in tables_of(deck).items():
        lines += [f"{name} {KIND_NAMES[kind]} {count}" for kind, count in counts.items()]
    return lines


def parse_record(text: str) -> Record:
    """The record of a text. Raises BadRecord with the line and the reason."""
    header = _Header()
    record: Record | None = None
    number = 0
    for number, line in _lines(text):
        try:
            if record is None and header.take(line, number):
                continue
            event = parse_event(line)
            if record is None:
                record = header.record()
            record.events.append(event)
            record.lines.append(number)
        except BadRecord:
            raise
        except RulesError as error:
            raise BadRecord(number, str(error)) from None
    try:
        return record or header.record()
    except BadRecord:
        raise
    except RulesError as error:
        raise BadRecord(max(number, 1), str(error)) from None


def _lines(text: str) -> Iterable[tuple[int, str]]:
    """Numbered lines without remarks and needless spaces."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        bare = " ".join(line.partition("#")[0].split())
        if bare:
            yield number, bare


class _Header:
    """Gathers the lines above the events."""

    def __init__(self) -> None:
        self._headed = False
        self._values: dict[str, str] = {}
        self._flags: dict[str, str] = {}
        self._tables: dict[str, dict[int, int]] = {name: {} for name in TABLES}
        self._numbers: dict[str, int] = {}  # the line on which each word or flag stands

    def take(self, line: str, number: int) -> bool:
        """Keep a line if it belongs to the header. Raises BadNotation."""
        if not self._headed:
            if line != HEADING:
                raise BadNotation(_NO_HEADING)
            self._headed = True
            return True
        word, _, rest = line.partition(" ")
        if word in TABLES:
            name, _, count = rest.partition(" ")
            kind = parse_kind(name)
            self._once(kind in self._tables[word], f"{word} {name}")
            self._tables[word][kind] = parse_count(count)
        elif word == "flag":
            flag, _, value = rest.partition(" ")
            self._once(flag in self._flags, f"flag {flag}")
            self._flags[flag] = value
            self._numbers[f"flag {flag}"] = number
        elif word in ("rules", "deck", "seats", "hands"):
            self._once(word in self._values, word)
            self._values[word] = rest
            self._numbers[word] = number
        else:
            return False
        return True

    def _once(self, stands: bool, what: str) -> None:
        if stands:
            raise BadNotation(f"{quoted(what)} stands twice")

    def record(self) -> Record:
        """What the header says. Raises BadRecord naming a line, or RulesError if one is lacking."""
        if not self._headed:
            raise BadNotation(_NO_HEADING)
        for word in ("rules", "deck", "seats", "hands"):
            if word not in self._values:
                raise BadNotation(f"the record lacks its {word!r} line")
        with self._on("rules"):
            preset = PRESETS.get(self._values["rules"])
            if preset is None:
                raise BadNotation(
                    f"rules {quoted(self._values['rules'])}: one of {', '.join(PRESETS)}"
                )
        with self._on("hands"):
            physical = HANDS.get(self._values["hands"])
            if physical is None:
                raise BadNotation(f"hands {quoted(self._values['hands'])}: known or counted")
        with self._on("seats"):
            seats = tuple(parse_seat(seat) for seat in self._values["seats"].split())
        rules = self._rules(preset)
        with self._on("deck"):
            deck = self._deck()
            rules.check_deck(deck)
        record = Record(rules, deck, seats, physical)
        with self._on("seats"):
            record.begin()
        return record

    @contextmanager
    def _on(self, word: str) -> Iterator[None]:
        """Errors in here are those of the word's line."""
        try:
            yield
        except RulesError as error:
            raise BadRecord(self._numbers[word], str(error)) from None

    def _rules(self, preset: RuleSet) -> RuleSet:
        try:
            return preset.with_flags(**self._flags)
        except BadRuleSet as error:
            reason = str(error)
            raise BadRecord(self._line_of_flag(preset, reason), reason) from None

    def _line_of_flag(self, preset: RuleSet, reason: str) -> int:
        """The line with which what is wrong with the flags first arises."""
        flags: dict[str, str] = {}
        for flag, value in self._flags.items():
            flags[flag] = value
            try:
                preset.with_flags(**flags)
            except BadRuleSet as error:
                if str(error) == reason:
                    break
        return self._numbers[f"flag {flag}"]

    def _deck(self) -> Deck:
        name = self._values["deck"]
        each_colour, no_colour, points = self._tables.values()
        if not (each_colour or no_colour or points):
            if name not in DECKS:
                raise BadNotation(
                    f"deck {quoted(name)}: one of {', '.join(DECKS)}, or its kinds below"
                )
            return DECKS[name]
        return make_deck(name, each_colour, no_colour, points)
