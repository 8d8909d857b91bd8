"""What each kind of card does when it is played, chosen for, or turned over first."""

from collections.abc import Callable

from cardslinger.rules import cards
from cardslinger.rules.calls import card_laid, forget, hand_changed
from cardslinger.rules.cards import COLOUR_SHIFT, KIND_MASK, UNKNOWN, kind_of
from cardslinger.rules.fitting import layable, playable
from cardslinger.rules.ruleset import CustomEffect, ExtraCard, Resumes, UnoCall
from cardslinger.rules.state import NOBODY, Phase, State, Way, Why, turn_to
from cardslinger.rules.turns import Hit, begin_turn, end_turn, others_in_order, owe

# Presses, or cards, that a kind costs whoever it hits (attack 8, 9, 10, all-wild 1).
COSTS = {
    cards.HIT_2: 2,
    cards.HIT_4: 4,
    cards.ATTACK_ATTACK: 2,
    cards.DRAW_TWO: 2,
    cards.DRAW_FOUR: 4,
    cards.TARGETED_DRAW_TWO: 2,
}


# Bound once: reading a member off its enum costs CPython 3.11 some 60 ns.
_ON_PLAYING = UnoCall.ON_PLAYING
_ALWAYS = ExtraCard.ALWAYS
_TWO_PLAYERS = ExtraCard.TWO_PLAYERS
_EXTRA = Phase.EXTRA
_LAY = Phase.LAY
_COLOUR = Phase.COLOUR


def play(state: State, seat: int, card: int) -> None:
    """The seat lays a card on the pile, and its effect begins."""
    take(state, seat, card)
    state.discards.append(card)
    state.active = card >> COLOUR_SHIFT
    state.player = state.turn = seat
    state.first = False
    state.cut_open = True
    state.passes = 0
    state.exposed = state.late = 0  # who could be caught before can't be any more
    state.called &= 1 << seat  # what others called for a cut has lapsed
    if state.sizes[seat] <= 1:
        if state.sizes[seat]:
            card_laid(state, seat)
        else:
            win(state, seat)
    _EFFECTS[card & KIND_MASK](state)


def take(state: State, seat: int, card: int) -> None:
    """Remove a card from a hand; a physical hand has only unknown ones."""
    hand = state.hands[seat]
    if state.physical:
        card = UNKNOWN
    if hand[card] == 1:
        del hand[card]
    else:
        hand[card] -= 1
    state.sizes[seat] -= 1


def win(state: State, seat: int) -> None:
    """The hand is empty: the seat has won the round, and owes nothing any more (choice)."""
    state.winner = seat
    forget(state, seat)
    state.owed = [due for due in state.owed if due.seat != seat]


def turn_over(state: State, card: int) -> None:
    """The first card of the discard pile acts as if the dealer had played it, but that the
    dealer's left chooses a colour (attack 15, all-wild 4, attack-hk 7).
    """
    state.discards = [card]
    state.active = card >> COLOUR_SHIFT
    state.player = state.dealer
    state.first = True
    state.turn = state.dealer if kind_of(card) in _DEALER_CHOOSES else state.left[state.dealer]
    _EFFECTS[kind_of(card)](state)


# Not to start with: back into the launcher, and another card (attack 15, attack-hk 7).
NO_FIRST_CARD = (cards.TRADE_HANDS, cards.ATTACK_ATTACK, cards.HIT_4, cards.CUSTOMIZABLE)
_DEALER_CHOOSES = (cards.ALL_HIT, cards.TARGETED_DRAW_TWO, cards.FORCED_SWAP)


def choose_colour(state: State, colour: int) -> None:
    """The colour of a wild card is chosen; what else it does comes now."""
    state.active = colour
    _after_colour(state)


def choose_target(state: State, seat: int | None) -> None:
    """The seat that the top card is aimed at; None trades no hands."""
    kind = kind_of(state.top)
    effect = state.rules.custom_effect
    if seat is None:
        pass
    elif kind == cards.ATTACK_ATTACK:
        owe(state, seat, Way.PRESSES, COSTS[kind], Why.ATTACK_ATTACK)
    elif kind == cards.TARGETED_DRAW_TWO:
        owe(state, seat, Way.EXACT, COSTS[kind], Why.TARGETED_DRAW_TWO)
    elif kind == cards.CUSTOMIZABLE and effect is CustomEffect.PRESS_CHOSEN:
        owe(state, seat, Way.PRESSES, state.rules.custom_count, Why.CUSTOMIZABLE)
    else:
        swap_hands(state, state.player, seat)
    end_turn(state)


def swap_hands(state: State, one: int, other: int) -> None:
    """Two seats swap hands; whoever now holds one card must call (attack 13, all-wild 1)."""
    hands, sizes = state.hands, state.sizes
    hands[one], hands[other] = hands[other], hands[one]
    sizes[one], sizes[other] = sizes[other], sizes[one]
    for seat in (one, other):
        hand_changed(state, seat)


def lay_down(state: State, card: int) -> None:
    """A card goes under the Discard All; the last one that can ends the turn."""
    seat = state.turn
    take(state, seat, card)
    state.discards.insert(-1, card)
    if state.sizes[seat]:
        card_laid(state, seat, more_may_follow=True)
    else:
        win(state, seat)
    if not layable(state):
        end_laying(state)


