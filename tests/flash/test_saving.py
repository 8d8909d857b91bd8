"""An image file is written whole or not at all, and takes the place of nothing but another one."""

import errno
import os
from pathlib import Path

import pytest
from cardslinger.flash.errors import NotSaved
from cardslinger.flash.saving import save_uf2

from tests.table.disks import as_nobody, folder_of_nobody, small_files

OLD, NEW = b"UF2\nold", b"UF2\n" + bytes(4096)


def refused(path: Path, cause: str) -> None:
    with pytest.raises(NotSaved, match=cause) as caught:
        save_uf2(path, NEW)
    assert str(caught.value).startswith(f"{path}: ")
    assert "; " in str(caught.value)


def test_a_new_file_an_empty_one_and_an_older_image_are_written(tmp_path: Path) -> None:
    path = tmp_path / "new.uf2"
    save_uf2(path, OLD)
    save_uf2(path, NEW)
    assert path.read_bytes() == NEW
    (tmp_path / "empty.uf2").touch()
    save_uf2(tmp_path / "empty.uf2", NEW)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["empty.uf2", "new.uf2"]


def test_it_may_be_read_as_any_new_file_may(tmp_path: Path) -> None:
    (tmp_path / "ordinary").touch()
    save_uf2(tmp_path / "new.uf2", NEW)
    assert (tmp_path / "new.uf2").stat().st_mode == (tmp_path / "ordinary").stat().st_mode


def test_a_link_stays_and_what_it_names_is_written(tmp_path: Path) -> None:
    (tmp_path / "real.uf2").write_bytes(OLD)
    (tmp_path / "link.uf2").symlink_to("real.uf2")
    save_uf2(tmp_path / "link.uf2", NEW)
    assert (tmp_path / "link.uf2").is_symlink()
    assert (tmp_path / "real.uf2").read_bytes() == NEW


def test_what_is_no_image_stays(tmp_path: Path) -> None:
    thesis, pipe = tmp_path / "thesis.txt", tmp_path / "pipe"
    thesis.write_text("years of work")
    os.mkfifo(pipe)
    refused(thesis, "is no UF2 file and stays as it is")
    assert thesis.read_text() == "years of work"
    refused(pipe, "no ordinary file")
    refused(tmp_path, "no ordinary file")
    refused(Path("/dev/null"), "no ordinary file")


def test_a_folder_that_is_missing_is_not_made(tmp_path: Path) -> None:
    refused(tmp_path / "none" / "new.uf2", "there is no folder .*none; make it first")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_full_keeps_the_older_image(tmp_path: Path) -> None:
    path = tmp_path / "new.uf2"
    save_uf2(path, OLD)
    with small_files(1000):
        refused(path, os.strerror(errno.EFBIG))
    assert path.read_bytes() == OLD
    assert [p.name for p in tmp_path.iterdir()] == ["new.uf2"]


def test_a_folder_that_may_not_be_written_is_one_line() -> None:
    with folder_of_nobody() as folder:
        folder.chmod(0o500)
        with as_nobody():
            refused(folder / "new.uf2", "Permission denied")


def test_a_name_that_cannot_be_is_one_line() -> None:
    refused(Path("a\0b.uf2"), "null")
    refused(Path("x" * 300 + ".uf2"), "name too long")
