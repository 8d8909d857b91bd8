"""Random tables: rule sets with any flags that go together, decks, and what could come next."""

from collections import Counter
from random import Random

from cardslinger.rules import cards
from cardslinger.rules.bots import greedy_bot, random_bot
from cardslinger.rules.deck import DECKS, Deck, make_deck
from cardslinger.rules.events import (
    CountCorrected,
    DealerDrew,
    DealerPicked,
    Dealt,
    Event,
    Fired,
    Joined,
    Kept,
    Left,
    Moved,
    Outcome,
    PointsCounted,
    Reloaded,
    Turned,
    Undone,
)
from cardslinger.rules.legal import claims, legal
from cardslinger.rules.match import Match
from cardslinger.rules.moves import PRESS
from cardslinger.rules.rounds import may_start
from cardslinger.rules.ruleset import PRESETS, CustomEffect, RuleSet
from cardslinger.rules.scoring import countable
from cardslinger.rules.state import Phase, State, Way, Why, deck_too_small
from cardslinger.rules.view import view
from hypothesis import strategies as st

CLASSIC = (0, 0, 0, 0, 1, 2, 3, 5)  # cards of a press
NOT_PLAYED = (Phase.DEALER, Phase.DEAL, Phase.FIRST_CARD, Phase.COUNT, Phase.OVER)


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """A preset with any flags that do not contradict each other."""
    preset = PRESETS[draw(st.sampled_from(list(PRESETS)))]
    flags: dict[str, object] = {
        "extra_card": draw(st.sampled_from(["always", "two_players", "never"])),
        "uno_call": draw(st.sampled_from(["on_playing", "before_playing"])),
        "uno_penalty": draw(st.integers(0, 4)),
        "hand_size": draw(st.integers(1, 7)),
        "match_points": draw(st.sampled_from([60, 500])),
    }
    lowest = draw(st.booleans())
    flags["scoring"] = "each_their_own" if lowest else "winner_takes"
    flags["match_winner"] = "lowest" if lowest else "highest"
    if preset.colours:
        last_must = draw(st.booleans())
        flags |= {
            "may_press_anyway": draw(st.booleans()),
            "discard_all": draw(st.sampled_from(["all", "any_number"])),
            "last_card_must_be_number": last_must,
            "discard_all_may_empty_hand": not last_must and draw(st.booleans()),
            "stacking": draw(st.booleans()),
            "all_hit_includes_player": draw(st.booleans()),
            "all_hit_resumes": draw(st.sampled_from(["next", "player"])),
            "trade_hands": draw(st.sampled_from(["may", "must"])),
            "cut_in": draw(st.booleans()),
            "table_talk_penalty": draw(st.sampled_from([0, 0, 4])),
            "first_dealer": draw(st.sampled_from(["pick", "high_card"])),
            "custom_effect": draw(st.sampled_from(list(CustomEffect))),
        }
    else:
        flags["special_draw"] = draw(st.booleans())
    return preset.with_flags(**flags)


