"""The server's addresses: pages, words, pictures, joining, and the socket of each page."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import msgspec
import segno
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from cardslinger.bridge import LauncherError
from cardslinger.bridge.ports import find_ports
from cardslinger.table.errors import TableError
from cardslinger.table.views import Role
from cardslinger.web import rules_page
from cardslinger.web.body import read_body
from cardslinger.web.errors import TooManyTries, WrongPin
from cardslinger.web.guard import Guard
from cardslinger.web.house import House
from cardslinger.web.keys import COOKIE, HOST, KEPT_S, SCREEN, Keys
from cardslinger.web.orders import Orders
from cardslinger.web.page import Page, Speaker
from cardslinger.web.past import Past
from cardslinger.web.shown import Views
from cardslinger.words import LANGUAGES, Words

STATIC = Path(__file__).with_name("static")
PAGES = ("table", "seat", "host", "history", "launcher", "overlay")
BODY_MAX = 2000  # bytes


class _Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`name`: of the player."""

    as_: Literal["host", "screen", "player"] = msgspec.field(name="as")
    pin: str
    name: str = ""


class Site:
    """All that is served of one house."""

    def __init__(self, house: House, keys: Keys, url: str) -> None:
        """`url`: where phones find it; empty: nowhere but here."""
        self._house, self._keys = house, keys
        self._views = Views(house, keys, url)
        self._orders, self._speaker = Orders(house, keys), Speaker()
        self._url = url

    def app(self, names: Iterable[str] = ()) -> ASGIApp:
        """The ASGI application; `names` of this computer may stand in its address."""
        past = Past(self._house.journal)
        starlette = Starlette(
            routes=[
                Route("/", _file("index.html")),
                *(Route(f"/{page}", _file(f"{page}.html")) for page in PAGES),
                Route("/words/{language}.json", _words),
                Route("/rules.json", self._rules),
                Route("/rules", rules_page.described, methods=["POST"]),
                Route("/history.json", past.matches),
                Route("/history/{match:int}.json", past.match),
                Route("/history/{match:int}.svg", past.picture),
                Route("/qr.svg", self._qr),
                Route("/favicon.ico", _file("icon.svg")),
                Route("/healthz", self._health),
                Route("/me", self._me),
                Route("/claim", self._claim, methods=["POST"]),
                Route("/join", self._join, methods=["POST"]),
                WebSocketRoute("/ws", self._socket),
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
            exception_handlers={ClientDisconnect: _gone},
        )
        return Guard(starlette, (*names, urlsplit(self._url).hostname or ""))

    async def _health(self, request: Request) -> Response:
        game = self._house.game
        launcher = str(game.launcher.state) if game else ""
        trouble = self._house.trouble
        told = {"ok": not trouble, "match": game.match if game else None, "launcher": launcher}
        return JSONResponse(told | ({"trouble": trouble} if trouble else {}))

    async def _me(self, request: Request) -> Response:
        """What this device may do, and who could still be played for."""
        device = self._keys.device(_token(request))
        told = {"host": device.host, "screen": device.screen, "player": device.player}
        free = self._keys.first_is_host
        return JSONResponse(told | {"people": self._views.players(), "free": free})

    async def _rules(self, request: Request) -> Response:
        """What can be set up; which boards there are is for the host to know."""
        is_host = self._keys.device(_token(request)).host
        boards = await asyncio.to_thread(_boards) if is_host else []
        return JSONResponse(rules_page.listed() | {"boards": boards})

    async def _claim(self, request: Request) -> Response:
        return await self._let_in(request, self._keys.claim_host(_token(request)))

    async def _join(self, request: Request) -> Response:
        try:
            wish = msgspec.json.decode(await read_body(request, BODY_MAX), type=_Join)
        except (msgspec.DecodeError, UnicodeError):
            return JSONResponse({"code": "page.unreadable"}, 400)
        of = {"host": HOST, "screen": SCREEN}.get(wish.as_, wish.name)
        if wish.as_ == "player" and of not in self._views.players():
            return JSONResponse({"code": "page.nobody", "facts": {"name": wish.name[:40]}}, 404)
        joining = self._keys.join(_token(request), of, wish.pin, _address(request))
        return await self._let_in(request, joining)

    async def _let_in(self, request: Request, letting_in: Awaitable[str]) -> Response:
        try:
            token = await letting_in
        except TooManyTries as error:
            facts = {"count": max(1, round(error.wait_s))}
            return JSONResponse({"code": "page.too_many_tries", "facts": facts}, 429)
        except WrongPin:
            return JSONResponse({"code": "page.wrong_pin", "facts": {}}, 403)
        except TableError as error:
            return JSONResponse({"code": "page.error", "facts": {"reason": str(error)}}, 503)
        self._house.tell()
        response = JSONResponse({"code": ""})
        response.set_cookie(
            _cookie(request),
            token,
            max_age=KEPT_S,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return response

    async def _qr(self, request: Request) -> Response:
        if not self._url:
            return Response(status_code=404)
        return Response(_qr_code(self._url), media_type="image/svg+xml")

    async def _socket(self, socket: WebSocket) -> None:
        try:
            wanted = Role(socket.query_params.get("as", ""))
        except ValueError:
            wanted = Role.SPECTATOR
        with suppress(TableError):  # a full disk: it is known until the program ends
            await self._keys.use(_token(socket))
        await socket.accept()
        page = Page(
            socket,
            wanted,
            _token(socket),
            self._house,
            self._keys,
            self._views,
            self._orders,
            self._speaker,
        )
        await page.serve()


def _file(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        return FileResponse(STATIC / name)

    return page


async def _gone(request: Request, error: Exception) -> Response:
    return Response(status_code=400)  # to nobody: it went in the middle of its question


async def _words(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES:
        return Response(status_code=404)
    return Response(_encoded_words(language), media_type="application/json")


def _boards() -> list[str]:
    try:
        return [found.device for found in find_ports() if found.pico]
    except LauncherError:
        return []


@cache
def _encoded_words(language: str) -> bytes:
    return msgspec.json.encode(Words(language).all())


@cache
def _qr_code(url: str) -> bytes:
    out = BytesIO()
    segno.make(url, micro=False).save(out, kind="svg", border=2, dark="#000", light="#fff", scale=8)
    return out.getvalue()


def _cookie(connection: HTTPConnection) -> str:
    """Its name: cookies know no ports, and one computer can have more than one table."""
    return f"{COOKIE}-{connection.url.port or 0}"


def _token(connection: HTTPConnection) -> str:
    return connection.cookies.get(_cookie(connection), "")


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""
