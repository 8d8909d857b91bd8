"""Options that several commands share."""

import click

from cardslinger.words import LANGUAGES

port_option = click.option(
    "--port",
    default="auto",
    show_default=True,
    envvar="CARDSLINGER_PORT",
    help="auto, id:SERIAL, a device, socket://HOST:PORT, virtual://, emulated://",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
language_option = click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default="en",
    show_default=True,
    envvar="CARDSLINGER_LANGUAGE",
    help="Language of the words.",
)
