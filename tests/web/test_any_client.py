"""Browsers say anything, in any order and however broken: nothing goes wrong in the server, only
what its rules allow happens, nobody sees what is not theirs, and the journal plays again to the
same table."""

import asyncio
import itertools
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cardslinger.rules.cards import format_card
from cardslinger.rules.events import Turned
from cardslinger.rules.legal import claims, legal
from cardslinger.rules.moves import PRESS, format_move
from cardslinger.rules.record import Record
from cardslinger.rules.state import Phase
from cardslinger.table.entries import Asked, Entry, Fact
from cardslinger.table.journal import Journal
from cardslinger.table.resume import resumed
from cardslinger.table.table import COUNTS, Table
from cardslinger.table.views import Role
from cardslinger.twin.process import TwinProcess
from cardslinger.web.house import House
from cardslinger.web.keys import HOST, SCREEN, Keys
from cardslinger.web.orders import Orders
from cardslinger.web.page import MESSAGES_MAX, UNREADABLE, Page, Speaker
from cardslinger.web.shown import Views
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.tables import NAMES
from tests.web.clients import Line

PATIENCE_S = 60.0  # of a test that waits for an answer
FULL_CARDS = 112


@pytest.fixture(scope="module")
def twin() -> Iterator[TwinProcess]:
    with TwinProcess("virtual://?speed=0&seed=7") as twin:
        yield twin


class Looking(Line):
    """What it is shown is looked at at once, while the table is as it was when it was written."""

    def __init__(self, world: "World", token: str) -> None:
        super().__init__()
        self.world, self.token = world, token

    async def send_text(self, text: str) -> None:
        await super().send_text(text)
        if self.shown:
            self.world.check_shown(self.shown.pop(), self.token)


class Open:
    """A page that is open, by a browser with this token; it says things."""

    def __init__(self, world: "World", who: str, role: Role) -> None:
        self.who, self.socket = who, Looking(world, world.tokens[who])
        self.page = Page(
            self.socket,  # type: ignore[arg-type]
            role,
            world.tokens[who],
            world.house,
            world.keys,
            world.views,
            world.orders,
            world.speaker,
            world.clock,
        )
        self.serving = asyncio.create_task(self.page.serve())
        self.said = 0

    async def say(self, frame: dict[str, Any], times: int = 1) -> None:
        """Until it is answered, or closed for it."""
        self.said += times
        for _ in range(times):
            self.socket.incoming.put_nowait({"type": "websocket.receive", **frame})
        async with asyncio.timeout(PATIENCE_S):
            while len(self.socket.answers) < self.said and not self.serving.done():
                await asyncio.sleep(0.001)
        if self.serving.done():
            await self.serving  # whatever went wrong
            assert self.socket.code == UNREADABLE

    async def close(self) -> None:
        self.socket.incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})
        async with asyncio.timeout(PATIENCE_S):
            await self.serving


