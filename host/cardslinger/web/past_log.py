"""The log of a match: what happened, and when, as codes of the words. Nothing hidden is in it."""

from collections.abc import Iterable, Iterator
from typing import Any

from cardslinger.rules.events import Dealt, Event
from cardslinger.rules.match import Step, steps
from cardslinger.rules.state import NOBODY
from cardslinger.table import entries
from cardslinger.table.as_data import utc
from cardslinger.table.entries import Fact
from cardslinger.table.happened import Happened, Happenings
from cardslinger.table.history import Kept
from cardslinger.table.setup import Setup
from cardslinger.table.table import Table

_COUNTED = ("count", "count_unknown", "free_press", "stray")  # pauses told with a number of cards


def log(setup: Setup, kept: Iterable[Kept]) -> list[dict[str, Any]]:
    """Of entries that `table.statistics` has read without an error: `at`, `round`, `code`, `facts`.

    What was taken back stays in it, as do the counts that people put right. What happens between
    two rounds is of the next one.
    """
    return list(_Log(setup).lines(kept))


class _Log:
    """Lets a match happen again, and tells of it."""

    def __init__(self, setup: Setup) -> None:
        self._table = Table(setup)
        self._happenings = Happenings(self._table.sitters)

    def lines(self, kept: Iterable[Kept]) -> Iterator[dict[str, Any]]:
        row: list[Kept] = []  # events of the rules that stand together
        for one in kept:
            if isinstance(one.entry, Fact):
                yield from self._events(row)
                row = []
                number = self._round()
                for told in self._fact(one.entry):
                    yield _line(one, number, told)
            else:
                row.append(one)
        yield from self._events(row)

    def _events(self, row: list[Kept]) -> Iterator[dict[str, Any]]:
        place = 0
        for step in steps(_event(one) for one in row):
            number = self._round()
            for told in self._step(step):
                yield _line(row[place], number, told)
            place += len(step)

    def _round(self) -> int:
        """The number of the round that is played, or is to be played next."""
        return self._table.state.rounds + (not self._table.over)

    def _step(self, step: Step) -> Iterator[Happened]:
        table = self._table
        rounds = table.state.rounds
        table.take(step)
        for event in step:
            yield _coded("happened", self._happenings.tell(event))
            if isinstance(event, Dealt) and event.cards:
                first_card = self._happenings.first_card(table.state.discards[0])
                yield _coded("happened", first_card)
        if table.state.rounds > rounds:
            yield from self._round_ended()

    def _round_ended(self) -> Iterator[Happened]:
        state = self._table.state
        if state.winner == NOBODY:
            yield Happened("happened.round_blocked")
        else:
            yield Happened("happened.round_won", {"name": self._name(state.winner)})
        if winners := state.winners():
            names = ", ".join(map(self._name, winners))
            yield Happened("happened.match_won", {"name": names})

    def _fact(self, fact: Fact) -> Iterator[Happened]:
        table = self._table
        doubt, standing = table.doubt, {pause.code for pause in table.pauses}
        table.take([fact])
        match fact:
            case entries.Paused(code, facts) if code not in standing:
                yield self._stopped(code, facts)
            case entries.WentOn() if not table.pauses:
                yield Happened("past.went_on")
            case entries.Confirmed(cards) if doubt:
                name = self._name(doubt.facts.get("seat"))
                yield Happened("past.confirmed", {"name": name, "count": cards})
            case entries.FreePress(cards, None) if cards:
                yield Happened("past.put_back", {"count": cards})
            case entries.Seated(seat, name) if seat in table.state.seated:
                yield Happened("happened.seated", {"seat": seat, "name": name})

    def _stopped(self, code: str, facts: dict[str, Any]) -> Happened:
        """Why it stood still; `name` is of whoever said so, or whose cards are in doubt."""
        told = {"name": self._name(facts.get("seat")), "ending": code}
        told |= {name: facts[name] for name in ("maybe", "reason") if name in facts}
        if code in _COUNTED:
            told["count"] = facts.get("cards", 0)
        if "hopper" in facts:  # real cards, and none has come
            return Happened(f"pause.{code}.physical", {**told, "count": facts["hopper"]})
        return Happened(f"pause.{code}", told)

    def _name(self, seat: int | None) -> str:
        """Who sits there; empty for nobody in particular."""
        sitter = None if seat is None else self._table.sitters.get(seat)
        return sitter.name if sitter else ""


def _event(kept: Kept) -> Event:
    assert not isinstance(kept.entry, Fact)
    return kept.entry


def _coded(prefix: str, happened: Happened) -> Happened:
    return Happened(f"{prefix}.{happened.code}", happened.facts)


def _line(kept: Kept, number: int, told: Happened) -> dict[str, Any]:
    return {"at": utc(kept.at_s), "round": number, "code": told.code, "facts": told.facts}
