"""Tables in the middle of a round, and lines of a match played on them."""

from collections import Counter

from cardslinger.rules.apply import apply
from cardslinger.rules.cards import (
    COLOUR_LETTERS,
    REVERSE,
    TRADE_HANDS,
    UNKNOWN,
    WILD_KINDS,
    colour_of,
    format_card,
    parse_card,
)
from cardslinger.rules.decide import decide
from cardslinger.rules.deck import ATTACK, DECKS, Deck, make_deck
from cardslinger.rules.events import Refusal
from cardslinger.rules.legal import claims, legal
from cardslinger.rules.moves import format_move
from cardslinger.rules.notation import format_event, parse_event
from cardslinger.rules.ruleset import PRESETS, RuleSet
from cardslinger.rules.state import Phase, State, new_match
from cardslinger.rules.turns import settle

# Every kind that a rule set with colours knows, so that any card can be tried in either of them.
EVERY_KIND = make_deck(
    "every kind",
    {**ATTACK.each_colour, REVERSE: 2, TRADE_HANDS: 2},
    dict.fromkeys(WILD_KINDS, 4),
)


def rule_set(preset: str, **flags: object) -> RuleSet:
    return PRESETS[preset].with_flags(**flags)


def position(
    rules: str | RuleSet,
    hands: list[str],
    top: str = "",
    *,
    turn: int = 0,
    colour: str = "",
    next_cards: str = "",
    hopper: int | None = None,
    physical: bool = False,
    deck: Deck | None = None,
    **flags: object,
) -> State:
    """A table in the middle of a round: seat n holds `hands[n]`, seat `turn` is to act.

    `next_cards` come out of the launcher first. `hopper`: that many cards are left in it, the rest
    lies under the top card. Physical hands are written with the cards they hold in truth.
    """
    chosen = rule_set(rules, **flags) if isinstance(rules, str) else rules
    top = top or ("R5" if chosen.colours else "Wild")
    deck = deck or (EVERY_KIND if chosen.colours else DECKS["all-wild"])
    state = new_match(chosen, deck, len(hands), physical=physical)
    rest = Counter(deck)
    for seat, hand in enumerate(hands):
        cards = [parse_card(word) for word in hand.split()]
        rest.subtract(cards)
        state.hands[seat] = {UNKNOWN: len(cards)} if physical else dict(Counter(cards))
        state.sizes[seat] = len(cards)
    top_card = parse_card(top)
    first_out = [parse_card(word) for word in next_cards.split()]
    rest.subtract([top_card, *first_out])
    assert not any(count < 0 for count in rest.values()), "more cards than the deck has"
    left = [*first_out, *sorted(rest.elements())]
    kept = len(left) if hopper is None else hopper
    state.hopper = [UNKNOWN] * kept if physical else left[:kept][::-1]
    state.dry = physical and not kept
    state.discards = [*left[kept:], top_card]
    state.active = COLOUR_LETTERS.index(colour) if colour else colour_of(top_card)
    state.dealer = state.player = state.right[turn]
    state.contenders = ()
    state.step, state.turn = Phase.TURN, turn
    settle(state)
    assert state.cards_in_all() == len(deck)
    return state


def play(state: State, *lines: str) -> State:
    """Play the lines; each must be allowed. What follows by itself need not be written."""
    for line in lines:
        decision = decide(state, parse_event(line))
        assert not isinstance(decision, Refusal), f"{line}: {decision}"
        for event in decision:
            apply(state, event)
    return state


def follows(state: State, line: str) -> list[str]:
    """The lines that follow from one that is allowed."""
    decision = decide(state, parse_event(line))
    assert not isinstance(decision, Refusal), f"{line}: {decision}"
    return [format_event(event) for event in decision]


def refusal(state: State, line: str) -> str:
    """The code with which the line is refused; the state must stay as it is."""
    before = state.digest()
    decision = decide(state, parse_event(line))
    assert isinstance(decision, Refusal), f"{line}: {decision}"
    assert state.digest() == before
    return decision.code.removeprefix("refusal.")


def moves(state: State, seat: int | None = None) -> set[str]:
    """What the seat that has to act may do; of a given seat, what it may claim."""
    listed = legal(state) if seat is None else claims(state, seat)
    return {format_move(move) for move in listed}


def owed(state: State) -> list[tuple[int, int, str]]:
    """(seat, presses or cards, why) in the order in which it is paid."""
    return [(due.seat, due.amount, due.why) for due in state.owed]


def hand(state: State, seat: int) -> list[str]:
    return sorted(format_card(card) for card, n in state.hands[seat].items() for _ in range(n))


def waits_for(state: State) -> tuple[str, int]:
    return str(state.phase), state.seat


def empty_launcher(state: State) -> State:
    """All cards that are in no hand lie aside, so that a reload brings nothing."""
    state.aside = len(state.hopper) + len(state.discards) - 1
    state.hopper, state.discards = [], state.discards[-1:]
    state.dry = state.physical
    settle(state)
    return state


def reload_line(state: State) -> str:
    """The discards below the top, back to front."""
    return "reload " + " ".join(format_card(card) for card in reversed(state.discards[:-1]))


def deal_line(deck: str | Deck, *front: str) -> str:
    """A deal of the whole deck, of its name or itself, that begins with these cards."""
    rest = [format_card(card) for card in (DECKS[deck] if isinstance(deck, str) else deck)]
    for card in front:
        rest.remove(card)
    return f"deal {' '.join([*front, *rest])}"
