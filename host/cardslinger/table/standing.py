"""What stands of a match: its steps and facts in order, without the steps that were undone."""

from collections.abc import Iterable
from dataclasses import dataclass

from cardslinger.rules.events import Refusal, Undone
from cardslinger.rules.match import FOLLOWERS, Match, Step, wish_of
from cardslinger.rules.notation import format_event
from cardslinger.table.entries import Fact
from cardslinger.table.errors import JournalError
from cardslinger.table.history import Kept

# What an entry raises that can be read, but not taken where it stands.
IMPOSSIBLE = (AssertionError, LookupError, TypeError, ValueError)
EVENT_SHOWN = 60  # letters of an event in an error: a deal names 112 cards


@dataclass(slots=True)
class Standing:
    """A fact, or a step of the rules that was not taken back."""

    first: Kept  # the entry it begins with
    what: Fact | Step


def standing(entries: Iterable[Kept]) -> list[Standing]:
    """What is left of the entries of a match when every undo has been obeyed.

    Facts stay: a launcher that has fired has fired. Raises JournalError for an undo of nothing.
    """
    found: list[Standing | None] = []
    undoable: list[int] = []  # places of steps that stand, in `found`
    goes_on = undone = False  # whether a follower would belong to the entry before; to an undo
    for kept in entries:
        entry = kept.entry
        if isinstance(entry, Fact):
            found.append(Standing(kept, entry))
            goes_on = False
        elif isinstance(entry, Undone):
            if not undoable:
                raise impossible(kept, "refusal.nothing_to_undo")
            found[undoable.pop()] = None
            goes_on = undone = True
        elif goes_on and isinstance(entry, FOLLOWERS):
            last = found[-1]
            if not undone and last and not isinstance(last.what, Fact):
                last.what = (*last.what, entry)
        else:
            undoable.append(len(found))
            found.append(Standing(kept, (entry,)))
            goes_on, undone = True, False
    return [one for one in found if one]


def check(match: Match, first: Kept, step: Step) -> None:
    """Raises JournalError unless the step is what would have happened in the match now."""
    if isinstance(step[0], FOLLOWERS):
        raise impossible(first, "refusal.no_wish")
    decision = match.ask(wish_of(step))
    if isinstance(decision, Refusal):
        raise impossible(first, decision.code)
    if decision != step:
        raise impossible(first, "refusal.reads_otherwise")


def impossible(kept: Kept, code: str) -> JournalError:
    """The error for an entry that can be read, but can't have happened."""
    assert not isinstance(kept.entry, Fact)
    event = format_event(kept.entry)
    shown = event if len(event) <= EVENT_SHOWN else f"{event[: EVENT_SHOWN - 3]}..."
    return JournalError(f"entry {kept.number}, {shown!r}, can't have happened ({code})")
