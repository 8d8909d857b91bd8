"""Questions to the person at the terminal, while the connection to the launcher lives on."""

import asyncio
import sys

import click


def check_terminal(instead: str) -> None:
    """Raises UsageError when there is nobody to ask; `instead` says what to do."""
    if not sys.stdin.isatty():
        raise click.UsageError(f"there is no terminal to ask on: {instead}")


async def agrees(pressed: asyncio.Queue[str], question: str) -> bool:
    """Ask, on standard error; `pressed` are the terminal's `keys`. Only y is a yes, and only one
    that was pressed after the question was there."""
    while not pressed.empty():
        pressed.get_nowait()
    click.echo(f"{question} [y/n] ", nl=False, err=True)
    yes = (await pressed.get()).lower() == "y"
    click.echo("y" if yes else "n", err=True)
    return yes


async def is_ready(pressed: asyncio.Queue[str], request: str) -> None:
    """Ask for something to be done, and wait for a key."""
    click.echo(f"{request} Then press a key. ", nl=False, err=True)
    await pressed.get()
    click.echo(err=True)


async def ask_number(pressed: asyncio.Queue[str], question: str) -> int | None:
    """Ask for a whole number of up to three digits and Enter; None for Enter alone."""
    while not pressed.empty():
        pressed.get_nowait()
    click.echo(f"{question} A number and Enter; Enter alone: not counted. ", nl=False, err=True)
    digits = ""
    while (key := await pressed.get()) not in "\r\n":
        if key in "\b\x7f" and digits:
            digits = digits[:-1]
            click.echo("\b \b", nl=False, err=True)
        elif key.isascii() and key.isdigit() and len(digits) < 3:
            digits += key
            click.echo(key, nl=False, err=True)
    click.echo(err=True)
    return int(digits) if digits else None
