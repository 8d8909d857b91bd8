"""What a launcher keeps, read and written at the prompt of an emulated board: one for all."""

from collections.abc import Iterator

import pytest
from cardslinger.flash.board_port import board_port
from cardslinger.flash.kept import Kept, read_kept, write_kept
from cardslinger.flash.probe import launcher_at
from cardslinger.flash.prompt import Prompt
from slinger import VERSION

OLD = {"settings": {"retries": 1}, "life": {"cards": 3, "log": [[1, 2, "jam", "1 of 2"]]}}
NEW = {"settings": {"retries": 3}, "life": {"cards": 4, "log": []}}


@pytest.fixture(scope="module")
def prompt() -> Iterator[Prompt]:
    with board_port("emulated://?speed=0") as port, Prompt(port.url) as prompt:
        yield prompt


@pytest.fixture
def board(prompt: Prompt) -> Prompt:
    """It keeps OLD, and nothing else."""
    for ending in ("", ".new", ".old"):
        for name in OLD:
            prompt.run(f"remove('/{name}{ending}')")
    write_kept(prompt, Kept(OLD))
    return prompt


def test_a_board_says_who_it_is_and_which_launcher_is_on_it(prompt: Prompt) -> None:
    seen = launcher_at(prompt)
    assert (len(seen.look.board), seen.launcher) == (16, VERSION)


def test_what_was_written_is_read(board: Prompt) -> None:
    write_kept(board, Kept(NEW))
    assert read_kept(board) == Kept(NEW)


def test_what_is_not_given_stays(board: Prompt) -> None:
    write_kept(board, Kept({"life": NEW["life"]}))
    assert read_kept(board) == Kept({**OLD, "life": NEW["life"]})


def test_a_cut_in_the_new_file_leaves_the_old_value(board: Prompt) -> None:
    board.put("/settings.new", b'{"retries": 3}\n0')
    assert read_kept(board) == Kept(OLD)


def test_a_cut_between_the_steps_leaves_the_new_value(board: Prompt) -> None:
    board.run("os.rename('/settings', '/settings.new')")
    board.put("/settings.old", b"older")
    assert read_kept(board) == Kept(OLD)


def test_a_damaged_file_gives_way_to_the_copy_before(board: Prompt) -> None:
    write_kept(board, Kept(NEW))
    board.put("/life", b"rust")
    assert read_kept(board) == Kept({**NEW, "life": OLD["life"]})


def test_damage_to_all_copies_is_told(board: Prompt) -> None:
    board.put("/life", b"rust")
    assert read_kept(board) == Kept({"settings": OLD["settings"]}, ("life",))
