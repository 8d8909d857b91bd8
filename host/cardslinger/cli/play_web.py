"""`cardslinger play`: the pages, for as long as somebody plays."""

import asyncio
import io
import os
import socket
import sys
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from random import Random

import click
import segno

from cardslinger.table.journal import Journal
from cardslinger.table.setup import Setup
from cardslinger.web.app import Site
from cardslinger.web.errors import CantListen
from cardslinger.web.house import House
from cardslinger.web.keys import HOST, Keys
from cardslinger.web.serve import (
    PORT,
    check_certificate,
    is_loopback,
    listen,
    parse_address,
    serve,
    url_of,
)


@dataclass(frozen=True, slots=True)
class Pages:
    """Where they are: `address` None is the usual one, of this computer alone."""

    address: str | None
    certificate: Path | None
    key: Path | None
    browser: bool


def serve_pages(
    journal: Journal, setup: Setup | None, match: int, port: str, chance: Random, pages: Pages
) -> None:
    """Until the program is told to end. A match begins at once if `setup` is given, or goes on if
    `match` is not 0. Raises WebError, TableError, LauncherError."""
    check_certificate(pages.certificate, pages.key)
    host, opened = _opened(pages.address)
    url = url_of(opened, host, secure=bool(pages.certificate))
    with opened:
        asyncio.run(_serve(journal, setup, match, port, chance, pages, opened, host, url))


def _opened(address: str | None) -> tuple[str, socket.socket]:
    if address is not None:
        try:
            host, number = parse_address(address)
        except CantListen as error:
            raise click.UsageError(str(error)) from None
        return host, listen(host, number)
    host = "127.0.0.1"
    try:
        return host, listen(host, PORT)
    except CantListen:  # another table has it, or another program
        return host, listen(host, 0)


async def _serve(
    journal: Journal,
    setup: Setup | None,
    match: int,
    port: str,
    chance: Random,
    pages: Pages,
    opened: socket.socket,
    host: str,
    url: str,
) -> None:
    alone = is_loopback(host)
    keys = Keys(journal, first_is_host=alone)
    async with House(journal, port, chance) as house:
        if match:
            await house.resume(match, port)
        elif setup:
            await house.begin(setup, port)
        site = Site(house, keys, "" if alone else url)

        def began() -> None:
            _tell(url, alone, keys.pin(HOST))
            if pages.browser and _has_screen():
                asyncio.get_running_loop().run_in_executor(None, webbrowser.open, url)

        names = (socket.gethostname(), f"{socket.gethostname()}.local")
        await serve(
            site.app(names),
            opened,
            began,
            house.leave,  # the motor off, before the pages are told
            certificate=pages.certificate,
            key=pages.key,
        )


def _tell(url: str, alone: bool, pin: str) -> None:
    if not alone:
        out = io.StringIO()
        segno.make(url, micro=False).terminal(out, compact=True)
        click.echo(out.getvalue() if sys.stdout.isatty() else "", nl=False)
    click.echo(f"The table is at {url}")
    click.echo(f"Host's PIN, for another browser: {pin}" if alone else f"Host's PIN: {pin}")
    click.echo("Ctrl-C ends it; the match is kept.")


def _has_screen() -> bool:
    """A browser in the terminal would take it away from us."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
