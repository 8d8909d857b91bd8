"""Which board is at the prompt, and which launcher is on it."""

from dataclasses import dataclass

from cardslinger.flash.errors import NoBoard
from cardslinger.flash.files import MARK
from cardslinger.flash.prompt import Prompt

_BOARD_ID = """
import binascii, json, machine
print(json.dumps(binascii.hexlify(machine.unique_id()).decode()))
"""


@dataclass(frozen=True, slots=True)
class Whose:
    """`board` is the chip's id, as in a hello; `launcher` the version of the firmware."""

    board: str
    launcher: str


def whose(prompt: Prompt) -> Whose:
    """Raises NoBoard when there is no launcher on it, BoardFailed."""
    seen = prompt.ask("look()")
    version = seen["frozen"] or _version_of_files(seen["head"] or "")
    if not version:
        raise NoBoard("there is no launcher on this board: `cardslinger flash` puts it there")
    return Whose(prompt.ask(_BOARD_ID), version)


def _version_of_files(head: str) -> str:
    """From the first line of /main.py."""
    words = head.removeprefix(MARK).split()
    return words[0] if head.startswith(MARK) and words else ""
