"""`cardslinger bench`: measurements that a person or CI can repeat."""

import click

from cardslinger.cli.commands import Commands


@click.group(
    cls=Commands, names=("crash", "device", "link", "press", "rules", "table"), prefix="bench_"
)
def bench() -> None:
    """Measure. A twin runs free (speed=0) unless its URL says otherwise."""
