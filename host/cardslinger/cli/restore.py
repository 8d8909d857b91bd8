"""`cardslinger restore FILE`: a backup goes to a board."""

from pathlib import Path

import click
from rich.table import Table

from cardslinger.cli.ask import check_terminal
from cardslinger.cli.options import port_option
from cardslinger.cli.streams import plain_console
from cardslinger.cli.words import written
from cardslinger.flash.backup import Backup, Change, changes, read_backup, settings_checksum
from cardslinger.flash.board_port import board_port
from cardslinger.flash.errors import BoardFailed, NotAgreed
from cardslinger.flash.greeting import greet
from cardslinger.flash.kept import Kept, read_kept, write_kept
from cardslinger.flash.probe import launcher_at
from cardslinger.flash.prompt import Prompt
from cardslinger.words.printable import printable

PATIENCE_S = 30.0  # for the launcher to start; an emulated one on a busy machine is slow


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--yes", is_flag=True, help="Ask nothing.")
@port_option
def restore(file: Path, yes: bool, port: str) -> None:
    """Put settings, lifetime counters and faults from a backup FILE on the launcher, also on
    another board than the one it is from.

    Shows first what changes, and asks. The launcher stops for that, and starts anew.
    """
    backup = read_backup(file)
    if not yes:
        check_terminal("--yes restores without a question")
    with board_port(port) as target:
        with Prompt(target.url) as prompt:
            board = launcher_at(prompt).look.board
            found = changes(read_kept(prompt), backup)
            _show(backup, board, found)
            if not yes and not click.confirm("Write that to the board?", err=True):
                raise NotAgreed("nothing was changed; the launcher starts anew")
            write_kept(prompt, Kept(backup.values))
        hello = greet(target.url, PATIENCE_S)
    settings = backup.values.get("settings")
    if settings is not None and hello.settings != settings_checksum(settings):
        raise BoardFailed(
            "the launcher plays, but with other settings than the backup's: see `cardslinger "
            "settings get`, and `cardslinger flash` if its firmware is another version's"
        )
    click.echo(f"restored; the launcher on board {printable(hello.board)} has started")


def _show(backup: Backup, board: str, found: list[Change]) -> None:
    console = plain_console(stderr=True)
    origin = "this board" if backup.board == board else f"board {backup.board}, not this one"
    told = f"backup of {backup.made} from {origin} (launcher {backup.launcher})"
    console.print(printable(told), soft_wrap=True)
    if not found:
        console.print("no setting and no count changes")
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("", "on the board", "in the backup"):
        table.add_column(heading)
    for change in found:
        table.add_row(printable(change.name), written(change.before), written(change.after))
    console.print(table)
