"""What can be wrong with what people hand to the rules. Each message names the place.

RulesError
├── BadNotation   text that is no card, move or event
├── BadDeck       a deck that can't be, or that a rule set can't play
├── BadRuleSet    flags that contradict each other
├── BadMatch      players or seats that can't be
└── BadRecord     a match record that can't be read or could not have happened
"""

from cardslinger.rules.events import Refusal


class RulesError(Exception):
    """Root of the rules' errors."""


class BadNotation(RulesError):
    """Text that can't be read; the message quotes it."""


class BadDeck(RulesError):
    """A deck that can't be, or that the rule set can't play; the message names the kind."""


class BadRuleSet(RulesError):
    """Flags that contradict each other; the message names them."""


class BadMatch(RulesError):
    """Players or seats that can't be; the message says how many there may be."""


class BadRecord(RulesError):
    """A record that can't be read or could not have happened; the message names the line.

    `refusal` says why the event on that line could not have happened; without one, `reason` says
    what can't be read.
    """

    def __init__(self, line: int, reason: str, refusal: Refusal | None = None) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason, self.refusal = line, reason, refusal


def shortened(text: str, most: int = 40) -> str:
    """Foreign text for a message: one line, not too long."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 3] + "..."


def shown(value: object) -> str:
    """Any value for a message. Python refuses to write ints of thousands of digits."""
    if isinstance(value, str):
        return quoted(value)
    try:
        return shortened(str(value))
    except ValueError:
        return "a number of thousands of digits"


def quoted(text: str, most: int = 40) -> str:
    """The same as it stands, in quotes."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")
