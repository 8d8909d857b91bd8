"""Phones, a tablet and a TV around a table whose pages are really served: for tests."""

import asyncio
import itertools
import os
import re
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from cardslinger.rules.events import Moved, Refusal
from cardslinger.rules.notation import format_event
from cardslinger.table.game import Game
from cardslinger.table.journal import Journal
from cardslinger.table.messages import Deal, Message, Play, Wish
from cardslinger.table.setup import Setup
from cardslinger.twin.bench import Bench
from cardslinger.twin.port import TwinSerial
from cardslinger.web.app import Site
from cardslinger.web.house import House
from cardslinger.web.keys import HOST, SCREEN, Keys
from cardslinger.words import Words
from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    WebSocket,
    async_playwright,
    expect,
)
from playwright.async_api import TimeoutError as NotThere

from tests.web.clients import TWIN, serving

PATIENCE_MS = 30_000.0  # of a test that waits for what will be shown, on a busy computer
LOOK_S = 0.01  # between two looks whether it is there
HASTE_MS = 3_000.0  # of a player for a button that may be gone already

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
}  # fmt: skip
TABLET: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}
TV: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}

say = Words("en").say


def happened(code: str, **facts: object) -> str:
    """What happened, as the pages tell it in English."""
    words = say(f"happened.{code}", **facts)
    return words[0].upper() + words[1:]


expect.set_options(timeout=PATIENCE_MS)
_IDS = itertools.count()


class NoChromium(Exception):
    """There is no browser to test the pages in."""


@asynccontextmanager
async def chromium_running() -> AsyncIterator[Browser]:
    """The system's Chromium, without a window. Raises NoChromium."""
    program = shutil.which("chromium")
    if not program:
        raise NoChromium("no chromium to test the pages in: make browser")
    rights = ["--no-sandbox"] if hasattr(os, "getuid") and os.getuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=rights)
        yield browser
        await browser.close()


async def until(is_so: Callable[[], object]) -> None:
    """Wait until this is so."""
    async with asyncio.timeout(PATIENCE_MS / 1000):
        while not is_so():
            await asyncio.sleep(LOOK_S)


