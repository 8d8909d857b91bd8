"""Writing the launcher's files onto a board, over its prompt.

The new version is written beside the old one, read back and compared; then `/main.py` is replaced
by a rename, which littlefs does whole or not at all. A cut before that leaves what was there, a cut
after it the new version; what lies around of either is removed at the next flashing.
"""

import binascii
import contextlib
import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from cardslinger.flash.errors import BoardFailed
from cardslinger.flash.files import Files, path_of
from cardslinger.flash.micropython import OLDEST
from cardslinger.flash.probe import Present, probe
from cardslinger.flash.prompt import Prompt

Report = Callable[[str, int], None]  # (what, more bytes)

MPY_VERSION = 6  # of the bytecode
SPARE_BLOCKS = 8
NEW = ".new"


@dataclass(frozen=True, slots=True)
class Written:
    """What a deployment did: nothing, if all was there already."""

    bytes: int
    kept: tuple[str, ...]  # names that programs of the owner's have now


def runs_files(present: Present) -> bool:
    """Whether its MicroPython reads compiled files of ours."""
    return present.look.micropython >= OLDEST and present.look.mpy == MPY_VERSION


def check_room(present: Present, files: Files) -> None:
    """Raises BoardFailed, with the next step, for a board without room for these files."""
    needed, free = room(files, present.look.block_bytes), present.look.free_bytes
    if needed > free:
        raise BoardFailed(
            f"the board's flash has {free // 1024} KiB free, {needed // 1024} are needed; "
            "delete files of yours there (`mpremote rm`)"
        )


def room(files: Files, block_bytes: int) -> int:
    """Bytes of flash that the files may take while the old ones are there: whole blocks for each,
    and some for what littlefs writes anew."""
    blocks = sum(-(-len(part) // block_bytes) for part in (files.pack, files.boot, files.main))
    return (blocks + SPARE_BLOCKS) * block_bytes


def is_whole(prompt: Prompt, present: Present, files: Files) -> bool:
    """Whether the board has these very files already, all of them sound."""
    expected = (binascii.crc32(files.boot), binascii.crc32(files.main))
    if (present.look.boot, present.look.main) != expected or present.leftovers:
        return False
    return _is_there(prompt, files)


def deploy(prompt: Prompt, present: Present, files: Files, report: Report) -> Written:
    """Put `files` onto the board. Raises BoardFailed; then the board starts what it had."""
    for path in present.leftovers:
        prompt.run(f"remove({path!r})")
    check_room(probe(prompt), files)
    try:
        if not _is_there(prompt, files):
            prompt.put(files.path, files.pack, lambda more: report("write", more))
        if not _is_there(prompt, files):
            raise BoardFailed(
                "what is read back is not what was written; "
                "run this again, and if it stays so take another board"
            )
    except BoardFailed:
        if present.digest != files.digest:
            with contextlib.suppress(BoardFailed):
                prompt.run(f"remove({files.path!r})")
        raise
    kept = tuple(prompt.ask(f"copy({name!r})") for name in present.strangers)
    parts = (("/boot.py", files.boot), ("/main.py", files.main))
    for name, content in parts:
        prompt.put(name + NEW, content, lambda more: report("write", more))
    for name, content in parts:
        prompt.run(f"swap({name!r},{binascii.crc32(content)})")
    if present.digest and present.digest != files.digest:
        prompt.run(f"remove({path_of(present.digest)!r})")
    return Written(files.bytes, kept)


def _is_there(prompt: Prompt, files: Files) -> bool:
    return bool(prompt.ask(f"fold({files.path!r})") == hashlib.sha256(files.pack).hexdigest())
