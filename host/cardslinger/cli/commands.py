"""Commands that are loaded when they are called: all together take a third of a second."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click


class Commands(click.Group):
    """A group whose command `name` is the object of that name in a module of this package."""

    def __init__(self, *, names: Sequence[str] = (), prefix: str = "", **more: Any) -> None:
        """`prefix` stands before the names of modules and their objects."""
        super().__init__(**more)
        self._names, self._prefix = names, prefix

    def list_commands(self, context: click.Context) -> list[str]:
        """Their names, as help lists them."""
        return sorted({*self._names, *super().list_commands(context)})

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of this name; None if there is none."""
        if name not in self._names:
            return super().get_command(context, name)
        whole = self._prefix + name
        command: click.Command = getattr(import_module(f"{__package__}.{whole}"), whole)
        return command
