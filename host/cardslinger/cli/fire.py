"""`cardslinger fire N`: exactly N cards."""

import asyncio
import sys

import click

from cardslinger.bridge import Fired, Hello
from cardslinger.cli import words
from cardslinger.cli.connect import connect
from cardslinger.cli.options import json_option, port_option
from cardslinger.cli.streams import print_json


@click.command(context_settings={"ignore_unknown_options": True})  # so that -1 is a number
@click.argument("cards", type=int, metavar="N")
@port_option
@json_option
def fire(cards: int, port: str, as_json: bool) -> None:
    """Fire exactly N cards and say how many left."""
    try:
        hello, fired = asyncio.run(_fire(port, cards))
    except KeyboardInterrupt:
        click.echo("cardslinger: what was ordered goes on; count the cards", err=True)
        raise
    if as_json:
        print_json(_report(hello, fired))
    elif fired.outcome == "ok":
        click.echo(f"fired {fired.cards} of {words.cards(fired.wanted)} in {fired.ms} ms")
    if fired.outcome != "ok":
        click.echo(f"cardslinger: {words.outcome_words(fired)}", err=True)
        sys.exit(1)


async def _fire(port: str, cards: int) -> tuple[Hello, Fired]:
    async with await connect(port) as launcher:
        return launcher.hello, await launcher.fire(cards)


def _report(hello: Hello, fired: Fired) -> dict[str, object]:
    return {
        "requested": fired.wanted,
        "fired": fired.cards,
        "maybe": fired.maybe,
        "unjudged": fired.unjudged,
        "outcome": fired.outcome,
        "ms": fired.ms,
        "protocol": hello.protocol,
        "firmware": hello.firmware,
        "runtime": hello.runtime,
        "board": hello.board,
    }