class World:
    """A table, whoever has a browser, and chance, which names what comes next."""

    WHO = ("host", "screen", "north", "east", "stranger")

    def __init__(self, journal: Journal, twin: TwinProcess, chance: Random) -> None:
        self.twin, self.chance = twin, chance
        self.house = House(journal, twin.serial_url, Random(chance.random()), pace_s=0)
        self.keys = Keys(journal, first_is_host=False)
        self.views = Views(self.house, self.keys, "")
        self.orders, self.speaker = Orders(self.house, self.keys), Speaker()
        self.tokens: dict[str, str] = {"stranger": "nobody's"}
        self.pages: list[Open] = []
        self.now_s = 0.0
        self.laid: dict[int, set[str]] = {}  # cards that everybody has seen, by match
        self.sent: list[dict[str, Any]] = []
        self._ids = itertools.count()
        self._checked: dict[int, int] = {}  # entries of each match

    def clock(self) -> float:
        self.now_s += 0.01  # whoever looks often enough sees it pass
        return self.now_s

    async def come(self) -> None:
        for who, of in (("host", HOST), ("screen", SCREEN), ("north", "North"), ("east", "East")):
            self.tokens[who] = await self.keys.join("", of, self.keys.pin(of), who)
        for who in self.WHO:
            self.open(who)

    def open(self, who: str) -> None:
        self.pages.append(Open(self, who, self.chance.choice(list(Role))))

    # -- what must be so ---------------------------------------------------------------------------

    def check_shown(self, message: dict[str, Any], token: str) -> None:
        """It holds no card but what lies open, and the hand of its seat."""
        game, device, view = self.house.game, self.keys.device(token), message["view"]
        assert (view is None) == (game is None)
        assert device.host or not message["house"]["screen_pin"]
        if not game or not view:
            return
        state = game.table.state
        laid = self.laid.setdefault(game.match, set())
        turned = [one.card for one in game.table.match.events if isinstance(one, Turned)]
        open_now = (*state.discards, *(state.draws or {}).values(), *turned)
        laid |= {format_card(card) for card in open_now}
        seat, own = view["seat"], []
        if seat is not None:
            assert game.table.sitters[seat].name == device.player
            hand = state.hands[seat]
            own = [] if state.physical else [
                format_card(card) for card in sorted(hand) for _ in range(hand[card])
            ]  # fmt: skip
        if view["number"] == game.table.number:  # else it was built an entry ago
            assert view["hand"] == own
        assert seat is not None or not (view["moves"] or view["claims"])
        if state.physical:  # nobody knows a hand, so a seat may play whatever fits
            view["moves"] = view["claims"] = []
        names = {format_card(card) for card in state.deck}
        del view["deck"]  # what it has is no secret
        assert _named(message, names) <= laid | {*own}

    def check_asked(self) -> None:
        """What was kept was asked for by a browser that may."""
        game = self.house.game
        if not game:
            return
        kept = list(self.house.journal.entries(game.match))
        by_name = {self.keys.name_of(token): who for who, token in self.tokens.items()}
        for one in kept[self._checked.get(game.match, 0) :]:
            if isinstance(one.entry, Asked):
                who = by_name[one.entry.id.partition(":")[0]]
                device = self.keys.device(self.tokens[who])
                assert who != "stranger"
                if one.entry.seat is None:
                    assert device.host or device.screen
        self._checked[game.match] = len(kept)

    def check_journal(self) -> None:
        """It plays again to the same table, as a journal and as a record of the rules."""
        for row in self.house.journal.matches():
            again, kept = self._read(row.number)
            setup = self.house.journal.setup(row.number)
            events = [one for one in kept if not isinstance(one, Fact)]
            record = Record(setup.rules, setup.deck, tuple(setup.sitters), setup.physical, events)
            assert record.replay().digest() == again.state.digest()
            game = self.house.game
            if game and game.match == row.number and game.table.number == again.number:
                assert game.table.state.digest() == again.state.digest()

    def _read(self, match: int) -> tuple[Table, list[Entry]]:
        """The same moment of a match that may go on, both ways."""
        while True:
            again = resumed(self.house.journal, match)
            kept = [one.entry for one in self.house.journal.entries(match)]
            if len(kept) == again.number:
                return again, kept

    # -- what is said ------------------------------------------------------------------------------

    async def step(self) -> None:
        self.now_s += self.chance.choice([0.0, 0.1, 5.0])
        kinds = {
            "sensible": 12, "wish": 5, "order": 3, "again": 2, "broken": 2, "hands": 1, "reload": 2,
        }  # fmt: skip
        [kind] = self.chance.choices(list(kinds), list(kinds.values()))
        await getattr(self, f"_{kind}")()
        self.check_asked()

    def _page(self, *who: str) -> Open:
        pages = [page for page in self.pages if not who or page.who in who]
        return self.chance.choice(pages or self.pages)

    async def _say(self, page: Open, said: dict[str, Any]) -> None:
        self.sent.append(said)
        await self._send(page, {"text": json.dumps(said)})

    async def _send(self, page: Open, frame: dict[str, Any], times: int = 1) -> None:
        await page.say(frame, times)
        if page.serving.done():
            self.pages.remove(page)
            self.open(page.who)

    def _ask(self, wish: dict[str, Any] | str, of_table: bool) -> dict[str, Any]:
        if isinstance(wish, str):
            wish = {"is": "play", "event": wish}
        number = self.house.game.table.number if self.house.game else 0
        seen = self.chance.choice([None, number, number, number - 1, 0, 10**40, -1])
        return {"is": self.chance.choice(["ask", "ask", "ask", "why"]), "id": f"w{next(self._ids)}",
                "wish": wish, "seen": seen, "of_table": of_table}  # fmt: skip

    async def _sensible(self) -> None:
        """What somebody may do now, mostly by whoever may."""
        if not self.house.game:
            await self._begin()
            return
        table, chance = self.house.game.table, self.chance
        state = table.state
        if table.pause or state.phase in (Phase.DEALER, Phase.DEAL, Phase.FIRST_CARD, Phase.RELOAD):
            wishes = {
                Phase.DEALER: "0 deals",
                Phase.DEAL: {"is": "deal"},
                Phase.FIRST_CARD: f"turned {format_card(chance.choice(list(state.deck)))}",
                Phase.RELOAD: "reload",
            }
            wish: Any = {"is": "go_on"} if table.pause else wishes[state.phase]
            if table.pause and table.pause.code in COUNTS:
                wish = {"is": "count", "cards": table.pause.facts["cards"]}
            if table.pause and table.pause.code == "free_press":
                wish = {"is": "settle", "seat": chance.choice([None, *state.seated])}
            page, of_table = self._page("host", "screen"), True
        else:
            seat = chance.choice([state.seat, state.seat, *state.seated])
            moves = [*legal(state), *claims(state, seat)]
            move = chance.choice(moves) if moves else PRESS
            wish = {"is": "press"} if move == PRESS else f"{seat} {format_move(move)}"
            if move == PRESS and chance.random() < 0.3:
                wish = {"is": "launch"}
            name = table.sitters[seat].name.lower() if seat >= 0 else ""
            page, of_table = self._page(name), chance.random() < 0.1
        if chance.random() < 0.15:
            page = self._page()
        said = self._ask(wish, of_table)
        if said["is"] == "why":
            del said["seen"], said["of_table"]
        await self._say(page, said)

    async def _wish(self) -> None:
        """Of anybody, for whatever there is, makes sense or not."""
        chance = self.chance
        seat, other = chance.choice([0, 1, 2, 9, -1, 10**30]), chance.choice([0, 1, 5])
        wish: Any = chance.choice(
            [
                "0 fired 3", "deal R1 R2", "0 press", "9 play R7", "x", "", "undo", "0 kept 2",
                f"{seat} leaves", f"{seat} joins", f"{seat} holds 3", f"{seat} uno",
                f"{seat} deals",
                f"{seat} catch {other}", f"{seat} play R7", "hopper holds 20", "play " * 500,
                {"is": "stop"}, {"is": "pause"}, {"is": "go_on"}, {"is": "launch"}, {"is": "press"},
                {"is": "deal", "by_launcher": True}, {"is": "count", "cards": seat},
                {"is": "settle", "seat": seat}, {"is": "swap", "seat": seat, "other": other},
                {"is": "sit", "seat": seat, "name": chance.choice(["Late", "North", "", " host"])},
                {"is": "sit", "seat": other, "name": "Robot", "bot": "greedy"},
                {"is": "sit", "seat": other, "name": chance.choice(NAMES[:2])},
            ]
        )  # fmt: skip
        said = self._ask(wish, chance.random() < 0.5)
        if said["is"] == "why":
            del said["seen"], said["of_table"]
        await self._say(self._page(), said)

    async def _begin(self) -> None:
        sitters = [{"name": name} for name in NAMES[:2]]
        if self.chance.random() < 0.3:
            sitters.append({"name": "Robot", "bot": "greedy"})
        flags = {"first_dealer": "pick", "hand_size": str(self.chance.choice([2, 7]))}
        rules = self.chance.choice(["attack", "attack-hk", "all-wild"])
        begin = {"is": "begin", "rules": rules, "flags": flags, "sitters": sitters,
                 "physical": len(sitters) == 2 and self.chance.random() < 0.3}  # fmt: skip
        await self._order_of("host", begin)

    async def _order(self) -> None:
        chance = self.chance
        matches = [1, 1, 2, 0, -5, 10**25]
        order = chance.choice(
            [
                {"is": "resume", "match": chance.choice(matches)},
                {"is": "sit_here", "name": chance.choice(["North", "Nobody", " host", ""])},
                {"is": "forget", "name": chance.choice(["East", "Nobody", " host", ""])},
                {"is": "forget_group", "name": "We"}, {"is": "test_fire"}, {"is": "look"},
                {"is": "again"},
                {"is": "set", "name": chance.choice(["mute", "profile", "deck", "x"]),
                 "value": chance.choice([True, "brutal", "classic", 7, 10**25, "x" * 3000])},
                {"is": "hand", "what": chance.choice(["press", "load", "clear", "x"])},
                {"is": "speak", "on": chance.random() < 0.5},
                {"is": "begin", "rules": "x", "flags": {"self": "x"}, "physical": False,
                 "sitters": [{"name": "A"}], "save_group": "We"},
            ]
        )  # fmt: skip
        if chance.random() < 0.05:
            order = {"is": "leave"}
        if chance.random() < 0.05:
            await self._begin()
        await self._order_of(chance.choice(["host", "host", *self.WHO]), order)

    async def _order_of(self, who: str, order: dict[str, Any]) -> None:
        matches = len(self.house.journal.matches())
        if order["is"] in ("begin", "resume"):
            order["port"] = self.chance.choice([self.twin.serial_url] * 6 + ["auto", "/dev/null"])
        await self._say(self._page(who), {"id": f"o{next(self._ids)}", **order})
        assert who == "host" or len(self.house.journal.matches()) == matches
        await self.restore()

    async def restore(self) -> None:
        """Whoever was forgotten comes again; the others are what they were."""
        device = self.keys.device
        assert device(self.tokens["host"]).host
        assert device(self.tokens["screen"]).screen
        assert device(self.tokens["stranger"]) == device("")
        for who, name in (("north", "North"), ("east", "East")):
            assert device(self.tokens[who]).player in ("", name)
            await self.keys.grant(self.tokens[who], name)
        self.house.tell()

    async def _again(self) -> None:
        """Somebody says once more what was said, in the same words or on behalf of another."""
        if self.sent:
            said = self.chance.choice(self.sent[-20:])
            times = self.chance.choice([1, 2, 2, MESSAGES_MAX + 1])
            await self._send(self._page(), {"text": json.dumps(said)}, times)
            await self.restore()

    async def _broken(self) -> None:
        """What no page of ours says."""
        chance = self.chance
        text = json.dumps(chance.choice(self.sent or [{}]))
        cut, other = chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)
        frame: dict[str, Any] = chance.choice(
            [
                {"text": text[:cut]},
                {"text": text[:cut] + text[other:]},
                {"text": text[:cut] + chance.choice('{}[]",:0-\x00é') + text[cut:]},
                {"text": text.replace('"is": "ask"', '"is": "task"')},
                {"text": text.replace("true", "1").replace("null", "[]")},
                {"text": "[" * 10_000},
                {"text": '{"is":"ask","id":"1","wish":' * 400},
                {"bytes": text.encode()},
                {"text": None, "bytes": b"\xff"},
                {"text": json.dumps({"is": "leave", "id": {"a": 1}})},
                {"text": '{"is":"resume","id":"1","match":1e400,"port":""}'},
            ]
        )
        await self._send(self._page(), frame)
        await self.restore()

    async def _hands(self) -> None:
        """Somebody sees to the launcher."""
        bench = self.twin.bench
        reading = await asyncio.to_thread(bench.read)
        if reading.inside < FULL_CARDS:
            await asyncio.to_thread(bench.load, FULL_CARDS - reading.inside)

    async def _reload(self) -> None:
        page = self._page()
        await page.close()
        self.pages.remove(page)
        self.open(page.who)


