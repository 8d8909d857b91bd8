"""What can be typed at a table."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardslinger.cli.table_cards import CardNames
from cardslinger.cli.tabletop import NARROW
from cardslinger.rules.cards import CUSTOMIZABLE, format_card
from cardslinger.rules.ruleset import FirstDealer
from cardslinger.table.setup import Setup
from cardslinger.words import Words

_ALWAYS = (
    ("1, 2, 3", "number"),
    ("{card}, play {card}", "play"),
    ("target {name}", "choose"),
    ("p", "press"),
    ("uno, {card} uno", "uno"),
    ("catch {name}", "catch"),
)
_COLOUR = ("colour R", "colour")
_CUT = ("cut {card}, {name} cut {card}", "cut")
_TALK = ("talk {name}", "talk")
_TABLE = (
    ("{name} uno, {seat} uno", "seat"),
    ("deal", "deal"),
    ("launch", "launch"),
    ("stop, pause", "stop"),
    ("go", "go"),
    ("count 7", "count"),
    ("keep {name}, back", "keep"),
)
_PHYSICAL = (
    ("deal launcher", "deal_launcher"),
    ("undo", "undo"),
    ("hands {name} 5, hopper 40", "hands"),
    ("points {name} 35", "points"),
    ("turned {card}, reload", "by_hand"),
)
_DRAWN = ("{name} drew {card}", "drew")
_TWIN = ("load 40, clear", "load")
_SIT = ("sit 3 Mei, leave {name}", "sit")
_SIT_BOT = ("sit 3 bot", "sit_bot")
_END = (("Enter", "show"), ("quit", "quit"))
_BETWEEN = "   "
_CUSTOMIZABLE = format_card(CUSTOMIZABLE)


def table_help(
    words: Words, width: int, setup: Setup, cards: CardNames, name: str, *, twin: bool
) -> RenderableType:
    """All commands with what they do, and the cards; what this table has no use for is left out.
    `name` is somebody's, for the examples."""
    facts = {"card": cards.examples[0], "name": name}
    rows = [(typed.format(seat=2, **facts), code) for typed, code in _rows(setup, cards, twin)]
    parts: list[RenderableType] = []
    if width < NARROW:
        for typed, code in rows:
            told = words.say(f"help.{code}", **facts)
            parts += [Text(typed, "bold"), Padding(told, (0, 0, 0, 2))]
    else:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column()
        for typed, code in rows:
            grid.add_row(typed, words.say(f"help.{code}", **facts))
        parts.append(grid)
    kinds = _flowing(_kinds(words, setup, cards), width)
    return Group(*parts, Text(), Text(words.say("help.cards", **facts)), *kinds)


def _rows(setup: Setup, cards: CardNames, twin: bool) -> Iterator[tuple[str, str]]:
    rules = setup.rules
    yield from _ALWAYS
    if cards.has_colours:
        yield _COLOUR
    if rules.cut_in:
        yield _CUT
    if rules.table_talk_penalty:
        yield _TALK
    yield from _TABLE
    if setup.physical:
        yield from _PHYSICAL
    if setup.physical and rules.first_dealer is FirstDealer.HIGH_CARD:
        yield _DRAWN
    if twin:
        yield _TWIN
    yield _SIT
    if not setup.physical:
        yield _SIT_BOT
    yield from _END


def _kinds(words: Words, setup: Setup, cards: CardNames) -> Iterator[Text]:
    """A card of each kind, with its name, and what the table has written on it."""
    for letter, name in cards.colours():
        yield Text.assemble((letter, "bold"), " ", name)
    for written, name in cards.kinds():
        told = Text.assemble((written, "bold"), " ", name)
        if written == _CUSTOMIZABLE and setup.rules.custom_text:
            told.append(" ").append(words.say("line.says", text=setup.rules.custom_text))
        yield told


def _flowing(items: Iterator[Text], width: int) -> list[Text]:
    """As many in a line as have room."""
    lines: list[Text] = []
    for item in items:
        if lines and lines[-1].cell_len + len(_BETWEEN) + item.cell_len <= width:
            lines[-1].append(_BETWEEN).append_text(item)
        else:
            lines.append(item)
    return lines
