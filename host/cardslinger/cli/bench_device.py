"""`cardslinger bench device`: whether the firmware does what it should, in figures."""

import asyncio

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from cardslinger.cli.options import free_running, json_option, port_option
from cardslinger.cli.streams import plain_console, print_json, printable
from cardslinger.hil.device import FULL, QUICK, Scale, measure
from cardslinger.hil.errors import NeedsTwin
from cardslinger.twin.options import KINDS

# figure: (what it is, unit, lowest or None, highest or None)
FIGURES: dict[str, tuple[str, str, int | None, int | None]] = {
    "boot_ms": ("power to the first message", "ms", None, 150),
    "press_to_motor_ms_p50": ("press to motor, half of them within", "ms", None, None),
    "press_to_motor_ms_p99": ("press to motor, 99 % of them within", "ms", None, 1),
    "cards": ("cards past the beam", "", None, None),
    "miscounts": ("cards miscounted", "", None, 0),
    "pulse_error_us_p99": ("error of a card's time, garbage collected", "us", None, 50),
    "jam_to_motor_off_ms_max": ("motor on against a jam, at most", "ms", None, 250),
    "free_heap_bytes": ("heap left", "bytes", 100_000, None),
    "heap_drift_bytes": ("... more than after the presses", "bytes", None, None),
    "image_bytes": ("flash taken by the image", "bytes", None, None),
}


@click.command("device")
@port_option
@click.option("--quick", is_flag=True, help="A tenth of the cards.")
@json_option
def bench_device(port: str, quick: bool, as_json: bool) -> None:
    """Measure the firmware on a twin: starts, presses, jams, cards by the thousand.

    The cards are pulses of known number and length, at speeds of 1 to 4.5 m/s and gaps down to
    10 ms. Takes some minutes.
    """
    if not port.startswith(tuple(f"{kind}://" for kind in KINDS)):
        raise NeedsTwin("bench device needs a twin: --port emulated:// or virtual://")
    figures = _measure(free_running(port), QUICK if quick else FULL)
    if as_json:
        print_json(figures)
    else:
        _print(figures)


def _measure(url: str, scale: Scale) -> dict[str, object]:
    console = Console(stderr=True)
    totals = {
        "presses": scale.presses,
        "jams": scale.jams,
        "cards": scale.cards,
        "pulses": scale.pulses if url.startswith("emulated") else 0,
    }
    with Progress(transient=True, console=console, disable=not console.is_terminal) as progress:
        tasks = {kind: progress.add_task(kind, total=n) for kind, n in totals.items() if n}
        return asyncio.run(
            measure(url, scale, lambda kind, more: progress.advance(tasks[kind], more))
        )


def _print(figures: dict[str, object]) -> None:
    table = Table(
        box=None,
        pad_edge=False,
        title=Text(printable(str(figures["runtime"]))),
        title_justify="left",
    )
    for heading in ("measured", "figure", "", "goal", ""):
        table.add_column(heading, justify="right" if heading == "figure" else "left")
    for name, (words, unit, low, high) in FIGURES.items():
        value = figures[name]
        shown = "-" if value is None else f"{value:,}"
        table.add_row(words, shown, unit, _goal(low, high), _verdict(value, low, high))
    console = plain_console()
    console.print(table)
    console.print(
        f"\n{figures['fires']} fires, each at another speed: most are rightly called suspect"
    )
    if figures["collections"]:
        console.print(
            f"\n{figures['pulses']} pulses were timed beside {figures['collections']} collections",
            soft_wrap=True,
        )


def _goal(low: int | None, high: int | None) -> str:
    if low is not None:
        return f"at least {low:,}"
    return "" if high is None else f"at most {high:,}" if high else "none"


def _verdict(value: object, low: int | None, high: int | None) -> Text:
    if not isinstance(value, int | float) or (low is None and high is None):
        return Text()
    if low is not None and value < low:
        return Text("under", style="bold red")
    if high is not None and value > high:
        return Text("over", style="bold red")
    return Text("ok", style="green")
