"""Before anything is served: is this our name, our page, and what may the page load?"""

import ipaddress
import re
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOOPBACK = ("localhost",)
_SAFE = ("GET", "HEAD")
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([0-9a-z._-]+))(?::[0-9]{1,5})?", re.IGNORECASE)
PATH_MAX = 500  # letters; a page of ours needs 50


class Guard:
    """Refuses other sites' pages, and names that are not ours: a page of theirs whose name was
    bent to our address would otherwise count as ours. Adds the headers that keep a page to what
    comes from here.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        """`names`: of this computer, besides any address."""
        self._app = app
        self._names = {name.lower() for name in (*_LOOPBACK, *names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        is_ours = self._is_ours(_name(host))
        send = _with_headers(send, host if is_ours else "")
        if not is_ours:
            await self._refuse(scope, receive, send, 403, "this table has no such name")
        elif self._changes_something(scope) and not _same_origin(scope, host, headers):
            await self._refuse(scope, receive, send, 403, "this comes from another site")
        elif len(scope["path"]) > PATH_MAX:
            await self._refuse(scope, receive, send, 414, "this table has no address so long")
        else:
            await self._app(scope, receive, send)

    def _is_ours(self, name: str) -> bool:
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return True

    def _changes_something(self, scope: Scope) -> bool:
        return scope["type"] == "websocket" or scope["method"] not in _SAFE

    async def _refuse(
        self, scope: Scope, receive: Receive, send: Send, status: int, why: str
    ) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4003})
        else:
            await PlainTextResponse(f"{why}\n", status)(scope, receive, send)


def _name(host: str) -> str:
    """The name or address in a Host header; empty for what no browser would write there: it comes
    back in a header of ours."""
    found = _HOST.fullmatch(host)
    return (found[1] or found[2]).lower() if found else ""


def _same_origin(scope: Scope, host: str, headers: Headers) -> bool:
    secure = scope["scheme"] in ("https", "wss")
    return headers.get("origin", "") == f"{'https' if secure else 'http'}://{host}"


def _with_headers(send: Send, host: str) -> Send:
    policy = "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            # older browsers do not take 'self' for a socket
            f"connect-src 'self' ws://{host} wss://{host}" if host else "connect-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Content-Security-Policy"] = policy
            headers["X-Content-Type-Options"] = "nosniff"
            headers["Referrer-Policy"] = "no-referrer"
            headers.setdefault("Cache-Control", "no-cache")
        await send(message)

    return sending
