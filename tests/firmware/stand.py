"""A Feed on the twin's mechanics, with no application, board or process around it."""

import heapq

from cardslinger.twin.motor import BRAKE, COAST, DRIVE, REVERSE
from cardslinger.twin.parameters import Parameters
from cardslinger.twin.virtual_parts import LOOK_DELAY_S, Battery, CardSensor
from slinger import feed as feeding
from slinger.feed import DRIVER, Feed
from slinger.settings import DEFAULTS

from tests.twin.rig import Rig

REST_MS = 1000.0  # any card on its way has left by then
MODES = {
    feeding.OFF: COAST,
    feeding.DRIVE: DRIVE,
    feeding.BRAKE: BRAKE,
    feeding.REVERSE: REVERSE,
}


class Stand(Rig):
    """Does what the application does with a Feed; the hands are the test's."""

    def __init__(
        self,
        cards: int,
        seed: int,
        *faults: str,
        parameters: Parameters | None = None,
        **settings: int,
    ) -> None:
        self._fault_came = False
        super().__init__(cards, parameters, seed, *faults)
        self.sensor = CardSensor(self.plant.beam.shown, self)
        self.battery = Battery(lambda: self.plant.battery_counts)
        self.feed = Feed({**DEFAULTS, **settings}, self.battery.millivolts())

    def exact_ms(self) -> float:
        """The sensor's clock."""
        return self._now_ms

    def set_beam(self, blocked: bool) -> None:
        super().set_beam(blocked)
        self.sensor.show(blocked)

    def set_driver_fault(self, fault: bool) -> None:
        super().set_driver_fault(fault)
        self._fault_came |= fault

    def fire(self, wanted: int) -> int:
        """Feed until it is over and all has come to rest; returns how many cards really left."""
        left, self._fault_came = self.mechanics.left, False
        self.feed.start(wanted, self.sensor, int(self._now_ms))
        self._drive()
        while self.feed.busy:
            edge = self._wait(self.feed.wait_ms(int(self._now_ms)))
            if self._fault_came:
                self._fault_came = False
                self.feed.stop(DRIVER, int(self._now_ms))
            if edge and self.feed.motor == feeding.DRIVE:
                self.feed.battery_mv = self.battery.millivolts()
            self.feed.step(self.sensor, int(self._now_ms))
            self._drive()
        self.run(REST_MS)
        return self.mechanics.left - left

    def clear(self) -> None:
        """A hand takes every card out of the path."""
        self.mechanics.clear()
        self.plant.beam_changed()
        self.run(REST_MS)

    def _drive(self) -> None:
        motor, now_ms = self.feed.motor, int(self._now_ms)
        on = motor in (feeding.DRIVE, feeding.REVERSE)
        duty = self.feed.duty_percent(now_ms) / 100 if on else 0.0
        awake = motor != feeding.OFF
        if (MODES[motor], duty, awake) != (*self._motor, self._awake):
            self.order(MODES[motor], duty, awake)

    def _wait(self, ms: float) -> bool:
        """Until an edge of the sensor, or of the driver's fault, and the look at it."""
        end_ms, edges = self._now_ms + ms, len(self.edges)
        while self._due and self._due[0][0] <= end_ms:
            if self._fault_came or len(self.edges) > edges:
                break
            self._now_ms, _, action = heapq.heappop(self._due)
            action()
        if self._fault_came or len(self.edges) > edges:
            self.run(LOOK_DELAY_S * 1000)
        else:
            self._now_ms = end_ms
        return len(self.edges) > edges
