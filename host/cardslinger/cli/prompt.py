"""A line that somebody types, kept below whatever is printed meanwhile."""

import asyncio

from rich.cells import cell_len
from rich.console import Console, RenderableType

from cardslinger.words.printable import printable

MARK = "> "
LINE_MAX = 200  # letters
_ERASE_LINE = "\r\x1b[K"
_ERASE_ALL = "\x1b[H\x1b[2J\x1b[3J"  # the lines that have scrolled away too
_DUMB_PAGE = 60  # lines, that push away what is to be gone
_ENTER, _BACKSPACE, _CLEAR, _END, _ESCAPE = "\r\n", "\b\x7f", "\x15", "\x04", "\x1b"


class Prompt:
    """Reads lines from the terminal's `keys` and prints above the one that is being typed."""

    def __init__(self, console: Console, pressed: asyncio.Queue[str]) -> None:
        self._console, self._pressed = console, pressed
        self._text = ""
        self._shown = False

    async def line(self) -> str:
        """What was typed, up to Enter. Raises EOFError for Ctrl-D on an empty line."""
        self._show()
        while True:
            key = await self._pressed.get()
            if key in _ENTER:
                text, self._text = self._text, ""
                self._write("\n")
                self._shown = False
                return text
            if key == _END and not self._text:
                raise EOFError
            if key == _ESCAPE:
                await self._swallow()
            elif key == _CLEAR:
                self._change("")
            elif key in _BACKSPACE:
                self._change(self._text[:-1])
            elif key.isprintable() and len(self._text) < LINE_MAX:
                self._change(self._text + key)

    def print(self, *lines: RenderableType) -> None:
        """Print above the line that is being typed."""
        shown = self._shown
        self._hide()
        for line in lines:
            self._console.print(line)
        if shown:
            self._show()

    def close(self) -> None:
        """No more lines are read: what was begun is gone from the screen."""
        self._hide()

    def wipe(self) -> None:
        """Nothing that was printed before can be read any more, nor what was being typed."""
        shown = self._shown
        self._hide()
        self._text = ""
        if self._console.is_terminal:
            dumb = self._console.is_dumb_terminal
            self._write("\n" * _DUMB_PAGE if dumb else _ERASE_ALL)
        if shown:
            self._show()

    async def _swallow(self) -> None:
        """The rest of what an arrow or a function key sends."""
        if self._pressed.empty() or await self._pressed.get() not in "[O":
            return
        while not self._pressed.empty() and not (await self._pressed.get()).isalpha():
            pass

    def _change(self, text: str) -> None:
        if text.startswith(self._text) and cell_len(printable(text)) <= self._room():
            self._write(printable(text[len(self._text) :]))
            self._text = text
            return
        self._hide()
        self._text = text
        self._show()

    def _hide(self) -> None:
        if self._shown:
            self._write("\n" if self._console.is_dumb_terminal else _ERASE_LINE)
        self._shown = False

    def _show(self) -> None:
        text = printable(self._text)
        while cell_len(text) > self._room():
            text = text[1:]
        self._write(MARK + text)
        self._shown = True

    def _room(self) -> int:
        return max(self._console.width - len(MARK) - 1, 2)

    def _write(self, text: str) -> None:
        self._console.file.write(text)
        self._console.file.flush()
