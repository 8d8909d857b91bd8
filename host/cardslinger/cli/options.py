"""Options that several commands share."""

import functools
from collections.abc import Callable
from typing import Any

import click

from cardslinger.bridge import recording
from cardslinger.bridge.ports import TWINS
from cardslinger.cli.streams import printable
from cardslinger.hil.errors import NeedsTwin
from cardslinger.words import LANGUAGES

_port_option = click.option(
    "--port",
    default="auto",
    show_default=True,
    envvar="CARDSLINGER_PORT",
    help="auto, id:SERIAL, a device, socket://HOST:PORT, virtual://, emulated://",
)
_trace_option = click.option(
    "--trace",
    "trace_file",
    metavar="FILE",
    help="Record the wire in FILE, anew; `cardslinger trace FILE` shows it.",
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


def port_option(command: Callable[..., None]) -> Callable[..., None]:
    """`--port` for a command that talks to a launcher, and `--trace`, of which it need not know."""

    @functools.wraps(command)
    def traced(*arguments: Any, trace_file: str | None, **named: Any) -> None:
        if trace_file is None:
            command(*arguments, **named)
            return
        try:
            with recording(trace_file):
                command(*arguments, **named)
        except BaseException as error:
            for remark in getattr(error, "__notes__", ()):  # that the trace is not complete
                click.echo(f"cardslinger: {printable(remark)}", err=True)
            raise

    return _port_option(_trace_option(traced))


def check_twin(command: str, port: str) -> None:
    """Raises NeedsTwin for a command that takes the hands of a launcher in software."""
    if not port.startswith(TWINS):
        raise NeedsTwin(f"{command} needs a twin: --port emulated:// or virtual://")


def free_running(port: str) -> str:
    """The port with `speed=0`, if it is a twin's that says nothing of its speed."""
    if not port.startswith(TWINS) or "speed=" in port:
        return port
    return port + ("&" if "?" in port else "?") + "speed=0"
