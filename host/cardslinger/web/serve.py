"""The server itself: where it listens, how it is found, and how it ends."""

import asyncio
import ipaddress
import logging
import signal
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from cardslinger.web.errors import BadCertificate, CantListen

MESSAGE_MAX = 16_000  # bytes that a page may say at once
GOODBYE_S = 2  # wall; for open pages when the server ends
PORT = 8765  # the usual one
_ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_ANY = ("0.0.0.0", "::")  # only where it was asked for


def parse_address(text: str) -> tuple[str, int]:
    """Host and port of `HOST:PORT`, `[HOST]:PORT`, `HOST` or `:PORT`. Raises CantListen."""
    host, colon, port = text.rpartition(":")
    if not colon or (":" in host and not host.endswith("]")):
        host, port = text, str(PORT)
    host = host.removeprefix("[").removesuffix("]") or "127.0.0.1"
    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) < 65536):
        raise CantListen(f"--http {text!r}: write HOST:PORT, such as 0.0.0.0:{PORT}")
    return host, int(port)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any that is free. Raises CantListen."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        opened = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:  # of a name that can't be one
        raise CantListen(f"{host}: no address of this computer ({_reason(error)})") from error
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen(128)
    except OSError as error:
        opened.close()
        raise CantListen(
            f"can't listen on {host}:{port} ({_reason(error)}): name another with --http HOST:PORT"
        ) from error
    return opened


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach it."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def own_address() -> str:
    """The address under which other computers of the network reach this one; empty if none do."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # of no computer; nothing is sent
        except OSError:
            return ""
        found: str = probe.getsockname()[0]
        return found


def url_of(opened: socket.socket, host: str, *, secure: bool) -> str:
    """Where a browser of this network finds it: of this computer, if it listens to no other."""
    port = opened.getsockname()[1]
    name = own_address() or "localhost" if host in _ANY else host
    if ":" in name:
        name = f"[{name}]"
    return f"http{'s' if secure else ''}://{name}:{port}/"


def check_certificate(certificate: Path | None, key: Path | None) -> None:
    """Raises BadCertificate for files that no browser could be shown."""
    if not certificate:
        if key:
            raise BadCertificate(
                "--tls-key is of no use alone: name its certificate with --tls-cert"
            )
        return
    try:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate, key, _no_passphrase)
    except OSError as error:  # ssl.SSLError too
        cause = error.strerror or str(error)
        raise BadCertificate(
            f"can't use --tls-cert {certificate} with its key ({cause}): name PEM files that go "
            "together"
        ) from error


async def serve(
    app: ASGIApp,
    opened: socket.socket,
    began: Callable[[], None],
    ending: Callable[[], Awaitable[None]] | None = None,
    *,
    certificate: Path | None = None,
    key: Path | None = None,
) -> None:
    """Until the program is told to end: then `ending` comes first, pages are told, and `app` is
    over. `began` is called when it answers."""
    config = uvicorn.Config(
        app,
        access_log=False,  # addresses of a family's phones are nobody's business
        log_level="warning",
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=GOODBYE_S,
        ws_max_size=MESSAGE_MAX,
        ws_per_message_deflate=False,  # the same message for everybody, packed for each anew
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )
    logging.getLogger("uvicorn.error").addFilter(_is_worth_telling)
    await _Server(config, began, ending).serve(sockets=[opened])


def _is_worth_telling(record: logging.LogRecord) -> bool:
    """Whoever ends the server knows that it cuts off what was being answered."""
    error = record.exc_info[1] if record.exc_info else None
    cut_off = isinstance(error, asyncio.CancelledError)
    return not cut_off and "graceful shutdown exceeded" not in record.getMessage()


class _Server(uvicorn.Server):
    def __init__(
        self,
        config: uvicorn.Config,
        began: Callable[[], None],
        ending: Callable[[], Awaitable[None]] | None,
    ) -> None:
        super().__init__(config)
        self._began, self._ending = began, ending

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """The first Ctrl-C or SIGTERM ends the server, and then the program as it should; uvicorn's
        own way would raise it again in the middle of that."""
        before = {one: signal.signal(one, self.handle_exit) for one in _ENDING}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._began()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._ending:
            await self._ending()
        await super().shutdown(sockets)


def _reason(error: OSError | UnicodeError) -> str:
    return getattr(error, "strerror", None) or str(error)


def _no_passphrase() -> str:
    raise BadCertificate("the key of --tls-cert is locked with a passphrase: name one that is not")
