"""The cards as codes with facts: what each does in play, as first and as last card, its points."""

from collections.abc import Iterator

from cardslinger.rules import cards
from cardslinger.rules.cards import COLOURS
from cardslinger.rules.deck import Deck
from cardslinger.rules.describe_rule import Rule
from cardslinger.rules.effects import COSTS, NO_FIRST_CARD
from cardslinger.rules.ruleset import CustomEffect, ExtraCard, Resumes, RuleSet

_NAMES = {
    cards.REVERSE: "reverse",
    cards.SKIP: "skip",
    cards.HIT_2: "hit_2",
    cards.DISCARD_ALL: "discard_all",
    cards.TRADE_HANDS: "trade_hands",
    cards.WILD: "wild",
    cards.ATTACK_ATTACK: "attack_attack",
    cards.CUSTOMIZABLE: "customizable",
    cards.HIT_4: "hit_4",
    cards.ALL_HIT: "all_hit",
    cards.HIT_FIRE: "hit_fire",
    cards.DRAW_TWO: "draw_two",
    cards.DRAW_FOUR: "draw_four",
    cards.TARGETED_DRAW_TWO: "targeted_draw_two",
    cards.DOUBLE_SKIP: "double_skip",
    cards.FORCED_SWAP: "forced_swap",
}
_WITH_EXTRA_CARD = {cards.SKIP, cards.REVERSE}
_ON_THE_NEXT = {
    *_WITH_EXTRA_CARD,
    cards.HIT_2,
    cards.HIT_4,
    cards.HIT_FIRE,
    cards.DRAW_TWO,
    cards.DRAW_FOUR,
    cards.DOUBLE_SKIP,
}
_HITTING = {cards.HIT_2, cards.HIT_4, cards.ATTACK_ATTACK, cards.ALL_HIT, cards.HIT_FIRE}
_DRAWING = {cards.DRAW_TWO, cards.DRAW_FOUR, cards.TARGETED_DRAW_TWO}
_PRESSES = (CustomEffect.PRESS_NEXT, CustomEffect.PRESS_CHOSEN, CustomEffect.PRESS_ALL)


def specials(rules: RuleSet, deck: Deck) -> list[int]:
    """The kinds of the deck that are no numbers, in the order in which one explains them."""
    order = sorted(_NAMES) if rules.colours else cards.ALL_WILD_KINDS
    return [kind for kind in order if kind in deck.kinds]


def custom_effect(rules: RuleSet, deck: Deck) -> CustomEffect:
    """What the Customizable cards of the deck do besides choosing the colour (attack 14)."""
    there = cards.CUSTOMIZABLE in deck.kinds
    return rules.custom_effect if there else CustomEffect.NOTHING


def can_swap(rules: RuleSet, deck: Deck) -> bool:
    """Whether hands may be swapped."""
    swapping = {cards.TRADE_HANDS, cards.FORCED_SWAP}
    return bool(deck.kinds & swapping) or custom_effect(rules, deck) is CustomEffect.SWAP


def can_aim(rules: RuleSet, deck: Deck) -> bool:
    """Whether a card makes somebody press or draw whom its player chooses."""
    aimed = {cards.ATTACK_ATTACK, cards.TARGETED_DRAW_TWO}
    return bool(deck.kinds & aimed) or custom_effect(rules, deck) is CustomEffect.PRESS_CHOSEN


def stacks(rules: RuleSet, deck: Deck) -> bool:
    """Whether a Hit can be handed on (attack 8)."""
    return rules.stacking and bool(deck.kinds & {cards.HIT_2, cards.HIT_4})


def first_card(rules: RuleSet, deck: Deck) -> Iterator[Rule]:
    """What a kind does when it starts the discard pile (attack 15, all-wild 4, attack-hk 7)."""
    for kind in specials(rules, deck):
        name = _name(rules, kind)
        if kind in NO_FIRST_CARD:
            yield Rule(f"rule.first.back.{name}")
        else:
            yield Rule(f"rule.first.{name}", _cost(kind))
    if rules.extra_card is not ExtraCard.NEVER and deck.kinds & _WITH_EXTRA_CARD:
        yield Rule("rule.first.no_extra_card")
    if rules.stacking and cards.HIT_2 in deck.kinds:
        yield Rule("rule.first.no_stacking")
    if rules.cut_in:
        yield Rule("rule.first.no_cut_in")


