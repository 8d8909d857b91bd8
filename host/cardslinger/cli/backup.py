"""`cardslinger backup`: what the launcher keeps, in a file."""

import datetime
from pathlib import Path

import click

from cardslinger.cli.options import json_option, port_option
from cardslinger.cli.streams import print_json
from cardslinger.flash.backup import taken, write_backup
from cardslinger.flash.board_port import board_port
from cardslinger.flash.kept import read_kept
from cardslinger.flash.probe import launcher_at
from cardslinger.flash.prompt import Prompt
from cardslinger.words.printable import printable

_WORDS = {"settings": "the settings", "life": "the counters"}  # of the board's files


@click.command()
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.json",
    help="Where to; never over a file that is there.  [default: cardslinger-BOARD-DATE.json]",
)
@port_option
@json_option
def backup(output: Path | None, port: str, as_json: bool) -> None:
    """Keep settings, lifetime counters and faults of the launcher in a file for `restore`.

    The launcher stops for that, and starts anew.
    """
    with board_port(port) as found, Prompt(found.url) as prompt:
        present, kept = launcher_at(prompt), read_kept(prompt)
    today = datetime.date.today().isoformat()
    path = output or Path(f"cardslinger-{present.look.board}-{today}.json")
    saved = taken(present.look.board, present.launcher or "", kept, today)
    write_backup(path, saved)
    for name in kept.damaged:
        click.echo(f"cardslinger: its file `{name}` is damaged, and not in the backup", err=True)
    if as_json:
        print_json(
            {
                "file": str(path),
                "board": present.look.board,
                "launcher": present.launcher,
                "damaged": list(kept.damaged),
                **saved.values,
            }
        )
    else:
        what = " and ".join(_WORDS[name] for name in saved.values)
        click.echo(f"{path}: {what} of board {printable(present.look.board)}")
