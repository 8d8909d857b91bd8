"""The state of a match: plain fields that `new_match` makes and only `apply` changes."""

import hashlib
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from cardslinger.rules.cards import NONE, UNKNOWN
from cardslinger.rules.deck import Deck
from cardslinger.rules.errors import BadMatch
from cardslinger.rules.moves import SEATS_MAX
from cardslinger.rules.ruleset import PLAYERS_MAX, PLAYERS_MIN, FirstDealer, MatchWinner, RuleSet

NOBODY = -1


class Phase(StrEnum):
    """What the table waits for."""

    DEALER = "dealer"  # a draw for the deal, or somebody picked
    DEAL = "deal"
    FIRST_CARD = "first_card"  # physical cards: which one starts the discard pile
    TURN = "turn"
    DRAWN = "drawn"  # all-wild 3: the drawn card must be played
    EXTRA = "extra"  # attack 6: one more card after a Skip or Reverse
    LAY = "lay"  # attack 7: cards under a Discard All
    COLOUR = "colour"
    TARGET = "target"
    PAY = "pay"  # a press or a draw that somebody owes
    RELOAD = "reload"
    COUNT = "count"  # physical cards: the points left in the hands
    OVER = "over"  # the match is over


class Way(StrEnum):
    """How an obligation is paid."""

    PRESSES = "presses"  # so many presses
    EXACT = "exact"  # so many cards
    UNTIL_CARD = "until_card"  # presses until a card comes


class Why(StrEnum):
    """What an obligation is for."""

    HIT_2 = "hit_2"
    HIT_4 = "hit_4"
    ATTACK_ATTACK = "attack_attack"
    CUSTOMIZABLE = "customizable"
    ALL_HIT = "all_hit"
    HIT_FIRE = "hit_fire"
    DRAW_TWO = "draw_two"
    DRAW_FOUR = "draw_four"
    TARGETED_DRAW_TWO = "targeted_draw_two"
    SPECIAL_DRAW = "special_draw"
    UNO = "uno"
    TABLE_TALK = "table_talk"
    DEAL = "deal"


class Obligation(NamedTuple):
    """What a seat owes the launcher."""

    seat: int
    way: Way
    amount: int  # presses or cards
    why: Why
    begun: bool = False  # part of it is paid
    in_turn: bool = False  # it came due within the turn that goes on, whoever owes it


class State:
    """A match at one moment. Seats are 0 to 9, clockwise; a seat may be empty.

    `phase` says what the table waits for and `seat` from whom. Behind it lies `step`, where the
    `turn` stands once nobody owes anything. Sets of seats are bit masks.
    """

    __slots__ = (
        "active", "aside", "blocked", "called", "clockwise", "contenders", "counted",
        "cut_open", "dealer", "deck", "discards", "drawn", "draws", "dry", "exposed", "first",
        "forfeited", "fresh", "hands", "hopper", "late", "left", "legal", "missing", "order",
        "owed", "passes", "phase", "physical", "player", "right", "rounds", "rules", "scores",
        "seat", "seated", "sizes", "skips", "stack", "step", "turn", "winner",
    )  # fmt: skip

    rules: RuleSet
    deck: Deck
    physical: bool  # the engine knows only how many cards each hand holds

    seated: tuple[int, ...]  # clockwise
    left: list[int]  # the next taken seat clockwise from each of the ten; NOBODY if none is
    right: list[int]
    scores: list[int]  # of each of the ten seats
    rounds: int  # played so far

    dealer: int
    contenders: tuple[int, ...]  # who draws for the deal
    draws: dict[int, int]  # what they have drawn

    hands: list[dict[int, int]]  # of each seat: card -> how many; UNKNOWN if physical
    sizes: list[int]  # of each hand
    hopper: list[int]  # the last comes out first
    discards: list[int]  # the last is the top
    dry: bool  # the launcher has said that it is empty, and nobody has filled it
    aside: int  # cards of physical hands whose players have left
    missing: int  # physical cards that should be there and are not; below 0: too many turned up

    active: int  # the colour to match; NONE while it is being chosen, and without colours
    clockwise: bool  # the direction of play
    order: list[int]  # `left` or `right` by it: who is next after each seat
    step: Phase
    turn: int  # whose step it is
    fresh: dict[int, int]  # cards that have come to the turn's seat within the turn, for a debt
    player: int  # who laid the top card; the dealer for the first
    first: bool  # the top card is the one turned over, nobody has played
    skips: int  # turns that will be lost when the player's turn ends
    stack: int  # presses handed on by stacking
    drawn: int  # the card that must be played, in step DRAWN
    owed: list[Obligation]  # paid in this order
    exposed: int  # seats that can be caught without their call
    late: int  # of these, the seats for which a call now comes too late
    called: int  # seats that have called before playing
    cut_open: bool  # nobody has played or pressed since the top card
    passes: int  # in a row
    winner: int  # of the round; NOBODY while it goes on, and when it is blocked
    blocked: bool  # the round has ended since nobody could do anything
    counted: dict[int, int]  # points told at a physical table
    forfeited: int  # points in the hands of those who left after the round was won

    phase: Phase
    seat: int  # who has to act; NOBODY when the table has

    legal: tuple[int, ...] | None  # what `legal` has worked out for this state

    def copy(self) -> "State":
        """An independent state that goes on from here."""
        twin = State.__new__(State)
        for field in State.__slots__:
            value = getattr(self, field)
            setattr(twin, field, value.copy() if type(value) in (list, dict) else value)
        twin.hands = [hand.copy() for hand in self.hands]
        turn_to(twin, self.clockwise)
        return twin

    @property
    def top(self) -> int:
        """The top of the discard pile; UNKNOWN before there is one."""
        return self.discards[-1] if self.discards else UNKNOWN

    def cards_in_all(self) -> int:
        """Cards anywhere; always the deck's length once a round has been dealt."""
        in_piles = len(self.hopper) + len(self.discards)
        return sum(self.sizes) + in_piles + self.aside + self.missing

    def winners(self) -> tuple[int, ...]:
        """Who has won the match; empty while it goes on. A tie is shared (attack-hk 8)."""
        if self.step is not Phase.OVER:
            return ()
        best = best_score(self)
        return tuple(seat for seat in self.seated if self.scores[seat] == best)

    def as_tuple(self) -> tuple[object, ...]:
        """Everything that matters for how the match can go on, comparable and printable."""
        left_out = ("deck", "hands", "left", "legal", "order", "right", "rules")
        fields = (getattr(self, name) for name in State.__slots__ if name not in left_out)
        hands = tuple(_fixed(hand) for hand in self.hands)
        deck = (self.deck.name, _fixed(self.deck.counts), _fixed(self.deck.points))
        return (_fixed(self.rules.changed_flags()), deck, hands, *map(_fixed, fields))

    def digest(self) -> str:
        """A short hash of `as_tuple`: equal states have equal digests."""
        return hashlib.blake2b(repr(self.as_tuple()).encode(), digest_size=8).hexdigest()


