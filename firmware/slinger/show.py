"""Light and buzzer: a task that shows what the machine says."""

from .signals import Signals


class Show:
    """`wanted()` says which state is to be shown; set `changed` when that may be another one, and
    when the board's alarm has rung."""

    def __init__(self, board, settings: dict, wanted, report):
        self.changed = board.flag()
        self._ring_after = board.ring_after
        self._clock, self._light, self._buzzer = board.clock, board.light, board.buzzer
        self._settings, self._wanted, self._report = settings, wanted, report
        self._signals = Signals()

    def play(self, steps: tuple) -> None:
        """Show these once, over the state."""
        self._signals.play(steps)
        self.changed.set()

    async def run(self) -> None:
        """Show until cancelled; `report("show")` says that this task is alive."""
        sounding_hz = 0
        while True:
            on, tone_hz, wait_ms = self._signals.step(self._wanted(), self._clock.now_ms())
            self._light.set(on)
            if self._settings["mute"]:
                tone_hz = 0
            if tone_hz != sounding_hz:
                sounding_hz = tone_hz
                if tone_hz:
                    self._buzzer.tone(tone_hz)
                else:
                    self._buzzer.off()
            if wait_ms:
                self._ring_after(wait_ms)
            await self.changed.wait()
            self._report("show")
