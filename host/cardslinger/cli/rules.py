"""`cardslinger rules [R]`: how a rule set is played, with its flags."""

import json

import click
from rich.console import Console
from rich.table import Table

from cardslinger.cli.options import json_option, language_option
from cardslinger.rules.deck import DECKS
from cardslinger.rules.describe import describe
from cardslinger.rules.record import format_flag
from cardslinger.rules.ruleset import FLAGS, PRESETS
from cardslinger.words import Words


@click.command()
@click.argument("name", type=click.Choice(list(PRESETS)), required=False, metavar="[R]")
@language_option
@json_option
def rules(name: str | None, language: str, as_json: bool) -> None:
    """Show the rules of R with their flags; without R, which rule sets there are."""
    words = Words(language)
    if name is None:
        if as_json:
            click.echo(json.dumps(list(PRESETS)))
        for preset in () if as_json else PRESETS:
            click.echo(f"{preset:12}{words.say(f'ruleset.{preset}')}")
        return
    chosen = PRESETS[name]
    flags = {flag: getattr(chosen, flag) for flag in FLAGS}
    lines = [words.say(rule.code, **rule.facts) for rule in describe(chosen, DECKS[name])]
    if as_json:
        click.echo(json.dumps({"name": name, "rules": lines, "flags": flags}, ensure_ascii=False))
        return
    console = Console(highlight=False)
    console.print(f"[bold]{name}[/bold]  {words.say(f'ruleset.{name}')}\n")
    table = Table.grid(padding=(0, 1))
    for number, line in enumerate(lines, 1):
        table.add_row(f"{number:2}.", line)
    console.print(table)
    written = (f"{flag}={format_flag(value)}" for flag, value in flags.items())
    console.print("\n" + "  ".join(written), style="dim")
