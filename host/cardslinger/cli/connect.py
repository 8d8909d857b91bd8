"""Connecting to the launcher, with a word when that takes long."""

import asyncio
from functools import cache

import click

from cardslinger.bridge import Heard, Hello, Launcher
from cardslinger.bridge.skew import skew
from cardslinger.cli.streams import plain_console
from cardslinger.words.printable import printable

SILENT_S = 2.0


async def connect(port: str, heard: Heard | None = None) -> Launcher:
    """`Launcher.open(port, heard)`. A terminal says so when there is no answer after SILENT_S.

    Another version than this host's is told on standard error.
    """
    console = plain_console(stderr=True)
    waiting = console.status("Waiting for the launcher's answer; Ctrl-C stops")
    late = asyncio.get_running_loop().call_later(SILENT_S, waiting.start)
    if not console.is_terminal:
        late.cancel()
    try:
        launcher = await Launcher.open(port, heard)
    finally:
        late.cancel()
        waiting.stop()
    tell_skew(launcher.hello)
    return launcher


def tell_skew(hello: Hello) -> None:
    """Say once a command when its version is another one than this host's, and the cure."""
    if words := skew(hello.firmware):
        _tell_once(words)


@cache
def _tell_once(words: str) -> None:
    click.echo(f"cardslinger: {printable(words)}", err=True)
