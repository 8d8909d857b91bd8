"""`cardslinger image build`: the file to copy to a Pico's drive."""

from pathlib import Path

import click

from cardslinger import __version__
from cardslinger.cli.image_info import show_image
from cardslinger.cli.options import json_option
from cardslinger.cli.progress import working
from cardslinger.flash.about import about
from cardslinger.flash.boards import BOARDS, BoardKind
from cardslinger.flash.making import make_image
from cardslinger.flash.saving import save_uf2
from cardslinger.flash.uf2 import write


def _slug(board: BoardKind) -> str:
    return board.name.lower().replace(" ", "-")


_BOARDS = {_slug(board): board for board in BOARDS}


@click.command("build")
@click.option(
    "-o",
    "output",
    type=click.Path(path_type=Path),
    metavar="FILE.uf2",
    help="Where to write it.  [default: cardslinger-VERSION-BOARD.uf2]",
)
@click.option(
    "--micropython",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Add the launcher to this MicroPython (a .uf2 file).",
)
@click.option("--board", type=click.Choice(list(_BOARDS)), help="What it is for.  [default: pico]")
@json_option
def image_build(
    output: Path | None, micropython: Path | None, board: str | None, as_json: bool
) -> None:
    """Make the UF2 file that turns a Pico into a launcher.

    In a checkout on Debian it is the image with the launcher frozen in, for the Pico. Elsewhere,
    and for another board, it is a MicroPython with the launcher as files beside it: the one named
    by --micropython, or the official one, which is downloaded. Such a file replaces all files on
    the board, settings too.
    """
    with working("building the image"):
        image, kind = make_image(micropython, _BOARDS[board] if board else None)
        data = write(image)
        path = output or Path(f"cardslinger-{__version__}-{_slug(kind)}.uf2")
        save_uf2(path, data)
        found = about(data)
    show_image(path, found, as_json)
