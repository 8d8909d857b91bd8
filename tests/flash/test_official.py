"""The official MicroPython: downloaded from a server here, with the hash of what it should send."""

import hashlib
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from cardslinger.flash import official
from cardslinger.flash.boards import BOARDS, PICO, BoardKind
from cardslinger.flash.errors import NoImage
from cardslinger.flash.official import RELEASES, Release, cache_folder, official_micropython
from cardslinger.flash.uf2 import write

from tests.flash.images import micropython
from tests.table.disks import as_nobody, folder_of_nobody, small_files

FILE = write(micropython())
RELEASE = Release("RPI_PICO-20250415-v1.25.0.uf2", hashlib.sha256(FILE).hexdigest())
Serve = Callable[..., "list[str]"]


@pytest.fixture(autouse=True)
def pinned(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A release of which we know the bytes, and a cache of our own."""
    monkeypatch.setitem(official.RELEASES, PICO, RELEASE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """A site that sends these bytes; gives the list of what was asked for."""
    servers = []

    def start(content: bytes, status: int = 200, promised: int | None = None) -> list[str]:
        asked: list[str] = []

        class Site(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(status)
                length = len(content) if promised is None else promised
                self.send_header("Content-Length", str(length))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *words: object) -> None:
                """Nothing."""

        server = HTTPServer(("127.0.0.1", 0), Site)
        threading.Thread(target=server.serve_forever, args=(0.01,)).start()
        servers.append(server)
        at = f"http://127.0.0.1:{server.server_port}/firmware/"
        monkeypatch.setattr(official, "DOWNLOADS", at)
        return asked

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@contextmanager
def refused(cause: str) -> Iterator[None]:
    """NoImage, with the other way to come by the file."""
    with pytest.raises(NoImage, match=cause) as caught:
        yield
    assert "(micropython.org/download/RPI_PICO) and name it with --micropython" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_pinned_file_is_fetched_once_and_kept(serve: Serve) -> None:
    asked = serve(FILE)
    assert official_micropython(PICO) == FILE
    assert official_micropython(PICO) == FILE
    assert asked == [f"/firmware/{RELEASE.name}"]
    assert [path.name for path in cache_folder().iterdir()] == [f"{RELEASE.sha256}.uf2"]


def test_another_file_is_refused_and_not_kept(serve: Serve) -> None:
    serve(FILE[:-1] + b"x")
    with refused("has not its SHA-256"):
        official_micropython(PICO)
    assert not cache_folder().exists()


def test_a_download_that_breaks_off_is_refused(serve: Serve) -> None:
    serve(FILE[:700], promised=len(FILE))
    with refused("has not its SHA-256"):
        official_micropython(PICO)


def test_a_file_that_is_not_there_is_one_line(serve: Serve) -> None:
    serve(b"no such file", status=404)
    with refused(r"can't be downloaded \(Not Found\)"):
        official_micropython(PICO)


def test_no_network_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    monkeypatch.setattr(official, "DOWNLOADS", f"http://127.0.0.1:{port}/")
    with refused("can't be downloaded .*refused"):
        official_micropython(PICO)


def test_a_site_that_speaks_no_http_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as site:
        monkeypatch.setattr(official, "DOWNLOADS", f"http://127.0.0.1:{site.getsockname()[1]}/")

        def answer() -> None:
            with site.accept()[0] as line:
                line.recv(1000)
                line.sendall(b"what?\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        with refused("can't be downloaded"):
            official_micropython(PICO)
        thread.join()


def test_a_kept_file_that_was_damaged_is_fetched_again(serve: Serve) -> None:
    asked = serve(FILE)
    official_micropython(PICO)
    kept = cache_folder() / f"{RELEASE.sha256}.uf2"
    kept.write_bytes(FILE[:100])
    assert official_micropython(PICO) == FILE
    assert kept.read_bytes() == FILE
    assert len(asked) == 2


def test_a_cache_that_takes_nothing_costs_only_another_download(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(FILE)
    with small_files(100):
        assert official_micropython(PICO) == FILE
    assert list(cache_folder().iterdir()) == []
    with folder_of_nobody() as folder:
        folder.chmod(0o500)
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
        with as_nobody():
            assert official_micropython(PICO) == FILE


@pytest.mark.parametrize("board", BOARDS[1:], ids=lambda board: board.name)
def test_without_a_known_hash_nothing_is_downloaded(serve: Serve, board: BoardKind) -> None:
    asked = serve(FILE)
    with pytest.raises(NoImage, match=rf"{board.name} is known.*/RPI_PICO.*--micropython FILE"):
        official_micropython(board)
    assert asked == []


def test_what_is_pinned_is_a_file_of_the_site_and_a_hash() -> None:
    for board, release in RELEASES.items():
        assert release.name.startswith("RPI_PICO")
        assert release.name.endswith("-v1.25.0.uf2")
        assert len(bytes.fromhex(release.sha256)) == 32
        assert board in BOARDS
    assert official.DOWNLOADS.startswith("https://micropython.org/")
