"""Client of a twin's bench side: hands and instruments, blocking calls."""

import json
import socket
from collections.abc import Sequence
from typing import Any

import msgspec

from cardslinger.twin.errors import TwinBroken

ANSWER_S = 120.0  # wall time; a free-running twin does minutes of virtual time in it
HOLD_MS = 80.0


class Reading(msgspec.Struct, frozen=True):
    """The instruments, read after a bench operation. Times are virtual."""

    kind: str
    now_ms: float
    boot_ms: float  # power to first message; 0 on the virtual board
    wakes: int  # times that something woke the chip from sleep; 0 on the virtual board
    left: int  # cards that really left, or were pulled out: the mechanics' own count
    inside: int  # cards in the hopper
    in_path: int  # cards in the beam or the exit, or wedged on the way there
    taken: int  # cards that a hand took out of the path or the hopper
    train_passed: int  # cards of the train that have passed the beam whole
    positions_mm: list[float]  # leading edges outside the hopper, from the roller on
    beam_blocked: bool  # by a card, whatever the sensor says
    motor: str  # what the driver is told: drive, reverse, brake or coast
    motor_on_ms: float  # driven, in all
    longest_drive_ms: float  # driven without a pause
    blocked_drive_ms: float  # ... while the sensor's line said blocked without an edge
    roller_speed: float  # m/s, negative backwards
    motor_ma: float
    battery_mv: float  # at its terminals, with the current of the moment
    driver_fault: bool  # nFAULT is low
    lid_open: bool
    faults: list[str]  # switched on
    light_on: bool
    tone_hz: int  # of the buzzer, 0 while it is silent
    shown: list[tuple[float, bool, int]]  # the last changes of light and buzzer: since when, both
    flash_writes: int  # erases and programs; on the virtual board writes and renames of files
    press_to_motor_ms: list[float]  # button edge to first drive, one a press that fired


class Bench:
    """Hands on a twin. Each call but `converse` returns the instruments' reading after it."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=ANSWER_S)
        self._lines = self._socket.makefile("rb")

    def close(self) -> None:
        self._lines.close()
        self._socket.close()

    def read(self) -> Reading:
        return self._do("state")

    def press(self, hold_ms: float = HOLD_MS, after_ms: float = 0.0) -> Reading:
        """Push the button, hold it, let it go; returns when it is up again. `after_ms` from now:
        a request alone finds a free-running twin at work more often than it is."""
        return self._do("press", hold_ms=hold_ms, after_ms=after_ms)

    def hold(self, down: bool) -> Reading:
        """Push the button and keep it down, or let it go."""
        return self._do("hold", down=down)

    def shake_button(self, every_us: float, edges: int) -> Reading:
        """The button's line floats: so many edges, one each `every_us`."""
        return self._do("shake_button", every_us=every_us, edges=edges)

    def shake_beam(self, every_us: float, edges: int) -> Reading:
        """The sensor's line floats: so many edges, one each `every_us`."""
        return self._do("shake_beam", every_us=every_us, edges=edges)

    def pull_card(self) -> Reading:
        """A hand pulls a card through the beam while the motor stands."""
        return self._do("pull")

    def wait(self, ms: float) -> Reading:
        """Let virtual time pass."""
        return self._do("wait", ms=ms)

    def load(self, cards: int) -> Reading:
        """Put cards into the hopper."""
        return self._do("load", cards=cards)

    def train(self, pulses: Sequence[Sequence[float]]) -> Reading:
        """Take all cards out, and show the beam `[gap_us, blocked_us]` of each of these instead.

        While the motor is driven forward they come with exactly these times, the first gap from
        the start of driving; when it is not, the card in the beam still leaves and no other comes.
        The next train replaces what is left of this one; an empty one ends it.
        """
        return self._do("train", pulses=[list(pulse) for pulse in pulses])

    def jam(self) -> Reading:
        """The next card that reaches the beam sticks there."""
        return self._do("jam")

    def fault(
        self,
        name: str,
        on: bool = True,
        *,
        probability: float | None = None,
        after: int = 0,
        times: int | None = None,
    ) -> Reading:
        """Switch a fault of `twin.faults` on or off.

        A fault of cards strikes each with `probability` (0.1 unless said), spares the first
        `after`, and ends after `times` strikes. `jam` without a probability strikes one for sure.
        """
        return self._do(
            "fault", name=name, on=on, probability=probability, after=after, times=times
        )

    def open_lid(self) -> Reading:
        """Nothing presses on the roller any more."""
        return self._do("lid", lid_open=True)

    def close_lid(self) -> Reading:
        return self._do("lid", lid_open=False)

    def set_battery(self, charge: float) -> Reading:
        """Other cells, from 0 (empty) to 1 (full)."""
        return self._do("battery", charge=charge)

    def clear(self) -> Reading:
        """Take every card out of the path and square the stack."""
        return self._do("clear")

    def stall_host(self, stalled: bool) -> Reading:
        """The host's computer takes nothing more from USB, or takes it again."""
        return self._do("stall", stalled=stalled)

    def converse(self, steps: Sequence[tuple[str, str]]) -> list[tuple[float, str]]:
        """Talk to the launcher as a host that loses no time, where no other host is.

        Each step is (what to send, what to wait for), in Latin-1, a character a byte. It ends as
        soon as the device's output since the step began contains what is waited for; the next is
        sent at that very moment. Returns for each step the virtual ms it took and all that came
        meanwhile. DTR is up as long as it lasts.
        """
        answer = self._ask("converse", steps=[list(step) for step in steps])
        return msgspec.convert(answer["answers"], list[tuple[float, str]])

    def unplug(self, after_ms: float = 0.0) -> Reading:
        """Pull the USB cable, so long from now: an open port breaks, and there is none to open.
        The launcher runs on from its battery and finds that no host listens."""
        return self._do("unplug", after_ms=after_ms)

    def plug(self) -> Reading:
        """Plug the USB cable in again; the port has the name it had before."""
        return self._do("plug")

    def power_cycle(self, *, replug: bool = False, after_ms: float = 0.0) -> Reading:
        """Power off and on again, so long from now; cards stay where they are.

        With `replug` the host's port breaks too, as that of a real board does.
        """
        return self._do("power_cycle", replug=replug, after_ms=after_ms)

    def reset(self, *, replug: bool = False, after_ms: float = 0.0) -> Reading:
        """Reset the chip as its watchdog does, so long from now: the program starts anew, and finds
        in the watchdog's scratch registers what it left there. `replug` as for `power_cycle`."""
        return self._do("reset", replug=replug, after_ms=after_ms)

    def cut_power_in_write(self, after: int = 0, *, replug: bool = False) -> Reading:
        """Power goes in the middle of an operation on flash, and comes back at once. `replug` as
        for `power_cycle`.

        It strikes the first one from now that is not among the `after` spared ones, each of those
        that `flash_writes` counts: it leaves a sector half erased, a page half programmed, a file
        half written, a name unchanged.
        """
        return self._do("cut_power_in_write", after=after, replug=replug)

    def _do(self, operation: str, **arguments: object) -> Reading:
        return msgspec.convert(self._ask(operation, **arguments), Reading)

    def _ask(self, operation: str, **arguments: object) -> dict[str, Any]:
        request = {"do": operation, **arguments}
        try:
            self._socket.sendall(json.dumps(request).encode() + b"\n")
            line = self._lines.readline()
        except (OSError, ValueError) as error:  # it was closed meanwhile
            raise TwinBroken(f"the twin does not answer: {error}") from None
        if not line:
            raise TwinBroken("the twin's process has ended")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise TwinBroken(answer["error"])
        return answer
