"""The bench side of a twin: what hands and instruments do, as JSON lines over loopback TCP.

A request is `{"do": NAME, ...}`, its answer one JSON object: the instruments' reading, but for
`converse`; `{"error": TEXT}` when it can't be done. `bench.Bench` is the client.
"""

import asyncio
import inspect
import json
from collections.abc import Callable
from typing import Any, Protocol

from cardslinger.twin.cable import Cable
from cardslinger.twin.conversation import Conversation, read_steps
from cardslinger.twin.errors import BadOption, NoAnswer
from cardslinger.twin.plant import Plant

PULL_MS = 150.0  # a hand is slower than the roller
REQUEST_MAX_BYTES = 4_000_000  # a train of 100,000 cards


class Twin(Protocol):
    """A launcher in software, virtual or emulated."""

    kind: str
    plant: Plant

    @property
    def boot_ms(self) -> float: ...
    @property
    def wakes(self) -> int: ...
    @property
    def light_on(self) -> bool: ...
    @property
    def tone_hz(self) -> int: ...
    def power_cycle(self) -> None: ...
    def reset(self) -> None: ...
    def now_ms(self) -> float: ...
    def call_later(self, delay_ms: float, action: Callable[[], None]) -> None: ...
    async def run(self) -> None: ...


class BenchServer:
    """Serves one twin to any number of bench clients."""

    def __init__(self, twin: Twin, cable: Cable) -> None:
        self._twin, self._cable = twin, cable

    async def start(self) -> int:
        """Listen on loopback; returns the port."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=REQUEST_MAX_BYTES)
        return int(server.sockets[0].getsockname()[1])

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                writer.write(json.dumps(await self._answer(line)).encode() + b"\n")
                await writer.drain()
        except ConnectionError:
            pass  # the client went away: nothing is owed to it
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> dict[str, Any]:
        try:
            request = json.loads(line)
            action = getattr(self, "_do_" + request.pop("do"))
            inspect.signature(action).bind(**request)
        except (ValueError, AttributeError, KeyError, TypeError) as error:
            return {"error": f"bad bench request: {error}"}
        try:
            answer: dict[str, Any] | None = await action(**request)
        except (BadOption, NoAnswer) as error:
            return {"error": str(error)}
        return self._state() if answer is None else answer

    def _state(self) -> dict[str, Any]:
        plant, mechanics = self._twin.plant, self._twin.plant.mechanics
        return {
            "kind": self._twin.kind,
            "now_ms": self._twin.now_ms(),
            "boot_ms": self._twin.boot_ms,
            "wakes": self._twin.wakes,
            "left": mechanics.left,
            "inside": mechanics.inside,
            "in_path": mechanics.in_path,
            "taken": mechanics.taken,
            "train_passed": plant.train.passed,
            "positions_mm": mechanics.positions_mm,
            "beam_blocked": mechanics.beam_blocked or plant.train.in_beam,
            "motor": plant.motor_mode,
            "motor_on_ms": plant.motor_on_ms,
            "longest_drive_ms": plant.longest_drive_ms,
            "blocked_drive_ms": plant.blocked_drive_ms,
            "roller_speed": mechanics.roller_speed,
            "motor_ma": mechanics.motor.current_a * 1000,
            "battery_mv": mechanics.battery_mv,
            "driver_fault": plant.driver_fault,
            "lid_open": mechanics.lid_open,
            "faults": mechanics.faults.on(),
            "light_on": self._twin.light_on,
            "tone_hz": self._twin.tone_hz,
            "shown": list(plant.shown),
            "flash_writes": plant.flash.count,
            "press_to_motor_ms": plant.press_to_motor_ms,
        }

    async def _wait(self, ms: float) -> None:
        over = asyncio.Event()
        self._twin.call_later(ms, over.set)
        await over.wait()

    async def _do_state(self) -> None:
        """Read the instruments."""

    async def _do_wait(self, ms: float) -> None:
        """Let virtual time pass."""
        await self._wait(ms)

    async def _do_press(self, hold_ms: float, after_ms: float) -> None:
        """Push the button, hold it, let go; in the twin's own time, to the microsecond."""
        plant, over = self._twin.plant, asyncio.Event()

        def push() -> None:
            plant.button_pressed()
            plant.button.set(True)
            self._twin.call_later(hold_ms, release)

        def release() -> None:
            plant.button.set(False)
            plant.button_released()
            over.set()

        self._twin.call_later(after_ms, push)
        await over.wait()

    async def _do_hold(self, down: bool) -> None:
        """Push the button and keep it down, or let it go."""
        self._twin.plant.button.set(down)

    async def _do_shake_button(self, every_us: float, edges: int) -> None:
        """The button's line floats: so many edges, one each `every_us`, at the end it is up."""
        await self._shake(self._twin.plant.button.force, every_us, edges)

    async def _do_shake_beam(self, every_us: float, edges: int) -> None:
        """The sensor's line floats: so many edges, one each `every_us`, at the end it is free."""
        await self._shake(self._twin.plant.beam.force, every_us, edges)

    async def _shake(self, line: Callable[[bool], None], every_us: float, edges: int) -> None:
        """In the twin's own time: a request's wait would end only between two batches of it."""
        left = edges + edges % 2
        over = asyncio.Event()

        def flip() -> None:
            nonlocal left
            line(left % 2 == 0)
            left -= 1
            if left:
                self._twin.call_later(every_us / 1000, flip)
            else:
                over.set()

        flip()
        await over.wait()

    async def _do_pull(self) -> None:
        """A hand pulls a card through the beam while the motor stands."""
        plant = self._twin.plant
        if plant.mechanics.pull_out():
            plant.beam.force(True)
            await self._wait(PULL_MS)
            plant.beam.force(False)

    async def _do_load(self, cards: int) -> None:
        if self._twin.plant.train.waiting:
            raise BadOption("a train is at the beam; end it first")
        self._twin.plant.mechanics.load(cards)

    async def _do_train(self, pulses: list[list[float]]) -> None:
        """Cards of these times at the beam instead of the machine's; see `train`."""
        self._twin.plant.load_train(pulses)

    async def _do_jam(self) -> None:
        """The next card that reaches the beam sticks."""
        self._twin.plant.switch_fault("jam_beam", probability=1.0, times=1)

    async def _do_fault(
        self, name: str, on: bool, probability: float | None, after: int, times: int | None
    ) -> None:
        """Switch a fault; see `faults`."""
        self._twin.plant.switch_fault(name, on, probability, after, times)

    async def _do_lid(self, lid_open: bool) -> None:
        self._twin.plant.set_lid(lid_open)

    async def _do_battery(self, charge: float) -> None:
        """Other cells: `charge` is 0 (empty) to 1 (full)."""
        if not 0.0 <= charge <= 1.0:
            raise BadOption("charge must be 0 to 1")
        self._twin.plant.mechanics.battery.charge = charge

    async def _do_clear(self) -> None:
        """Take out every card in the path and loosen what stuck."""
        self._twin.plant.mechanics.clear()
        self._twin.plant.beam_changed()

    async def _do_stall(self, stalled: bool) -> None:
        self._cable.stall(stalled)

    async def _do_converse(self, steps: object) -> dict[str, Any]:
        """Talk to the launcher as an ideal host; see `conversation`."""
        twin = self._twin
        talk = Conversation(self._cable, twin.now_ms, twin.call_later, read_steps(steps))
        return {"answers": [[ms, got.decode("latin-1")] for ms, got in await talk.hold()]}

    async def _do_unplug(self, after_ms: float) -> None:
        """Pull the USB cable; the launcher runs on from its battery."""
        await self._then(after_ms, self._cable.unplug)

    async def _do_plug(self) -> None:
        self._cable.plug()

    async def _do_power_cycle(self, replug: bool, after_ms: float) -> None:
        await self._start_anew(self._twin.power_cycle, replug, after_ms)

    async def _do_reset(self, replug: bool, after_ms: float) -> None:
        """Reset the chip as its watchdog does."""
        await self._start_anew(self._twin.reset, replug, after_ms)

    async def _start_anew(self, how: Callable[[], None], replug: bool, after_ms: float) -> None:
        def start() -> None:
            how()
            if replug:
                self._cable.replug()

        await self._then(after_ms, start)

    async def _then(self, after_ms: float, action: Callable[[], None]) -> None:
        """Do it in the twin's own time: a request alone comes between two batches of that."""
        over = asyncio.Event()

        def act() -> None:
            action()
            over.set()

        self._twin.call_later(after_ms, act)
        await over.wait()

    async def _do_cut_power_in_write(self, after: int, replug: bool) -> None:
        """Power goes in the middle of a write, the first `after` spared."""
        if after < 0:
            raise BadOption("after must not be negative")
        self._twin.plant.flash.cut_power(after, self._cable.replug if replug else None)
