"""The zip of a report: there as a whole, or not at all."""

import zipfile
from pathlib import Path

import pytest
from cardslinger.hil.bundle import new_bundle
from cardslinger.hil.errors import BadBundle


def test_it_holds_the_texts_and_the_files_of_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "out.zip"
    with new_bundle(path) as bundle:
        (bundle.folder / "trace").write_bytes(b"!{}")
        bundle.texts["report.txt"] = "verdict: ok \N{HEAVY CHECK MARK}"
    with zipfile.ZipFile(path) as packed:
        assert packed.testzip() is None
        assert sorted(packed.namelist()) == ["report.txt", "trace"]
        assert packed.read("trace") == b"!{}"
        assert packed.read("report.txt").decode().endswith("\N{HEAVY CHECK MARK}")
    assert not bundle.folder.exists()


def test_a_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "out.zip"
    path.write_text("mine")
    with pytest.raises(BadBundle, match="is there already: name another"), new_bundle(path):
        pytest.fail("it must show before anything is measured")
    assert path.read_text() == "mine"


@pytest.mark.parametrize("place", ["nosuch/out.zip", "file/out.zip"])
def test_a_place_that_cannot_be_written_shows_before_anything_is_measured(
    tmp_path: Path, place: str
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadBundle, match="can't write"), new_bundle(tmp_path / place):
        pytest.fail("it must show before anything is measured")


@pytest.mark.parametrize("ending", [ValueError, KeyboardInterrupt])
def test_nothing_is_left_when_the_measuring_ends_early(
    tmp_path: Path, ending: type[BaseException]
) -> None:
    with pytest.raises(ending), new_bundle(tmp_path / "out.zip"):
        raise ending
    assert list(tmp_path.iterdir()) == []
