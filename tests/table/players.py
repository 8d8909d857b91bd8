"""A program of its own that plays into a journal, step by step, until it is killed."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from cardslinger.rules.deck import DECKS
from cardslinger.rules.events import Fired
from cardslinger.rules.ruleset import ATTACK
from cardslinger.table.entries import Asked, Entry, LauncherSaid
from cardslinger.table.setup import Setup, Sitter

TWO = Setup(ATTACK, DECKS["attack"], {0: Sitter("Ann"), 3: Sitter("Bo")})

PROGRAM = """
import asyncio, sys
from pathlib import Path
from cardslinger.table.journal import Journal
from tests.table.players import TWO, step

async def play():
    journal = Journal.open(Path(sys.argv[1]))
    match = await journal.begin(TWO)
    for number in range(int(sys.argv[2])):
        print(number, await journal.append(match, step(number)), flush=True)
    sys.stdin.read()

asyncio.run(play())
"""


def step(number: int) -> list[Entry]:
    """What belongs together, two to four entries of it."""
    said = LauncherSaid("b", number, "fired", {"cards": 2})
    return [Asked(f"step {number}", 0), said, *[Fired(0, number % 9)] * (number % 3)]


def steps(count: int) -> list[Entry]:
    return [entry for number in range(count) for entry in step(number)]


@contextlib.contextmanager
def playing(path: Path, count: int) -> Iterator[subprocess.Popen[str]]:
    """The program, which says after each step how many entries are kept, then waits. Killed with
    SIGKILL at the end.
    """
    root = Path(__file__).parents[2]
    arguments = [sys.executable, "-c", PROGRAM, str(path), str(count)]
    with subprocess.Popen(
        arguments, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def said(process: subprocess.Popen[str]) -> tuple[int, int]:
    """The next of the program's lines: the step it has kept, the number of its last entry."""
    assert process.stdout
    number, last = process.stdout.readline().split()
    return int(number), int(last)
