"""What is on a board, as its prompt tells it."""

from dataclasses import dataclass

import msgspec
from slinger import health, settings

from cardslinger.flash.boards import BoardKind, kind_of
from cardslinger.flash.errors import BoardFailed, NoBoard
from cardslinger.flash.files import MARK, PACK_PREFIX, path_of
from cardslinger.flash.prompt import Prompt

KEPT_NAMES = (settings.NAME, health.NAME)


class Look(msgspec.Struct, frozen=True):
    """The answer to `look()`."""

    board: str  # the chip's id, as in a hello
    machine: str  # "Raspberry Pi Pico with RP2040"
    micropython: tuple[int, int, int]
    mpy: int  # version of the bytecode it reads
    free_bytes: int
    block_bytes: int
    entries: list[str]  # of the root folder
    frozen: str | None  # version of a launcher that is frozen in
    boot: int | None  # CRC-32 of /boot.py
    main: int | None
    boot_head: str | None  # first line of /boot.py
    main_head: str | None


@dataclass(frozen=True, slots=True)
class Present:
    """What is on a board now. `version` and `digest` are those of a launcher in files."""

    look: Look
    kind: BoardKind | None
    version: str | None
    digest: str | None

    @property
    def micropython(self) -> str:
        """Its MicroPython, as "1.25.0"."""
        return ".".join(map(str, self.look.micropython))

    @property
    def launcher(self) -> str | None:
        """The version of the launcher that it starts; None if there is none."""
        return self.look.frozen or self.version

    @property
    def name(self) -> str:
        """What was found, in words."""
        board = self.kind.name if self.kind else self.look.machine
        launcher = f"launcher {self.launcher}" if self.launcher else "no launcher"
        return f"{board} with MicroPython {self.micropython} and {launcher}"

    @property
    def strangers(self) -> list[str]:
        """Programs that it starts and that are not ours."""
        if self.look.frozen:  # that comes first
            return []
        heads = {"/boot.py": self.look.boot_head, "/main.py": self.look.main_head}
        return [name for name, head in heads.items() if head and not head.startswith(MARK)]

    @property
    def owners_files(self) -> list[str]:
        """Files and folders on it that are neither ours nor kept by a launcher."""
        ours = {"boot.py", "main.py"} | {
            name + ending for name in KEPT_NAMES for ending in ("", ".new", ".old")
        }
        found = [f"/{name}" for name in self.look.entries if name not in ours]
        return self.strangers + [name for name in found if not name.startswith(PACK_PREFIX)]

    @property
    def leftovers(self) -> list[str]:
        """Packs of ours that nothing starts: of an update that was cut off."""
        ours = [f"/{name}" for name in self.look.entries if f"/{name}".startswith(PACK_PREFIX)]
        current = path_of(self.digest) if self.digest else None
        return [path for path in ours if path != current]


def probe(prompt: Prompt) -> Present:
    """Raises BoardFailed when the answer makes no sense."""
    try:
        look = msgspec.convert(prompt.ask("look()"), Look)
    except msgspec.ValidationError as error:
        raise BoardFailed(f"the board tells of itself what makes no sense ({error})") from error
    version, digest = _named(look.main_head or "")
    return Present(look, kind_of(look.machine), version, digest)


def launcher_at(prompt: Prompt) -> Present:
    """The same of a board that is a launcher. Raises NoBoard for another, BoardFailed."""
    present = probe(prompt)
    if present.launcher is None:
        raise NoBoard("there is no launcher on this board: `cardslinger flash` puts it there")
    return present


def _named(head: str) -> tuple[str | None, str | None]:
    """Version and digest in the first line of our /main.py."""
    words = head.removeprefix(MARK).split()
    return (words[0], words[1]) if head.startswith(MARK) and len(words) == 2 else (None, None)
