"""MicroPython's prompt on a board: programs, files, and a way back."""

import base64
import contextlib
import io
import json
import re
import struct
import zlib
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from cardslinger.bridge.ports import resolve
from cardslinger.flash.errors import BoardFailed, not_installed
from cardslinger.flash.files import firmware_text

if TYPE_CHECKING:
    from mpremote.transport_serial import SerialTransport

_FULL = re.compile(r"OSError: (\[Errno )?28\b")  # as MicroPython words it
PATIENCE_S = 60.0  # for an answer; an emulated board on a busy machine is slow
# To reach the prompt: a board that is just starting, or whose launcher crashes, hears Ctrl-C too
# early, and what comes after that goes to its program.
TRIES, TRY_S = 10, 3.0
# Late enough for the answer that it was understood.
_GO = "import machine, time\ntime.sleep_ms(100)\nmachine.{}()"
WRITE_TIMEOUT_S = 10.0
PIECE_BYTES = 8192  # that travel at a time, and lie in the board's memory
WINDOW_BITS = 12  # of the compression: 4 KiB of the board's memory
BOOTSEL = "hold BOOTSEL while you plug it in, then run this again"


class Prompt:
    """The prompt of the board at `url`. The program that runs there is stopped, a launcher with
    its motor off. Use it as a context manager: on leaving the board starts anew.
    """

    def __init__(self, url: str) -> None:
        """Raises NoImage without the extra `flash`, PortError, BoardFailed."""
        self.url = url
        self._left = False
        self._transport = _connect(resolve(url))
        try:
            self._enter()
        except BaseException:
            self._close()
            raise
        try:
            self.run(firmware_text("files/at_prompt.py"))
        except BaseException:
            self.leave()
            raise

    def _enter(self) -> None:
        for left in reversed(range(TRIES)):
            try:
                with _quiet():
                    self._transport.enter_raw_repl(soft_reset=False, timeout_overall=TRY_S)
                return
            except _trouble() as error:
                if not left:
                    raise BoardFailed(
                        f"{self.url}: MicroPython's prompt does not answer; {BOOTSEL}"
                    ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.leave()

    def leave(self) -> None:
        """The board starts anew, and its port is let go of. Safe to call twice."""
        if self._left:
            return
        self._left = True
        with contextlib.suppress(BoardFailed):
            self._restart()
        self._close()

    def _close(self) -> None:
        with contextlib.suppress(OSError):
            self._transport.close()

    def _restart(self) -> None:
        """All that was running ends, the board starts anew."""
        with self._told():
            self._enter()  # out of a transfer that was cut off, too
            self._transport.exec_raw_no_follow(_GO.format("reset"))

    def to_bootloader(self) -> None:
        """The board shows up as a drive; the prompt is gone, and its port let go of."""
        self._left = True
        try:
            with self._told():
                self._transport.exec_raw_no_follow(_GO.format("bootloader"))
        finally:
            self._close()

    def run(self, program: str) -> str:
        """What `program` prints. Raises BoardFailed when it ends by an error."""
        with self._told():
            self._transport.exec_raw_no_follow(program)
            return self._answer()

    def ask(self, call: str) -> Any:
        """What a call of `at_prompt.py` answers."""
        said = self.run(call)
        try:
            return json.loads(said)
        except ValueError:
            raise BoardFailed(
                f"{self.url}: the board answers {said[:60]!r}; unplug it, plug it in, try again"
            ) from None

    def put(
        self, path: str, content: bytes, report: Callable[[int], None] = lambda more: None
    ) -> None:
        """Write a file; `report` is told of each piece's bytes. Raises BoardFailed, when the
        board's flash is full, too."""
        for start in range(0, len(content) or 1, PIECE_BYTES):
            piece = content[start : start + PIECE_BYTES]
            press = zlib.compressobj(9, wbits=WINDOW_BITS)
            text = base64.b64encode(press.compress(piece) + press.flush())
            with self._told():
                mode = "ab" if start else "wb"
                self._transport.exec_raw_no_follow(f"put({path!r},{mode!r},{len(text)})")
                self._transport.serial.write(text)
                self._answer()
            report(len(piece))

    def get(self, path: str) -> bytes | None:
        """A file's content; None if there is none."""
        answer = self.ask(f"get({path!r})")
        return None if answer is None else base64.b64decode(answer)

    def _answer(self) -> str:
        said, complaint = self._transport.follow(PATIENCE_S)
        if complaint:
            raise BoardFailed(f"{self.url}: {_reason(complaint)}")
        return str(said.decode("ascii", "replace"))

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """What mpremote and the port raise, as BoardFailed."""
        try:
            with _quiet():
                yield
        except _trouble() as error:
            raise BoardFailed(
                f"{self.url}: the board stopped answering; unplug it, plug it in, run this again"
            ) from error


def _connect(url: str) -> "SerialTransport":
    try:
        from mpremote.transport_serial import SerialTransport
    except ImportError:
        raise not_installed("mpremote") from None
    try:
        with _quiet():
            transport = SerialTransport(url, timeout=PATIENCE_S)
            transport.serial.write_timeout = WRITE_TIMEOUT_S
            return transport
    except _trouble() as error:
        raise BoardFailed(
            f"{url}: can't be opened; close what else has it open, or see `cardslinger ports`"
        ) from error


def _trouble() -> tuple[type[Exception], ...]:
    """What mpremote raises: its own error, one for an answer that is too short, the port's."""
    from mpremote.transport import TransportError

    return TransportError, struct.error, OSError


def _quiet() -> contextlib.redirect_stdout[io.StringIO]:
    """mpremote prints what it did not expect."""
    return contextlib.redirect_stdout(io.StringIO())


def _reason(complaint: bytes) -> str:
    """Why a program ended, with the next step, from its traceback."""
    lines = complaint.decode("utf-8", "replace").strip().splitlines()
    last = lines[-1] if lines else "no reason"
    if _FULL.search(last):
        return "the board's flash is full; delete files of yours there (`mpremote rm`)"
    return f"the board says {last[:80]!r}; unplug it, plug it in, run this again"
