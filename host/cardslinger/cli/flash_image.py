"""`cardslinger flash` by an image: over the drive that a board shows in BOOTSEL."""

import contextlib
import datetime
import secrets
import shlex
from dataclasses import replace
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
from cardslinger.flash.drives import Drive
from cardslinger.flash.errors import BadImage, BoardFailed
from cardslinger.flash.greeting import START_S, greet
from cardslinger.flash.kept import Kept, read_kept, write_kept
from cardslinger.flash.load import check_fits, load, load_by_picotool, picotool
from cardslinger.flash.making import make_image
from cardslinger.flash.plan import plan_for_drive, plan_for_image
from cardslinger.flash.probe import Present
from cardslinger.flash.prompt import Prompt
from cardslinger.flash.target import (
    AUTO,
    InBootsel,
    boards_in_bootsel,
    picos,
    wait_for_port,
    wait_in_bootsel,
)
from cardslinger.flash.uf2 import Image, read, read_file, write
from cardslinger.flash.verify import check_flash, covers_files
from cardslinger.words.printable import printable


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


def choose(file: Path | None, board: BoardKind) -> Chosen:
    """The image of `file`, else one made for this board. Raises FlashError."""
    if file is not None:
        try:
            return Chosen(read_file(file))
        except BadImage as error:
            raise BadImage(f"{file}: {error}") from None
    with working("Building the image"):
        return Chosen(write(make_image(None, board)[0]))


def in_bootsel(
    target: InBootsel, file: Path | None, port: str, *, yes: bool, dry_run: bool
) -> Outcome:
    """Write an image to a board that is in BOOTSEL already."""
    chosen = choose(file, PICO_2 if target.chip == PICO_2.chip else PICO)
    if isinstance(target, Drive):
        check_fits(chosen.data, chosen.image.family, target)
    plan = plan_for_drive(chosen.about.launcher)
    say_plan(f"a board with an {target.chip} in BOOTSEL: {_place(target)}", plan)
    if dry_run:
        return Outcome(plan)
    agree(plan.questions, yes)
    others = picos()
    done = Outcome(plan, wrote_bytes=len(chosen.data), drive=_place(target))
    if _load(chosen, target) or chosen.about.launcher is None:
        return done  # to a folder, or nothing that could answer
    with working("Starting it"):
        url = wait_for_port(others) if port == AUTO else port
    return replace(done, hello=_check(chosen, url, Kept({})))


def over_bootloader(
    prompt: Prompt, present: Present, file: Path | None, *, yes: bool, dry_run: bool
) -> Outcome:
    """Write an image to a board that shows its prompt. That is gone then, and the board starts.

    What the launcher there keeps is read first; it is in a file until the board has it again.
    """
    chosen = choose(file, present.kind or PICO)
    if present.kind and present.kind not in chosen.about.boards:
        raise BadImage(
            f"the image is for a {chosen.board.name}, the board is a {present.kind.name}; "
            "take one for that"
        )
    wipes = covers_files(chosen.image, present.kind or chosen.board)
    plan = plan_for_image(present, chosen.about.launcher, wipes)
    say_plan(present.name, plan)
    if dry_run:
        return Outcome(plan, present)
    agree(plan.questions, yes)
    kept = read_kept(prompt) if wipes else Kept({})
    backup = _back_up(kept, present)
    others = boards_in_bootsel()
    done = Outcome(plan, present, wrote_bytes=len(chosen.data))
    try:
        prompt.to_bootloader()
        with working("Waiting for its drive"):
            target = wait_in_bootsel(others)
        done = replace(done, drive=_place(target))
        _load(chosen, target)
        if chosen.about.launcher:
            done = replace(done, hello=_check(chosen, prompt.url, kept))
    finally:
        if backup and done.hello:
            backup.unlink()
        elif backup:
            where = printable(f"cardslinger restore {shlex.quote(str(backup))}")
            click.echo(f"what the board kept is not lost: {where}", err=True)
    return done


def _back_up(kept: Kept, present: Present) -> Path | None:
    """What an image takes from a board goes into a file first, if there is any."""
    if not kept.values:
        return None
    today = datetime.date.today().isoformat()
    path = platformdirs.user_data_path("cardslinger") / f"before-{secrets.token_hex(4)}.json"
    with contextlib.suppress(OSError):  # then it can't be written either
        path.parent.mkdir(parents=True, exist_ok=True)
    write_backup(path, taken(present.look.board, present.launcher or "", kept, today))
    return path


def _place(target: InBootsel) -> str:
    return str(target.path) if isinstance(target, Drive) else "picotool"


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


def _check(chosen: Chosen, port: str, kept: Kept) -> Hello:
    """Once it has started: compare its flash, give it back what it kept, and hear its launcher."""
    with working("Starting it, and reading its flash"):
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