class Device:
    """Somebody's browser with one page open: what it shows, and what it hears and complains of."""

    def __init__(self, page: Page, around: "Around") -> None:
        self.page, self._around = page, around
        self.complaints: list[str] = []  # of the console, and errors of the page's own
        self.heard: list[str] = []  # messages that came by its socket
        self.said: list[dict[str, Any]] = []  # what it sent by it
        self._shown: dict[str, Any] = {}
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("websocket", self._listen)

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self._hear(str(text)))
        socket.on("framesent", lambda text: self.said.append(msgspec.json.decode(text)))

    def _hear(self, text: str) -> None:
        self.heard.append(text)
        told = msgspec.json.decode(text)
        if told["is"] == "shown":
            self._shown = told

    @property
    def view(self) -> dict[str, Any]:
        """The match as it was shown last."""
        view: dict[str, Any] = self._shown["view"]
        return view

    @property
    def house(self) -> dict[str, Any]:
        """What is around the match, as it was shown last."""
        house: dict[str, Any] = self._shown["house"]
        return house

    def forgive(self, *complaints: str) -> None:
        """Complaints that have one of these words in them had to come."""
        self.complaints = [
            one for one in self.complaints if not any(word in one for word in complaints)
        ]

    async def until(self, is_so: Callable[[dict[str, Any]], object]) -> None:
        """Wait until it was shown a match of which this is so."""
        await until(lambda: self._shown.get("view") and is_so(self.view))

    async def something_new(self, since: int) -> None:
        """Wait until it has heard more than so many messages."""
        await until(lambda: len(self.heard) > since)

    @property
    def context(self) -> BrowserContext:
        return self.page.context

    def __getitem__(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def button(self, code: str, **facts: object) -> Locator:
        """The button that begins with these words."""
        words = say(code, **facts)
        begins = re.compile("^" + re.escape(words[0].upper() + words[1:]))
        return self.page.get_by_role("button", name=begins)

    async def open(self, path: str) -> None:
        await self.page.goto(f"{self._around.base}/{path}")

    async def join(self, as_: str, of: str) -> None:
        """Be let in, as somebody who types the PIN is."""
        told = {"as": as_, "pin": self._around.pin(of)}
        answer = await self.context.request.post(
            f"{self._around.base}/join",
            data={**told, "name": of} if as_ == "player" else told,
            headers={"Origin": self._around.base},
        )
        assert answer.status == 200, await answer.text()

    async def speak(self, language: str) -> None:
        """Choose the language of the page, as its menu does."""
        await self.page.evaluate(
            """async (language) => {
                const words = await import("/static/words.js");
                localStorage.setItem("language", language);
                await words.speak(language);
            }""",
            language,
        )
        await self.drawn()

    async def light(self, theme: Any) -> None:
        """The device is `light` or `dark` from now on."""
        await self.page.emulate_media(color_scheme=theme)
        await expect(self["html"]).to_have_attribute("data-theme", theme)
        await self.drawn()

    async def drawn(self) -> None:
        """Wait until what has changed is drawn, its pictures too."""
        await self.page.evaluate(
            """async () => {
                const frame = () => new Promise((done) => requestAnimationFrame(done));
                await frame();
                for (const image of document.images) {
                    while (image.offsetParent && !image.complete) await frame();
                }
                await frame();
            }"""
        )

    async def tap(self, place: Locator, *, timeout: float = PATIENCE_MS) -> None:
        """As a finger does, or a mouse where nothing can be touched."""
        await place.wait_for(timeout=timeout)  # on the page that one is led to
        touches = await self.page.evaluate("navigator.maxTouchPoints > 0")
        await (place.tap if touches else place.click)(timeout=timeout)

    async def hold(self, place: Locator, *, timeout: float = PATIENCE_MS) -> None:
        """Keep a finger on it for as long as it takes."""
        await place.scroll_into_view_if_needed(timeout=timeout)
        box = await place.bounding_box(timeout=timeout)
        assert box
        spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        fingers = await self.context.new_cdp_session(self.page)
        touch = {"type": "touchStart", "touchPoints": [spot]}
        await fingers.send("Input.dispatchTouchEvent", touch)
        await expect(self[".held"]).to_have_count(0)
        await fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        await fingers.detach()


class Phone(Device):
    """A player's page."""

    def card(self, name: str) -> Locator:
        """A card of the hand, by the beginning of its name: `red 5`."""
        return self[f'.in-hand[aria-label^="{name}"]'].first

    @property
    def told(self) -> Locator:
        """Why something was not done."""
        return self["#told"]

    async def claim(self, colour: str, card: str) -> None:
        """Tell which real card it was."""
        grid = self["#grid"]
        await self.tap(grid.get_by_role("button", name=colour))
        await self.tap(grid.get_by_role("button", name=card, exact=True))

    async def hand(self) -> list[str]:
        """The names of the cards, as they are shown."""
        labels = await self[".in-hand"].evaluate_all("all => all.map(one => one.ariaLabel)")
        return [label.partition(":")[0] for label in labels]

    async def do_something_sensible(self) -> bool:
        """Take the first that the page offers: a call, a card, a choice, the press."""
        for offered in ("#calls .due", "#hand .fits", "#acts button"):
            place = self[offered].first
            try:
                if not await place.count():
                    continue
                is_held = await place.evaluate("one => one.matches('.hold')", timeout=HASTE_MS)
                await (self.hold if is_held else self.tap)(place, timeout=HASTE_MS)
            except NotThere:
                return False  # somebody was quicker
            return True
        return False

    async def play_on(self) -> None:
        """Play sensibly until the match is over."""
        while not self.view["winners"]:
            so_far = len(self.heard)
            await self.do_something_sensible()
            if not self.view["winners"]:
                await self.something_new(so_far)


class Around:
    """Everybody's devices around a table."""

    def __init__(self, base: str, pin: Callable[[str], str], chromium: Browser) -> None:
        """`pin` tells the PIN for the HOST, a SCREEN, a player."""
        self.base, self.pin = base, pin
        self.devices: list[Device] = []
        self._chromium = chromium

    async def device(self, kind: type[Device] = Device, **of: Any) -> Any:
        """A browser of somebody who was not here yet."""
        context = await self._chromium.new_context(**{"locale": "en-GB", **of})
        context.set_default_timeout(PATIENCE_MS)
        device = kind(await context.new_page(), self)
        self.devices.append(device)
        return device

    async def phone(self, player: str, **of: Any) -> Phone:
        """The phone, or what else it is, of this player; joined, on its page."""
        phone: Phone = await self.device(Phone, **(of or PHONE))
        await phone.join("player", player)
        await phone.open("seat")
        await expect(phone["#name"]).to_have_text(player)
        return phone

    async def screen(self, **of: Any) -> Device:
        """The table's own screen, joined."""
        screen: Device = await self.device(**(of or TV))
        await screen.join("screen", SCREEN)
        await screen.open("table")
        await expect(screen["#round"]).not_to_be_empty()
        return screen

    async def host(self, path: str = "host", **of: Any) -> Phone:
        """A device of whoever runs the table, on this page."""
        host: Phone = await self.device(Phone, **(of or PHONE))
        await host.join("host", HOST)
        await host.open(path)
        return host

    async def leave(self) -> None:
        """Everybody puts their device away."""
        for device in self.devices:
            await device.context.close()

    def assert_content(self) -> None:
        """Nobody's browser had anything to complain of."""
        complaints = [one for device in self.devices for one in device.complaints]
        assert not complaints, complaints


class Room(Around):
    """A table whose house is in this process."""

    def __init__(self, house: House, keys: Keys, base: str, chromium: Browser) -> None:
        super().__init__(base, keys.pin, chromium)
        self.house = house

    @property
    def game(self) -> Game:
        assert self.house.game
        return self.house.game

    @property
    def state(self) -> Any:
        """The rules' state of the match."""
        return self.game.table.state

    @property
    def moves(self) -> list[str]:
        """What has been played and called so far, in notation."""
        events = self.game.table.match.events
        return [format_event(one) for one in events if isinstance(one, Moved)]

    @property
    def bench(self) -> Bench:
        """Hands and instruments at the launcher, where the match has started a twin."""
        port = self.game.launcher.port
        assert isinstance(port, TwinSerial)
        return port.bench

    async def ask(self, *wishes: Wish | str) -> None:
        """Ask for these in the table's name; none is refused."""
        for wish in wishes:
            wish = Play(wish) if isinstance(wish, str) else wish
            answer = await self.game.ask(Message(f"room {next(_IDS)}", wish))
            assert not isinstance(answer, Refusal), (wish, answer)

    async def deal(self) -> None:
        """Whoever sits last deals: seat 0 begins."""
        await self.ask(f"{self.state.seated[-1]} deals", Deal())


@asynccontextmanager
async def room(
    chromium: Browser,
    path: Path,
    setup: Setup | None = None,
    port: str = TWIN,
    *,
    chance: Random | None = None,
    alone: bool = False,
) -> AsyncIterator[Room]:
    """A table in this process with this journal; a match goes on if it is set up. `alone`: it
    counts as one that only this computer reaches. In the end no browser had to complain."""
    with closing(Journal.open(path)) as journal:
        async with House(journal, port, chance or Random(1), pace_s=0.0) as house:
            if setup:
                await house.begin(setup, port)
            keys = Keys(journal, first_is_host=alone)
            async with serving(Site(house, keys, "").app()) as base:
                opened = Room(house, keys, base, chromium)
                try:
                    yield opened
                finally:
                    await opened.leave()
                opened.assert_content()
