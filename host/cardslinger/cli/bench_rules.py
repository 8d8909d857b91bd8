"""`cardslinger bench rules`: the speed of the rules engine, beside a well-known one's."""

import click
from rich.console import Console

from cardslinger.cli.options import json_option
from cardslinger.cli.streams import print_json
from cardslinger.study.speed import measure


@click.command("rules")
@json_option
def bench_rules(as_json: bool) -> None:
    """Play at random with four players, beside rlcard's UNO; refold a match; use two processes.

    Needs the extra `bench`; takes about a minute.
    """
    console = Console(stderr=True)
    with console.status("measuring") as status:
        figures = measure(status.update)
    if as_json:
        print_json(figures)
        return
    for name, value in figures.items():
        click.echo(f"{name:32} {value:>12,}")
