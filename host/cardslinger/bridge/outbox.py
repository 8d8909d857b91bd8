"""Lines that wait for the port."""

import asyncio

_ACKNOWLEDGEMENT = -1  # no id of a command


class Outbox:
    """Lines to write, in the order in which they came.

    Of acknowledgements only the newest waits, for it covers all before it: a device that is
    faster than the port would otherwise be told again and again what it knew long ago, and send
    its events again for each. A command that still waits is not put in a second time.
    """

    def __init__(self) -> None:
        self._lines: dict[int, bytes] = {}
        self._filled = asyncio.Event()

    def say(self, number: int, line: bytes) -> None:
        """Put in the command with this id."""
        self._lines[number] = line  # a place that is taken stays where it is
        self._filled.set()

    def withdraw(self, number: int) -> None:
        """Take out the command with this id, if it still waits."""
        self._lines.pop(number, None)

    def acknowledge(self, line: bytes) -> None:
        """Put in an acknowledgement, in place of one that waits."""
        self.say(_ACKNOWLEDGEMENT, line)

    async def next(self) -> bytes:
        """Take out the line to write now; waits for one."""
        while not self._lines:
            self._filled.clear()
            await self._filled.wait()
        return self._lines.pop(next(iter(self._lines)))
