"""Flags that tasks wait for, and the clock."""

import asyncio
import time

from machine import Timer


class IrqFlag:
    """Set by an interrupt, waited for by one task; a timer of its own ends a wait that is too long.

    The timer costs a tenth of asyncio.wait_for_ms(), which makes two tasks a call.
    """

    def __init__(self):
        self._flag = asyncio.ThreadSafeFlag()
        self._timer = Timer()
        self._came = self._late = False

    def set(self) -> None:
        """Safe in a hard interrupt handler."""
        self._came = True
        self._flag.set()

    def _time_is_up(self, timer) -> None:
        self._late = True
        self._flag.set()

    async def wait(self, timeout_ms=None) -> bool:
        """True when it was set, False after `timeout_ms`. The flag is clear afterwards."""
        self._late = False
        if timeout_ms is None:
            while not self._came:
                await self._flag.wait()
        else:
            self._timer.init(mode=Timer.ONE_SHOT, period=timeout_ms, callback=self._time_is_up)
            while not self._came and not self._late:
                await self._flag.wait()
            self._timer.deinit()
        if self._came:
            self._came = False
            return True
        return False


class Flag:
    """Set by one task, waited for by another. Unlike an IrqFlag it costs nothing while it waits."""

    def __init__(self):
        self._event = asyncio.Event()
        self.set = self._event.set

    async def wait(self) -> None:
        """Until it is set; it is clear afterwards."""
        await self._event.wait()
        self._event.clear()


class Clock:
    """Milliseconds since power-on that do not wrap, if asked at least every six days."""

    def __init__(self):
        self._now_ms = self._ticks = time.ticks_ms()

    def now_ms(self) -> int:
        ticks = time.ticks_ms()
        self._now_ms += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now_ms

    def now_us(self) -> int:
        """Microseconds since power-on, less whole rounds of 2^30."""
        return time.ticks_us()
