"""People at a table with a twin: they play at random, press its button, mend what stops it."""

import asyncio
import itertools
from random import Random

from cardslinger.bridge import State
from cardslinger.rules.cards import format_card
from cardslinger.rules.events import Refusal
from cardslinger.rules.legal import legal
from cardslinger.rules.moves import CARDS_END, PRESS, format_move
from cardslinger.rules.scoring import uncounted
from cardslinger.rules.state import Phase
from cardslinger.table.entries import Paused
from cardslinger.table.game import Game
from cardslinger.table.messages import Count, Deal, GoOn, Launch, Message, Play, Settle, Wish
from cardslinger.table.needs import Kind, need
from cardslinger.twin.bench import Bench

FULL_CARDS = 112
REST_MS = 700.0  # virtual; any card on its way has left by then
LIFT_MS = 150.0  # virtual; the finger lifts between two presses


class People:
    """Everybody who sits there. `truth`: with what a count in doubt is answered, by default what
    the launcher thinks."""

    def __init__(self, game: Game, bench: Bench, chance: Random) -> None:
        self.game, self.bench, self.chance = game, bench, chance
        self._ids = itertools.count()
        self.pressed = -1  # the entry up to which they knew the table when they pressed last
        self.mended: list[str] = []

    async def play(self, until=lambda table: table.over) -> None:
        async with asyncio.timeout(150):
            async for _ in self.game.watch():
                while not until(self.game.table) and await self._act():
                    pass
                if until(self.game.table):
                    return

    async def rest(self) -> None:
        """Until the launcher stands still and all it has to tell is heard."""
        launcher = self.game.launcher
        async with asyncio.timeout(60):
            while (await launcher.status()).state != "idle":
                await asyncio.sleep(0.01)
            last = await launcher.next_event() - 1
            while self.game.table.heard.number < last:
                await asyncio.sleep(0.01)

    async def say(self, wish: Wish | str, seat: int | None = None):
        if isinstance(wish, str):
            wish = Play(wish)
        return await self.game.ask(Message(f"p{next(self._ids)}", wish, seat))

    async def _act(self) -> bool:
        """Do one thing; False if there is nothing to do but to wait."""
        table, state, chance = self.game.table, self.game.table.state, self.chance
        if table.pause:
            return await self._mend()
        if self.game.launcher.state is not State.CONNECTED:
            return False
        if table.lid_open:
            await asyncio.to_thread(self.bench.close_lid)
        if table.fire or table.lid_open:
            return False
        if table.setup.physical:
            wish = self._by_hand()
        elif state.phase is Phase.DEAL:
            wish = Deal()
        elif state.phase is Phase.DEALER and not state.contenders:
            wish = f"{state.seated[0]} deals"
        else:
            wish = None
        if wish is not None:
            return not isinstance(await self.say(wish), Refusal)
        wanted = need(table)
        if wanted.kind is Kind.CARDS:
            return not table.bot(wanted.seat) and not isinstance(await self.say(Launch()), Refusal)
        if state.seat < 0 or table.bot(state.seat):
            return False
        moves = [move for move in legal(state) if move < CARDS_END] or list(legal(state))
        move = chance.choice(moves) if moves else None
        if move == PRESS:
            return await self._press()
        return move is not None and not isinstance(
            await self.say(f"{state.seat} {format_move(move)}"), Refusal
        )

    async def _press(self) -> bool:
        armed = self.game.armed
        if not armed or armed.kind is not Kind.PRESSES:
            return False  # it is, in a moment
        if self.pressed != self.game.table.number:
            self.pressed = self.game.table.number
            await asyncio.to_thread(self.bench.wait, LIFT_MS)
            await asyncio.to_thread(self.bench.press)
        return False

    def _by_hand(self) -> str | Wish | None:
        state, chance = self.game.table.state, self.chance
        match state.phase:
            case Phase.DEALER if state.contenders:
                seat = next(seat for seat in state.contenders if seat not in state.draws)
                return f"{seat} drew {format_card(chance.choice(list(state.deck)))}"
            case Phase.DEALER:
                return f"{state.seated[0]} deals"
            case Phase.DEAL:
                return Deal(by_launcher=chance.random() < 0.5)
            case Phase.FIRST_CARD:
                return f"turned {format_card(chance.choice(list(state.deck)))}"
            case Phase.RELOAD:
                return "reload"
            case Phase.COUNT:
                seat = uncounted(state)[0]
                worth = max(state.deck.points[kind] for kind in state.deck.kinds)
                return f"{seat} points {worth * state.sizes[seat]}"
        return None

    async def _mend(self) -> bool:
        pause = self.game.table.pause
        assert pause
        self.mended.append(pause.code)
        await asyncio.to_thread(self._with_hands, pause.code)
        wish: Wish = GoOn()
        if pause.code in ("count", "count_unknown"):
            wish = Count(await asyncio.to_thread(self._counted, pause))
        elif pause.code == "free_press":
            wish = Settle(self.chance.choice([None, *self.game.table.state.seated]))
        await self.say(wish)  # refused when the word that was missing has come meanwhile
        return True

    def _counted(self, pause: Paused) -> int:
        """What really came of the fire in doubt."""
        known = self.game.table.reported - pause.facts["booked"]
        return self.bench.wait(REST_MS).left - known

    def _with_hands(self, code: str) -> None:
        for fault in self.bench.read().faults:
            self.bench.fault(fault, False)
        if code in ("jam", "blocked", "sensor", "count", "count_unknown"):
            self.bench.wait(REST_MS)
            self.bench.clear()
        if self.bench.read().lid_open:
            self.bench.close_lid()
        inside = self.bench.read().inside
        if inside < FULL_CARDS:
            self.bench.load(FULL_CARDS - inside)
