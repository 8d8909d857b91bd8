"""The rules of a table as codes with facts, for somebody else to put into words."""

from cardslinger.rules import describe_cards, describe_table
from cardslinger.rules.deck import Deck
from cardslinger.rules.describe_rule import Rule
from cardslinger.rules.ruleset import RuleSet

__all__ = ["Rule", "describe", "describe_by_group"]


def describe(rules: RuleSet, deck: Deck) -> list[Rule]:
    """Every active rule, in the order in which one would explain the game."""
    return [rule for group in describe_by_group(rules, deck).values() for rule in group]


def describe_by_group(rules: RuleSet, deck: Deck) -> dict[str, list[Rule]]:
    """The same under the codes of their headings, such as `group.turn`; no group is empty."""
    groups = {
        "group.set_up": describe_table.set_up(rules, deck),
        "group.first_card": describe_cards.first_card(rules, deck),
        "group.turn": describe_table.turn(rules, deck),
        "group.cards": describe_cards.effects_of(rules, deck),
        "group.calls": describe_table.calls(rules, deck),
        "group.cut_in": describe_table.cut_in(rules),
        "group.launcher": describe_table.launcher(rules),
        "group.end": describe_table.end(rules, deck),
        "group.points": describe_cards.points(rules, deck),
        "group.seats": describe_table.seats(rules, deck),
        "group.physical": describe_table.physical(rules, deck),
    }
    listed = {heading: list(lines) for heading, lines in groups.items()}
    return {heading: lines for heading, lines in listed.items() if lines}
