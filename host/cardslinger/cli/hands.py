"""A person's hands, asked on the terminal for what a measurement needs."""

import asyncio
import contextlib
from collections.abc import Callable

import click

from cardslinger.cli.ask import agrees, ask_number, is_ready

_PREPARE = "Take the cards out of the hopper, close the lid."
_REQUESTS = {
    "beam_blocked": "Within 15 s, push a card into the exit until it covers the beam; take it out.",
    "button": "Within 15 s, press the launcher's button.",
}

Quiet = Callable[[], contextlib.AbstractContextManager[None]]


class PersonHands:
    """See `hil.hands.Hands`. `pressed` are the terminal's `keys`; inside `quiet()` nothing else
    writes on it."""

    tries = 1

    def __init__(self, pressed: asyncio.Queue[str], quiet: Quiet = contextlib.nullcontext) -> None:
        self._pressed, self._quiet = pressed, quiet

    async def prepare(self) -> None:
        with self._quiet():
            await is_ready(self._pressed, _PREPARE)

    async def before(self, check: str) -> None:
        """Nothing to do: a person has time."""

    async def during(self, check: str) -> None:
        if check in _REQUESTS:
            with self._quiet():
                click.echo(_REQUESTS[check], err=True)

    async def after(self, check: str) -> None:
        """Nothing to do: a person was told to take the card out again."""

    async def clear_path(self) -> int | None:
        with self._quiet():
            request = "Take out what lies in the path. How many cards are that?"
            return await ask_number(self._pressed, request)

    async def load(self, cards: int) -> bool:
        with self._quiet():
            request = f"At least {cards} cards in the hopper, the lid closed, nobody in front?"
            return await agrees(self._pressed, request)

    async def came(self) -> int | None:
        with self._quiet():
            return await ask_number(self._pressed, "How many cards have come out?")
