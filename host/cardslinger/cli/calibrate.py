"""`cardslinger calibrate`: the machine's own figures, from ten cards."""

import asyncio
from itertools import zip_longest

import click
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from cardslinger.bridge import Incompatible, Launcher, LauncherError, Refused, Setting
from cardslinger.cli.ask import agrees, check_terminal
from cardslinger.cli.connect import connect
from cardslinger.cli.keys import keys
from cardslinger.cli.options import port_option
from cardslinger.cli.streams import plain_console
from cardslinger.cli.words import outcome_words
from cardslinger.hil.calibration import MOTOR_MV, Card, Fit, fit, is_outlier
from cardslinger.hil.errors import BadCards, NotWritten

CARDS = 5  # of each fire
FINE = ("ok", "suspect")
SLOWER = 0.8  # duty of the second fire, as a share of the first's
NEARLY = 0.8  # of `trail_ms`: a card that takes longer may be called stuck one day


@click.command()
@port_option
@click.option(
    "--length-mm",
    default=88.0,
    show_default=True,
    type=click.FloatRange(50.0, 120.0),
    help="Length of a card, the way it is fed; only the speed that is shown needs it.",
)
@click.option("--yes", is_flag=True, help="Do not ask.")
def calibrate(port: str, length_mm: float, yes: bool) -> None:
    """Fire ten cards at two speeds; learn how long a card takes and what the battery does to it.

    Shows each card and what would be written, and writes the settings `card_us` and
    `battery_percent` only after a yes.
    """
    if not yes:
        check_terminal("run `calibrate` in one, or with --yes")
    asyncio.run(_calibrate(port, length_mm, yes))


async def _calibrate(port: str, length_mm: float, yes: bool) -> None:
    console = plain_console()
    async with await connect(port) as launcher:
        names = ("drive_percent", "trail_ms", "card_us", "battery_percent")
        drive, trail, *written = [await launcher.setting(name) for name in names]
        with keys() as pressed:
            request = "At least ten cards in the hopper, the lid closed, nobody in front?"
            if not yes and not await agrees(pressed, request):
                click.echo("nothing was written")
                return
            cards: list[Card] = []
            with Console(stderr=True).status("") as status:
                for percent in _duties(drive):
                    status.update(f"firing {CARDS} cards at {percent} %")
                    cards += await _fire(launcher, percent)
            console.print(Plot(cards))
            found = fit(cards)
            _print_figures(console, found, length_mm)
            _print_trail(console, cards, trail)
            values = (found.card_us, found.battery_percent)
            _print_changes(console, written, values)
            if not yes and not await agrees(pressed, "Write these settings?"):
                click.echo("nothing was written")
                return
        await _write(launcher, written, values)
    click.echo("written")


def _duties(drive: Setting) -> tuple[int, int]:
    """The duty the machine is used with, and one far enough from it, slower if there is room."""
    percent = _number(drive)
    slower = round(percent * SLOWER)
    return percent, slower if slower >= (drive.min or 0) else round(percent / SLOWER)


def _number(setting: Setting) -> int:
    if type(setting.value) is not int:
        raise Incompatible(f"its setting {setting.name} is no number: update firmware and host")
    return setting.value


async def _fire(launcher: Launcher, percent: int) -> list[Card]:
    """Raises BadCards for a fire that did not go well."""
    before = await launcher.passed()
    next_number = before[-1].number + 1 if before else 1
    fired = await launcher.fire(CARDS, percent)
    if fired.outcome not in FINE:
        raise BadCards(f"{outcome_words(fired)}; nothing was written")
    passed = await launcher.passed(next_number)
    return [Card(percent, card.first, card.blocked_us, card.motor_mv) for card in passed]


