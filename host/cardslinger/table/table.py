"""A match with people at one moment: what the entries of its journal have led to."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from cardslinger.bridge import Heard
from cardslinger.rules.events import Event
from cardslinger.rules.legal import legal
from cardslinger.rules.match import Match, steps
from cardslinger.rules.moves import PRESS
from cardslinger.rules.state import State, Way
from cardslinger.table import entries
from cardslinger.table.entries import Entry, Fact
from cardslinger.table.setup import Setup, Sitter

FireId = tuple[str, int]  # boot, and number of its event `firing`
COUNTS = frozenset({"count", "count_unknown"})  # pauses that end with the count of a fire
IN_DOUBT = COUNTS | {"free_press"}  # pauses that end with a word about cards
TO_BE_SEEN = frozenset({"resumed", "restarted", "paused", "stop"})  # ... that need no hands
IDS_KEPT = 200  # messages that may still come twice


@dataclass(frozen=True, slots=True)
class Fire:
    """Cards that the launcher gives now, or is about to: for `seat`; None: nobody owed it."""

    seat: int | None
    wanted: int | None
    id: FireId | None = None  # None: ordered, and not heard of yet
    ordered: bool = False


class Table:
    """Plain fields that only `take` changes. Its numbers are those of the journal's entries."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.match: Match = setup.begin()
        self.sitters: dict[int, Sitter] = dict(setup.sitters)
        self.number = 0  # of the latest entry
        self.changed = 0  # of the latest entry that was an event of the rules
        self.ordered = 0  # of the latest order
        self.paused = 0  # of the latest pause
        self.asked: deque[str] = deque(maxlen=IDS_KEPT)  # messages that were obeyed
        self.heard = Heard()  # of the launcher
        self.order: entries.Ordered | None = None  # its fire is not heard of yet
        self.running: Fire | None = None
        self.counted: set[FireId] = set()  # fires whose cards somebody has counted
        self.counted_unheard = 0  # ... of which the launcher may still tell the beginning
        self.counted_anew = False  # since the launcher restarted somebody has counted
        self.pauses: list[entries.Paused] = []  # the oldest first
        self.lid_open = False
        self.faced: int | None = None  # the seat that got cards last
        self.reported = 0  # cards of all fires, as the launcher or whoever counted them says
        self.battery_mv: dict[str, int] = {}  # as it was measured last: off, on

    def anew(self) -> Setup:
        """The same for another match, with whoever sits here now."""
        sitters = {seat: self.sitters[seat] for seat in self.state.seated}
        return replace(self.setup, sitters=sitters)

    @property
    def state(self) -> State:
        """The rules' state."""
        return self.match.state

    @property
    def over(self) -> bool:
        """Whether somebody has won the match."""
        return bool(self.state.winners())

    @property
    def fire(self) -> Fire | None:
        """What the launcher does, or is about to do by order."""
        order = self.order
        return self.running or (Fire(order.seat, order.cards, ordered=True) if order else None)

    @property
    def pause(self) -> entries.Paused | None:
        """What has to be mended first."""
        return self.pauses[0] if self.pauses else None

    @property
    def doubt(self) -> entries.Paused | None:
        """The oldest pause that ends with the count of a fire."""
        return next((one for one in self.pauses if one.code in COUNTS), None)

    def doubt_of(self, fire: FireId | None) -> entries.Paused | None:
        """The pause that waits for the word of this fire; None: of an order without a word."""
        wanted = list(fire) if fire else None
        return next(
            (one for one in self.pauses if one.code in COUNTS and one.facts.get("fire") == wanted),
            None,
        )

    def bot(self, seat: int) -> str:
        """The bot on the seat; empty if a person sits there."""
        return self.sitters[seat].bot

    def presser(self) -> int | None:
        """Whose press it is if a person presses the launcher now; None: nobody's."""
        state = self.state
        if any(pause.code in IN_DOUBT for pause in self.pauses) or self.order:
            return None
        if state.seat < 0 or self.bot(state.seat) or PRESS not in legal(state):
            return None
        if state.owed and state.owed[0].way is Way.EXACT:
            return None
        return state.seat

    def _pressed(self, told: dict[str, Any]) -> int | None:
        """Whose press it was that the launcher tells of: only whoever the button was armed for
        when it went down, and only if they still have to press."""
        seat = self.presser()
        return seat if told.get("whose") == seat else None

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
                self.lid_open = False  # it says so when somebody presses
            case entries.LauncherSaid(boot, number):
                self.heard = Heard(boot, number)
                self._launcher_said(fact)
            case entries.LauncherRestarted(boot, _, counted):
                self.heard = Heard(boot)
                self.lid_open = False
                self.order = self.running = None  # whatever it was is in doubt now
                self.counted_unheard, self.counted_anew = 0, counted
            case entries.LauncherMissed(_, last):
                self.heard = Heard(self.heard.boot, last)
                self.lid_open = False  # it says so again when it is asked to fire
            case entries.Ordered(seat):
                self.order, self.ordered = fact, self.number
                self.faced = self.faced if seat is None else seat
            case entries.OrderVoid():
                self.order = None
            case entries.Paused(code):
                self._pause(fact)
            case entries.WentOn(code):
                self.pauses = [one for one in self.pauses if one.code != code]
            case entries.Confirmed(cards):
                self._confirm(cards)
            case entries.FreePress():
                self.pauses = [one for one in self.pauses if one.code != "free_press"]

    def _pause(self, pause: entries.Paused) -> None:
        """In place of what it says again: of doubts there may be one a fire."""
        self.paused = self.number
        same = [
            place
            for place, one in enumerate(self.pauses)
            if one.code == pause.code
            and (pause.code not in COUNTS or one.facts.get("fire") == pause.facts.get("fire"))
        ]
        if same:
            self.pauses[same[0]] = pause
        else:
            self.pauses.append(pause)

    def _confirm(self, cards: int) -> None:
        doubt = self.doubt
        if not doubt:
            raise ValueError("no count is in doubt")
        self.pauses.remove(doubt)
        self.counted_anew = True
        self.reported += cards - doubt.facts["booked"]
        if fire := doubt.facts.get("fire"):
            self.counted.add((fire[0], fire[1]))
            if self.running and self.running.id == (fire[0], fire[1]):
                self.running = None
        elif self.order:  # its fire was never heard of
            self.order = None
            self.counted_unheard += 1

    def _launcher_said(self, said: entries.LauncherSaid) -> None:
        facts = said.facts
        match said.ev:
            case "firing":
                self._begin_fire(said)
            case "fired":
                fire = (said.boot, facts["fire"])
                if fire not in self.counted:
                    self.reported += facts["cards"]
                if doubt := self.doubt_of(fire):  # the word that was missing
                    self.pauses.remove(doubt)
                if self.running and self.running.id == fire:
                    self.running = None
            case "lid":
                self.lid_open = facts["open"]
            case "refused" if facts["why"] == "lid":
                self.lid_open = True
            case "tested" if facts.get("unit") == "mV" and "battery" in facts["what"]:
                self.battery_mv[facts["what"]] = facts["value"]

    def _begin_fire(self, said: entries.LauncherSaid) -> None:
        fire = (said.boot, said.number)
        by_host = said.facts["by"] == "host"
        late = self.counted_unheard and self.order and said.facts["wanted"] != self.order.cards
        if by_host and self.order and not late:
            self.running = Fire(self.order.seat, self.order.cards, fire, ordered=True)
            self.order = None
            if doubt := self.doubt_of(None):  # now it is known which fire that is of
                place = self.pauses.index(doubt)
                self.pauses[place] = entries.Paused(doubt.code, {**doubt.facts, "fire": list(fire)})
        elif by_host and self.counted_unheard:
            self.counted_unheard -= 1
            self.counted.add(fire)
        else:
            seat = None if by_host else self._pressed(said.facts)
            self.running = Fire(seat, said.facts["wanted"], fire)
            self.faced = self.faced if seat is None else seat
