"""`cardslinger bench device`: whether the firmware does what it should, in figures."""

import asyncio

import click

from cardslinger.cli.figures import Figure, figures_table
from cardslinger.cli.options import check_twin, free_running, json_option, port_option
from cardslinger.cli.progress import progress_bars
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.hil.device import FULL, QUICK, Scale, measure

FIGURES: dict[str, Figure] = {
    "boot_ms": Figure("power to the first message", "ms", high=150),
    "press_to_motor_ms_p50": Figure("press to motor, half of them within", "ms"),
    "press_to_motor_ms_p99": Figure("press to motor, 99 % of them within", "ms", high=1),
    "cards": Figure("cards past the beam", ""),
    "miscounts": Figure("cards miscounted", "", high=0),
    "pulse_error_us_p99": Figure("error of a card's time, garbage collected", "us", high=50),
    "jam_to_motor_off_ms_max": Figure("motor on against a jam, at most", "ms", high=250),
    "free_heap_bytes": Figure("heap left", "bytes", low=100_000),
    "heap_drift_bytes": Figure("... more than after the presses", "bytes"),
    "image_bytes": Figure("flash taken by the image", "bytes"),
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
    check_twin("bench device", port)
    figures = _measure(free_running(port), QUICK if quick else FULL)
    if as_json:
        print_json(figures)
    else:
        _print(figures)


def _measure(url: str, scale: Scale) -> dict[str, object]:
    totals = {
        "presses": scale.presses,
        "jams": scale.jams,
        "cards": scale.cards,
        "pulses": scale.pulses if url.startswith("emulated") else 0,
    }
    with progress_bars(totals) as report:
        return asyncio.run(measure(url, scale, report))


def _print(figures: dict[str, object]) -> None:
    console = plain_console()
    console.print(figures_table(FIGURES, figures))
    console.print(
        f"\n{figures['fires']} fires, each at another speed: most are rightly called suspect"
    )
    if figures["collections"]:
        console.print(
            f"\n{figures['pulses']} pulses were timed beside {figures['collections']} collections",
            soft_wrap=True,
        )
