"""The rules of a table as codes with facts, for somebody else to put into words."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from cardslinger.rules import cards
from cardslinger.rules.deck import Deck
from cardslinger.rules.ruleset import (
    PLAYERS_MAX,
    PLAYERS_MIN,
    CustomEffect,
    Draws,
    ExtraCard,
    RuleSet,
)


@dataclass(frozen=True, slots=True)
class Rule:
    """One active rule: a code such as `rule.hit_2`, and its facts: numbers, or the table's text."""

    code: str
    facts: dict[str, int | str] = field(default_factory=dict)


# The rule of a kind of card, where no flag changes it.
_KIND_RULES = {
    cards.REVERSE: "rule.reverse",
    cards.SKIP: "rule.skip",
    cards.HIT_2: "rule.hit_2",
    cards.WILD: "rule.wild",
    cards.ATTACK_ATTACK: "rule.attack_attack",
    cards.HIT_4: "rule.hit_4",
    cards.HIT_FIRE: "rule.hit_fire",
    cards.DRAW_TWO: "rule.draw_two",
    cards.DRAW_FOUR: "rule.draw_four",
    cards.TARGETED_DRAW_TWO: "rule.targeted_draw_two",
    cards.DOUBLE_SKIP: "rule.double_skip",
    cards.FORCED_SWAP: "rule.forced_swap",
}

_PRESSES = (CustomEffect.PRESS_NEXT, CustomEffect.PRESS_CHOSEN, CustomEffect.PRESS_ALL)


def describe(rules: RuleSet, deck: Deck) -> list[Rule]:
    """Every active rule, in the order in which one would explain the game."""
    return [*_set_up(rules), *_turn(rules), *_kinds(rules, deck), *_calls(rules), *_end(rules)]


def _set_up(rules: RuleSet) -> Iterator[Rule]:
    yield Rule("rule.players", {"low": PLAYERS_MIN, "high": PLAYERS_MAX})
    yield Rule(f"rule.dealer.{rules.first_dealer}")
    yield Rule("rule.deal", {"count": rules.hand_size})


def _turn(rules: RuleSet) -> Iterator[Rule]:
    yield Rule("rule.match" if rules.colours else "rule.any_card")
    if rules.draws is Draws.PRESSES:
        yield Rule("rule.press.anyway" if rules.may_press_anyway else "rule.press.stuck")
    if rules.special_draw:
        yield Rule("rule.special_draw")


def _kinds(rules: RuleSet, deck: Deck) -> Iterator[Rule]:
    for kind in sorted(deck.kinds - set(cards.NUMBERS)):
        if kind == cards.DISCARD_ALL:
            yield Rule(f"rule.discard_all.{rules.discard_all}")
            if not rules.discard_all_may_empty_hand:
                yield Rule("rule.discard_all.keeps_one")
        elif kind == cards.TRADE_HANDS:
            yield Rule(f"rule.trade_hands.{rules.trade_hands}")
        elif kind == cards.ALL_HIT:
            yield Rule(f"rule.all_hit.{'all' if rules.all_hit_includes_player else 'others'}")
            yield Rule(f"rule.all_hit.{rules.all_hit_resumes}")
        elif kind == cards.CUSTOMIZABLE:
            yield from _customizable(rules)
        elif kind == cards.WILD and not rules.colours:
            yield Rule("rule.plain_wild")
        else:
            yield Rule(_KIND_RULES[kind])
    if rules.extra_card is not ExtraCard.NEVER:
        yield Rule(f"rule.extra_card.{rules.extra_card}")
    if rules.stacking:
        yield Rule("rule.stacking")


def _customizable(rules: RuleSet) -> Iterator[Rule]:
    """attack 14: what the card does, and the text that the table has written on it."""
    effect, text = rules.custom_effect, rules.custom_text
    if effect is CustomEffect.NOTHING and not text:
        yield Rule("rule.customizable")
        return
    code = f"rule.customizable.{effect}"
    if effect is CustomEffect.PRESS_ALL and not rules.all_hit_includes_player:
        code += ".others"
    yield Rule(code, {"count": rules.custom_count} if effect in _PRESSES else {})
    if text:
        yield Rule("rule.customizable.text", {"text": text})


def _calls(rules: RuleSet) -> Iterator[Rule]:
    yield Rule(f"rule.uno.{rules.uno_call}")
    yield Rule(f"rule.uno.caught.{rules.draws}", {"count": rules.uno_penalty})
    if rules.cut_in:
        yield Rule("rule.cut_in")
    if rules.table_talk_penalty:
        yield Rule("rule.table_talk", {"count": rules.table_talk_penalty})


def _end(rules: RuleSet) -> Iterator[Rule]:
    if rules.last_card_must_be_number:
        yield Rule("rule.last_card")
    yield Rule(f"rule.score.{rules.scoring}")
    yield Rule(f"rule.match_winner.{rules.match_winner}", {"count": rules.match_points})
