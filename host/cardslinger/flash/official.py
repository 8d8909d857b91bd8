"""The official MicroPython, downloaded once and kept.

Only a release whose SHA-256 is written here is downloaded, and only bytes with that hash are used.
"""

import hashlib
import http.client
import os
import tempfile
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from cardslinger.flash.boards import PICO, PICO_2, PICO_2_W, PICO_W, BoardKind
from cardslinger.flash.errors import NoImage

SITE = "https://micropython.org"
DOWNLOADS = f"{SITE}/resources/firmware/"
_PAGES = {
    PICO: "RPI_PICO", PICO_W: "RPI_PICO_W", PICO_2: "RPI_PICO2", PICO_2_W: "RPI_PICO2_W",
}  # fmt: skip
_PATIENCE_S = 30
_BYTES_MAX = 8 << 20


@dataclass(frozen=True, slots=True)
class Release:
    """A file of MicroPython's download pages."""

    name: str
    sha256: str


# The hash is that by which the tests of the compression library tamp know the same file; no file
# from the site itself was hashed for this. For the other boards no published hash was found.
RELEASES = {
    PICO: Release(
        "RPI_PICO-20250415-v1.25.0.uf2",
        "e0c40eacf1afc550a6add74888c48bb981b28788a6d75a62a0e2444e997b9864",
    ),
}


def official_micropython(board: BoardKind) -> bytes:
    """The pinned release for the board, from the cache or the network.

    Raises NoImage with the next step.
    """
    release = RELEASES.get(board)
    if release is None:
        raise NoImage(
            f"no hash of MicroPython for a {board.name} is known here, so none is downloaded; "
            f"get the official .uf2 file ({_page(board)}) and name it with --micropython FILE"
        )
    return _kept(release) or _download(release, board)


def cache_folder() -> Path:
    """Where downloads are kept, named by their hash."""
    return platformdirs.user_cache_path("cardslinger") / "micropython"


def _page(board: BoardKind) -> str:
    return f"{SITE.removeprefix('https://')}/download/{_PAGES[board]}"


def _kept(release: Release) -> bytes | None:
    with suppress(OSError):
        data = _place(release).read_bytes()
        if _sha256(data) == release.sha256:
            return data
    return None


def _download(release: Release, board: BoardKind) -> bytes:
    url = DOWNLOADS + release.name
    other_way = f"get it by hand ({_page(board)}) and name it with --micropython FILE"
    try:
        with urllib.request.urlopen(url, timeout=_PATIENCE_S) as answer:
            data: bytes = answer.read(_BYTES_MAX)
    except (OSError, http.client.HTTPException) as error:
        # URLError and HTTPError are OSErrors; what ends early is an HTTPException.
        if isinstance(error, urllib.error.HTTPError):
            error.close()  # it is the answer, too
        reason = " ".join(str(getattr(error, "reason", None) or error).split())
        raise NoImage(f"{release.name} can't be downloaded ({reason}); {other_way}") from None
    if _sha256(data) != release.sha256:
        raise NoImage(f"what came for {release.name} has not its SHA-256; {other_way}")
    with suppress(OSError):  # a cache that can't be written costs another download, no more
        _keep(release, data)
    return data


def _keep(release: Release, data: bytes) -> None:
    place = _place(release)
    place.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=place.parent, prefix=".new-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        Path(name).replace(place)
    except BaseException:
        Path(name).unlink()
        raise


def _place(release: Release) -> Path:
    return cache_folder() / f"{release.sha256}.uf2"


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
