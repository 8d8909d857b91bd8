"""Which journal a command means: `--db FILE`, or the user's own."""

from pathlib import Path

import click
import platformdirs


def default_journal() -> Path:
    """The journal in the user's data folder, as each system has it."""
    return platformdirs.user_data_path("cardslinger", appauthor=False) / "table.db"


journal_option = click.option(
    "--db",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    default=default_journal,
    show_default="table.db in your data folder",
    envvar="CARDSLINGER_DB",
    help="The journal.",
)
