"""The emulated Pico's flash chip, with the time that it takes and what a power cut leaves of it."""

from collections.abc import Callable
from typing import Any

from cardslinger.twin.flash import FlashWrites

NS_PER_MS = 1e6
_PROGRAM, _SECTOR_ERASE, _BLOCK_ERASE = 0x02, 0x20, 0xD8  # commands of the chip
# Typical times of the Pico's W25Q16JV (Winbond data sheet, AC characteristics). The worst are
# 3, 400 and 2000 ms.
BUSY_MS = {_PROGRAM: 0.8, _SECTOR_ERASE: 45.0, _BLOCK_ERASE: 150.0}
_NAMES = {_PROGRAM: "page program", _SECTOR_ERASE: "sector erase", _BLOCK_ERASE: "block erase"}
_SIZES_BYTES = {_PROGRAM: 256, _SECTOR_ERASE: 4096, _BLOCK_ERASE: 65536}
_HEADER_BYTES = 4  # command and address


class EmulatedFlash:
    """Hooked into rp2040py's SSI, where an erase or a program takes no time.

    While the chip is busy virtual time passes for all the world, but the processor, which cannot
    read its program then, executes nothing and serves no interrupt.
    """

    def __init__(
        self,
        mcu: Any,
        content: bytes,
        keep: Callable[[int, bytes], None],
        writes: FlashWrites,
        on_power_cut: Callable[[], None],
    ) -> None:
        """The chip comes with `content`; `keep` is given each change of it, as (start, bytes).
        `on_power_cut` is called in the middle of a processor's instruction."""
        mcu.flash[: len(content)] = content
        self._mcu, self._ssi = mcu, mcu.ssi
        self._keep, self._writes, self._on_power_cut = keep, writes, on_power_cut
        self._execute = self._ssi._apply_command
        self._ssi._apply_command = self._command

    def _command(self) -> None:
        """A command has come in whole."""
        command: bytearray = self._ssi._tx_buffer
        code = command[0] if len(command) >= _HEADER_BYTES and self._ssi._write_enabled else None
        if code not in BUSY_MS:
            self._execute()
            return
        size = _SIZES_BYTES[code]
        start = int.from_bytes(command[1:_HEADER_BYTES], "big") & ~(size - 1)
        cut = self._writes.begin(_NAMES[code])
        if cut:
            self._execute_half(code, command)
        else:
            self._execute()
        self._keep(start, bytes(self._mcu.flash[start : start + size]))
        self._pass(BUSY_MS[code] / (2 if cut else 1))
        if cut:
            self._on_power_cut()

    def _pass(self, ms: float) -> None:
        self._mcu.clock.tick(ms * NS_PER_MS)

    def _execute_half(self, code: int, command: bytearray) -> None:
        """Of an erase the first half of the bytes is done, of a program the first half of those
        that it changes. On silicon each bit of them may be done or not."""
        if code == _PROGRAM:
            written = len(command[_HEADER_BYTES:].rstrip(b"\xff"))
            del command[_HEADER_BYTES + written // 2 :]
            self._execute()
            return
        size = _SIZES_BYTES[code]
        start = int.from_bytes(command[1:_HEADER_BYTES], "big") & ~(size - 1)
        kept = slice(start + size // 2, start + size)
        before = bytes(self._mcu.flash[kept])
        self._execute()
        self._mcu.flash[kept] = before
