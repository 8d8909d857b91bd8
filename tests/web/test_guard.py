"""What is refused before anything is looked at, what a page may load, and that no secret shows."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from cardslinger.table.journal import Journal
from cardslinger.web.app import Site
from cardslinger.web.guard import Guard
from cardslinger.web.house import House
from cardslinger.web.keys import COOKIE, HOST, SCREEN, Keys
from starlette.types import ASGIApp
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.conftest import StartTwin
from tests.table.tables import set_up
from tests.web.clients import table_at

URL = "http://192.168.1.5:8765/"
OURS = [
    "192.168.1.5:8765", "127.0.0.1", "127.0.0.1:8765", "localhost:8765", "LOCALHOST", "[::1]:8765",
    "[fe80::1]", "myhost", "myhost:8765", "MyHost.local:8765", "10.0.0.1",
]  # fmt: skip
FOREIGN = [
    "evil.example", "evil.example:8765", "myhost.evil.example", "localhost.evil.example",
    "192.168.1.5.evil.example", "evil", "", " ", "1.2.3", "myhost@evil.example", "evil@localhost",
    "localhost/evil", "localhost?evil", "localhost#evil", "localhost; script-src *",
    "localhost:80; script-src *", "localhost:80:80", "[::1", "::1]", "[localhost]", "[",
    "localhost:",
]  # fmt: skip


class Table:
    """A table without a match, and its application."""

    def __init__(self, journal: Journal, url: str = URL) -> None:
        self.house = House(journal, "auto", Random(1))
        self.keys = Keys(journal, first_is_host=False)
        self.app: ASGIApp = Site(self.house, self.keys, url).app(["myhost", "myhost.local"])

    async def ask(
        self, method: str, path: str, base: str = "http://localhost:8765", **more: Any
    ) -> httpx.Response:
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=base) as web:
            return await web.request(method, path, **more)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    journal = Journal.open(tmp_path / "db")
    yield Table(journal)
    journal.close()


async def shake_hands(app: ASGIApp, headers: dict[str, str], scheme: str = "ws") -> list[str]:
    """Open a socket without a network: the kinds of messages that the application sends."""
    sent: list[str] = []
    heard = iter([{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1001}])

    async def receive() -> dict[str, Any]:
        return next(heard)

    async def send(message: Any) -> None:
        sent.append(message["type"])

    scope = {
        "type": "websocket",
        "scheme": scheme,
        "path": "/ws",
        "raw_path": b"/ws",
        "query_string": b"as=screen",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "subprotocols": [],
    }
    async with asyncio.timeout(30):
        await app(scope, receive, send)
    return sent


# -- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", OURS)
async def test_addresses_and_names_of_this_computer_are_ours(table: Table, host: str) -> None:
    assert (await table.ask("GET", "/me", headers={"Host": host})).status_code == 200


@pytest.mark.parametrize("host", FOREIGN)
@pytest.mark.parametrize("path", ["/me", "/", "/static/base.css", "/nowhere"])
async def test_another_name_bent_to_our_address_gets_nothing(
    table: Table, host: str, path: str
) -> None:
    answer = await table.ask("GET", path, headers={"Host": host})
    assert (answer.status_code, answer.text) == (403, "this table has no such name\n")


@pytest.mark.parametrize("host", FOREIGN)
async def test_another_name_gets_no_socket_though_its_page_is_of_the_same_origin(
    table: Table, host: str
) -> None:
    sent = await shake_hands(table.app, {"host": host, "origin": f"http://{host}"})
    assert sent == ["websocket.close"]


async def test_the_name_under_which_phones_are_told_to_come_is_ours(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "db")
    table = Table(journal, url="https://table.example:8765/")
    for host, status in (("table.example:8765", 200), ("example:8765", 403)):
        assert (await table.ask("GET", "/me", headers={"Host": host})).status_code == status
    journal.close()


# -- origins ---------------------------------------------------------------------------------------

SAME = {
    "http://localhost:8765": "localhost:8765",
    "http://192.168.1.5:8765": "192.168.1.5:8765",
    "http://[::1]:8765": "[::1]:8765",
}
OTHER = [
    "http://evil.example", "http://localhost", "http://localhost:8766", "https://localhost:8765",
    "http://localhost:8765/", "http://localhost:8765.evil.example", "null", "", "localhost:8765",
]  # fmt: skip


@pytest.mark.parametrize("origin", SAME)
async def test_our_own_pages_may_post_and_open_sockets(table: Table, origin: str) -> None:
    headers = {"Host": SAME[origin], "Origin": origin}
    assert (await table.ask("POST", "/join", headers=headers)).status_code == 400  # unreadable
    sent = await shake_hands(table.app, {"host": SAME[origin], "origin": origin})
    assert sent[0] == "websocket.accept"


@pytest.mark.parametrize("origin", [*OTHER, None])
@pytest.mark.parametrize("path", ["/join", "/claim", "/rules", "/nowhere"])
async def test_another_sites_page_may_not_post(table: Table, path: str, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    answer = await table.ask("POST", path, headers=headers, json={})
    assert (answer.status_code, answer.text) == (403, "this comes from another site\n")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
async def test_nor_change_anything_in_another_way(table: Table, method: str) -> None:
    assert (await table.ask(method, "/join")).status_code == 403
    answer = await table.ask(method, "/join", headers={"Origin": "http://localhost:8765"})
    assert answer.status_code == 405


@pytest.mark.parametrize("origin", [*OTHER, None])
async def test_another_sites_page_gets_no_socket(table: Table, origin: str | None) -> None:
    headers = {"host": "localhost:8765"} | ({} if origin is None else {"origin": origin})
    assert await shake_hands(table.app, headers) == ["websocket.close"]


async def test_under_https_the_same_origin_is_one_of_https(table: Table) -> None:
    host = {"host": "localhost:8765"}
    for origin, first in (("https", "websocket.accept"), ("http", "websocket.close")):
        headers = {**host, "origin": f"{origin}://localhost:8765"}
        assert (await shake_hands(table.app, headers, "wss"))[0] == first
        answer = await table.ask(
            "POST", "/join", "https://localhost:8765", headers={"Origin": headers["origin"]}
        )
        assert answer.status_code == (400 if origin == "https" else 403)


async def test_a_browser_of_another_site_is_told_403(tmp_path: Path) -> None:
    async with table_at(tmp_path / "db") as table:
        ws = table.base.replace("http", "ws") + "/ws"
        for origin in ("http://evil.example", None):
            with pytest.raises(InvalidStatus) as refused:
                async with connect(ws, origin=origin, proxy=None):
                    pass
            assert refused.value.response.status_code == 403


# -- headers ---------------------------------------------------------------------------------------

ANSWERS = [
    ("GET", "/", 200),
    ("HEAD", "/", 200),
    ("GET", "/me", 200),
    ("GET", "/healthz", 200),
    ("GET", "/qr.svg", 200),
    ("GET", "/words/en.json", 200),
    ("GET", "/words/xx.json", 404),
    ("GET", "/history.json", 200),
    ("GET", "/history/7.json", 404),
    ("GET", "/static/base.css", 200),
    ("GET", "/static/page.js", 200),
    ("GET", "/static/nowhere.js", 404),
    ("GET", "/static/", 404),
    ("GET", "/static/../app.py", 404),
    ("GET", "/static/%2e%2e/app.py", 404),
    ("GET", "/static/%00", 404),
    ("GET", "/nowhere", 404),
    ("GET", "/ws", 404),
    ("GET", "/join", 405),
    ("POST", "/join", 400),
    ("POST", "/me", 405),
    ("GET", "/" + "x" * 1000, 414),
    ("GET", f"/history/{'9' * 400}.json", 404),
    ("GET", f"/history/{'9' * 5000}.json", 414),
]


def check_headers(answer: httpx.Response) -> None:
    policy = dict(
        part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; ")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["img-src"] == "'self'"
    assert policy["base-uri"] == policy["form-action"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in str(policy)
    assert "*" not in str(policy)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"]


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS, ids=lambda one: str(one)[:30])
async def test_every_answer_says_what_its_page_may_load(
    table: Table, method: str, path: str, status: int
) -> None:
    headers = {"Origin": "http://localhost:8765"}
    answer = await table.ask(method, path, headers=headers)
    assert answer.status_code == status
    check_headers(answer)
    assert "ws://localhost:8765 " in answer.headers["content-security-policy"]


async def test_so_does_a_refusal(table: Table) -> None:
    for headers in ({"Host": "evil.example"}, {"Host": "localhost:80; script-src *"}):
        answer = await table.ask("GET", "/", headers=headers)
        check_headers(answer)
        assert "evil" not in str(answer.headers)
    check_headers(await table.ask("POST", "/join"))


async def test_so_does_an_error_of_ours(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table.keys, "device", lambda token: 1 // 0)
    answer = await table.ask("GET", "/me")
    assert answer.status_code == 500
    assert "ZeroDivisionError" not in answer.text
    check_headers(answer)


async def test_what_is_no_request_passes_the_guard() -> None:
    seen = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    await Guard(app)({"type": "lifespan"}, None, None)  # type: ignore[arg-type]
    assert seen == ["lifespan"]


# -- secrets ---------------------------------------------------------------------------------------


async def test_no_secret_is_in_an_address(start_twin: StartTwin, tmp_path: Path) -> None:
    setup, url = set_up(people=2), start_twin("virtual").serial_url
    addresses: list[str] = []

    async def note(request: httpx.Request) -> None:
        addresses.append(str(request.url))

    async with table_at(tmp_path / "db", url, setup) as table:
        browser = await table.browser()
        browser.web.event_hooks = {"request": [note]}
        secrets = []
        for as_, of in (("host", HOST), ("screen", SCREEN), ("player", "North")):
            secrets.append(table.keys.pin(of))
            answer = await browser.join(as_, secrets[-1], of if as_ == "player" else "")
            assert (answer.status_code, answer.json()) == (200, {"code": ""})
            assert "location" not in answer.headers
        async with browser.page("host") as page:
            told = str(page.all)
    assert addresses == [f"{table.base}/join"] * 3
    assert browser.token not in told
    assert page.socket.request
    assert page.socket.request.path == "/ws?as=host"


async def test_pages_name_no_pin_in_an_address() -> None:
    from cardslinger.web.app import STATIC

    for file in STATIC.glob("*.js"):
        for address in re.findall(r"[\"'`](/[a-z][^\"'`]*)", file.read_text()):
            assert not re.search(r"pin|token", address), (file.name, address)


async def test_the_cookie_is_for_this_site_and_no_script(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "db")
    table = Table(journal)
    for scheme in ("http", "https"):
        base = f"{scheme}://localhost:8765"
        pin = table.keys.pin(HOST)
        body = {"as": "host", "pin": pin}
        answer = await table.ask("POST", "/join", base, json=body, headers={"Origin": base})
        name, *attributes = answer.headers["set-cookie"].lower().split("; ")
        assert name.startswith(f"{COOKIE}-8765=")
        assert {"httponly", "samesite=strict", "path=/"} <= {*attributes}
        assert ("secure" in attributes) == (scheme == "https")
        assert not any(one.startswith("domain") for one in attributes)
    journal.close()


async def test_a_wrong_pin_gets_no_cookie(table: Table) -> None:
    body = {"as": "host", "pin": "x"}
    headers = {"Origin": "http://localhost:8765"}
    answer = await table.ask("POST", "/join", json=body, headers=headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "body",
    [
        b"", b"x", b"[]", b"null", b"{", b'{"as":"host"}', b'{"as":1,"pin":"1"}', b"\xff\xfe",
        b'{"as":"host","pin":"1","more":1}', b'{"as":"host","pin":"\\ud800"}', b"[" * 1500,
        b'{"as":"host","pin":null}',
    ],
    ids=lambda body: repr(body[:24]),
)  # fmt: skip
async def test_a_body_that_makes_no_sense_is_refused(table: Table, body: bytes) -> None:
    headers = {"Origin": "http://localhost:8765"}
    answer = await table.ask("POST", "/join", content=body, headers=headers)
    assert (answer.status_code, answer.json()) == (400, {"code": "page.unreadable"})


@pytest.mark.parametrize(
    ("path", "question"), [("/rules", b'{"rules":"attack"}'), ("/join", b'{"as":"host","pin":"1"}')]
)
async def test_nobody_can_send_more_than_a_question_needs(
    table: Table, path: str, question: bytes
) -> None:
    headers = {"Origin": "http://localhost:8765"}
    answer = await table.ask("POST", path, content=question, headers=headers)
    assert answer.status_code in (200, 403), "it is understood"
    body = question + b" " * 10_000
    answer = await table.ask("POST", path, content=body, headers=headers)
    assert answer.status_code == 413


async def test_whoever_goes_in_the_middle_of_a_question_breaks_nothing(tmp_path: Path) -> None:
    async with table_at(tmp_path / "db") as table:
        port = int(table.base.rpartition(":")[2])
        for path in ("/join", "/rules", "/claim"):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(
                f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {table.base}\r\n"
                "Content-Length: 1000\r\n\r\n{".encode()
            )
            await writer.drain()
            writer.close()
            await writer.wait_closed()
        browser = await table.browser()
        assert (await browser.web.get("/healthz")).json()["ok"]
