"""Options that several commands share."""

import click

from cardslinger.bridge.ports import TWINS
from cardslinger.words import LANGUAGES

port_option = click.option(
    "--port",
    default="auto",
    show_default=True,
    envvar="CARDSLINGER_PORT",
    help="auto, id:SERIAL, a device, socket://HOST:PORT, virtual://, emulated://",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
language_option = click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default="en",
    show_default=True,
    envvar="CARDSLINGER_LANGUAGE",
    help="Language of the words.",
)


def free_running(port: str) -> str:
    """The port with `speed=0`, if it is a twin's that says nothing of its speed."""
    if not port.startswith(TWINS) or "speed=" in port:
        return port
    return port + ("&" if "?" in port else "?") + "speed=0"