def _fixed(field: object) -> object:
    """A field as it is now, whatever becomes of it."""
    if isinstance(field, dict):
        return tuple(sorted(field.items()))
    return tuple(field) if isinstance(field, list) else field


def best_score(state: State) -> int:
    """The score of whoever leads."""
    scores = [state.scores[seat] for seat in state.seated]
    lowest_wins = state.rules.match_winner is MatchWinner.LOWEST
    return min(scores) if lowest_wins else max(scores)


def launcher_empty(state: State) -> bool:
    """Whether no card can come without a reload. Of physical cards only the launcher knows."""
    return state.dry if state.physical else not state.hopper


def cards_can_come(state: State) -> bool:
    """Whether the launcher has cards, or will have some after a reload."""
    return len(state.discards) > 1 or not launcher_empty(state)


def new_match(
    rules: RuleSet, deck: Deck, players: int | Sequence[int], *, physical: bool = False
) -> State:
    """A match before its first deal; `players` is how many, or which seats they take.

    Raises BadDeck for a deck the rules can't play, BadMatch for seats that can't be.
    """
    rules.check_deck(deck)
    seats = tuple(range(players)) if isinstance(players, int) else tuple(sorted(players))
    if not PLAYERS_MIN <= len(seats) <= PLAYERS_MAX:
        raise BadMatch(f"{len(seats)} players: there must be {PLAYERS_MIN} to {PLAYERS_MAX}")
    if len(set(seats)) < len(seats) or not set(seats) <= set(range(SEATS_MAX)):
        raise BadMatch(f"seats {seats}: each of 0 to {SEATS_MAX - 1} at most once")
    if too_small := deck_too_small(rules, deck, len(seats)):
        raise BadMatch(too_small)
    state = State.__new__(State)
    state.rules, state.deck, state.physical = rules, deck, physical
    state.scores = [0] * SEATS_MAX
    state.rounds = 0
    state.clockwise = True
    seat_players(state, seats)
    state.dealer = NOBODY
    state.contenders = seats if rules.first_dealer is FirstDealer.HIGH_CARD else ()
    state.draws = {}
    state.step = state.phase = Phase.DEALER
    clear_round(state)
    return state


def deck_too_small(rules: RuleSet, deck: Deck, players: int) -> str:
    """Why the deck can't deal to so many; empty when it can."""
    needed = players * rules.hand_size + 1
    if needed <= len(deck):
        return ""
    return f"deck {deck.name}: {len(deck)} cards, but {players} players need {needed}"


def seat_players(state: State, seats: tuple[int, ...]) -> None:
    """Who sits where, and who follows whom in both directions."""
    state.seated = seats
    state.left = [_first(seats, range(seat + 1, seat + 1 + SEATS_MAX)) for seat in range(SEATS_MAX)]
    state.right = [
        _first(seats, range(seat - 1, seat - 1 - SEATS_MAX, -1)) for seat in range(SEATS_MAX)
    ]
    turn_to(state, state.clockwise)


def turn_to(state: State, clockwise: bool) -> None:
    """The direction of play."""
    state.clockwise = clockwise
    state.order = state.left if clockwise else state.right


def _first(seats: tuple[int, ...], way: range) -> int:
    return next((seat % SEATS_MAX for seat in way if seat % SEATS_MAX in seats), NOBODY)


def clear_round(state: State) -> None:
    """No cards anywhere, nothing owed, clockwise."""
    state.hands = [{} for _ in range(SEATS_MAX)]
    state.sizes = [0] * SEATS_MAX
    state.hopper, state.discards = [], []
    state.dry = False
    state.aside = state.missing = state.forfeited = 0
    state.active = NONE
    turn_to(state, True)
    state.turn = state.player = state.winner = state.seat = NOBODY
    state.first = state.blocked = False
    state.counted = {}
    state.legal = None
    clear_debts(state)


def clear_debts(state: State) -> None:
    """Nothing is owed, exposed, skipped or open to a cut."""
    state.owed = []
    state.cut_open = False
    state.skips = state.stack = state.passes = 0
    state.fresh = {}
    state.exposed = state.late = state.called = 0
    state.drawn = UNKNOWN