async def _write(launcher: Launcher, settings: list[Setting], values: tuple[int, ...]) -> None:
    """All of them or none. Raises NotWritten, which says how they are now."""
    for place, (setting, value) in enumerate(zip(settings, values, strict=True)):
        try:
            await launcher.set(setting.name, value)
        except LauncherError as error:
            sure = isinstance(error, Refused)
            if sure and await _put_back(launcher, settings[:place]):
                raise NotWritten(f"{error}; nothing was written") from error
            changed = ["is"] * place + ([] if sure else ["may be"])
            raise NotWritten(f"{error}; {_as_they_are(settings, values, changed)}") from error


async def _put_back(launcher: Launcher, settings: list[Setting]) -> bool:
    """Whether the settings have the values again that they had."""
    try:
        for setting in settings:
            await launcher.set(setting.name, setting.value)
    except LauncherError:
        return False
    return True


def _as_they_are(settings: list[Setting], values: tuple[int, ...], changed: list[str]) -> str:
    """The first settings have, or may have, the new values: which, and the ways out."""
    told, undo = [], []
    for setting, value, verb in zip_longest(settings, values, changed):
        if verb:
            told.append(f"{setting.name} {verb} {value} now (it was {setting.value})")
            undo.append(f"`cardslinger settings set {setting.name} {setting.value}`")
        else:
            told.append(f"{setting.name} is {setting.value} as before")
    return f"{', '.join(told)}: run `calibrate` again, or {' and '.join(undo)}"


class Plot:
    """A bar a card: how long it blocked the beam."""

    def __init__(self, cards: list[Card]) -> None:
        self._cards = cards

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = Table(box=None, pad_edge=False, title="how long each card blocked the beam")
        table.add_column("duty", justify="right")
        table.add_column("blocked", justify="right")
        table.add_column(ratio=1)
        table.add_column()
        table.expand = True
        longest_us = max(card.blocked_us for card in self._cards)
        before = None
        for card in self._cards:
            duty = f"{card.percent} %" if card.percent != before else ""
            before = card.percent
            style, remark = self._look(card)
            share = card.blocked_us / max(longest_us, 1)
            table.add_row(
                duty,
                Text(f"{card.blocked_us / 1000:.1f} ms", style=style),
                Bar(share, used=not remark, style=style),
                Text(remark, style=style),
            )
        yield table

    def _look(self, card: Card) -> tuple[str, str]:
        """Style and remark."""
        if card.first:
            return "dim", "speeding up: not used"
        if is_outlier(card, self._cards):
            return "bold magenta", "no single card: not used"
        return "default", ""


class Bar:
    """A line as long as its share of the room; thin for what is not used."""

    def __init__(self, share: float, used: bool, style: str) -> None:
        self._share, self._used, self._style = share, used, style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        letters = "=-" if options.ascii_only else "━─"
        letter = letters[not self._used]
        yield Text(letter * max(round(self._share * options.max_width), 1), style=self._style)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(10, options.max_width)


def _print_figures(console: Console, found: Fit, length_mm: float) -> None:
    speed = found.speed_mm_s(length_mm) / 1000
    console.print(
        f"\na card of {length_mm:g} mm with {MOTOR_MV / 1000:g} V at the motor: "
        f"{found.card_us / 1000:.1f} ms, {speed:.2f} m/s\n"
        f"the times of those used scatter by {found.spread:.0%}",
        soft_wrap=True,
    )


def _print_trail(console: Console, cards: list[Card], trail: Setting) -> None:
    longest_ms = max(card.blocked_us for card in cards) / 1000
    if longest_ms > NEARLY * _number(trail):
        console.print(
            Text("slow", style="bold"),
            f": a card took {longest_ms:.0f} ms, and after {trail.value} ms "
            "(`trail_ms`) it counts as stuck; new batteries, or a higher `drive_percent`",
            sep="",
            soft_wrap=True,
        )


def _print_changes(console: Console, settings: list[Setting], values: tuple[int, ...]) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("setting", "now", "new"):
        table.add_column(heading, justify="left" if heading == "setting" else "right")
    for setting, value in zip(settings, values, strict=True):
        table.add_row(setting.name, str(setting.value), Text(str(value), style="bold"))
    console.print()
    console.print(table)
