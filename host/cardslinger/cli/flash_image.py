"""`cardslinger flash` by an image: over the drive that a board shows in BOOTSEL."""

import datetime
import secrets
import shlex
from pathlib import Path

import click
import platformdirs

from cardslinger.bridge import Hello
from cardslinger.cli.agreement import agree
from cardslinger.cli.flash_report import Outcome, say_plan
from cardslinger.cli.progress import progress_bars, working
from cardslinger.flash.about import About, about
from cardslinger.flash.backup import taken, write_backup
from cardslinger.flash.boards import PICO, PICO_2, BoardKind
from cardslinger.flash.drives import Drive, find_drives
from cardslinger.flash.errors import BadImage, BoardFailed, FlashError
from cardslinger.flash.greeting import greet
from cardslinger.flash.kept import Kept, read_kept, write_kept
from cardslinger.flash.load import check_fits, load, load_by_picotool, picotool
from cardslinger.flash.making import make_image
from cardslinger.flash.plan import plan_for_drive, plan_for_image
from cardslinger.flash.probe import Present
from cardslinger.flash.prompt import Prompt
from cardslinger.flash.target import InBootsel, wait_in_bootsel
from cardslinger.flash.uf2 import Image, read, read_file, write
from cardslinger.flash.verify import check_flash, covers_files
from cardslinger.words.printable import printable

START_S = 60.0


class Chosen:
    """The image to write: the bytes of its file, and what is in it."""

    def __init__(self, data: bytes) -> None:
        """Raises BadImage."""
        self.data = data
        self.image: Image = read(data)
        self.about: About = about(data)

    @property
    def board(self) -> BoardKind:
        """What it is for; of several the first."""
        return self.about.boards[0]


def choose(file: Path | None, chip: str) -> Chosen:
    """The image of `file`, else one made for the usual board with this chip. Raises FlashError."""
    if file is not None:
        try:
            return Chosen(read_file(file))
        except BadImage as error:
            raise BadImage(f"{file}: {error}") from None
    with working("Building the image"):
        kind = PICO_2 if chip == PICO_2.chip else PICO
        return Chosen(write(make_image(None, kind)[0]))


def in_bootsel(
    target: InBootsel, file: Path | None, port: str, *, yes: bool, dry_run: bool
) -> Outcome:
    """Write an image to a board that is in BOOTSEL already."""
    chosen = choose(file, target.chip)
    if isinstance(target, Drive):
        check_fits(chosen.data, chosen.image.family, target)
    plan = plan_for_drive(chosen.about.launcher)
    say_plan(f"a board with an {target.chip} in BOOTSEL, {_place(target)}", plan)
    if dry_run:
        return Outcome(plan)
    agree(plan.questions, yes)
    stayed = _load(chosen, target)
    hello = None if stayed else _check(chosen, port, Kept({}))  # in a folder nothing starts
    return Outcome(plan, hello=hello, wrote_bytes=len(chosen.data), drive=_place(target))


def over_bootloader(
    prompt: Prompt, present: Present, file: Path | None, *, yes: bool, dry_run: bool
) -> Outcome:
    """Write an image to a board that shows its prompt. That is gone then, and the board starts."""
    chosen = choose(file, present.kind.chip if present.kind else PICO.chip)
    plan = plan_for_image(present, chosen.about.launcher)
    say_plan(present.name, plan)
    if present.kind and present.kind.family != chosen.image.family:
        raise BadImage(
            f"the image is for an {chosen.board.chip}, the board is a {present.kind.name}; "
            "take one for that"
        )
    if dry_run:
        return Outcome(plan, present)
    agree(plan.questions, yes)
    kept = read_kept(prompt) if covers_files(chosen.image, chosen.board) else Kept({})
    backup = _back_up(kept, present)
    before = find_drives()
    try:
        prompt.to_bootloader()
        with working("Waiting for its drive"):
            target = wait_in_bootsel(before)
        _load(chosen, target)
        hello = _check(chosen, prompt.url, kept)
    except (FlashError, KeyboardInterrupt):
        if backup:
            where = printable(f"cardslinger restore {shlex.quote(str(backup))}")
            click.echo(f"what the board kept is not lost: {where}", err=True)
        raise
    if backup:
        backup.unlink()
    return Outcome(plan, present, hello, len(chosen.data), drive=_place(target))


def _back_up(kept: Kept, present: Present) -> Path | None:
    """What an image takes from a launcher's board goes into a file first, if there is any."""
    if present.launcher is None or not kept.values:
        return None
    today = datetime.date.today().isoformat()
    path = platformdirs.user_data_path("cardslinger") / f"before-{secrets.token_hex(4)}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_backup(path, taken(present.look.board, present.launcher, kept, today))
    return path


def _place(target: InBootsel) -> str:
    return f"at {target.path}" if isinstance(target, Drive) else "through picotool"


def _load(chosen: Chosen, target: InBootsel) -> bool:
    """True if it lies there, and nothing has started."""
    if isinstance(target, Drive):
        with progress_bars({"write": len(chosen.data)}) as report:
            return load(
                chosen.data, chosen.image.family, target, lambda more: report("write", more)
            )
    if chosen.board.chip != target.chip:
        raise BadImage(f"the image is for an {chosen.board.chip}, the board has an {target.chip}")
    with working("Writing by picotool"):
        load_by_picotool(picotool() or "picotool", chosen.data)
    return False


def _check(chosen: Chosen, port: str, kept: Kept) -> Hello | None:
    """Once it has started: compare its flash, give it back what it kept, and hear its launcher."""
    with working("Starting it, and reading its flash"):
        if chosen.about.launcher is None:
            return None
        greet(port, START_S)
        with Prompt(port) as prompt:
            check_flash(prompt, chosen.image, chosen.board)
            write_kept(prompt, kept)
        hello = greet(port, START_S)
    if hello.firmware != chosen.about.launcher:
        raise BoardFailed(
            f"the board has started launcher {hello.firmware}, not {chosen.about.launcher}; "
            "hold BOOTSEL while you plug it in, then run this again"
        )
    return hello
