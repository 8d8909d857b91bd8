"""Which flags of a rule set mean something with a deck."""

from cardslinger.rules import cards
from cardslinger.rules.deck import Deck
from cardslinger.rules.ruleset import CustomEffect, RuleSet

_NEEDS_COLOURS = (
    "may_press_anyway", "stacking", "last_card_must_be_number", "table_talk_penalty", "cut_in",
)  # fmt: skip
_NEEDS_KIND = {
    "discard_all": {cards.DISCARD_ALL},
    "discard_all_may_empty_hand": {cards.DISCARD_ALL},
    "all_hit_includes_player": {cards.ALL_HIT},
    "all_hit_resumes": {cards.ALL_HIT},
    "trade_hands": {cards.TRADE_HANDS},
    "custom_effect": {cards.CUSTOMIZABLE},
    "custom_count": {cards.CUSTOMIZABLE},
    "custom_text": {cards.CUSTOMIZABLE},
}
_COUNTING = (CustomEffect.PRESS_NEXT, CustomEffect.PRESS_CHOSEN, CustomEffect.PRESS_ALL)


def has_meaning(flag: str, chosen: RuleSet, deck: Deck) -> bool:
    """Whether a change of the flag alone could change the play with this deck."""
    if flag == "custom_text" and not chosen.custom_text:
        return False
    if flag == "custom_count" and chosen.custom_effect not in _COUNTING:
        return False
    if flag == "special_draw":
        return not chosen.colours
    return (chosen.colours or flag not in _NEEDS_COLOURS) and deck.kinds >= _NEEDS_KIND.get(
        flag, set()
    )
