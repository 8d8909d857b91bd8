"""A match of bots, to its end."""

import asyncio
import uuid

from cardslinger.bridge import Launcher
from cardslinger.table.errors import TableError
from cardslinger.table.game import Game
from cardslinger.table.messages import Count, GoOn, Message, Settle, Wish
from cardslinger.table.table import COUNTS, TO_BE_SEEN
from cardslinger.twin.port import TwinSerial

FULL_CARDS = 112
IN_VAIN_MAX = 20  # times that a launcher is mended, and still no card comes
_SEEN = TO_BE_SEEN | {"free_press"}


class Attendant:
    """Looks after a launcher among bots: fills it, mends it, counts what it is not sure of. Of a
    real launcher it can do nothing of that."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._in_vain, self._reported = 0, -1  # mends since a card came, and cards until then

    async def mend(self) -> None:
        """What stopped the game. Raises TableError where hands are needed."""
        pause = self._game.table.pause
        if pause is None:
            return
        if self._game.table.reported != self._reported:
            self._in_vain, self._reported = 0, self._game.table.reported
        self._in_vain += 1
        if self._in_vain > IN_VAIN_MAX:
            raise TableError(
                f"the launcher stops again and again ({pause.code}): see `cardslinger doctor`; "
                "the match is kept"
            )
        if pause.code not in _SEEN:
            port = self._game.launcher.port
            if not isinstance(port, TwinSerial):
                raise TableError(f"the launcher stopped ({pause.code}): see to it, and play on")
            await asyncio.to_thread(self._by_hand, port, pause.code)
        wish: Wish = GoOn()
        if pause.code in COUNTS:
            wish = Count(pause.facts["cards"])
        elif pause.code == "free_press":
            wish = Settle()
        # Refused if the pause has ended by itself meanwhile.
        await self._game.ask(Message(uuid.uuid4().hex, wish))

    def _by_hand(self, port: TwinSerial, code: str) -> None:
        bench = port.bench
        if code in ("jam", "blocked", "sensor"):
            bench.clear()
        if bench.read().lid_open:
            bench.close_lid()
        inside = bench.read().inside
        if inside < FULL_CARDS:
            bench.load(FULL_CARDS - inside)


async def play_to_the_end(game: Game) -> None:
    """Until somebody has won the match. Raises what ended the game before."""
    attendant = Attendant(game)
    async for _ in game.watch():
        await attendant.mend()


def report(game: Game, launcher: Launcher, before: int) -> dict[str, object]:
    """What `--json` prints; `before`: cards reported before this launcher was there."""
    state = game.table.state
    port = launcher.port
    truth = port.bench.read().left if isinstance(port, TwinSerial) and not before else None
    return {
        "match": game.match,
        "rounds": state.rounds,
        "winner": list(state.winners()),
        "digest": state.digest(),
        "entries": game.table.number,
        "cards_reported": game.table.reported,
        "cards_truth": truth,
    }
