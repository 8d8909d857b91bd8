"""A match with people at one moment: what the entries of its journal have led to."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace

from cardslinger.bridge import Heard
from cardslinger.rules.events import Event
from cardslinger.rules.legal import legal
from cardslinger.rules.match import Match, steps
from cardslinger.rules.moves import PRESS
from cardslinger.rules.state import State, Way
from cardslinger.table import entries
from cardslinger.table.entries import Entry, Fact
from cardslinger.table.setup import Setup, Sitter

IDS_KEPT = 200  # messages that may still come twice


@dataclass(frozen=True, slots=True)
class Fire:
    """Cards that the launcher gives now, or is about to: for `seat`; None: nobody owed it."""

    seat: int | None
    wanted: int | None
    number: int | None = None  # of its event `firing`; None: ordered, and not heard of yet
    ordered: bool = False


class Table:
    """Plain fields that only `take` changes. Its numbers are those of the journal's entries."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.match: Match = setup.begin()
        self.sitters: dict[int, Sitter] = dict(setup.sitters)
        self.number = 0  # of the latest entry
        self.changed = 0  # of the latest entry that was an event of the rules
        self.asked: deque[str] = deque(maxlen=IDS_KEPT)  # messages that were obeyed
        self.heard = Heard()  # of the launcher
        self.fire: Fire | None = None
        self.pause: entries.Paused | None = None
        self.lid_open = False
        self.faced: int | None = None  # the seat that got cards last
        self.reported = 0  # cards of all fires, as the launcher or whoever counted them says
        self.presses = 0  # of the button

    @property
    def state(self) -> State:
        """The rules' state."""
        return self.match.state

    @property
    def over(self) -> bool:
        """Whether somebody has won the match."""
        return bool(self.state.winners())

    def bot(self, seat: int) -> str:
        """The bot on the seat; empty if a person sits there."""
        return self.sitters[seat].bot

    def presser(self) -> int | None:
        """Whose press it is if a person presses the launcher now; None: nobody's."""
        state = self.state
        if self.pause and self.pause.code in IN_DOUBT:
            return None
        if state.seat < 0 or self.bot(state.seat) or PRESS not in legal(state):
            return None
        if state.owed and state.owed[0].way is Way.EXACT:
            return None
        return state.seat

    def take(self, happened: Iterable[Entry]) -> None:
        """Let entries happen, as the journal has kept them."""
        row: list[Event] = []
        for entry in happened:
            self.number += 1
            if isinstance(entry, Fact):
                self._play(row)
                self._note(entry)
            else:
                self.changed = self.number
                row.append(entry)
        self._play(row)

    def _play(self, row: list[Event]) -> None:
        for step in steps(row):
            self.match.happen(step)
        row.clear()

    def _note(self, fact: Fact) -> None:
        match fact:
            case entries.Asked(id):
                self.asked.append(id)
            case entries.Seated(seat, name, bot):
                self.sitters[seat] = Sitter(name, bot)
            case entries.LauncherBegan(boot, number):
                self.heard = Heard(boot, number)
            case entries.LauncherSaid(boot, number):
                self.heard = Heard(boot, number)
                self._launcher_said(fact)
            case entries.LauncherRestarted(boot):
                self.heard = Heard(boot)
                self.lid_open = False
            case entries.LauncherMissed(_, last):
                self.heard = Heard(self.heard.boot, last)
            case entries.Ordered(seat, cards):
                self.fire = Fire(seat, cards, ordered=True)
                self.faced = seat
            case entries.OrderVoid():
                self.fire = None
            case entries.Paused():
                self.pause = fact
            case entries.WentOn():
                self.pause = None
            case entries.Confirmed(cards):
                self.reported += cards - (self.pause.facts.get("booked", 0) if self.pause else 0)
                self.pause = self.fire = None
            case entries.FreePress():
                self.pause = None

    def _launcher_said(self, said: entries.LauncherSaid) -> None:
        facts = said.facts
        match said.ev:
            case "firing":
                self._begin_fire(said)
            case "fired":
                self.reported += facts["cards"]
                self.fire = None
            case "lid":
                self.lid_open = facts["open"]

    def _begin_fire(self, said: entries.LauncherSaid) -> None:
        by_host = said.facts["by"] == "host"
        self.presses += not by_host
        if by_host and self.fire and self.fire.ordered:
            self.fire = replace(self.fire, number=said.number)
        else:
            seat = None if by_host else self.presser()
            self.fire = Fire(seat, said.facts["wanted"], said.number)
            self.faced = self.faced if seat is None else seat


IN_DOUBT = frozenset({"count", "count_unknown", "free_press"})  # pauses that end with a number
