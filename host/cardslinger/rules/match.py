"""A match going on: the events so far, the state they have led to, and undo."""

from collections.abc import Iterable

from msgspec.structs import replace

from cardslinger.rules.apply import apply
from cardslinger.rules.decide import Decision, decide
from cardslinger.rules.deck import Deck
from cardslinger.rules.events import Event, Fired, Kept, Refusal, Returned, Undone, Waived
from cardslinger.rules.ruleset import RuleSet
from cardslinger.rules.state import new_match

FOLLOWERS = (Returned, Waived)  # events that follow from the one before, in the same step
BRINGERS = (Fired, Kept)  # events with which cards come out of the launcher
Step = tuple[Event, ...]


class Match:
    """What happens at one table. `state` is replaced by another object after an undo.

    Events come in steps: what somebody did, and what follows from it. An undo takes back a step;
    it is an event too, so that the list says what really happened.
    """

    def __init__(
        self, rules: RuleSet, deck: Deck, seats: tuple[int, ...], *, physical: bool = False
    ) -> None:
        """A match before its first deal. Raises BadDeck or BadMatch as `new_match` does."""
        self.state = new_match(rules, deck, seats, physical=physical)
        self.events: list[Event] = []
        self._begun_with = seats
        self._steps: list[Step] = []  # that count: none of them is undone

    def ask(self, wish: Event) -> Decision:
        """What would happen, or why it may not: `decide`, which knows no undo, and undo."""
        if type(wish) is not Undone:
            return decide(self.state, wish)
        if not self.state.physical:
            return Refusal("refusal.physical_only")
        if not self._steps:
            return Refusal("refusal.nothing_to_undo")
        first = self._steps[-1][0]
        if isinstance(first, BRINGERS) and first.cards:
            return (wish, Returned(first.seat, first.cards))
        return (wish,)

    def happen(self, step: Step) -> None:
        """Let the events of a step happen, as `ask` has given them."""
        self.events += step
        if type(step[0]) is Undone:
            self._steps.pop()
            self._refold()
        else:
            self._steps.append(step)
            for event in step:
                apply(self.state, event)

    def _refold(self) -> None:
        old = self.state
        self.state = new_match(old.rules, old.deck, self._begun_with, physical=old.physical)
        for step in self._steps:
            for event in step:
                apply(self.state, event)


def steps(events: Iterable[Event]) -> list[Step]:
    """The events of a match, each with what follows from it."""
    found: list[Step] = []
    for event in events:
        if found and isinstance(event, FOLLOWERS):
            found[-1] = (*found[-1], event)
        else:
            found.append((event,))
    return found


def wish_of(step: Step) -> Event:
    """What must have been asked for to make this step happen."""
    first = step[0]
    if isinstance(first, BRINGERS):
        returned = sum(event.cards for event in step if isinstance(event, Returned))
        return replace(first, cards=first.cards + returned)
    return first
