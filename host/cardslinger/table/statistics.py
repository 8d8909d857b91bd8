"""What a match came to. Nothing of it is stored: it is worked out from the journal's entries."""

from collections.abc import Iterable
from dataclasses import dataclass

from cardslinger.rules import events
from cardslinger.rules.events import Event, Outcome
from cardslinger.rules.match import Step
from cardslinger.rules.moves import CATCH, CUT, LAY, TALK, UNO
from cardslinger.rules.ruleset import MatchWinner, Scoring
from cardslinger.rules.state import NOBODY, Obligation, State, Way, Why
from cardslinger.rules.turn_count import begins_turn
from cardslinger.table import entries
from cardslinger.table.chance import ORDERED_PROFILE
from cardslinger.table.entries import Fact
from cardslinger.table.errors import JournalError
from cardslinger.table.history import Kept, MatchRow
from cardslinger.table.launcher_figures import (
    BUTTON,
    ORDER,
    LauncherFigures,
    LauncherTally,
)
from cardslinger.table.player_figures import PlayerFigures
from cardslinger.table.setup import Setup, Sitter
from cardslinger.table.standing import IMPOSSIBLE, check, standing

BREAK_S = 15 * 60.0  # nothing for longer: they were away


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at the end, or now. `names`: who has played it, in order; the last one had it last."""

    seat: int
    names: tuple[str, ...]
    bot: bool
    score: int
    seated: bool  # False: the player has left

    @property
    def name(self) -> str:
        """Who had it last."""
        return self.names[-1]


@dataclass(frozen=True, slots=True)
class Round:
    """A round that has ended."""

    winner: int | None  # seat; None: blocked, or all but one have left
    turns: int  # as `rules.turn_count` has it
    seconds: float  # from the deal, breaks left out
    scores: dict[int, int]  # of the match, of each taken seat, after it


@dataclass(frozen=True, slots=True)
class MatchStatistics:
    """One match, over or going on. Times are Unix times, and seconds."""

    number: int
    began_at_s: float
    last_at_s: float
    played_s: float  # breaks left out
    rules: str
    physical: bool
    points_to_win: int
    lowest_wins: bool
    over: bool
    seats: tuple[Seat, ...]
    rounds: tuple[Round, ...]
    winners: tuple[str, ...]  # several share a tie; empty while it goes on
    players: dict[str, PlayerFigures]
    launcher: LauncherFigures
    digest: str  # of the state that the match has come to


def statistics(row: MatchRow, setup: Setup, kept: Iterable[Kept]) -> MatchStatistics:
    """What a match with these entries came to. Raises JournalError for one that can't have
    happened.
    """
    tally = _Tally(setup, row.began_at_s)
    for one in standing(tally.timed(kept)):
        tally.add(one.first, one.what)
    return tally.result(row)


class _Tally:
    """Plays a match again, and counts."""

    def __init__(self, setup: Setup, began_at_s: float) -> None:
        self._setup = setup
        self._match = setup.begin()
        self._sitters: dict[int, Sitter] = dict(setup.sitters)
        self._names: dict[int, list[str]] = {}
        self._players: dict[str, PlayerFigures] = {}
        self._launcher = LauncherTally(setup)
        self._rounds: list[Round] = []
        self._turns = 0  # of the round
        self._dealt_s = 0.0  # when the round began, in `_played`
        self._last_at_s = began_at_s
        self._played: dict[int, float] = {}  # entry -> seconds played until then
        for seat in setup.sitters:
            self._sits(seat)

    # -- time ------------------------------------------------------------------------------------

    def timed(self, kept: Iterable[Kept]) -> Iterable[Kept]:
        """The same, while the clock of the match runs; it stands still over breaks."""
        played_s = 0.0
        for one in kept:
            gap_s = one.at_s - self._last_at_s
            resumed = isinstance(one.entry, entries.Paused) and one.entry.code == "resumed"
            if 0 < gap_s <= BREAK_S and not resumed:
                played_s += gap_s
            self._last_at_s = one.at_s
            self._played[one.number] = played_s
            yield one

    # -- who ------------------------------------------------------------------------------------

    def _sits(self, seat: int) -> None:
        """Whoever the facts name plays this seat from now on."""
        sitter = self._sitters[seat]
        names = self._names.setdefault(seat, [])
        if not names or names[-1] != sitter.name:
            names.append(sitter.name)
        self._players.setdefault(sitter.name, PlayerFigures(matches=1)).bot = bool(sitter.bot)

    def _player(self, seat: int) -> PlayerFigures:
        return self._players[self._names[seat][-1]]

    # -- what ------------------------------------------------------------------------------------

    def add(self, first: Kept, what: Fact | Step) -> None:
        """Count something that stands."""
        if not isinstance(what, Fact):
            self._step(first, what)
            return
        try:
            self._launcher.add(what)
        except IMPOSSIBLE as error:
            raise JournalError(f"entry {first.number} can't have happened ({error!r})") from error
        if isinstance(what, entries.Seated):
            self._sitters[what.seat] = Sitter(what.name, what.bot)
            if what.seat in self._match.state.seated:
                self._sits(what.seat)

    def _step(self, first: Kept, step: Step) -> None:
        state, event = self._match.state, step[0]
        check(self._match, first, step)
        if isinstance(event, events.Joined) and event.seat not in self._sitters:
            raise JournalError(f"entry {first.number}: nobody was said to take seat {event.seat}")
        due = state.owed[0] if state.owed else None
        rounds, scores, discards = state.rounds, list(state.scores), len(state.discards)
        if isinstance(event, events.Dealt):
            self._turns, self._dealt_s = 0, self._played[first.number]
        self._turns += begins_turn(state, event)
        self._match.happen(step)
        self._event(event, due, len(state.discards) - discards)
        for seat in state.seated:
            player = self._player(seat)
            player.most_cards = max(player.most_cards, state.sizes[seat])
        if state.rounds > rounds:
            self._round_ended(state, scores, self._played[first.number] - self._dealt_s)

    def _event(self, event: Event, due: Obligation | None, laid: int) -> None:
        match event:
            case events.Moved(seat, move):
                player = self._player(seat)
                player.cards_played += laid
                player.calls += move == UNO
                player.cut_ins += CUT <= move < LAY
                if CATCH <= move < TALK:
                    player.catches += 1
                    self._player(move - CATCH).caught += 1
            case events.Fired():
                self._fired(event, due)
            case events.Kept(seat, cards):  # maybe of several fires
                self._player(seat).cards_received += cards
            case events.Joined(seat):
                self._sits(seat)

    def _fired(self, fired: events.Fired, due: Obligation | None) -> None:
        if due and due.why is Why.DEAL:
            return
        self._receives(fired.seat, fired.cards)
        stopped = fired.outcome is not Outcome.OK
        if (due and due.way is Way.EXACT) or (stopped and not fired.cards):
            return
        player = self._player(fired.seat)
        player.presses_owed += due is not None
        player.presses_chosen += due is None
        if not stopped:
            player.presses[fired.cards] += 1
            if self._sitters[fired.seat].bot or self._launcher.source == ORDER:
                profile = self._setup.profile or ORDERED_PROFILE
                self._launcher.figures.press(profile, fired.cards)
            elif self._launcher.source != BUTTON:  # a record knows of no launcher
                self._launcher.figures.press("", fired.cards)

    def _receives(self, seat: int, cards: int) -> None:
        player = self._player(seat)
        player.cards_received += cards
        player.largest_fire = max(player.largest_fire, cards)

    def _round_ended(self, state: State, before: list[int], seconds: float) -> None:
        """The rules say who has won it: after a Reverse that is not whoever was to come next."""
        for seat in self._names:
            points = state.scores[seat] - before[seat]
            if state.rules.scoring is Scoring.EACH_THEIR_OWN:
                self._player(seat).penalty_points += points
            else:
                self._player(seat).points += points
        for seat in state.seated:
            self._player(seat).rounds += 1
        winner = None if state.winner == NOBODY else state.winner
        if winner is not None:
            self._player(winner).rounds_won += 1
        scores = {seat: state.scores[seat] for seat in state.seated}
        self._rounds.append(Round(winner, self._turns, seconds, scores))

    def result(self, row: MatchRow) -> MatchStatistics:
        """What it has come to."""
        state = self._match.state
        winners = tuple(dict.fromkeys(self._names[seat][-1] for seat in state.winners()))
        for name in winners:
            self._players[name].won = 1
        return MatchStatistics(
            number=row.number,
            began_at_s=row.began_at_s,
            last_at_s=self._last_at_s,
            played_s=max(self._played.values(), default=0.0),
            rules=state.rules.preset.name,
            physical=state.physical,
            points_to_win=state.rules.match_points,
            lowest_wins=state.rules.match_winner is MatchWinner.LOWEST,
            over=bool(winners),
            seats=tuple(self._seat(state, seat) for seat in sorted(self._names)),
            rounds=tuple(self._rounds),
            winners=winners,
            players=self._players,
            launcher=self._launcher.figures,
            digest=state.digest(),
        )

    def _seat(self, state: State, seat: int) -> Seat:
        names = tuple(self._names[seat])
        bot = self._players[names[-1]].bot
        return Seat(seat, names, bot, state.scores[seat], seat in state.seated)
