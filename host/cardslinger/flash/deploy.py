"""Writing the launcher's files onto a board, over its prompt.

The new version is written beside the old one, read back and compared; then `/main.py` is replaced
by a rename, which littlefs does whole or not at all. A cut before that leaves what was there, a cut
after it the new version; what lies around of either is removed at the next flashing.
"""

import binascii
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

from cardslinger.flash.errors import BoardFailed
from cardslinger.flash.files import Files, folder_of
from cardslinger.flash.micropython import OLDEST
from cardslinger.flash.probe import Present, probe
from cardslinger.flash.prompt import Prompt

Report = Callable[[str, int], None]  # (what, more bytes)

MPY_VERSION = 6  # of the bytecode
NEW = ".new"
BEFORE = ".before-cardslinger"


@dataclass(frozen=True, slots=True)
class Written:
    """What a deployment did: nothing, if all was there already."""

    files: int
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
    """Bytes of flash that the files may take while the old ones are there, in whole blocks: each
    file's, two for each folder, some for what littlefs writes anew."""
    blocks = sum(-(-len(content) // block_bytes) for content in files.contents.values())
    folders = {name.rpartition("/")[0] for name in files.contents}
    return (blocks + 2 * len(folders) + 8) * block_bytes


def is_whole(prompt: Prompt, present: Present, files: Files) -> bool:
    """Whether the board has these very files already, all of them sound."""
    expected = (binascii.crc32(files.boot), binascii.crc32(files.main))
    if (present.look.boot, present.look.main) != expected or present.leftovers:
        return False
    try:
        return _sha256(prompt, files) == files.sha256
    except BoardFailed:  # one is missing
        return False


def deploy(prompt: Prompt, present: Present, files: Files, report: Report) -> Written:
    """Put `files` onto the board. Raises BoardFailed; then the board starts what it had."""
    for folder in present.leftovers:
        prompt.run(f"remove({folder!r})")
    if present.digest == files.digest:  # it was not whole
        prompt.run(f"remove({files.folder!r})")
    check_room(probe(prompt), files)
    try:
        _write_folder(prompt, files, report)
    except BoardFailed:
        with contextlib.suppress(BoardFailed):
            prompt.run(f"remove({files.folder!r})")
        raise
    for name in present.strangers:
        prompt.run(f"import os\nos.rename({name!r},{name + BEFORE!r})")
    for name, content in (("/boot.py", files.boot), ("/main.py", files.main)):
        prompt.put(name + NEW, content)
        prompt.run(f"swap({name!r},{binascii.crc32(content)})")
        report("write", len(content))
    if present.digest and present.digest != files.digest:
        prompt.run(f"remove({folder_of(present.digest)!r})")
    kept = tuple(name + BEFORE for name in present.strangers)
    return Written(len(files.contents) + 2, files.bytes, kept)


def _write_folder(prompt: Prompt, files: Files, report: Report) -> None:
    folders = {files.folder}
    for name in files.contents:
        folders |= {f"{files.folder}/{part}" for part in list(PurePosixPath(name).parents)[:-1]}
    prompt.run(f"make({sorted(folders)!r})")
    for name, content in files.contents.items():
        prompt.put(f"{files.folder}/{name}", content)
        report("write", len(content))
    if _sha256(prompt, files) != files.sha256:
        raise BoardFailed(
            "the files read back are not those that were written; "
            "run this again, and if it stays so take another board"
        )


def _sha256(prompt: Prompt, files: Files) -> object:
    return prompt.ask(f"fold({files.folder!r},{sorted(files.contents)!r})")
