"""What one device may see of a match: built from an allow-list, with the number it is as of."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from cardslinger.rules.cards import COLOUR_LETTERS, KIND_NAMES, NONE, UNKNOWN, format_card
from cardslinger.rules.moves import format_move
from cardslinger.rules.ruleset import MatchWinner, format_flag
from cardslinger.rules.state import Phase
from cardslinger.rules.view import View, view
from cardslinger.table.entries import Paused
from cardslinger.table.needs import Kind, need
from cardslinger.table.setup import Setup, Sitter
from cardslinger.table.table import Table


class Role(StrEnum):
    """Whose device it is. All see what lies open; a seat's device sees that seat's hand, too."""

    HOST = "host"  # runs the table: may do everything
    SEAT = "seat"
    SCREEN = "screen"  # the TV or tablet in the middle: may say what the table says
    SPECTATOR = "spectator"  # may say nothing


class SeatView(msgspec.Struct, frozen=True):
    """What everybody may know of a seat."""

    seat: int
    name: str
    bot: bool
    cards: int
    score: int
    exposed: bool  # can be caught without the call
    called: bool
    drew: str | None  # for the deal
    counted: bool  # physical cards: its points are told


class DeckView(msgspec.Struct, frozen=True):
    """The deck. Of real cards also its kinds, for those who are asked which card it was, and what
    each costs its holder at the end of a round."""

    name: str
    each_colour: tuple[str, ...] = ()
    no_colour: tuple[str, ...] = ()
    points: dict[str, int] = {}


class Debt(msgspec.Struct, frozen=True):
    """What a seat owes the launcher."""

    seat: int
    way: str  # presses, exact, until_card
    amount: int
    why: str
    begun: bool


class LauncherView(msgspec.Struct, frozen=True):
    """What the launcher does, or waits for."""

    firing: bool
    faces: int | None  # the seat that it is, or has to be, turned to
    turn: str  # clockwise or anticlockwise, the shorter way there; empty where nobody can tell
    wants: str  # presses, cards, nothing
    amount: int
    due: bool  # it is owed
    lid_open: bool
    reported: int  # cards, in this match


class Stop(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why the game stands still: the words are the code's, with those of these facts it has."""

    code: str
    seat: int | None = None  # whose cards they are, or who has said so
    cards: int | None = None  # at least, or as the launcher thinks
    maybe: int | None = None  # another number of cards that may be right
    wanted: int | None = None
    hopper: int | None = None  # cards that should still be in it
    reason: str | None = None


_STOP_FACTS = ("seat", "cards", "maybe", "wanted", "hopper", "reason")


class TableView(msgspec.Struct, frozen=True):
    """A match as a device may show it. Cards, moves and flags are in notation."""

    number: int  # of the latest entry
    role: str
    rules: str
    flags: dict[str, str]
    deck: DeckView
    physical: bool
    phase: str
    acting: int | None
    dealer: int | None
    contenders: tuple[int, ...]  # who draws for the deal
    seats: tuple[SeatView, ...]
    order: tuple[int, ...]  # who is next
    clockwise: bool
    top: str | None
    active: str | None  # colour letter
    hopper: int
    discards: int
    debts: tuple[Debt, ...]
    skips: int
    launcher: LauncherView
    stop: Stop | None
    round_winner: int | None
    blocked: bool
    winners: tuple[int, ...]
    lowest_wins: bool  # the match
    rounds: int
    uncounted: tuple[int, ...]
    missing: int
    seat: int | None = None
    hand: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()


def table_view(table: Table, role: Role, seat: int | None = None) -> TableView:
    """What this role may see; `seat` is the seat's own. Raises ValueError for a seat on which
    nobody sits."""
    own = seat if role is Role.SEAT else None
    if role is Role.SEAT and own is None:
        raise ValueError("a seat's view is of some seat")
    seen = view(table.state, own)
    return TableView(
        number=table.number,
        role=role,
        rules=seen.rules.preset.name,
        flags={name: format_flag(value) for name, value in seen.rules.changed_flags().items()},
        deck=_deck(table.setup),
        physical=table.setup.physical,
        phase=seen.phase,
        acting=seen.acting,
        dealer=seen.dealer,
        contenders=seen.contenders if seen.phase is Phase.DEALER else (),
        seats=tuple(_seat(seen, one, table.sitters[one]) for one in seen.seated),
        order=seen.next_seats,
        clockwise=seen.clockwise,
        top=None if seen.top == UNKNOWN else format_card(seen.top),
        active=None if seen.active == NONE else COLOUR_LETTERS[seen.active],
        hopper=seen.hopper,
        discards=seen.discards,
        debts=tuple(Debt(due.seat, due.way, due.amount, due.why, due.begun) for due in seen.owed),
        skips=seen.skips,
        launcher=_launcher(table),
        stop=_stop(table.pause) if table.pause else None,
        round_winner=seen.winner,
        blocked=seen.blocked,
        winners=seen.winners,
        lowest_wins=seen.rules.match_winner is MatchWinner.LOWEST,
        rounds=seen.rounds,
        uncounted=seen.uncounted,
        missing=seen.missing,
        seat=own,
        hand=() if table.setup.physical else _hand(seen),
        moves=_moves(seen.legal, table) if own is not None else (),
        claims=tuple(map(format_move, seen.claims)) if own is not None else (),
    )


def _deck(setup: Setup) -> DeckView:
    deck = setup.deck
    if not setup.physical:
        return DeckView(deck.name)
    return DeckView(
        deck.name,
        tuple(KIND_NAMES[kind] for kind in deck.each_colour),
        tuple(KIND_NAMES[kind] for kind in deck.no_colour),
        {KIND_NAMES[kind]: points for kind, points in deck.points.items() if kind in deck.kinds},
    )


def _stop(pause: Paused) -> Stop:
    told = {name: fact for name, fact in pause.facts.items() if name in _STOP_FACTS}
    return Stop(pause.code, **told)


def _seat(seen: View, seat: int, sitter: Sitter) -> SeatView:
    drawn = seen.draws.get(seat)
    return SeatView(
        seat=seat,
        name=sitter.name,
        bot=bool(sitter.bot),
        cards=seen.sizes[seat],
        score=seen.scores[seat],
        exposed=seat in seen.exposed,
        called=seat in seen.called,
        drew=None if drawn is None else format_card(drawn),
        counted=seen.phase is Phase.COUNT and seat not in seen.uncounted,
    )


def _launcher(table: Table) -> LauncherView:
    wanted, fire = need(table), table.fire
    to = fire.seat if fire else wanted.seat if wanted.kind is not Kind.NOTHING else None
    return LauncherView(
        firing=fire is not None,
        faces=to,
        turn=_turn(table, to),
        wants=wanted.kind,
        amount=wanted.amount,
        due=wanted.due,
        lid_open=table.lid_open,
        reported=table.reported,
    )


def _turn(table: Table, to: int | None) -> str:
    """From the seat that got cards last: the seats stand around the launcher."""
    seats = table.state.seated
    if to == table.faced or to not in seats or table.faced not in seats:
        return ""
    steps = (seats.index(to) - seats.index(table.faced)) % len(seats)
    return "clockwise" if 2 * steps <= len(seats) else "anticlockwise"


def _hand(seen: View) -> tuple[str, ...]:
    cards = [card for card, count in seen.hand.items() for _ in range(count)]
    return tuple(map(format_card, sorted(cards)))


def _moves(legal: Sequence[int], table: Table) -> tuple[str, ...]:
    return () if table.pause or table.fire else tuple(map(format_move, legal))
