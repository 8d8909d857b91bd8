"""`cardslinger rules [R]`: how a rule set is played, with its flags."""

import re
from collections.abc import Iterable

import click
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from cardslinger.cli.options import json_option, language_option
from cardslinger.cli.streams import print_json
from cardslinger.cli.table_flags import flag_lines, flag_option, parse_flags
from cardslinger.rules.deck import DECKS, format_deck
from cardslinger.rules.describe import describe_by_group
from cardslinger.rules.ruleset import FLAGS, PRESETS
from cardslinger.words import Words

_WIDTH_MAX = 100  # columns; longer lines are tiring to read
_SHORT = 12  # columns; a last line below this looks lost
_CHINESE = r"[\u2e80-\uffef]"
_OPENING, _CLOSING = (
    r"[\u300c\uff08]*",
    r"[\u3001\u3002\u300d\uff01\uff09\uff0c\uff1a\uff1b\uff1f]*",
)
# What stays together on a line: a word, or a Chinese character with the number before it and the
# punctuation around it.
_UNBREAKABLE = re.compile(
    rf"{_OPENING}(?:(?:\d+ )?{_CHINESE}|[^\s\u2e80-\uffef]+){_CLOSING}\s*|\s+"
)


@click.command()
@click.argument("name", type=click.Choice(list(PRESETS)), required=False, metavar="[R]")
@click.option("--deck", "as_deck", is_flag=True, help="Print R's deck, as play --deck takes one.")
@flag_option
@language_option
@json_option
def rules(
    name: str | None, as_deck: bool, flags: tuple[str, ...], language: str, as_json: bool
) -> None:
    """Show the rules of R with their flags; without R, which rule sets there are."""
    words = Words(language)
    if flags and (as_deck or name is None):
        raise click.UsageError("--flag is for rules that are shown: cardslinger rules attack")
    if as_deck:
        if name is None or as_json:
            raise click.UsageError("of which rules? such as: cardslinger rules attack --deck")
        click.echo(format_deck(DECKS[name]), nl=False)
        return
    if name is None:
        _list_rule_sets(words, as_json)
        return
    chosen = PRESETS[name].with_flags(**parse_flags(flags))
    groups = describe_by_group(chosen, DECKS[name])
    if as_json:
        listed = [rule for group in groups.values() for rule in group]
        report = {
            "name": name,
            "codes": [rule.code for rule in listed],
            "rules": [words.say(rule.code, **rule.facts) for rule in listed],
            "flags": {flag: getattr(chosen, flag) for flag in FLAGS},
        }
        print_json(report)
        return
    console = Console(highlight=False)
    width = min(console.width, _WIDTH_MAX)
    _print(console, width, f"{name}  ", words.say(f"ruleset.{name}"), "bold")
    number = 0
    for heading, group in groups.items():
        console.print(f"\n[bold]{words.say(heading)}[/bold]")
        for rule in group:
            number += 1
            _print(console, width, f"{number:3}. ", words.say(rule.code, **rule.facts))
    console.print(f"\n[bold]{words.say('group.flags')}[/bold]")
    for pieces in flag_lines(chosen, DECKS[name]):
        for line in _wrapped(pieces, width):
            console.print(Text(line), soft_wrap=True)
    _print(console, width, "", words.say("rules.chosen"))


def _list_rule_sets(words: Words, as_json: bool) -> None:
    if as_json:
        print_json(list(PRESETS))
        return
    for preset in PRESETS:
        click.echo(f"{preset:12}{words.say(f'ruleset.{preset}')}")


def _print(console: Console, width: int, label: str, text: str, style: str = "") -> None:
    """The text behind its label, further lines indented as far."""
    indent = cell_len(label)
    first = Text(label, style)
    for line in _filled(_UNBREAKABLE.findall(text), width - indent):
        console.print(first, Text(line), sep="", soft_wrap=True)
        first = Text(" " * indent)


def _filled(pieces: list[str], width: int) -> list[str]:
    """Wrapped, and narrower if that spares a last line of a word or two."""
    lines = _wrapped(pieces, width)
    for narrower in range(width - 1, width - _SHORT, -1):
        if len(lines) == 1 or cell_len(lines[-1]) >= _SHORT:
            break
        closer = _wrapped(pieces, narrower)
        if len(closer) > len(lines):
            break
        lines = closer
    return lines


def _wrapped(pieces: Iterable[str], width: int) -> list[str]:
    """Lines of at most so many columns, broken between the pieces; a longer piece stands alone."""
    lines = [""]
    for piece in pieces:
        if lines[-1] and cell_len(lines[-1] + piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]
