"""Options that several commands share."""

import functools
from collections.abc import Callable
from typing import Any

import click

from cardslinger.bridge import recording
from cardslinger.bridge.ports import TWINS
from cardslinger.hil.errors import NeedsTwin
from cardslinger.words import LANGUAGES
from cardslinger.words.printable import printable

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


Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def _port_option(default: str) -> Decorator:
    """`--port` for a command that talks to a launcher, and `--trace`, of which it need not know."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
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

        port = click.option(
            "--port",
            default=default,
            show_default=True,
            envvar="CARDSLINGER_PORT",
            help="auto, id:SERIAL, a device, socket://HOST:PORT, virtual://, emulated://",
        )
        return port(_trace_option(traced))

    return decorate


port_option = _port_option("auto")
port_or_twin_option = _port_option("virtual://")


def check_twin(command: str, port: str) -> None:
    """Raises NeedsTwin for a command that takes the hands of a launcher in software."""
    if not port.startswith(TWINS):
        raise NeedsTwin(f"{command} needs a twin: --port emulated:// or virtual://")


def free_running(port: str) -> str:
    """The port with `speed=0`, if it is a twin's that says nothing of its speed."""
    if not port.startswith(TWINS) or "?speed=" in port or "&speed=" in port:
        return port
    return port + ("&" if "?" in port else "?") + "speed=0"
