"""Measures the machine's parts one by one, each against its limits.

No card comes out: the motor turns backwards, and only for a moment. Some parts need a hand: a
card held into the beam, a finger on the button.
"""

import asyncio

HAND_MS = 15_000  # so long a hand may take
_LOOK_S = 0.02
_QUIET_MS = 200  # of watching a beam that should be free
_REST_S = 1.0  # a roller that still turns from the check before draws nothing
_SETTLE_S = 0.05  # the battery recovers, the motor draws steadily
_PULSE_PERCENT = 60
_SAMPLES = 5
_LET_GO_LOOKS = 50  # a finger that stays longer than a second is not waited for

# what is asked for: (what is measured, unit, lowest, highest)
CHECKS = {
    "lid": (("lid", "open", 0, 0),),
    "beam_clear": (("beam_clear", "edges", 0, 0),),
    "beam_blocked": (("beam_blocked", "ms", 0, HAND_MS),),
    # each switch bounces a little; more than three spikes are a worn one (assumed)
    "button": (("button", "ms", 0, HAND_MS), ("button_bounces", "edges", 0, 6)),
    # three cells from 1.25 V each, or four that can be charged; 1.15 V with the motor on (assumed)
    "battery": (("battery_off", "mV", 3750, 5600), ("battery_on", "mV", 3450, 5600)),
    # less, and no current flows; more, and cells or contacts are worn (limits assumed)
    # the roller may draw a card back out of the beam; more edges are the motor's noise
    "motor": (
        ("motor_sag", "mV", 20, 1200),
        ("driver", "fault", 0, 0),
        ("beam_motor", "edges", 0, 2),
    ),
}
MOTOR_CHECKS = ("battery", "motor")


class SelfTest:
    """One check at a time. The application sets `pressed` and `driver_fault` when they happen."""

    def __init__(self, board):
        self._board = board
        self.what = None  # running now
        self.pressed = self.driver_fault = False

    def begin(self, what: str) -> None:
        """From now on it is this check that `run` is to do, and what happens is meant for it."""
        self.what = what
        self.pressed = self.driver_fault = False

    async def run(self, report) -> list:
        """Do the check: facts of each measurement. `report()` is called again and again."""
        measure = getattr(self, "_" + self.what)
        values = await measure(report)
        what = self.what
        if values is None:  # somebody can reach in: that is all there is to tell
            what, values = "lid", (1,)
        told = []
        for place, (name, unit, low, high) in enumerate(CHECKS[what]):
            facts = {"what": name, "value": values[place], "unit": unit, "min": low, "max": high}
            facts["ok"] = low <= values[place] <= high
            told.append(facts)
        told[-1]["last"] = True
        self.what = None
        return told

    async def _lid(self, report) -> tuple:
        return (int(self._board.lid.is_open()),)

    async def _beam_clear(self, report) -> tuple:
        """Edges in a short while, and one for a beam that is blocked all the time."""
        sensor = self._board.card_sensor
        before = self._beam_edges()
        await asyncio.sleep(_QUIET_MS / 1000)
        edges = self._beam_edges() - before
        return (edges + sensor.leading - sensor.trailing,)

    def _beam_edges(self) -> int:
        """Since power-on; a spike counts as one."""
        sensor = self._board.card_sensor
        sensor.look()
        return sensor.leading + sensor.trailing + sensor.noise

    async def _beam_blocked(self, report) -> tuple:
        sensor = self._board.card_sensor

        def blocked() -> bool:
            sensor.look()
            return sensor.leading > sensor.trailing

        return (await self._hand(blocked, report),)

    async def _button(self, report) -> tuple:
        """How long the press took to come, and the edges beside its own two."""
        button = self._board.button
        button.count_edges(True)
        try:
            took_ms = await self._hand(lambda: self.pressed, report)
            edges = -1
            for _ in range(_LET_GO_LOOKS):
                if button.edges == edges and not button.is_down():
                    break
                edges = button.edges
                report()
                await asyncio.sleep(_LOOK_S)
            own = 1 if button.is_down() else 2
            return took_ms, max(button.edges - own, 0)
        finally:
            button.count_edges(False)

    async def _hand(self, done, report) -> int:
        """How long it took in ms; more than HAND_MS when nobody came."""
        clock = self._board.clock
        began_ms = clock.now_ms()
        while not done():
            report()
            if clock.now_ms() - began_ms > HAND_MS:
                break
            await asyncio.sleep(_LOOK_S)
        return clock.now_ms() - began_ms

    async def _battery(self, report):
        pulse = await self._pulse()
        return pulse and pulse[:2]

    async def _motor(self, report):
        pulse = await self._pulse()
        return pulse and (pulse[0] - pulse[1], int(pulse[2]), pulse[3])

    async def _pulse(self):
        """The battery's mV with the motor off and on, whether the driver reports a fault, and
        edges of the beam meanwhile; None when the lid is open."""
        motor = self._board.motor
        await asyncio.sleep(_REST_S)
        off_mv = self._millivolts()
        if self._board.lid.is_open():  # since the check was asked for
            return None
        before = self._beam_edges()
        try:
            motor.reverse(_PULSE_PERCENT)
            await asyncio.sleep(_SETTLE_S)
            on_mv, fault = self._millivolts(), self.driver_fault or motor.fault()
            edges = self._beam_edges() - before
            return None if self._board.lid.is_open() else (off_mv, on_mv, fault, edges)
        finally:
            motor.off()

    def _millivolts(self) -> int:
        battery = self._board.battery
        return sum(battery.millivolts() for _ in range(_SAMPLES)) // _SAMPLES
