"""What can be wrong with what people hand to the rules. Each message names the place.

RulesError
├── BadNotation   text that is no card
├── BadDeck       a deck that can't be, or that a rule set can't play
└── BadRuleSet    flags that contradict each other
"""


class RulesError(Exception):
    """Root of the rules' errors."""


class BadNotation(RulesError):
    """Text that can't be read; the message quotes it."""


class BadDeck(RulesError):
    """A deck that can't be, or that the rule set can't play; the message names the kind."""


class BadRuleSet(RulesError):
    """Flags that contradict each other; the message names them."""
