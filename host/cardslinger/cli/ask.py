"""Questions to the person at the terminal, while the connection to the launcher lives on."""

import asyncio
import sys

import click


def check_terminal(instead: str) -> None:
    """Raises UsageError when there is nobody to ask; `instead` says what to do."""
    if not sys.stdin.isatty():
        raise click.UsageError(f"there is no terminal to ask on: {instead}")


async def agrees(pressed: asyncio.Queue[str], question: str) -> bool:
    """Ask for y or n, on standard error; `pressed` are the terminal's `keys`."""
    click.echo(f"{question} [y/n] ", nl=False, err=True)
    while (key := (await pressed.get()).lower()) not in ("y", "n"):
        pass
    click.echo(key, err=True)
    return key == "y"


async def is_ready(pressed: asyncio.Queue[str], request: str) -> None:
    """Ask for something to be done, and wait for a key."""
    click.echo(f"{request} Then press a key. ", nl=False, err=True)
    await pressed.get()
    click.echo(err=True)
