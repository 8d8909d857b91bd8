"""`cardslinger doctor`: what is wrong with a launcher, and what to do about it."""

import asyncio
import contextlib
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console, RenderableType
from rich.progress import Progress

from cardslinger.bridge import Launcher, LauncherError, recording
from cardslinger.bridge.ports import TWINS
from cardslinger.cli.doctor_report import as_data, as_text
from cardslinger.cli.hands import PersonHands, Quiet
from cardslinger.cli.keys import keys
from cardslinger.cli.options import json_option, port_option
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.hil.bundle import new_bundle
from cardslinger.hil.diagnosis import diagnose
from cardslinger.hil.doctor import Examination, Scale, examine
from cardslinger.hil.findings import LOOK, OK, verdict
from cardslinger.hil.hands import Hands, twin_hands
from cardslinger.hil.parts import CHECKS
from cardslinger.hil.presses import Report

TWIN_CARDS = 112  # one deck: a fault that strikes one card in ten is missed once in 100,000 runs
PERSON_CARDS = 24  # what a person counts by hand without losing patience


@click.command()
@port_option
@click.option(
    "--pings", default=500, show_default=True, type=click.IntRange(1, 100_000), help="To send."
)
@click.option(
    "--cards",
    type=click.IntRange(0, 1000),
    help=f"To fire at most; 0: none.  [default: {PERSON_CARDS}, a twin {TWIN_CARDS}]",
)
@click.option(
    "--bundle",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT.ZIP",
    help="Write all of it to a new zip file, to send to somebody who may know more.",
)
@json_option
def doctor(port: str, pings: int, cards: int | None, bundle: Path | None, as_json: bool) -> None:
    """Find the launcher or say why not; measure its line, its parts and a trial of cards.

    Each finding comes with its likely causes and the next step. Some measurements need your hands;
    a twin has its own, and without a terminal they are left out. Exit code 0 for the verdicts `ok`
    and `look` (it works, but look at what was found), 1 for `broken` and `no launcher`.
    """
    if cards is None:
        cards = TWIN_CARDS if port.startswith(TWINS) else PERSON_CARDS
    scale = Scale(pings, cards)
    with contextlib.ExitStack() as stack:
        kept = stack.enter_context(new_bundle(bundle)) if bundle else None
        with recording(kept.folder / "wire.jsonl") if kept else contextlib.nullcontext():
            found = _examined(port, scale)
        findings = diagnose(found)
        data, text = as_data(port, found, findings), as_text(port, found, findings)
        if kept:
            kept.texts["report.json"] = json.dumps(data, indent=1)
            kept.texts["report.txt"] = _plain(text)
    if as_json:
        print_json(data)
    else:
        plain_console().print(text)
    if verdict(findings) not in (OK, LOOK):
        sys.exit(1)


def _plain(text: RenderableType) -> str:
    """As it looks on a terminal of 80 columns without colours."""
    file = io.StringIO()
    Console(file=file, width=80, highlight=False, markup=False, emoji=False).print(text)
    return file.getvalue()


def _examined(port: str, scale: Scale) -> Examination:
    console = Console(stderr=True)
    with Progress(transient=True, console=console, disable=not console.is_terminal) as progress:
        totals = {"pings": scale.pings, "parts": len(CHECKS), "cards": scale.cards}
        tasks = {kind: progress.add_task(kind, total=total) for kind, total in totals.items()}

        @contextlib.contextmanager
        def quiet() -> Iterator[None]:
            progress.stop()
            yield
            progress.start()

        def report(kind: str, more: int) -> None:
            progress.advance(tasks[kind], more)

        return asyncio.run(_examine(port, scale, report, quiet))


async def _examine(port: str, scale: Scale, report: Report, quiet: Quiet) -> Examination:
    """With the twin's own hands, a person's, or nobody's."""
    try:
        launcher = await Launcher.open(port)
    except LauncherError as error:
        return Examination(error=error)
    async with launcher:
        hands: Hands | None = twin_hands(launcher)
        twin = hands is not None
        with keys() as pressed:
            if not twin and sys.stdin.isatty():
                hands = PersonHands(pressed, quiet)
            return await examine(launcher, hands, scale, report, twin)
