"""`cardslinger ports`: where a launcher could be."""

import click
from rich.table import Table

from cardslinger.bridge.ports import find_ports
from cardslinger.cli.streams import plain_console
from cardslinger.words.printable import printable


@click.command()
def ports() -> None:
    """List serial ports, and the launchers that need no hardware."""
    table = Table(box=None)
    for heading in ("port", "serial number", "what it is"):
        table.add_column(heading)
    for port in find_ports():
        what = "Pico with MicroPython" if port.pico else port.description
        table.add_row(*map(printable, (port.device, port.serial_number, what)))
    table.add_row("virtual://", "", "launcher in software")
    table.add_row("emulated://", "", "emulated Pico, real firmware (after `make image`)")
    plain_console().print(table)
