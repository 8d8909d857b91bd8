"""`cardslinger settings get|set|reset`: what a maker may tune, on the device."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import TypeVar

import click
import msgspec
from rich.table import Table

from cardslinger.bridge import Launcher, Setting
from cardslinger.cli.connect import connect
from cardslinger.cli.options import json_option, port_option
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.cli.words import written
from cardslinger.words.printable import printable

_WHOLE = re.compile(r"\s*-?[0-9]{1,256}\s*")  # no line to the launcher holds a longer one
_TRUTHS = {"yes": True, "on": True, "no": False, "off": False}


@click.group()
def settings() -> None:
    """Show and change the launcher's settings; it keeps them over power-off."""


@settings.command()
@click.argument("name", required=False)
@port_option
@json_option
def get(name: str | None, port: str, as_json: bool) -> None:
    """Show setting NAME, or all, with what they can be."""
    found = asyncio.run(_with(port, lambda launcher: _get(launcher, name)))
    if as_json:
        print_json([_report(setting) for setting in found])
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("setting", "value", "can be"):
        table.add_column(heading)
    for setting in found:
        table.add_row(printable(setting.name), written(setting.value), _range(setting))
    plain_console().print(table)


async def _get(launcher: Launcher, name: str | None) -> list[Setting]:
    return await launcher.settings() if name is None else [await launcher.setting(name)]


@settings.command("set", context_settings={"ignore_unknown_options": True})
@click.argument("name")
@click.argument("value")
@port_option
def set_(name: str, value: str, port: str) -> None:
    """Change setting NAME to VALUE: a number, yes or no, a word, or weights such as 3,0,1."""
    kept = asyncio.run(_with(port, lambda launcher: _set(launcher, name, parse_value(value))))
    click.echo(f"{printable(kept.name)} = {written(kept.value)}")


async def _set(launcher: Launcher, name: str, value: object) -> Setting:
    if isinstance(value, int) and isinstance((await launcher.setting(name)).value, list):
        value = [value]  # a single weight
    return await launcher.set(name, value)


@settings.command()
@port_option
def reset(port: str) -> None:
    """Back to the settings the launcher was made with."""
    asyncio.run(_with(port, lambda launcher: launcher.reset_settings()))
    click.echo("all settings are as they were made")


T = TypeVar("T")


async def _with(port: str, action: Callable[[Launcher], Awaitable[T]]) -> T:
    async with await connect(port) as launcher:
        return await action(launcher)


def parse_value(text: str) -> object:
    """What a person means: a number, a truth, weights, or a word."""
    if text.lower() in _TRUTHS:
        return _TRUTHS[text.lower()]
    parts = text.split(",")
    if all(map(_WHOLE.fullmatch, parts)):
        numbers = [int(part) for part in parts]
        return numbers if len(numbers) > 1 else numbers[0]
    return text


def _range(setting: Setting) -> str:
    if setting.min is not None:
        return f"{setting.min} to {setting.max}"
    return ", ".join(map(written, setting.choices)) or "weights of 0, 1, 2, ... cards"


def _report(setting: Setting) -> dict[str, object]:
    report: dict[str, object] = msgspec.to_builtins(setting)
    del report["count"]
    return {key: value for key, value in report.items() if value not in (None, [])}
