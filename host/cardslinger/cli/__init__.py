"""The `cardslinger` command. One file a command; this one joins them and ends errors in a line."""

import signal
import sys

import click

from cardslinger import __version__
from cardslinger.bridge import LauncherError
from cardslinger.cli.commands import Commands
from cardslinger.cli.streams import abandon_output, prepare_streams
from cardslinger.flash.errors import FlashError
from cardslinger.hil.errors import MeasureError
from cardslinger.rules.errors import RulesError
from cardslinger.study.errors import StudyError
from cardslinger.table.errors import TableError
from cardslinger.twin.errors import TwinError
from cardslinger.web.errors import WebError
from cardslinger.words.printable import printable


@click.group(
    cls=Commands,
    names=(
        "backup",
        "bench",
        "calibrate",
        "doctor",
        "export",
        "fire",
        "flash",
        "health",
        "history",
        "image",
        "monitor",
        "play",
        "ports",
        "replay",
        "restore",
        "rules",
        "selftest",
        "settings",
        "simulate",
        "stats",
        "trace",
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="cardslinger")
def cardslinger() -> None:
    """Runs the card launcher and the table around it."""


_OURS = (
    FlashError,
    LauncherError,
    MeasureError,
    RulesError,
    StudyError,
    TableError,
    TwinError,
    WebError,
)


def main() -> None:
    """Entry point. Exit code 0: done; 1: it could not be done, said in one line; 2: bad usage."""
    prepare_streams()
    # Ended from outside, a terminal must come back as it was, and no half file stay behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        cardslinger.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except _OURS as error:
        click.echo(f"cardslinger: {printable(str(error))}", err=True)
        sys.exit(1)
    except OSError as error:  # standard output: a full disk, a closed pipe
        click.echo(f"cardslinger: could not write the output: {error.strerror}", err=True)
        abandon_output()
        sys.exit(1)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
