"""What both kinds of board share about writing to flash: when it is forbidden, when power goes."""

from collections.abc import Callable

from cardslinger.twin.errors import UnsafeWrite
from cardslinger.twin.motor import DRIVE, REVERSE


class FlashWrites:
    """Counts a board's operations on flash, and looks at the motor before each.

    A real Pico serves no interrupt while its flash is busy, 45 ms for an erase and up to ten times
    that: a motor that runs then is out of control.
    """

    def __init__(self, motor_mode: Callable[[], str]) -> None:
        self.count = 0
        self._motor_mode = motor_mode
        self._spared: int | None = None  # operations until the one that loses power
        self._on_cut: Callable[[], None] | None = None

    def cut_power(self, after: int, then: Callable[[], None] | None = None) -> None:
        """Power goes in the middle of an operation; the first `after` are spared. `then` is called
        at that very moment."""
        self._spared, self._on_cut = after, then

    def begin(self, operation: str) -> bool:
        """Before each operation. True when the power goes in its middle.

        Raises UnsafeWrite while the motor is driven.
        """
        mode = self._motor_mode()
        if mode in (DRIVE, REVERSE):
            raise UnsafeWrite(
                f"the firmware began a {operation} of flash with the motor in {mode}: "
                "no interrupt is served for 45 ms and more; it must stop the motor first"
            )
        self.count += 1
        if self._spared is None:
            return False
        if self._spared:
            self._spared -= 1
            return False
        self._spared = None
        if self._on_cut:
            self._on_cut()
        return True
