"""Connecting to the launcher, with a word when that takes long."""

import asyncio

from cardslinger.bridge import Heard, Launcher
from cardslinger.cli.streams import plain_console

SILENT_S = 2.0


async def connect(port: str, heard: Heard | None = None) -> Launcher:
    """`Launcher.open(port, heard)`. A terminal says so when there is no answer after SILENT_S."""
    console = plain_console(stderr=True)
    waiting = console.status("Waiting for the launcher's answer; Ctrl-C stops")
    late = asyncio.get_running_loop().call_later(SILENT_S, waiting.start)
    if not console.is_terminal:
        late.cancel()
    try:
        return await Launcher.open(port, heard)
    finally:
        late.cancel()
        waiting.stop()
