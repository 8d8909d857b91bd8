"""Somebody at the terminal of `cardslinger play --text`, who answers what is on offer."""

import re
import time
from collections.abc import Callable
from pathlib import Path

from tests.cli.terminal import PATIENCE_S, Terminal

TWIN = "virtual://?speed=0&seed=7"
TITLE = "\ncardslinger · "
_OFFER = re.compile(r"(?:^|   )(\d+) (.+?)(?=   \d+ |$)", re.MULTILINE)


class Person:
    """Looks at one screen after the other, each once."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._read = 0  # of what was shown

    def screen(self, gate: str = "press Enter") -> str:
        """All that has come since, up to the next screen or to being sent for."""
        give_up_s = time.monotonic() + PATIENCE_S
        while True:
            assert time.monotonic() < give_up_s, f"no screen in {self.terminal.shown[-2000:]!r}"
            new = self.terminal.shown[self._read :]
            came = re.search(rf"{TITLE}.*?\n> |{gate}.*?\n> ", new, re.DOTALL)
            if came:
                self._read += came.end()
                return new[: came.end()]
            if not self.terminal.read():
                self._read = len(self.terminal.shown)
                return new

    def skip(self) -> None:
        """What has been shown so far is not looked at."""
        self._read = len(self.terminal.shown)

    def answer(self, line: str) -> None:
        self.terminal.type(f"{line}\r")

    def play_until(
        self, text: str, choose: Callable[[str], str] = lambda screen: best(screen), screens=400
    ) -> str:
        """Answer screen after screen, until one has this text; that is not answered."""
        for _ in range(screens):
            screen = self.screen()
            if text in screen:
                return screen
            assert screen, f"ended without {text!r}: {self.terminal.shown[-2000:]!r}"
            self.answer(choose(screen))
        raise AssertionError(f"no {text!r} in {screens} screens: {self.terminal.shown[-2000:]!r}")


def offers(screen: str) -> dict[str, str]:
    """What is on offer on the last screen, by what it says."""
    last = screen.rpartition(TITLE)[2]
    return {told.strip(): number for number, told in _OFFER.findall(last)}


def best(screen: str) -> str:
    """The first of what is on offer; an empty hopper is filled, hands are shown."""
    if "press Enter" in screen.rpartition(TITLE)[2]:
        return ""
    if "fill the hopper" in screen:
        return "load\rgo"
    return "1"


def play(journal: Path, *arguments: str, port: str = TWIN, columns: int = 80) -> Terminal:
    """The command in a terminal."""
    command = ("play", "--text", "--db", str(journal), "--port", port, *arguments)
    return Terminal(*command, columns=columns)
