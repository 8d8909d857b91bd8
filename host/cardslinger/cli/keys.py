"""Single keys from the terminal, without Enter, inside asyncio."""

import asyncio
import codecs
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator

import click


@contextlib.contextmanager
def keys() -> Iterator[asyncio.Queue[str]]:
    """A queue of keys pressed; empty for ever when standard input is no terminal."""
    queue: asyncio.Queue[str] = asyncio.Queue()
    if not sys.stdin.isatty():
        yield queue
    elif os.name == "posix":
        with _cbreak(queue):
            yield queue
    else:
        _from_thread(queue)
        yield queue


@contextlib.contextmanager
def _cbreak(queue: asyncio.Queue[str]) -> Iterator[None]:
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    loop = asyncio.get_running_loop()
    before = termios.tcgetattr(descriptor)
    decode = codecs.getincrementaldecoder("utf-8")("ignore").decode  # a letter may come in parts

    def read() -> None:
        pressed = os.read(descriptor, 16)
        if not pressed:  # the terminal is gone
            loop.remove_reader(descriptor)
        for key in decode(pressed):
            queue.put_nowait(key)

    tty.setcbreak(descriptor)
    loop.add_reader(descriptor, read)
    # Back from Ctrl-Z the shell has given the terminal its own mode again.
    loop.add_signal_handler(signal.SIGCONT, tty.setcbreak, descriptor)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGCONT)
        loop.remove_reader(descriptor)
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _from_thread(queue: asyncio.Queue[str]) -> None:
    loop = asyncio.get_running_loop()

    def read() -> None:
        while True:
            loop.call_soon_threadsafe(queue.put_nowait, click.getchar())

    threading.Thread(target=read, daemon=True).start()
