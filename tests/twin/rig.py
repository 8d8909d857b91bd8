"""A plant on a test stand: no board, no process, its own virtual time."""

import heapq
from collections.abc import Callable

from cardslinger.twin.faults import Faults
from cardslinger.twin.mechanics import Mechanics
from cardslinger.twin.motor import COAST
from cardslinger.twin.parameters import Parameters
from cardslinger.twin.plant import Plant


class Rig:
    """The wires of a board that a test drives itself. `edges` are (ms, blocked)."""

    def __init__(
        self, cards: int, parameters: Parameters | None = None, seed: int = 1, *faults: str
    ) -> None:
        self._now_ms = 0.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._number = 0
        self._motor: tuple[str, float] = (COAST, 0.0)
        self._awake = False
        self.edges: list[tuple[float, bool]] = []
        self.presses: list[tuple[float, bool]] = []
        self.driver_fault = self.lid_open = self.light_on = False
        self.tone_hz = 0
        switches = Faults(seed)
        for name in faults:
            switches.switch(name)
        self.mechanics = Mechanics(cards, parameters or Parameters(), seed, switches)
        self.plant = Plant(self.mechanics, self)

    def order(self, mode: str, duty: float = 0.0, awake: bool = True) -> None:
        """What the driver's inputs say from now on."""
        self._motor, self._awake = (mode, duty), awake
        self.plant.motor_changed()

    def run(self, ms: float) -> None:
        """Let virtual time pass."""
        end_ms = self._now_ms + ms
        while self._due and self._due[0][0] <= end_ms:
            self._now_ms, _, action = heapq.heappop(self._due)
            action()
        self._now_ms = end_ms

    @property
    def pulses_ms(self) -> list[float]:
        """How long the sensor said blocked, each time."""
        return [
            end_ms - start_ms
            for (start_ms, blocked), (end_ms, _) in zip(self.edges, self.edges[1:], strict=False)
            if blocked
        ]

    @property
    def gaps_ms(self) -> list[float]:
        """How long it said free between two pulses."""
        return [
            end_ms - start_ms
            for (start_ms, blocked), (end_ms, _) in zip(self.edges, self.edges[1:], strict=False)
            if not blocked
        ]

    # -- plant.Wires --------------------------------------------------------------------------

    def motor(self) -> tuple[str, float]:
        return self._motor

    def driver_awake(self) -> bool:
        return self._awake

    def set_beam(self, blocked: bool) -> None:
        self.edges.append((self._now_ms, blocked))

    def set_button(self, down: bool) -> None:
        self.presses.append((self._now_ms, down))

    def set_lid(self, lid_open: bool) -> None:
        self.lid_open = lid_open

    def set_driver_fault(self, fault: bool) -> None:
        self.driver_fault = fault

    def call_later(self, delay_ms: float, action: Callable[[], None]) -> None:
        self._number += 1
        heapq.heappush(self._due, (self._now_ms + delay_ms, self._number, action))

    def now_ms(self) -> float:
        return self._now_ms
