"""What `cardslinger flash` says: before, and at the end."""

from dataclasses import dataclass

import click
import msgspec

from cardslinger.bridge import Hello
from cardslinger.cli.streams import plain_console
from cardslinger.flash.plan import FILES, IMAGE, NOTHING, Plan
from cardslinger.flash.probe import Present
from cardslinger.words.printable import printable

WAYS = {
    NOTHING: "all of it is there already",
    FILES: "the launcher goes beside its MicroPython, as files",
    IMAGE: "all of its MicroPython is replaced, over the bootloader's drive",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was done. `present` is what was found at the board's prompt, `hello` what its launcher
    says now, `drive` where an image went."""

    plan: Plan
    present: Present | None = None
    hello: Hello | None = None
    wrote_bytes: int = 0
    kept: tuple[str, ...] = ()
    drive: str | None = None


class Report(msgspec.Struct, frozen=True):
    """An outcome for JSON. Times are in seconds; `virtual_s` is a twin's own."""

    verdict: str  # ok; "dry run"; "written": to a folder, where nothing starts
    way: str
    machine: str | None
    micropython: str | None  # that was there
    before: str | None  # the launcher that was there
    launcher: str | None  # the one that answers now
    board: str | None
    drive: str | None
    wrote_bytes: int
    kept: tuple[str, ...]  # programs of the owner's, under another name
    wall_s: float
    virtual_s: float | None


def report_of(outcome: Outcome, dry_run: bool, wall_s: float, virtual_s: float | None) -> Report:
    """The same, as it is told."""
    present, hello = outcome.present, outcome.hello
    return Report(
        verdict="dry run" if dry_run else "ok" if hello else "written",
        way=outcome.plan.way,
        machine=present.look.machine if present else None,
        micropython=present.micropython if present else None,
        before=present.launcher if present else None,
        launcher=hello.firmware if hello else None,
        board=hello.board if hello else None,
        drive=outcome.drive,
        wrote_bytes=outcome.wrote_bytes,
        kept=outcome.kept,
        wall_s=round(wall_s, 1),
        virtual_s=None if virtual_s is None else round(virtual_s, 1),
    )


def say_plan(what: str, plan: Plan) -> None:
    """On standard error: what was found, and what happens to it."""
    console = plain_console(stderr=True)
    console.print(printable(f"{what}: {WAYS[plan.way]}"), soft_wrap=True)


def tell(report: Report, port: str) -> None:
    """In words, at the end."""
    for name in report.kept:
        click.echo(f"your program is kept as {printable(name)}")
    if report.verdict == "dry run":
        click.echo("nothing was written")
    elif report.launcher is None:
        click.echo(f"written to {printable(report.drive or '')}; no launcher has started there")
    else:
        virtual = "" if report.virtual_s is None else f", {report.virtual_s} s of its own time"
        click.echo(
            f"launcher {printable(report.launcher)} answers, on board "
            f"{printable(report.board or '')} ({report.wall_s} s{virtual})"
        )
        click.echo(
            "next: press its button, or see that all parts work: "
            f"cardslinger selftest --port {port!r}"
        )
