"""One rule of a table: a code and its facts."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Rule:
    """One active rule: a code such as `rule.hit_2`, and its facts: numbers, or the table's text."""

    code: str
    facts: dict[str, int | str] = field(default_factory=dict)
