"""Options that several commands share."""

import click

port_option = click.option(
    "--port",
    default="auto",
    show_default=True,
    envvar="CARDSLINGER_PORT",
    help="auto, id:SERIAL, a device, socket://HOST:PORT, virtual://, emulated://",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
