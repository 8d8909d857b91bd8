"""What flashing would do with a board, and what somebody has to agree to first."""

from dataclasses import dataclass

from cardslinger.bridge.skew import may_be_older
from cardslinger.flash.deploy import runs_files
from cardslinger.flash.files import Files
from cardslinger.flash.probe import Present

NOTHING, FILES, IMAGE = "nothing", "files", "image"
NO_LAUNCHER = "the image has no launcher"


@dataclass(frozen=True, slots=True)
class Plan:
    """`way` is NOTHING when all is there already, FILES over the prompt, or IMAGE over the
    bootloader's drive; `questions` are what would surprise the board's owner."""

    way: str
    questions: tuple[str, ...] = ()


def plan_for_files(present: Present, files: Files, whole: bool) -> Plan:
    """For a board at its prompt, when nobody named an image. `whole`: it has these very files."""
    if whole or present.look.frozen == files.version:
        return Plan(NOTHING)
    questions = _of_version(present, files.version)
    if present.strangers:
        programs = " and ".join(present.strangers)
        questions += (f"it starts {programs}, which is not ours; that is kept under another name",)
    if present.kind is None:
        questions += (f"it is a {present.look.machine!r}, which nobody tried",)
    by_files = not present.look.frozen and runs_files(present)
    return Plan(FILES if by_files else IMAGE, questions)


def plan_for_image(present: Present, version: str | None, wipes: bool) -> Plan:
    """For a board at its prompt, and an image with this launcher, if it has one. `wipes`: the
    board's files are lost by it; what a launcher keeps is given back."""
    questions = _of_version(present, version) if version else (NO_LAUNCHER,)
    lost = present.owners_files if wipes else present.strangers
    if lost:
        questions += (f"files that are not ours are lost or not started: {', '.join(lost)}",)
    return Plan(IMAGE, questions)


def plan_for_drive(version: str | None) -> Plan:
    """For a board in BOOTSEL, which does not tell what is on it, and such an image."""
    questions = ("what is on the board is replaced, its files, settings and counters, too",)
    return Plan(IMAGE, questions if version else (NO_LAUNCHER, *questions))


def _of_version(present: Present, version: str) -> tuple[str, ...]:
    if present.launcher in (None, version) or not may_be_older(version, str(present.launcher)):
        return ()
    return (f"its launcher {present.launcher} may be newer than this, {version}",)
