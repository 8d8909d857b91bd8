"""Bytes that are no request and no frame, and many pages that come and go."""

import asyncio
from pathlib import Path
from random import Random

from cardslinger.table.resume import resumed
from cardslinger.table.views import Role

from tests.conftest import StartTwin
from tests.table.tables import set_up
from tests.web.clients import PATIENCE_S, Browser, Served, hosted


def _frame(opcode: int, payload: bytes, *, masked: bool = True, fin: bool = True) -> bytes:
    """A frame of the protocol of sockets, right or wrong."""
    mask = b"\x01\x02\x03\x04" if masked else b""
    length = len(payload)
    head = bytes([fin << 7 | opcode, masked << 7 | min(length, 126)])
    if length >= 126:
        head += length.to_bytes(2, "big")
    if masked:
        payload = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    return head + mask + payload


STOP = b'{"is":"ask","id":"1","wish":{"is":"stop"},"of_table":true}'
FRAMES = {
    "unmasked": _frame(1, STOP, masked=False),
    "no kind of frame": _frame(3, STOP),
    "reserved bits": bytes([0xF1]) + _frame(1, STOP)[1:],
    "no text": _frame(1, b"\xff\xfe"),
    "bytes": _frame(2, STOP),
    "never finished": _frame(1, STOP, fin=False),
    "goes on from nothing": _frame(0, STOP),
    "another begins within it": _frame(1, STOP, fin=False) + _frame(1, STOP),
    "a long ping": _frame(9, b"x" * 200),
    "a flood of pings": _frame(9, b"x") * 2000,
    "closes with nonsense": _frame(8, b"\x00\x00"),
    "closes with half a code": _frame(8, b"\x03"),
    "says more after closing": _frame(8, b"\x03\xe8") + _frame(1, STOP),
    "cut off": _frame(1, STOP)[:9],
    "a huge length": bytes([0x81, 0xFF]) + b"\x7f" * 8,
    "too big": _frame(1, b" " * 20_000),
    "too big in pieces": _frame(1, b" " * 9000, fin=False) + _frame(0, b" " * 9000),
    "no frame": b"GET / HTTP/1.1\r\n\r\n" * 3,
}
REQUESTS = {
    "nothing": b"",
    "noise": bytes(range(256)) * 8,
    "no such protocol": b"GET / HTTP/9.9\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n",
    "endless headers": b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 20_000,
    "half a socket": b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\r\n",
    "a length that is none": b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
    "less than was said": b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{",
}


async def _send_bytes(table: Served, data: bytes, browser: Browser | None = None) -> None:
    """Say it on a line of its own, behind a handshake if somebody has one; until it is closed, or
    nothing more is said."""
    port = int(table.base.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        if browser:
            writer.write(
                f"GET /ws?as=host HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {table.base}\r\n"
                f"Cookie: {browser.cookie}={browser.token}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
                "".encode()
            )
            assert b" 101 " in await reader.readline()
        writer.write(data)
        await writer.drain()
        writer.write_eof()
        async with asyncio.timeout(PATIENCE_S):
            while await reader.read(4096):
                pass
    except ConnectionError:
        pass
    finally:
        writer.close()
        await asyncio.gather(writer.wait_closed(), return_exceptions=True)


async def test_broken_lines_do_nothing_and_harm_nobody(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    setup, url = set_up(people=2, first_dealer="pick"), start_twin("virtual").serial_url
    async with hosted(tmp_path / "db", url, setup) as (table, page):
        host = await table.host()
        assert table.house.game
        number = table.house.game.table.number
        for frames in FRAMES.values():
            await _send_bytes(table, frames, host)
        for request in REQUESTS.values():
            await _send_bytes(table, request)
        assert table.house.game.table.number == number
        await _send_bytes(table, _frame(1, STOP), host)  # one that is not broken
        await page.until(lambda shown: shown["view"]["stop"])


async def test_many_real_pages_that_come_and_go_and_say_anything(
    start_twin: StartTwin, tmp_path: Path
) -> None:
    twin, chance = start_twin("virtual"), Random(1)
    setup = set_up(people=2, bots=1, first_dealer="pick")
    async with hosted(tmp_path / "db", twin.serial_url, setup) as (table, page):
        await page.of_table("0 deals", {"is": "deal"})
        browsers = [await table.player("North"), await table.player("East")]
        browsers += [await table.browser(), await table.screen()]

        async def come_and_go(number: int) -> None:
            browser = browsers[number % len(browsers)]
            async with browser.page(chance.choice(list(Role))) as one:
                for _ in range(8):
                    seat = one.view["seat"] or 0
                    moves = [f"{seat} {move}" for move in one.view["moves"]] or ["0 uno"]
                    wish = chance.choice([*moves, f"{1 - seat} uno", {"is": "press"}, "x"])
                    await one.wish(wish, seen=chance.choice([None, one.view["number"], 1]))
                if number % 3 == 0:
                    one.socket.transport.abort()

        await asyncio.gather(*(come_and_go(number) for number in range(24)))
        game = table.house.game
        assert game
        async with asyncio.timeout(PATIENCE_S):
            while game.table.fire:
                await asyncio.sleep(0.01)
        again = resumed(table.house.journal, game.match)
        assert again.state.digest() == game.table.state.digest()
        await page.of_table({"is": "pause"})
