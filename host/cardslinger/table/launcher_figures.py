"""What the launcher of a table has done, as it told itself or people counted."""

from collections import Counter
from dataclasses import dataclass, field

from cardslinger.table import entries
from cardslinger.table.entries import Fact
from cardslinger.table.setup import Setup
from cardslinger.table.table import FireId, Table


@dataclass(slots=True)
class LauncherFigures:
    """Sums over one match or many. Cards that have left it have left it: no undo changes that."""

    fires: int = 0  # that have ended: by the button, or by order
    button_presses: int = 0  # of these, by the button
    cards: int = 0  # as it counted them, or as people did
    blanks: int = 0  # presses of the button that were to give none
    outcomes: Counter[str] = field(default_factory=Counter)  # how its fires ended -> fires
    pauses: Counter[str] = field(default_factory=Counter)  # why the game stood still -> times
    counts_confirmed: int = 0  # by people, of fires in doubt
    free_presses: int = 0  # settled: cards that nobody owed
    # Profile -> cards -> presses that nothing stopped, people's and bots'; "" if nobody knows.
    presses: dict[str, Counter[int]] = field(default_factory=dict)

    def press(self, profile: str, cards: int) -> None:
        """Count a press that nothing stopped."""
        self.presses.setdefault(profile, Counter())[cards] += 1

    def all_presses(self) -> Counter[int]:
        """Cards -> presses that nothing stopped, by any profile."""
        return sum(self.presses.values(), Counter())

    def add(self, other: "LauncherFigures") -> None:
        """Add what was done in another match."""
        self.fires += other.fires
        self.button_presses += other.button_presses
        self.cards += other.cards
        self.blanks += other.blanks
        self.outcomes.update(other.outcomes)
        self.pauses.update(other.pauses)
        self.counts_confirmed += other.counts_confirmed
        self.free_presses += other.free_presses
        for profile, counts in other.presses.items():
            self.presses.setdefault(profile, Counter()).update(counts)


BUTTON, ORDER = "button", "order"  # what made the launcher fire
NOTHING_STOPPED = ("ok", "over")  # ... and it is known how many came


class LauncherTally:
    """Counts the facts of a match into figures: `add` each, in order."""

    def __init__(self, setup: Setup) -> None:
        self.figures = LauncherFigures()
        self._profiles: dict[FireId, str] = {}  # of presses of the button that are not counted yet
        self.source = ""  # of the cards that come next for somebody, if anybody can tell
        # It hears facts alone, so it does not know whose a fire was; that matters to nobody here.
        self._table = Table(setup)

    def add(self, fact: Fact) -> None:
        """Count one fact. Raises KeyError, TypeError, IndexError for one that can't be."""
        figures, standing, doubt = self.figures, len(self._table.pauses), self._table.doubt
        counted = set(self._table.counted)
        self._table.take([fact])
        figures.cards = self._table.reported
        if isinstance(fact, entries.Asked) and not self._table.doubt:
            self.source = ORDER
        match fact:
            case entries.LauncherSaid(boot, number, "firing", {"by": "press", **more}):
                self._profiles[boot, number] = more.get("profile") or ""
            case entries.LauncherSaid(boot, _, "fired", facts):
                self._fired(facts["by"], facts["wanted"], facts["cards"], facts["outcome"])
                fire = (boot, facts["fire"])
                if facts["outcome"] in NOTHING_STOPPED and fire not in counted:
                    self._pressed(fire, facts["cards"])
            case entries.Paused(code):
                figures.pauses[code] += len(self._table.pauses) > standing  # else it knows more
            case entries.Confirmed(cards):
                figures.counts_confirmed += 1
                if doubt and doubt.code == "count" and not doubt.facts.get("stopped"):
                    self._pressed(tuple(doubt.facts["fire"]), cards)
            case entries.FreePress():
                figures.free_presses += 1

    def _pressed(self, fire: FireId, cards: int) -> None:
        """That press of the button gave so many cards; nothing if it was none, or is counted."""
        profile = self._profiles.pop(fire, None)
        if profile is not None:
            self.figures.press(profile, cards)

    def _fired(self, by: str, wanted: int, cards: int, outcome: str) -> None:
        figures = self.figures
        figures.fires += 1
        figures.outcomes[outcome] += 1
        self.source = BUTTON if by == "press" else ORDER
        if self.source == BUTTON:
            figures.button_presses += 1
            figures.blanks += not wanted and not cards
