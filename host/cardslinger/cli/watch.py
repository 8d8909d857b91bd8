"""`cardslinger monitor --raw`: the wire of a launcher, live."""

import asyncio
import dataclasses
import logging
import time

from rich.console import Console

from cardslinger.bridge import Launcher
from cardslinger.bridge.conversation import Conversation
from cardslinger.bridge.trace import Entry, listening
from cardslinger.cli.connect import tell_skew
from cardslinger.cli.wire import WireDrawing


async def watch_wire(port: str, console: Console) -> None:
    """Connect, and print each line of the wire until the connection ends. Raises LauncherError."""
    heard: asyncio.Queue[Entry | None] = asyncio.Queue()
    with listening(_Forward(heard)):
        connection = asyncio.create_task(_stay_connected(port))
        connection.add_done_callback(lambda _: heard.put_nowait(None))
        try:
            await _print(heard, console)
            connection.result()
        finally:
            connection.cancel()
            await asyncio.wait([connection])


async def _stay_connected(port: str) -> None:
    async with await Launcher.open(port) as launcher:
        tell_skew(launcher.hello)
        async for _ in launcher.events():
            pass


async def _print(heard: asyncio.Queue[Entry | None], console: Console) -> None:
    conversation, drawing = Conversation(), WireDrawing(console)
    began_s = time.monotonic()
    while (entry := await heard.get()) is not None:
        for line in conversation.hear(dataclasses.replace(entry, s=entry.s - began_s)):
            drawing.draw(line)
    for line in conversation.finish():
        drawing.draw(line)


class _Forward(logging.Handler):
    """Puts the wire's records into a queue of this event loop, from whatever thread."""

    def __init__(self, heard: asyncio.Queue[Entry | None]) -> None:
        super().__init__()
        self._heard = heard
        self._loop = asyncio.get_running_loop()

    def emit(self, record: logging.LogRecord) -> None:
        entry = getattr(record, "entry", None)
        if isinstance(entry, Entry):
            self._loop.call_soon_threadsafe(self._heard.put_nowait, entry)
