"""Where the pages are served, what is said when they can't be, https, and how a server ends."""

import asyncio
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from cardslinger.cli import play_web
from cardslinger.web.errors import CantListen
from cardslinger.web.serve import PORT, is_loopback, listen, parse_address, url_of
from starlette.types import Receive, Scope, Send

from tests.cli.test_cli import assert_refused, run
from tests.conftest import StartTwin
from tests.table.tables import set_up
from tests.web.clients import TWIN, Browser, Page, Program, hosted, serving, table_at
from tests.web.test_house import assert_at_rest

# -- addresses -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("0.0.0.0:8080", "0.0.0.0", 8080),
        ("0.0.0.0", "0.0.0.0", PORT),
        (":8080", "127.0.0.1", 8080),
        ("", "127.0.0.1", PORT),
        ("localhost", "localhost", PORT),
        ("localhost:0", "localhost", 0),
        ("[::1]:8080", "::1", 8080),
        ("[::]", "::", PORT),
        ("::1", "::1", PORT),
        ("fe80::1:2", "fe80::1:2", PORT),
    ],
)
def test_an_address_may_be_written_so(text: str, host: str, port: int) -> None:
    assert parse_address(text) == (host, port)


@pytest.mark.parametrize(
    "text",
    ["localhost:", "localhost:x", "localhost:-1", "localhost:65536", "localhost:8_0", "localhost:²",
     "localhost: 80", f"localhost:{'9' * 5000}", "[::1]:99999"],
)  # fmt: skip
def test_but_not_so(text: str) -> None:
    with pytest.raises(CantListen, match=r"write HOST:PORT, such as 0\.0\.0\.0:8765"):
        parse_address(text)


@pytest.mark.parametrize(
    "host", ["nosuch.invalid", "999.1.1.1", "a" * 300, ".", "a..b", "192.0.2.9"]
)
def test_an_address_that_is_not_this_computers_is_said(host: str) -> None:
    with pytest.raises(CantListen) as refused:
        listen(host, 0).close()
    assert host in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("host", "alone"),
    [("127.0.0.1", True), ("127.1.2.3", True), ("::1", True), ("localhost", True),
     ("0.0.0.0", False), ("::", False), ("192.168.1.5", False), ("myhost", False)],
)  # fmt: skip
def test_it_is_known_who_can_reach_it(host: str, alone: bool) -> None:
    assert is_loopback(host) == alone


def test_a_browser_is_sent_to_an_address_that_it_finds() -> None:
    with listen("127.0.0.1", 0) as opened:
        port = opened.getsockname()[1]
        assert url_of(opened, "127.0.0.1", secure=False) == f"http://127.0.0.1:{port}/"
        assert url_of(opened, "::1", secure=True) == f"https://[::1]:{port}/"
        for any_ in ("0.0.0.0", "::"):
            assert any_ not in url_of(opened, any_, secure=False)


def test_where_the_usual_port_is_taken_another_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen("127.0.0.1", 0) as taken:
        monkeypatch.setattr(play_web, "PORT", taken.getsockname()[1])
        host, opened = play_web._opened(None)
        with opened:
            assert host == "127.0.0.1"
            assert opened.getsockname()[1] != taken.getsockname()[1]


# -- what can't be ---------------------------------------------------------------------------------

PLAY = ("play", "--no-browser", "--port", TWIN)


