"""What flashing would do with a board, and what is asked first."""

from collections.abc import Sequence

import pytest
from cardslinger.flash.boards import PICO
from cardslinger.flash.deploy import check_room
from cardslinger.flash.errors import BoardFailed
from cardslinger.flash.files import Files
from cardslinger.flash.plan import (
    FILES,
    IMAGE,
    NOTHING,
    Plan,
    plan_for_drive,
    plan_for_files,
    plan_for_image,
)
from cardslinger.flash.probe import Look, Present

OURS = Files("0.2.0", b"pack" * 3000, b"boot", b"main")


def present(
    *, frozen: str | None = None, version: str | None = None, micropython: tuple = (1, 25, 0),
    mpy: int = 6, main: int | None = None, known: bool = True,
    entries: Sequence[str] = (), free_bytes: int = 1_000_000,
) -> Present:  # fmt: skip
    look = Look(
        board="e66", machine="Raspberry Pi Pico with RP2040", micropython=micropython, mpy=mpy,
        free_bytes=free_bytes, block_bytes=4096, entries=list(entries), frozen=frozen,
        boot=None, main=main,
        boot_head=None, main_head="print()" if main else None,
    )  # fmt: skip
    return Present(look, PICO if known else None, version, None)


def test_what_is_there_already_is_not_written() -> None:
    assert plan_for_files(present(version="0.2.0"), OURS, whole=True) == Plan(NOTHING)
    assert plan_for_files(present(frozen="0.2.0"), OURS, whole=False) == Plan(NOTHING)


def test_a_bare_micropython_and_an_older_launcher_get_files_unasked() -> None:
    assert plan_for_files(present(), OURS, whole=False) == Plan(FILES)
    assert plan_for_files(present(version="0.1.9"), OURS, whole=False) == Plan(FILES)


def test_the_same_version_in_pieces_is_written_anew_unasked() -> None:
    assert plan_for_files(present(version="0.2.0"), OURS, whole=False) == Plan(FILES)


def test_what_files_can_not_mend_takes_an_image() -> None:
    assert plan_for_files(present(frozen="0.1.0"), OURS, whole=False).way == IMAGE
    assert plan_for_files(present(micropython=(1, 22, 2)), OURS, whole=False).way == IMAGE
    assert plan_for_files(present(mpy=7), OURS, whole=False).way == IMAGE


@pytest.mark.parametrize(
    ("board", "asked"),
    [
        (present(version="0.10.0"), "0.10.0 may be newer than this, 0.2.0"),
        (present(main=1), "/main.py, which is not ours"),
        (present(known=False), "which nobody tried"),
    ],
)
def test_what_would_surprise_the_owner_is_asked(board: Present, asked: str) -> None:
    (question,) = plan_for_files(board, OURS, whole=False).questions
    assert asked in question


def test_an_image_is_asked_about_likewise() -> None:
    assert plan_for_image(present(version="0.1.0"), "0.2.0", wipes=True) == Plan(IMAGE)
    assert "newer" in plan_for_image(present(frozen="0.3.0"), "0.2.0", wipes=False).questions[0]
    assert "newer" in plan_for_image(present(frozen="1.dev"), "0.2.0", wipes=False).questions[0]
    assert "no launcher" in plan_for_image(present(), None, wipes=False).questions[0]
    assert "/main.py" in plan_for_image(present(main=1), "0.2.0", wipes=False).questions[0]


def test_an_image_with_files_is_asked_about_when_the_owners_are_lost() -> None:
    board = present(entries=["settings", "life.old", "cardslinger-ab", "data.csv", "lib"])
    assert plan_for_image(board, "0.2.0", wipes=False) == Plan(IMAGE)
    (question,) = plan_for_image(board, "0.2.0", wipes=True).questions
    assert question.endswith(": /data.csv, /lib")


def test_a_board_in_bootsel_does_not_tell_so_it_is_always_asked_about() -> None:
    assert plan_for_drive("0.2.0") == Plan(
        IMAGE, ("what is on the board is replaced, its files, settings and counters, too",)
    )
    assert len(plan_for_drive(None).questions) == 2


def test_room_is_needed_beside_the_old_version() -> None:
    check_room(present(free_bytes=60_000), OURS)
    with pytest.raises(BoardFailed, match=r"39 KiB free, 52 are needed; delete files of yours"):
        check_room(present(free_bytes=40_000), OURS)