@st.composite
def decks(draw: st.DrawFn, rules: RuleSet, least: int) -> Deck:
    """The usual deck, or one of any kinds that the rules can play; often a small one, so that
    launchers run empty and rounds get stuck. Never less than `least` cards.
    """
    if draw(st.booleans()):
        return DECKS["all-wild"] if not rules.colours else DECKS[draw(st.sampled_from(USUAL))]
    size = max(least, draw(st.sampled_from([0, 20, 30, 112])))
    if not rules.colours:
        actions = {kind: draw(st.integers(0, 2)) for kind in cards.ALL_WILD_KINDS[1:]}
        return make_deck(
            "random", {}, {**actions, cards.WILD: max(size - sum(actions.values()), 1)}
        )
    most = 0 if size == least else 1 if size < 112 else 3
    coloured = {kind: draw(st.integers(0, most)) for kind in ACTIONS}
    wild = {kind: draw(st.integers(0, most)) for kind in cards.WILD_KINDS}
    room = max(size - 4 * sum(coloured.values()) - sum(wild.values()), 8)
    numbers = dict.fromkeys(cards.NUMBERS, 0)
    for number in range((room + 3) // 4):
        numbers[number % 9 + 1] += 1
    return make_deck("random", {**numbers, **coloured}, wild)


USUAL = ("attack", "attack-hk")
ACTIONS = [kind for kind in cards.COLOURED_KINDS if kind not in cards.NUMBERS]


@st.composite
def matches(draw: st.DrawFn, physical: st.SearchStrategy[bool] | None = None) -> Match:
    """A match of any rules, deck and 2 to 10 players that has not begun."""
    rules = draw(rule_sets())
    seats = tuple(sorted(draw(st.sets(st.integers(0, 9), min_size=2, max_size=10))))
    is_physical = draw(physical if physical is not None else st.booleans())
    deck = draw(decks(rules, rules.hand_size * len(seats) + 1))
    return Match(rules, deck, seats, physical=is_physical)


def next_wish(match: Match, chance: Random) -> Event:
    """Something that may happen now; people leave, keep cards that nobody owed, and correct counts
    now and then.
    """
    state = match.state
    if wish := _trouble(match, chance):
        return wish
    open_claims = [(seat, move) for seat in state.seated for move in claims(state, seat)]
    if open_claims and chance.random() < 0.15:
        return Moved(*chance.choice(open_claims))
    if moves := legal(state):
        move = chance.choice(moves)
        return fire(state, chance) if move == PRESS else Moved(state.seat, move)
    return _around_play(state, chance)


def bots_wish(match: Match, chance: Random) -> Event:
    """What comes next when every seat is a greedy bot, now and then absent-minded.

    Greedy players alone can go round in circles for ever with odd little decks, each with a move
    that the rules allow.
    """
    state = match.state
    bot = random_bot if chance.random() < 0.2 else greedy_bot
    for seat in state.seated:
        if seat == state.seat or claims(state, seat):
            move = bot(view(state, seat), chance.random)
            if move is not None:
                return fire(state, chance) if move == PRESS else Moved(seat, move)
    return _around_play(state, chance)


def fire(state: State, chance: Random) -> Fired:
    """What the launcher gives to the seat that has to press, jams and surprises included."""
    exact = state.owed and state.owed[0].way is Way.EXACT
    wanted = state.owed[0].amount if exact else chance.choice(CLASSIC)
    held = len(state.hopper)
    if state.physical:  # the count may be wrong: empty too soon, or more cards than were booked
        held += chance.choice([0] * 9 + [-3, 2])
    cards_out = max(min(wanted, held), 0)
    dice = chance.random()
    if dice < 0.03:
        return Fired(state.seat, chance.randrange(cards_out + 1), Outcome.JAM)
    if dice > 0.98:  # it slipped
        return Fired(state.seat, cards_out + 1)
    return Fired(state.seat, cards_out, Outcome.OK if cards_out == wanted else Outcome.EMPTY)


def _trouble(match: Match, chance: Random) -> Event | None:
    state, dice = match.state, chance.random()
    if dice < 0.015 and len(state.seated) > 2 and state.phase is not Phase.OVER:
        return Left(chance.choice(state.seated))
    if dice < 0.04:
        keepers = [seat for seat in state.seated if could_keep(state, seat)]
        return Kept(chance.choice(keepers), chance.choice([1, 1, 2, 3, 9])) if keepers else None
    if state.physical and dice > 0.97:
        if dice > 0.985:
            return Undone() if match.events and isinstance(match.ask(Undone()), tuple) else None
        return _correction(state, chance)
    return None


def could_keep(state: State, seat: int) -> bool:
    """Whether the seat may keep cards that nobody owed: a round is played that it has not won."""
    deals = bool(state.owed) and state.owed[0].why is Why.DEAL
    if state.phase in NOT_PLAYED or deals or not (state.physical or state.hopper):
        return False
    return seat in state.seated and seat != state.winner


def _correction(state: State, chance: Random) -> Event | None:
    if state.phase in (Phase.DEALER, Phase.DEAL, Phase.OVER):
        return None
    seat = chance.choice([None, *state.seated])
    if seat is None:
        return CountCorrected(None, min(len(state.hopper) + 1, len(state.deck)))
    if seat == state.winner:
        return None
    size = state.sizes[seat] + chance.choice([-2, -1, 1])
    return CountCorrected(seat, min(max(size, 1), len(state.deck)))


def _around_play(state: State, chance: Random) -> Event:
    empty = [seat for seat in range(10) if seat not in state.seated]
    if state.phase is Phase.DEALER and state.contenders:
        seat = chance.choice([one for one in state.contenders if one not in state.draws])
        left = Counter(state.deck) - Counter(state.draws.values())
        return DealerDrew(seat, chance.choice(list(left)))
    if state.phase is Phase.DEALER:
        return DealerPicked(chance.choice(state.seated))
    if state.phase is Phase.DEAL:
        short = deck_too_small(state.rules, state.deck, len(state.seated) + 1)
        if empty and not short and (len(state.seated) < 2 or chance.random() < 0.2):
            return Joined(chance.choice(empty))
        if state.physical:
            return Dealt(by_launcher=chance.random() < 0.5)
        return _deal(state, chance)
    if state.phase is Phase.FIRST_CARD:
        return Turned(chance.choice(list(state.deck)))
    if state.phase is Phase.RELOAD:
        if state.physical:
            return Reloaded()
        return Reloaded(tuple(chance.sample(state.discards[:-1], len(state.discards) - 1)))
    assert state.phase is Phase.COUNT, state.phase
    seat = chance.choice(countable(state))
    worth = [state.deck.points[kind] for kind in state.deck.kinds]
    return PointsCounted(seat, state.sizes[seat] * chance.choice([min(worth), max(worth)]))


def _deal(state: State, chance: Random) -> Dealt:
    """A shuffled deck, with a card to start with among those that are not dealt."""
    deck = chance.sample(list(state.deck), len(state.deck))
    starts = [place for place, card in enumerate(deck) if may_start(card)]
    deck[-1], deck[starts[0]] = deck[starts[0]], deck[-1]
    return Dealt(tuple(deck))