def play(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(*PLAY, "--db", str(path / "db"), *arguments)


def test_a_busy_port_is_one_line(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        http = f"127.0.0.1:{taken.getsockname()[1]}"
        done = play(tmp_path, "--http", http)
    assert_refused(done, 1, f"can't listen on {http} (Address already in use): name another")


@pytest.mark.parametrize(
    ("http", "reason"),
    [
        ("nosuch.invalid:8829", "nosuch.invalid: no address of this computer"),
        ("192.0.2.9:8829", "can't listen on 192.0.2.9:8829"),
        (f"{'a' * 300}:8829", "no address of this computer"),
    ],
)
def test_an_address_that_can_not_be_is_one_line(tmp_path: Path, http: str, reason: str) -> None:
    assert_refused(play(tmp_path, "--http", http), 1, reason)


@pytest.mark.parametrize("http", ["localhost:x", "localhost:99999"])
def test_an_address_that_is_written_wrongly_is_wrong_usage(tmp_path: Path, http: str) -> None:
    done = play(tmp_path, "--http", http)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"--http '{http}': write HOST:PORT, such as 0.0.0.0:8765" in done.stderr


@pytest.mark.parametrize("port", ["virtual://?cards=x", "auto"])
def test_a_launcher_that_can_not_be_opened_is_one_line(tmp_path: Path, port: str) -> None:
    done = play(tmp_path, "--http", "127.0.0.1:0", "--seats", "Ann,Ben", "--port", port)
    reasons = {"virtual://?cards=x": "is not a whole number", "auto": "no Pico with MicroPython"}
    assert_refused(done, 1, reasons[port])


# -- https -----------------------------------------------------------------------------------------


class Certificates:
    """Made for this test by `openssl`, for 127.0.0.1."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.certificate, self.key = folder / "cert.pem", folder / "key.pem"
        self._openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "2", "-subj", "/CN=table", "-addext", "subjectAltName=IP:127.0.0.1",
            "-keyout", str(self.key), "-out", str(self.certificate),
        )  # fmt: skip

    def _openssl(self, *arguments: str) -> None:
        openssl = shutil.which("openssl")
        assert openssl, "these tests make their certificate with openssl: install it"
        subprocess.run([openssl, *arguments], check=True, capture_output=True)

    def other_key(self) -> Path:
        other = self.folder / "other.pem"
        self._openssl("genpkey", "-algorithm", "ED25519", "-out", str(other))
        return other

    def locked_key(self) -> Path:
        locked = self.folder / "locked.pem"
        self._openssl(
            "pkey", "-in", str(self.key), "-aes256", "-passout", "pass:secret", "-out", str(locked)
        )
        return locked

    def file_of_both(self) -> Path:
        both = self.folder / "both.pem"
        both.write_bytes(self.certificate.read_bytes() + self.key.read_bytes())
        return both

    def trusting(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Certificates]:
    yield Certificates(tmp_path_factory.mktemp("certificates"))


def not_there(files: Certificates) -> list[str]:
    return ["--tls-cert", str(files.folder / "nosuch.pem")]


def a_folder(files: Certificates) -> list[str]:
    return ["--tls-cert", str(files.folder)]


def no_certificate(files: Certificates) -> list[str]:
    return ["--tls-cert", __file__]


def no_key(files: Certificates) -> list[str]:
    return ["--tls-cert", str(files.certificate)]


def anothers_key(files: Certificates) -> list[str]:
    return ["--tls-cert", str(files.certificate), "--tls-key", str(files.other_key())]


def a_locked_key(files: Certificates) -> list[str]:
    return ["--tls-cert", str(files.certificate), "--tls-key", str(files.locked_key())]


def a_key_alone(files: Certificates) -> list[str]:
    return ["--tls-key", str(files.key)]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (not_there, "No such file or directory): name PEM files that go together"),
        (a_folder, "can't use --tls-cert"),
        (no_certificate, "name PEM files that go together"),
        (no_key, "name PEM files that go together"),
        (anothers_key, "name PEM files that go together"),
        (a_locked_key, "locked with a passphrase"),
        (a_key_alone, "--tls-key is of no use alone"),
    ],
)
def test_certificates_that_are_none_are_one_line(
    tmp_path: Path,
    certificates: Certificates,
    wrong: Callable[[Certificates], list[str]],
    reason: str,
) -> None:
    done = play(tmp_path, "--http", "127.0.0.1:0", *wrong(certificates))
    assert_refused(done, 1, reason)


async def check_https(program: Program, certificates: Certificates) -> None:
    trusting = certificates.trusting()
    assert program.base.startswith("https://")
    browser = Browser(program.base, verify=trusting)
    async with browser.web:
        answer = await browser.web.post("/claim")
        assert answer.status_code == 200
        assert "secure" in answer.headers["set-cookie"].lower()
        async with browser.page("host", ssl=trusting) as page:
            assert page.shown["you"]["host"]
            assert (await page.say("speak", on=True))["code"] == ""


async def test_pages_and_sockets_are_served_by_https(
    start_twin: StartTwin, tmp_path: Path, certificates: Certificates
) -> None:
    url = start_twin("virtual").serial_url
    tls = ("--tls-cert", str(certificates.certificate), "--tls-key", str(certificates.key))
    with Program(tmp_path / "db", url, *tls) as program:
        await check_https(program, certificates)
        assert program.end(signal.SIGTERM) == (0, "")


async def test_certificate_and_key_may_be_in_one_file(
    start_twin: StartTwin, tmp_path: Path, certificates: Certificates
) -> None:
    url = start_twin("virtual").serial_url
    both = str(certificates.file_of_both())
    with Program(tmp_path / "db", url, "--tls-cert", both) as program:
        await check_https(program, certificates)


# -- how it ends -----------------------------------------------------------------------------------


async def launch(page: Page) -> None:
    await page.of_table("0 deals", {"is": "deal"}, "turned DrawFour", {"is": "launch"})
    await page.until(lambda shown: shown["house"]["passed"] >= 1)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_it_ends_when_it_is_told_to_with_the_motor_off(
    start_twin: StartTwin, tmp_path: Path, how: signal.Signals
) -> None:
    twin = start_twin("virtual", speed=1)
    match = ("--rules", "all-wild", "--cards", "physical", "--seats", "A,B,C",
             "--flag", "first_dealer=pick")  # fmt: skip
    with Program(tmp_path / "db", twin.serial_url, *match) as program:
        browser = Browser(program.base)
        async with browser.web:
            await browser.web.post("/claim")
            async with browser.page("host") as page:
                await launch(page)
                assert program.end(how) == (0, "")
                assert await page.closed() == 1012, "it says that it goes"
    assert_at_rest(twin.bench)
    assert twin.bench.read().left < 4


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
async def test_it_ends_without_a_match_too(tmp_path: Path, how: signal.Signals) -> None:
    with Program(tmp_path / "db", TWIN) as program:
        browser = Browser(program.base)
        async with browser.web, browser.page("spectator") as page:
            assert page.shown["view"] is None
            assert program.end(how) == (0, "")


async def test_what_it_cuts_off_when_it_ends_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardslinger.web.serve.GOODBYE_S", 0)
    asked = asyncio.Event()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        asked.set()
        await asyncio.Event().wait()

    async with httpx.AsyncClient(trust_env=False) as web:
        async with serving(slow) as base:  # where nothing may be said of errors
            asking = asyncio.create_task(web.get(base))
            await asked.wait()
        assert (await asking).is_error


async def test_two_programs_do_not_play_in_one_journal(tmp_path: Path) -> None:
    with Program(tmp_path / "db", TWIN):
        assert_refused(play(tmp_path, "--http", "127.0.0.1:0"), 1, "another program has")


async def test_whom_it_tells_what_when_others_reach_it(tmp_path: Path) -> None:
    with Program(tmp_path / "db", TWIN, http="0.0.0.0:0") as program:
        assert "Host's PIN: " in program.said
        browser = Browser(program.base)
        async with browser.web:
            assert not (await browser.web.get("/me")).json()["free"]
            assert (await browser.web.post("/claim")).status_code == 403
            assert (await browser.join("host", program.pin)).status_code == 200
            assert (await browser.web.get("/qr.svg")).status_code == 200
            async with browser.page("host") as page:
                assert page.shown["house"]["url"] == f"{program.base}/"


async def test_alone_it_shows_no_address_to_phones(tmp_path: Path) -> None:
    with Program(tmp_path / "db", TWIN) as program:
        browser = Browser(program.base)
        async with browser.web:
            assert (await browser.web.get("/me")).json()["free"]
            assert (await browser.web.get("/qr.svg")).status_code == 404


# -- how it is -------------------------------------------------------------------------------------


async def test_a_health_check_tells_how_it_stands(start_twin: StartTwin, tmp_path: Path) -> None:
    twin = start_twin("virtual")
    async with table_at(tmp_path / "db", twin.serial_url) as table:
        browser = await table.browser()
        healthy = {"ok": True, "match": None, "launcher": ""}
        assert (await browser.web.get("/healthz")).json() == healthy
        await table.house.begin(set_up(people=2), twin.serial_url)
        healthy = {"ok": True, "match": 1, "launcher": "connected"}
        assert (await browser.web.get("/healthz")).json() == healthy


async def test_a_health_check_tells_of_a_launcher_that_is_away(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    twin = start_twin("virtual")
    async with hosted(tmp_path / "db", twin.serial_url, set_up(people=2)) as (table, page):
        twin.bench.unplug()
        await page.until(lambda shown: shown["house"]["launcher"] != "connected")
        browser = await table.browser()
        assert (await browser.web.get("/healthz")).json()["launcher"] in ("lost", "resuming")


def test_a_port_that_is_given_up_can_be_taken_at_once() -> None:
    with listen("127.0.0.1", 0) as opened:
        port = opened.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as caller:
            accepted, _ = opened.accept()
            accepted.close()
            caller.recv(1)
    listen("127.0.0.1", port).close()