def _named(what: Any, cards: set[str]) -> set[str]:
    """Cards that are named anywhere in it."""
    if isinstance(what, str):
        return {word for word in what.split() if word in cards}
    if isinstance(what, dict):
        what = what.values()
    if isinstance(what, list | type({}.values())):
        return set().union(*(_named(one, cards) for one in what))
    return set()


async def play(twin: TwinProcess, seed: int, steps: int) -> World:
    wrong: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: wrong.append(context))
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "db")
        world = World(journal, twin, Random(seed))
        async with world.house:
            await world.come()
            for _ in range(steps):
                await world.step()
            for page in world.pages:
                await page.close()
            assert not world.house.trouble
            assert not (world.house._following and world.house._following.done())
            world.check_journal()
        world.check_journal()
        journal.close()
    assert not wrong
    return world


@settings(max_examples=25)
@given(st.integers(0, 2**32))
def test_whatever_pages_say_only_what_is_allowed_happens(twin: TwinProcess, seed: int) -> None:
    asyncio.run(play(twin, seed, steps=80))


def test_that_reaches_enough(twin: TwinProcess) -> None:
    """What the test above relies on."""
    kinds, matches = set(), 0
    for seed in range(4):
        world = asyncio.run(play(twin, seed, steps=150))
        kinds |= {said["is"] for said in world.sent}
        matches += len(world.laid)
    assert matches > 4
    assert kinds >= {"ask", "why", "begin", "resume", "forget", "test_fire", "look", "hand"}
