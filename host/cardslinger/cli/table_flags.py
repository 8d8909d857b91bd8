"""The flags of a rule set as they are typed: what may be chosen, and what is."""

from collections.abc import Iterator
from enum import StrEnum
from typing import get_type_hints

import click

from cardslinger.rules.deck import Deck
from cardslinger.rules.meaning import has_meaning
from cardslinger.rules.ruleset import FLAGS, POINTS_MAX, PRESSES_MAX, RuleSet, format_flag
from cardslinger.table.errors import BadSetup

RANGES = {
    "uno_penalty": (0, PRESSES_MAX),
    "table_talk_penalty": (0, PRESSES_MAX),
    "match_points": (1, POINTS_MAX),
    "hand_size": (1, 20),
    "custom_count": (1, PRESSES_MAX),
}
_CHOSEN = "*"
_WRITTEN = {"custom_text": "custom_effect", "custom_count": "custom_effect"}  # told with that one
_TYPES = get_type_hints(RuleSet)

flag_option = click.option(
    "--flag",
    "flags",
    multiple=True,
    metavar="NAME=VALUE",
    help="A rule that this table has otherwise, such as stacking=yes; may be repeated.",
)


def parse_flags(written: tuple[str, ...]) -> dict[str, str]:
    """Names with their values. Raises BadSetup for one without."""
    flags = {}
    for one in written:
        name, equals, value = one.partition("=")
        if not equals:
            raise BadSetup(f"--flag {one!r}: write NAME=VALUE, such as stacking=yes")
        flags[name.strip()] = value.strip()
    return flags


def flag_lines(rules: RuleSet, deck: Deck) -> Iterator[list[str]]:
    """Each flag that means something here, in pieces that may stand on lines of their own:
    `stacking=yes|`, `*no`."""
    for flag in FLAGS:
        if not has_meaning(_WRITTEN.get(flag, flag), rules, deck):
            continue
        value = getattr(rules, flag)
        if flag in RANGES:
            low, high = RANGES[flag]
            yield [f"{flag}={value} ({low}-{high})"]
        elif isinstance(value, str) and not isinstance(value, StrEnum):
            yield [f'{flag}="{value}"']
        else:
            choices = (True, False) if isinstance(value, bool) else tuple(_TYPES[flag])
            told = [f"{_CHOSEN * (one == value)}{format_flag(one)}" for one in choices]
            yield [f"{flag}={told[0]}|", *(f"{one}|" for one in told[1:-1]), told[-1]]
