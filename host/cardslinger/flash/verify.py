"""Whether a board's flash holds what an image should have put there."""

import hashlib

from cardslinger.flash.boards import FLASH_START, BoardKind
from cardslinger.flash.errors import BoardFailed
from cardslinger.flash.prompt import Prompt
from cardslinger.flash.uf2 import Image


def check_flash(prompt: Prompt, image: Image, board: BoardKind) -> None:
    """Compare by SHA-256, on the board, all of the image but what belongs to the board's files,
    which change as soon as it runs. Raises BoardFailed when it differs."""
    files_at = FLASH_START + board.files_at
    runs = [(at, content[: max(files_at - at, 0)]) for at, content in image.runs()]
    runs = [(at, content) for at, content in runs if content]
    wanted = hashlib.sha256(b"".join(content for _, content in runs)).hexdigest()
    found = prompt.ask(f"fold_flash({[(at, len(content)) for at, content in runs]!r})")
    if found != wanted:
        raise BoardFailed(
            "the board's flash is not as the image is; hold BOOTSEL while you plug it in, then "
            "run this again"
        )


def covers_files(image: Image, board: BoardKind) -> bool:
    """Whether the image brings files of its own, and so replaces the board's."""
    return image.end > FLASH_START + board.files_at
