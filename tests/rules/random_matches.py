"""Random tables: rule sets with any flags that go together, decks, and what could come next."""

from collections import Counter
from random import Random

from cardslinger.rules import cards
from cardslinger.rules.bots import greedy_bot
from cardslinger.rules.deck import DECKS, Deck, make_deck
from cardslinger.rules.events import (
    CountCorrected,
    DealerDrew,
    DealerPicked,
    Dealt,
    Event,
    Fired,
    Joined,
    Left,
    Moved,
    Outcome,
    PointsCounted,
    Reloaded,
    Turned,
    Undone,
)
from cardslinger.rules.legal import claims, legal
from cardslinger.rules.moves import PRESS
from cardslinger.rules.ruleset import PRESETS, CustomEffect, RuleSet
from cardslinger.rules.scoring import uncounted
from cardslinger.rules.state import Phase, State, Way, new_match
from cardslinger.rules.view import view
from hypothesis import strategies as st

CLASSIC = (0, 0, 0, 0, 1, 2, 3, 5)  # cards of a press


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """A preset with any flags that do not contradict each other."""
    preset = PRESETS[draw(st.sampled_from(list(PRESETS)))]
    flags: dict[str, object] = {
        "extra_card": draw(st.sampled_from(["always", "two_players", "never"])),
        "uno_call": draw(st.sampled_from(["on_playing", "before_playing"])),
        "uno_penalty": draw(st.integers(0, 4)),
        "table_talk_penalty": draw(st.sampled_from([0, 0, 4])),
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
            "first_dealer": draw(st.sampled_from(["pick", "high_card"])),
            "custom_effect": draw(st.sampled_from(list(CustomEffect))),
        }
    else:
        flags["special_draw"] = draw(st.booleans())
    return preset.with_flags(**flags)


@st.composite
def decks(draw: st.DrawFn, rules: RuleSet) -> Deck:
    """The usual deck, or one of 112 cards of any kinds that the rules can play."""
    if not rules.colours:
        return DECKS["all-wild"]
    if draw(st.booleans()):
        return DECKS[draw(st.sampled_from(["attack", "attack-hk"]))]
    actions = [kind for kind in cards.COLOURED_KINDS if kind not in cards.NUMBERS]
    coloured = {kind: draw(st.integers(0, 3)) for kind in actions}
    wild = {kind: draw(st.integers(0, 3)) for kind in cards.WILD_KINDS}
    room = 112 - 4 * sum(coloured.values()) - sum(wild.values())
    numbers = dict.fromkeys(cards.NUMBERS, 0)
    for number in range(room // 4):
        numbers[number % 9 + 1] += 1
    wild[cards.WILD] += room % 4
    return make_deck("random", {**numbers, **coloured}, wild)


@st.composite
def matches(draw: st.DrawFn, physical: st.SearchStrategy[bool] | None = None) -> State:
    """A match of any rules, deck and 2 to 10 players that has not begun."""
    rules = draw(rule_sets())
    seats = draw(st.sets(st.integers(0, 9), min_size=2, max_size=10))
    is_physical = draw(physical if physical is not None else st.booleans())
    return new_match(rules, draw(decks(rules)), sorted(seats), physical=is_physical)


def next_wish(state: State, chance: Random) -> Event:
    """Something that may happen now, people leaving and counts corrected now and then."""
    if wish := _trouble(state, chance):
        return wish
    open_claims = [(seat, move) for seat in state.seated for move in claims(state, seat)]
    if open_claims and chance.random() < 0.15:
        return Moved(*chance.choice(open_claims))
    if moves := legal(state):
        move = chance.choice(moves)
        return fire(state, chance) if move == PRESS else Moved(state.seat, move)
    return _around_play(state, chance)


def bots_wish(state: State, chance: Random) -> Event:
    """What comes next when every seat is a greedy bot."""
    for seat in state.seated:
        if seat == state.seat or claims(state, seat):
            move = greedy_bot(view(state, seat), chance.random)
            if move is not None:
                return fire(state, chance) if move == PRESS else Moved(seat, move)
    return _around_play(state, chance)


def fire(state: State, chance: Random) -> Fired:
    """What the launcher gives to the seat that has to press."""
    exact = state.owed and state.owed[0].way is Way.EXACT
    wanted = state.owed[0].amount if exact else chance.choice(CLASSIC)
    cards_out = min(wanted, len(state.hopper))
    if state.hopper and chance.random() < 0.03:
        return Fired(state.seat, chance.randrange(cards_out + 1), Outcome.JAM)
    return Fired(state.seat, cards_out, Outcome.OK if cards_out == wanted else Outcome.EMPTY)


def _trouble(state: State, chance: Random) -> Event | None:
    dice = chance.random()
    playing = state.phase not in (Phase.DEALER, Phase.DEAL, Phase.OVER)
    if dice < 0.003 and len(state.seated) > 2 and state.phase is not Phase.OVER:
        return Left(chance.choice(state.seated))
    if state.physical and dice > 0.98:
        if dice > 0.99 and state.before is not None:
            return Undone()
        if playing and state.phase is not Phase.COUNT:
            return CountCorrected(None, min(len(state.hopper) + 1, len(state.deck)))
    return None


def _around_play(state: State, chance: Random) -> Event:
    empty = [seat for seat in range(10) if seat not in state.seated]
    if state.phase is Phase.DEALER and state.contenders:
        seat = chance.choice([one for one in state.contenders if one not in state.draws])
        left = Counter(state.deck) - Counter(state.draws.values())
        return DealerDrew(seat, chance.choice(list(left)))
    if state.phase is Phase.DEALER:
        return DealerPicked(chance.choice(state.seated))
    if state.phase is Phase.DEAL:
        if empty and chance.random() < 0.2:
            return Joined(chance.choice(empty))
        if state.physical:
            return Dealt(by_launcher=chance.random() < 0.5)
        return Dealt(tuple(chance.sample(list(state.deck), len(state.deck))))
    if state.phase is Phase.FIRST_CARD:
        return Turned(chance.choice(list(state.deck)))
    if state.phase is Phase.RELOAD:
        if state.physical:
            return Reloaded()
        return Reloaded(tuple(chance.sample(state.discards[:-1], len(state.discards) - 1)))
    assert state.phase is Phase.COUNT, state.phase
    return PointsCounted(chance.choice(uncounted(state)), chance.randrange(200))
