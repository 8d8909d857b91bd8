"""Hands on the launcher: those on a twin are at the keyboard."""

import asyncio

from cardslinger.bridge import Launcher, State
from cardslinger.cli.monitor import BETWEEN_PRESSES_MS
from cardslinger.cli.table_commands import Do, Load
from cardslinger.twin.bench import Bench
from cardslinger.twin.errors import TwinError
from cardslinger.twin.port import TwinSerial
from cardslinger.words import Words


class Hands:
    """Does what was typed, and says in one language what came of it."""

    def __init__(self, launcher: Launcher, words: Words) -> None:
        self._launcher, self._say = launcher, words.say
        self.on_twin = isinstance(launcher.port, TwinSerial)

    def why_not(self) -> str:
        """What the connection to the launcher lacks; empty while there is one."""
        if self._launcher.state is State.CONNECTED:
            return ""
        return self._launcher.why or str(self._launcher.state)

    async def do(self, what: Do | Load) -> str:
        """What is to be answered, or nothing: the launcher tells it."""
        if not self.on_twin:
            return self._say("typed.press_real" if what is Do.PRESS else "typed.no_twin")
        if why := self.why_not():
            return self._say("launcher.lost", reason=why)
        port = self._launcher.port
        assert isinstance(port, TwinSerial)
        try:
            return await asyncio.to_thread(self._on_twin, port.bench, what)
        except TwinError as error:
            return self._say("launcher.lost", reason=str(error))

    def _on_twin(self, bench: Bench, what: Do | Load) -> str:
        if what is Do.PRESS:
            bench.press()
            bench.wait(BETWEEN_PRESSES_MS)
            return ""
        if isinstance(what, Load):
            inside = bench.read().inside
            if what.cards > inside:
                inside = bench.load(what.cards - inside).inside
            return self._say("typed.loaded", count=inside)
        before = bench.read()
        taken = bench.clear().taken - before.taken
        bench.close_lid()
        if taken:
            return self._say("typed.taken_out", count=taken)
        return self._say("typed.lid_closed" if before.lid_open else "typed.cleared")
