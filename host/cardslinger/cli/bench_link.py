"""`cardslinger bench link`: what the wire carries, how fast, and what gets lost."""

import asyncio

import click

from cardslinger.cli.figures import Figure, figures_table
from cardslinger.cli.options import check_twin, free_running, json_option, port_option
from cardslinger.cli.progress import progress_bars
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.hil.errors import NeedsTwin
from cardslinger.hil.link import Scale, measure

FIGURES: dict[str, Figure] = {
    "ping_rtt_ms_p50": Figure("ping, half of them within", "ms", high=4),
    "ping_rtt_ms_p99": Figure("ping, 99 % of them within", "ms"),
    "repl_exec_rtt_ms_p50": Figure("a program at the prompt, by mpremote's way", "ms"),
    "repl_exec_bare_ms_p50": Figure("... without its sleeps", "ms"),
    "events_per_s": Figure("events a second", ""),
    "idle_cpu_percent": Figure("host's core while nothing happens", "%", high=1),
    "idle_wakes_per_s": Figure("the chip wakes meanwhile, a second", "", high=2),
    "disturbances": Figure("fires disturbed: cable, reset, host killed", ""),
    "cards": Figure("cards in the host's record", ""),
    "confirmations": Figure("counts to be confirmed by hand, the first at its beginning", ""),
    "resent": Figure("events sent again", ""),
    "lost": Figure("cards lost without a word", "", high=0),
    "doubled": Figure("cards or events doubled", "", high=0),
}


@click.command("link")
@port_option
@click.option(
    "--disturbances",
    default=Scale.disturbances,
    show_default=True,
    type=click.IntRange(0, 10_000),
    help="Cables pulled, resets and dead hosts, so many of each.",
)
@click.option(
    "--idle",
    default=Scale.idle_s,
    show_default=True,
    type=click.IntRange(1, 10_000),
    help="Seconds of watching an idle link.",
)
@json_option
def bench_link(port: str, disturbances: int, idle: int, as_json: bool) -> None:
    """Measure the wire of a twin: round trips at its USB, in virtual time, and what is lost when
    its cable is pulled, its board resets and its host dies in the middle of fires."""
    check_twin("bench link", port)
    if "fault=" in port:
        raise NeedsTwin(
            "bench link needs a sound twin: what the beam miscounts is no loss of the wire"
        )
    scale = Scale(disturbances=disturbances, idle_s=idle)
    figures = _measure(free_running(port), scale)
    if as_json:
        print_json(figures)
    else:
        plain_console().print(figures_table(FIGURES, figures))


def _measure(url: str, scale: Scale) -> dict[str, object]:
    totals = {
        "pings": scale.pings,
        "events": 2 * scale.blanks,
        "programs": scale.execs,
        "disturbances": 3 * scale.disturbances,
        "idle": scale.idle_s,
    }
    with progress_bars(totals) as report:
        return asyncio.run(measure(url, scale, report))
