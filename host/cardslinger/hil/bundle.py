"""A zip file of what was found, to send to somebody who may know more."""

import contextlib
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cardslinger.hil.errors import BadBundle


@dataclass(frozen=True, slots=True)
class Bundle:
    """What will be in the zip: files that were written to `folder`, and texts by name."""

    folder: Path
    texts: dict[str, str] = field(default_factory=dict)


@contextlib.contextmanager
def new_bundle(path: Path) -> Iterator[Bundle]:
    """Begin a zip, and write it at the end.

    Its file is there at once, so that a place that can't be written shows before anything is
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
        with tempfile.TemporaryDirectory(prefix="cardslinger-") as folder:
            bundle = Bundle(Path(folder))
            yield bundle
            try:
                with file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
                    _pack(bundle, packed)
            except OSError as error:
                raise _unwritable(path, error) from error
    except BaseException:
        file.close()
        path.unlink(missing_ok=True)
        raise


def _pack(bundle: Bundle, packed: zipfile.ZipFile) -> None:
    for one in sorted(bundle.folder.iterdir()):
        packed.write(one, one.name)
    for name, text in bundle.texts.items():
        packed.writestr(name, text)


def _unwritable(path: Path, error: OSError) -> BadBundle:
    return BadBundle(f"can't write {path} ({error.strerror}): name a file elsewhere, or make room")
