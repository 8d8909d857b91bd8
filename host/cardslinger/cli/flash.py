"""`cardslinger flash`: from a bare Pico to a launcher, and from a launcher to a newer one."""

import contextlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from cardslinger.cli.agreement import agree
from cardslinger.cli.flash_image import in_bootsel, over_bootloader
from cardslinger.cli.flash_report import Outcome, report_of, say_plan, tell
from cardslinger.cli.monitor import monitor as show_monitor
from cardslinger.cli.options import json_option, port_option
from cardslinger.cli.progress import progress_bars, working
from cardslinger.cli.streams import print_json
from cardslinger.flash.board_port import BoardPort, board_port
from cardslinger.flash.deploy import deploy, is_whole
from cardslinger.flash.drives import drive_at
from cardslinger.flash.errors import BoardFailed
from cardslinger.flash.files import launcher_files
from cardslinger.flash.greeting import START_S, greet
from cardslinger.flash.plan import FILES, IMAGE, plan_for_files
from cardslinger.flash.probe import probe
from cardslinger.flash.prompt import Prompt
from cardslinger.flash.target import find_target


@click.command()
@port_option
@click.option(
    "--image",
    type=click.Path(path_type=Path),
    metavar="FILE.uf2",
    help="Write this image, over the board's bootloader.",
)
@click.option(
    "--drive",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The board in BOOTSEL whose drive is mounted there.",
)
@click.option("--yes", is_flag=True, help="Ask nothing.")
@click.option("--dry-run", is_flag=True, help="Only say what would be done.")
@click.option("--monitor", is_flag=True, help="Go on to the monitor.")
@json_option
def flash(
    port: str,
    image: Path | None,
    drive: Path | None,
    yes: bool,
    dry_run: bool,
    monitor: bool,
    as_json: bool,
) -> None:
    """Make a Pico a launcher, or a launcher a newer one.

    Finds a Pico that runs MicroPython, or one that was plugged in with BOOTSEL held. A launcher
    that runs keeps its settings and counters. What is not ours is replaced only after a yes. The
    program on the board is stopped, and the board starts anew at the end, also with --dry-run.
    """
    with _told_of_interrupt():
        began_s = time.monotonic()
        target = drive_at(drive) if drive else find_target(port)
        if not isinstance(target, str):
            outcome = in_bootsel(target, image, port, yes=yes, dry_run=dry_run)
            _end(outcome, port, dry_run, as_json, time.monotonic() - began_s, None)
            if monitor and outcome.hello:
                _go_on(port)
            return
        with board_port(target) as found:
            outcome = _at_prompt(found, image, yes=yes, dry_run=dry_run)
            virtual_s = found.bench.read().now_ms / 1000 if found.bench else None
            _end(outcome, port, dry_run, as_json, time.monotonic() - began_s, virtual_s)
            if monitor and outcome.hello:
                _go_on(found.url)


@contextlib.contextmanager
def _told_of_interrupt() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        click.echo(
            "cardslinger: interrupted: run this again; the board has what it had, or shows up in "
            "BOOTSEL",
            err=True,
        )
        raise


def _go_on(url: str) -> None:
    """To the monitor, whose Ctrl-C interrupts nothing."""
    try:
        click.get_current_context().invoke(show_monitor, port=url)
    except KeyboardInterrupt:
        sys.exit(130)


def _at_prompt(port: BoardPort, image: Path | None, *, yes: bool, dry_run: bool) -> Outcome:
    """Flash a board that runs MicroPython: by files if that can be, else over its bootloader."""
    files = launcher_files()
    with working("Looking at the board"):
        prompt = Prompt(port.url)
    with prompt:
        with working("Looking at the board"):
            present = probe(prompt)
            plan = plan_for_files(present, files, is_whole(prompt, present, files))
        if image or plan.way == IMAGE:
            if port.bench:
                raise BoardFailed(
                    "an emulated board has no drive to write an image to; "
                    "start one with that image: emulated://?image=FILE.uf2"
                )
            return over_bootloader(prompt, present, image, yes=yes, dry_run=dry_run)
        say_plan(present.name, plan)
        if dry_run:
            return Outcome(plan, present)
        agree(plan.questions, yes)
        written = None
        if plan.way == FILES:
            with progress_bars({"write": files.bytes}) as report:
                written = deploy(prompt, present, files, report)
    with working("Starting it"):
        hello = greet(port.url, START_S)
    if hello.firmware != files.version:
        raise BoardFailed(
            f"the board has started launcher {hello.firmware}, not {files.version}; run this again"
        )
    if written is None:
        return Outcome(plan, present, hello)
    return Outcome(plan, present, hello, written.bytes, written.kept)


def _end(
    outcome: Outcome,
    port: str,
    dry_run: bool,
    as_json: bool,
    wall_s: float,
    virtual_s: float | None,
) -> None:
    report = report_of(outcome, dry_run, wall_s, virtual_s)
    if as_json:
        print_json(msgspec.to_builtins(report))
    else:
        tell(report, port)
