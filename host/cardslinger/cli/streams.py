"""The standard streams: what a terminal or a pipe can't take must not end a command."""

import codecs
import json
import os
import sys
from typing import TextIO

import click
from rich.console import Console

_LACKING = "cardslinger.lacking"  # the name of the error handler below
_LOOKALIKES = {
    "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}": ">",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{MIDDLE DOT}": "-",
    "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{RIGHTWARDS ARROW}": ">",
    "\N{LEFTWARDS ARROW}": "<",
    "\N{CLOCKWISE OPEN CIRCLE ARROW}": ">",  # the word beside it tells the direction
    "\N{ANTICLOCKWISE OPEN CIRCLE ARROW}": "<",
}


def prepare_streams() -> None:
    """What the encoding of standard output or error lacks is replaced, by `?` if by nothing better.

    A closed stream becomes one that fails when it is used, as any broken one does; a file opened
    later can't take its place.
    """
    codecs.register_error(_LACKING, _replace)
    sys.stdin = sys.stdin or _failing(os.O_WRONLY, "r")
    sys.stdout = sys.stdout or _failing(os.O_RDONLY, "w")
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: PTH123, SIM115  # for good
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors=_LACKING)  # type: ignore[union-attr]  # both are TextIOWrappers


def _failing(flags: int, mode: str) -> TextIO:
    return os.fdopen(os.open(os.devnull, flags), mode, encoding="utf-8")  # type: ignore[return-value]


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_LOOKALIKES.get(letter, "?") for letter in lacking), error.end


def abandon_output() -> None:
    """Standard output has failed: what is left of it goes nowhere, or Python would try again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_json(data: object) -> None:
    """One line of JSON; what standard output could not encode, and what could steer a terminal, is
    escaped, so nothing is lost."""
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        text = json.dumps(data)
    click.echo(text if text.isprintable() else json.dumps(data))


def plain_console(stderr: bool = False) -> Console:
    """A console that takes text for text: no markup, no emoji, no colours of its own choice."""
    return Console(highlight=False, markup=False, emoji=False, stderr=stderr)
