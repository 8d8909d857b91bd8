"""An ideal host at the twin's end of the cable: it answers in no time at all.

A real host's answers come when its process gets to run, which in virtual time is any time later.
This one speaks from within the device's own output, so round trips are those of the device alone.
"""

import asyncio
from collections.abc import Callable, Sequence

from cardslinger.twin.cable import Cable
from cardslinger.twin.errors import BadOption, NoAnswer

PATIENCE_MS = 5000.0  # virtual, for a step
TOLD_BYTES = 80  # of what was sent and what came, in an error


class Conversation:
    """Steps of (what to send, what to wait for). `hold` it once."""

    def __init__(
        self,
        cable: Cable,
        now_ms: Callable[[], float],
        call_later: Callable[[float, Callable[[], None]], None],
        steps: Sequence[tuple[bytes, bytes]],
    ) -> None:
        self._cable, self._now_ms, self._call_later = cable, now_ms, call_later
        self._steps = steps
        self._answers: list[tuple[float, bytes]] = []
        self._got = bytearray()
        self._sent_ms = 0.0
        self._over = asyncio.Event()

    async def hold(self) -> list[tuple[float, bytes]]:
        """(virtual ms, what came meanwhile) of each step.

        Raises BadOption when the cable is out or a host is there, NoAnswer when what a step
        waits for does not come.
        """
        if not self._steps:
            return []
        self._cable.take_over(self._hear)
        try:
            self._speak()
            await self._over.wait()
        finally:
            self._cable.give_back()
        if len(self._answers) < len(self._steps):
            raise NoAnswer(self._failure())
        return self._answers

    def _speak(self) -> None:
        number = len(self._answers)
        self._got.clear()
        self._sent_ms = self._now_ms()
        self._call_later(PATIENCE_MS, lambda: self._give_up(number))
        self._cable.on_bytes(self._steps[number][0])

    def _hear(self, data: bytes) -> None:
        """From within the device's output: what is said here reaches it at this very moment."""
        if self._over.is_set():
            return
        self._got += data
        if self._steps[len(self._answers)][1] in self._got:
            self._answers.append((self._now_ms() - self._sent_ms, bytes(self._got)))
            if len(self._answers) < len(self._steps):
                self._speak()
            else:
                self._over.set()

    def _give_up(self, number: int) -> None:
        if number == len(self._answers):
            self._over.set()

    def _failure(self) -> str:
        number = len(self._answers)
        send, until = self._steps[number]
        came = bytes(self._got[-TOLD_BYTES:])
        return (
            f"step {number + 1} of {len(self._steps)}: sent {send[:TOLD_BYTES]!r}, and {until!r}"
            f" did not come within {PATIENCE_MS:.0f} ms, but {came!r}; does the launcher run?"
        )


def read_steps(steps: object) -> list[tuple[bytes, bytes]]:
    """`[send, until]` texts in Latin-1 as bytes. Raises BadOption."""
    if not isinstance(steps, list):
        raise BadOption("steps must be a list of [send, until]")
    found = []
    for step in steps:
        match step:
            case [str(send), str(until)] if until:
                pass
            case _:
                raise BadOption(f"a step is [send, until], two texts, until not empty; not {step}")
        try:
            found.append((send.encode("latin-1"), until.encode("latin-1")))
        except UnicodeEncodeError:
            raise BadOption("a step's characters are bytes: none above U+00FF") from None
    return found
