"""`cardslinger image`: the file that makes a Pico a launcher."""

import click

from cardslinger.cli.commands import Commands


@click.group(cls=Commands, names=("build", "info"), prefix="image_")
def image() -> None:
    """Build the file to copy to a Pico's drive, or say what is in one."""
