"""What one seat, or somebody who only looks on, may know of a match: an allow-list."""

from dataclasses import dataclass

from cardslinger.rules.deck import Deck
from cardslinger.rules.legal import claims, legal
from cardslinger.rules.ruleset import RuleSet
from cardslinger.rules.scoring import uncounted
from cardslinger.rules.state import NOBODY, Obligation, Phase, State
from cardslinger.rules.turns import others_in_order


@dataclass(frozen=True, slots=True)
class View:
    """A match as seen from `seat`; from None it shows what lies open on the table."""

    rules: RuleSet
    deck: Deck
    seat: int | None
    phase: Phase
    acting: int | None  # who has to act
    seated: tuple[int, ...]
    dealer: int | None
    next_seats: tuple[int, ...]  # in order of play, after this seat (None: after whose turn it is)
    top: int
    active: int  # colour to match
    clockwise: bool
    sizes: dict[int, int]  # of every hand
    hand: dict[int, int]  # card -> how many, of this seat; UNKNOWN cards if they are physical
    hopper: int  # cards
    discards: int
    owed: tuple[Obligation, ...]
    exposed: tuple[int, ...]  # can be caught without their call
    called: tuple[int, ...]  # have called before playing
    skips: int  # that will bite when the turn ends
    contenders: tuple[int, ...]  # who draws for the deal
    draws: dict[int, int]  # what they have drawn
    uncounted: tuple[int, ...]  # physical cards: whose points have not been told
    aside: int  # physical cards of those who have left
    missing: int  # physical cards that should be there; below 0: too many turned up
    winner: int | None  # of the round
    blocked: bool  # the round has ended since nobody could do anything
    winners: tuple[int, ...]  # of the match
    scores: dict[int, int]
    rounds: int
    legal: tuple[int, ...]  # moves of this seat, if it has to act
    claims: tuple[int, ...]


def view(state: State, seat: int | None) -> View:
    """What the seat may know. Raises ValueError for a seat on which nobody sits."""
    if seat is not None and seat not in state.seated:
        raise ValueError(f"nobody sits on seat {seat}")
    return View(
        rules=state.rules,
        deck=state.deck,
        seat=seat,
        phase=state.phase,
        acting=somebody(state.seat),
        seated=state.seated,
        dealer=somebody(state.dealer),
        next_seats=_next_seats(state, state.turn if seat is None else seat),
        top=state.top,
        active=state.active,
        clockwise=state.clockwise,
        sizes={other: state.sizes[other] for other in state.seated},
        hand={} if seat is None else dict(state.hands[seat]),
        hopper=len(state.hopper),
        discards=len(state.discards),
        owed=tuple(state.owed),
        exposed=seats_in(state, state.exposed),
        called=seats_in(state, state.called),
        skips=state.skips,
        contenders=state.contenders,
        draws=dict(state.draws),
        uncounted=tuple(uncounted(state)) if state.phase is Phase.COUNT else (),
        aside=state.aside,
        missing=state.missing,
        blocked=state.blocked,
        winner=somebody(state.winner),
        winners=state.winners(),
        scores={other: state.scores[other] for other in state.seated},
        rounds=state.rounds,
        legal=legal(state) if seat is not None and seat == state.seat else (),
        claims=claims(state, seat) if seat is not None else (),
    )


def somebody(seat: int) -> int | None:
    """The seat; None for NOBODY."""
    return None if seat == NOBODY else seat


def seats_in(state: State, mask: int) -> tuple[int, ...]:
    """The taken seats of a bit mask."""
    return tuple(seat for seat in state.seated if mask >> seat & 1) if mask else ()


def _next_seats(state: State, seat: int) -> tuple[int, ...]:
    return () if seat == NOBODY else tuple(others_in_order(state, seat))
