"""What can be typed at a table."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardslinger.cli.tabletop import NARROW
from cardslinger.words import Words

_ALWAYS = (
    ("1, 2, 3", "number"),
    ("R7, play R7", "play"),
    ("colour R, target 3", "choose"),
    ("p", "press"),
    ("uno, R7 uno", "uno"),
    ("catch 2", "catch"),
)
_TALK = ("talk 2", "talk")
_TABLE = (
    ("2 uno", "seat"),
    ("deal, deal launcher", "deal"),
    ("launch", "launch"),
    ("stop, pause", "stop"),
    ("go", "go"),
    ("count 7", "count"),
    ("keep 2, back", "keep"),
)
_PHYSICAL = (
    ("undo", "undo"),
    ("hands 2 5, hopper 40", "hands"),
    ("points 2 35", "points"),
    ("0 drew R7, turned R7, reload", "by_hand"),
)
_TWIN = ("load 40, clear", "load")
_END = (("sit 3 Mei, sit 3 bot, leave 3", "sit"), ("Enter", "show"), ("quit", "quit"))


def table_help(
    words: Words, width: int, *, physical: bool, twin: bool, talk: bool
) -> RenderableType:
    """All commands with what they do; those that this table has no use for are left out."""
    rows = list(_rows(physical, twin, talk))
    if width < NARROW:
        lines: list[RenderableType] = []
        for typed, code in rows:
            lines += [Text(typed, "bold"), Padding(words.say(f"help.{code}"), (0, 0, 0, 2))]
        return Group(*lines)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for typed, code in rows:
        grid.add_row(typed, words.say(f"help.{code}"))
    return grid


def _rows(physical: bool, twin: bool, talk: bool) -> Iterator[tuple[str, str]]:
    yield from _ALWAYS
    if talk:
        yield _TALK
    yield from _TABLE
    if physical:
        yield from _PHYSICAL
    if twin:
        yield _TWIN
    yield from _END