def end_laying(state: State) -> None:
    """No further card goes under the Discard All."""
    if state.rules.uno_call is _ON_PLAYING:
        card_laid(state, state.turn)
    end_turn(state)


def _reverse(state: State) -> None:
    if len(state.seated) == 2:
        state.skips += 1
    else:
        turn_to(state, not state.clockwise)
    _extra_card(state)


def _skip(state: State) -> None:
    state.skips += 1
    _extra_card(state)


def _double_skip(state: State) -> None:
    state.skips += 2
    end_turn(state)


def _extra_card(state: State) -> None:
    """attack 6: one more card at once, if there is one that fits."""
    extra = state.rules.extra_card
    allowed = extra is _ALWAYS or (extra is _TWO_PLAYERS and len(state.seated) == 2)
    if not allowed or state.first or state.winner != NOBODY:
        end_turn(state)
    elif playable(state, state.player):
        state.step = _EXTRA
    else:
        end_turn(state)


def _hit(way: Way, count: int, why: Why) -> Callable[[State], None]:
    def effect(state: State) -> None:
        end_turn(state, Hit(way, count + state.stack, why))

    return effect


def _discard_all(state: State) -> None:
    if layable(state) and not state.first:
        if state.rules.uno_call is _ON_PLAYING:
            state.exposed = 0  # until all cards are down
        state.step = _LAY
    else:
        end_turn(state)


def _aim(state: State) -> None:
    """The player chooses somebody; if the player has left, nobody does."""
    if state.player in state.seated:
        state.step = Phase.TARGET
    else:
        end_turn(state)


def _swap(state: State) -> None:
    if state.winner == NOBODY:
        _aim(state)
    else:  # a last card swaps nothing (all-wild 6)
        end_turn(state)


def _wild(state: State) -> None:
    if state.rules.colours and state.winner == NOBODY:
        state.step = _COLOUR
    else:  # nobody needs a colour
        _after_colour(state)


def _after_colour(state: State) -> None:
    _WILD_EFFECTS[kind_of(state.top)](state)


def _all_hit(state: State) -> None:
    """attack 12, attack-hk 6; as first card all but the dealer press, who then starts."""
    rules, player = state.rules, state.player
    _everyone_presses(state, 1, Why.ALL_HIT)
    resumes = state.first or rules.all_hit_resumes is Resumes.PLAYER
    if resumes and player in state.seated:
        skips = state.skips  # they bite when this other turn ends (attack 6)
        begin_turn(state, player)
        state.skips = skips
    else:
        end_turn(state)


def _everyone_presses(state: State, presses: int, why: Why) -> None:
    for seat in others_in_order(state, state.player):
        owe(state, seat, Way.PRESSES, presses, why)
    if state.rules.all_hit_includes_player and not state.first:
        owe(state, state.player, Way.PRESSES, presses, why)


def _custom(state: State) -> None:
    """attack 14: what the table has written on the card."""
    effect, presses = state.rules.custom_effect, state.rules.custom_count
    if effect is CustomEffect.PRESS_CHOSEN:
        _aim(state)
    elif effect is CustomEffect.SWAP:
        _swap(state)
    else:
        if effect is CustomEffect.SKIP:
            state.skips += 1
        elif effect is CustomEffect.PRESS_ALL:
            _everyone_presses(state, presses, Why.CUSTOMIZABLE)
        end_turn(state)
        if effect is CustomEffect.PRESS_NEXT:
            victim = state.turn if state.turn != state.player else state.order[state.player]
            owe(state, victim, Way.PRESSES, presses, Why.CUSTOMIZABLE)


_EFFECTS: dict[int, Callable[[State], None]] = {
    **dict.fromkeys(cards.NUMBERS, end_turn),
    cards.REVERSE: _reverse,
    cards.SKIP: _skip,
    cards.HIT_2: _hit(Way.PRESSES, COSTS[cards.HIT_2], Why.HIT_2),
    cards.DISCARD_ALL: _discard_all,
    cards.TRADE_HANDS: _swap,
    **dict.fromkeys(cards.WILD_KINDS, _wild),
    cards.DRAW_TWO: _hit(Way.EXACT, COSTS[cards.DRAW_TWO], Why.DRAW_TWO),
    cards.DRAW_FOUR: _hit(Way.EXACT, COSTS[cards.DRAW_FOUR], Why.DRAW_FOUR),
    cards.TARGETED_DRAW_TWO: _aim,
    cards.DOUBLE_SKIP: _double_skip,
    cards.FORCED_SWAP: _swap,
}
_WILD_EFFECTS: dict[int, Callable[[State], None]] = {
    cards.WILD: end_turn,
    cards.ATTACK_ATTACK: _aim,
    cards.CUSTOMIZABLE: _custom,
    cards.HIT_4: _hit(Way.PRESSES, COSTS[cards.HIT_4], Why.HIT_4),
    cards.ALL_HIT: _all_hit,
    cards.HIT_FIRE: _hit(Way.UNTIL_CARD, 1, Why.HIT_FIRE),
}
