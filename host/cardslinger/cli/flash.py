"""`cardslinger flash`: from a bare Pico to a launcher, and from a launcher to a newer one."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import click
import msgspec
from rich.console import Console

from cardslinger.bridge import Hello
from cardslinger.cli.agreement import agree
from cardslinger.cli.monitor import monitor as show_monitor
from cardslinger.cli.options import json_option, port_option
from cardslinger.cli.progress import progress_bars
from cardslinger.cli.streams import plain_console, print_json
from cardslinger.flash.board_port import BoardPort, board_port
from cardslinger.flash.deploy import Written, check_board, deploy, is_whole
from cardslinger.flash.errors import BoardFailed
from cardslinger.flash.files import Files, launcher_files
from cardslinger.flash.greeting import greet
from cardslinger.flash.plan import FILES, IMAGE, NOTHING, Plan, plan_for_files
from cardslinger.flash.probe import Present, probe
from cardslinger.flash.prompt import Prompt
from cardslinger.words.printable import printable

START_S = 60.0  # for a launcher to answer, from files; an emulated one on a busy machine is slow
WAYS = {
    NOTHING: "all of it is there already",
    FILES: "the launcher goes beside its MicroPython, as files",
    IMAGE: "its MicroPython is replaced, over the bootloader's drive",
}


class Report(msgspec.Struct, frozen=True):
    """What was done, for JSON. Times are in seconds; `virtual_s` is a twin's own."""

    verdict: str  # ok, or dry run
    way: str
    machine: str
    micropython: str
    before: str | None  # the launcher that was there
    launcher: str | None  # the one that answers now
    board: str | None
    wrote_bytes: int
    kept: list[str]  # programs of the owner's, under another name
    wall_s: float
    virtual_s: float | None


@click.command()
@port_option
@click.option("--yes", is_flag=True, help="Ask nothing.")
@click.option("--dry-run", is_flag=True, help="Only say what would be done.")
@click.option("--monitor", is_flag=True, help="Go on to the monitor.")
@json_option
def flash(port: str, yes: bool, dry_run: bool, monitor: bool, as_json: bool) -> None:
    """Make a Pico a launcher, or a launcher a newer one.

    Settings and counters stay. What is not ours is replaced only after a yes. The program on the
    board is stopped, and the board starts anew at the end, also with --dry-run.
    """
    began_s = time.monotonic()
    console = plain_console(stderr=True)
    files = launcher_files()
    with board_port(port) as found:
        try:
            present, plan, written = _write(found, files, console, yes=yes, dry_run=dry_run)
            hello = None if dry_run else _start(found, files, console)
        except KeyboardInterrupt:
            click.echo(
                "cardslinger: interrupted: what the board had is on it; flash again", err=True
            )
            raise
        report = _report(found, present, plan, written, hello, began_s)
        if as_json:
            print_json(msgspec.to_builtins(report))
        else:
            _tell(report, port)
        if monitor and not dry_run:
            click.get_current_context().invoke(show_monitor, port=found.url)


def _write(
    found: BoardPort, files: Files, console: Console, *, yes: bool, dry_run: bool
) -> tuple[Present, Plan, Written | None]:
    """Look at the board, ask, and write what is to be written."""
    with _waiting(console, "Looking at the board"):
        prompt = Prompt(found.url)
    with prompt:
        with _waiting(console, "Looking at the board"):
            present = probe(prompt)
            plan = plan_for_files(present, files, is_whole(prompt, present, files))
        said = f"{_name(present)}: {WAYS[plan.way]}"
        console.print(printable(said), soft_wrap=True)
        if plan.way == IMAGE:
            check_board(present, files)
        if dry_run or plan.way == NOTHING:
            return present, plan, None
        agree(plan.questions, yes)
        with progress_bars({"write": files.bytes}) as report:
            return present, plan, deploy(prompt, present, files, report)


def _start(found: BoardPort, files: Files, console: Console) -> Hello:
    with _waiting(console, "Starting it"):
        hello = greet(found.url, START_S)
    if hello.firmware != files.version:
        raise BoardFailed(
            f"the board has started launcher {hello.firmware}, not {files.version}; run this again"
        )
    return hello


@contextmanager
def _waiting(console: Console, what: str) -> Iterator[None]:
    """A word on what takes its time: it moves on a terminal."""
    with console.status(what) if console.is_terminal else nullcontext():
        yield


def _name(present: Present) -> str:
    board = present.kind.name if present.kind else present.look.machine
    launcher = f"launcher {present.launcher}" if present.launcher else "no launcher"
    return f"{board} with MicroPython {present.micropython} and {launcher}"


def _report(
    found: BoardPort,
    present: Present,
    plan: Plan,
    written: Written | None,
    hello: Hello | None,
    began_s: float,
) -> Report:
    return Report(
        verdict="ok" if hello else "dry run",
        way=plan.way,
        machine=present.look.machine,
        micropython=present.micropython,
        before=present.launcher,
        launcher=hello.firmware if hello else None,
        board=hello.board if hello else None,
        wrote_bytes=written.bytes if written else 0,
        kept=list(written.kept) if written else [],
        wall_s=round(time.monotonic() - began_s, 1),
        virtual_s=round(found.bench.read().now_ms / 1000, 1) if found.bench else None,
    )


def _tell(report: Report, port: str) -> None:
    for name in report.kept:
        click.echo(f"your program is kept as {printable(name)}")
    if report.verdict != "ok":
        click.echo("nothing was written")
        return
    virtual = "" if report.virtual_s is None else f", {report.virtual_s} s of its own time"
    click.echo(
        f"launcher {printable(report.launcher or '')} answers, on board "
        f"{printable(report.board or '')} ({report.wall_s} s{virtual})"
    )
    click.echo(
        f"next: press its button, or see that all its parts work: "
        f"cardslinger selftest --port {port!r}"
    )