def effects_of(rules: RuleSet, deck: Deck) -> Iterator[Rule]:
    """What a kind does in play, and how that adds up."""
    for kind in specials(rules, deck):
        yield from _effect(rules, kind)
    if rules.extra_card is not ExtraCard.NEVER and deck.kinds & _WITH_EXTRA_CARD:
        yield Rule(f"rule.extra_card.{rules.extra_card}")
        yield Rule("rule.extra_card.again")
        yield Rule("rule.extra_card.adds_up")
        if cards.ALL_HIT in deck.kinds and rules.all_hit_resumes is Resumes.PLAYER:
            yield Rule("rule.all_hit.skips")
    custom = custom_effect(rules, deck)
    if deck.kinds & _ON_THE_NEXT or custom in (CustomEffect.SKIP, CustomEffect.PRESS_NEXT):
        yield Rule(f"rule.never_own.{rules.draws}")
    if stacks(rules, deck):
        yield Rule("rule.stacking")
        yield Rule("rule.stacking.limits")


def last_card(rules: RuleSet, deck: Deck) -> Iterator[Rule]:
    """Which card may be the last, and what it still does (attack 4, all-wild 6, attack-hk 3)."""
    if rules.last_card_must_be_number:
        yield Rule("rule.last_card")
        yield Rule("rule.last_card.stuck")
        return
    custom = custom_effect(rules, deck)
    if deck.kinds & _HITTING or custom in _PRESSES:
        yield Rule("rule.last_card.presses")
    if deck.kinds & _DRAWING:
        yield Rule("rule.last_card.draws")
    for_all = cards.ALL_HIT in deck.kinds or custom is CustomEffect.PRESS_ALL
    if for_all and rules.all_hit_includes_player:
        yield Rule("rule.last_card.winner_spared")
    if can_aim(rules, deck):
        yield Rule("rule.last_card.target")
    if rules.colours and deck.kinds & set(cards.WILD_KINDS):
        yield Rule("rule.last_card.no_colour")
    if can_swap(rules, deck):
        yield Rule("rule.last_card.no_swap")


def points(rules: RuleSet, deck: Deck) -> Iterator[Rule]:
    """How many cards of a kind the deck has, and what one costs at the end of a round."""
    there = {number: _cards(deck, number) for number in cards.NUMBERS if number in deck.kinds}
    usual = [number for number in there if deck.points[number] == number]
    if usual:
        yield Rule("rule.points.numbers", {"cards": sum(there[number] for number in usual)})
    for number, count in there.items():
        worth = deck.points[number]
        if worth != number:
            yield Rule("rule.points.number", {"number": number, "cards": count, "count": worth})
    for kind in specials(rules, deck):
        facts: dict[str, int | str] = {"cards": _cards(deck, kind), "count": deck.points[kind]}
        yield Rule(f"rule.points.{_NAMES[kind]}", facts)


def _cards(deck: Deck, kind: int) -> int:
    return len(COLOURS) * deck.each_colour.get(kind, 0) + deck.no_colour.get(kind, 0)


def _name(rules: RuleSet, kind: int) -> str:
    return "plain_wild" if kind == cards.WILD and not rules.colours else _NAMES[kind]


def _cost(kind: int) -> dict[str, int | str]:
    return {"count": COSTS[kind]} if kind in COSTS else {}


def _effect(rules: RuleSet, kind: int) -> Iterator[Rule]:
    if kind == cards.DISCARD_ALL:
        yield Rule(f"rule.discard_all.{rules.discard_all}")
        yield Rule("rule.discard_all.under")
        if not rules.discard_all_may_empty_hand:
            yield Rule("rule.discard_all.keeps_one")
    elif kind == cards.TRADE_HANDS:
        yield Rule(f"rule.trade_hands.{rules.trade_hands}")
    elif kind == cards.ALL_HIT:
        yield Rule(f"rule.all_hit.{'all' if rules.all_hit_includes_player else 'others'}")
        yield Rule(f"rule.all_hit.{rules.all_hit_resumes}")
    elif kind == cards.CUSTOMIZABLE:
        yield from _customizable(rules)
    else:
        yield Rule(f"rule.{_name(rules, kind)}", _cost(kind))
    if kind == cards.HIT_FIRE:
        yield Rule("rule.hit_fire.ends")


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
