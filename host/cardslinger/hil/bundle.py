"""A zip file of what was found, to send to somebody who may know more."""

import contextlib
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from cardslinger.hil.errors import BadBundle


@contextlib.contextmanager
def new_bundle(path: Path) -> Iterator[Path]:
    """A folder whose files become the zip at the end.

    The zip is begun at once, so that a place that can't be written shows before anything is
    measured; when anything fails, nothing is left of it. Raises BadBundle, also for a file that is
    there already.
    """
    try:
        file = path.open("xb")
    except FileExistsError:
        raise BadBundle(f"{path} is there already: name another file, or remove it") from None
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        with file, tempfile.TemporaryDirectory(prefix="cardslinger-") as folder:
            yield Path(folder)
            try:
                _pack(Path(folder), zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED))
                file.flush()
            except OSError as error:
                raise _unwritable(path, error) from error
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _pack(folder: Path, bundle: zipfile.ZipFile) -> None:
    with bundle:
        for one in sorted(folder.iterdir()):
            bundle.write(one, one.name)


def _unwritable(path: Path, error: OSError) -> BadBundle:
    return BadBundle(f"can't write {path} ({error.strerror}): name a file elsewhere, or make room")
