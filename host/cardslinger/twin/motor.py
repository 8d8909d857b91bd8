"""The feed roller's drive: DRV8833 driver, DC motor, gears, seen at the roller's rim."""

from math import exp

from cardslinger.twin.battery import Battery
from cardslinger.twin.parameters import Parameters

DRIVE, REVERSE, BRAKE, COAST = "drive", "reverse", "brake", "coast"
FULL_DUTY = 0.99  # an input driven with more than this counts as steadily high


def driver_output(in1_duty: float, in2_duty: float, awake: bool) -> tuple[str, float]:
    """(mode, duty) of a DRV8833 bridge for its inputs (DRV8833 data sheet, tables 1 and 2).

    One input pulsed and the other low drives and lets go in turn, one pulsed and the other high
    drives and brakes in turn; both pulsed makes no sense and is taken as letting go.
    """
    high1, high2 = in1_duty >= FULL_DUTY, in2_duty >= FULL_DUTY
    if not awake or in1_duty == in2_duty == 0.0:
        return COAST, 0.0
    if high1 and high2:
        return BRAKE, 0.0
    if high1 or in2_duty == 0.0:
        return DRIVE, in1_duty - in2_duty
    if high2 or in1_duty == 0.0:
        return REVERSE, in2_duty - in1_duty
    return COAST, 0.0


class Driver:
    """What protects the DRV8833: thermal shutdown and the lockout at low supply.

    Its over-current trip (2 A and more) needs a short circuit: the sense resistor limits a
    stalled motor to less.
    """

    def __init__(self, parameters: Parameters) -> None:
        self._p = parameters
        self.broken = False  # the fault `driver_fault`
        self._awake = False
        self._waking_ms = 0.0
        self._heat_ms = 0.0  # time at too much current, less what was shed since
        self._hot = False
        self._low_ms = 0.0  # left of a lockout

    @property
    def conducts(self) -> bool:
        """True when the outputs follow the inputs."""
        return self._awake and self._waking_ms <= 0.0 and not self.fault

    @property
    def fault(self) -> bool:
        """True while nFAULT is low. A sleeping driver reports nothing."""
        return self._awake and (self.broken or self._hot or self._low_ms > 0.0)

    def wake(self, awake: bool) -> None:
        """nSLEEP is high, or low."""
        if awake and not self._awake:
            self._waking_ms = self._p.driver_wake_ms
        self._awake = awake

    def step(self, current_a: float, supply_mv: float, ms: float) -> None:
        """Move on by `ms` at the current and voltage of the moment."""
        p = self._p
        if self._waking_ms > 0.0:
            self._waking_ms -= ms
        if current_a * 1000 > p.driver_hot_ma:
            self._heat_ms += ms
        elif self._heat_ms:
            self._heat_ms = max(self._heat_ms - ms * p.driver_cooling, 0.0)
        self._hot = self._heat_ms > p.driver_hot_ms * (0.5 if self._hot else 1.0)
        if supply_mv < p.driver_uvlo_mv:
            self._low_ms = p.driver_uvlo_ms
        elif self._low_ms > 0.0:
            self._low_ms -= ms


class Motor:
    """A DC motor with inertia, against dry friction; positive is forward.

    `speed` is the rim's. Pulsed voltage counts as its mean, so a driver that lets go between
    pulses is a little better here than in truth, and the winding's inductance is left out.
    """

    def __init__(self, parameters: Parameters, battery: Battery) -> None:
        self._p = p = parameters
        self._battery = battery
        free_v = (p.free_mv - p.free_ma * p.motor_ohm) / 1000
        self._volts_per_speed = free_v / p.free_speed
        self._newtons_per_amp = self._volts_per_speed * p.gear_efficiency
        self._idle_n = self._newtons_per_amp * p.free_ma / 1000
        self.speed = 0.0  # m/s
        self.current_a = 0.0  # through the motor, either way
        self.battery_a = 0.0  # the mean that the battery gives

    def step(self, mode: str, duty: float, load_n: float, ms: float) -> float:
        """Move on by `ms`; `load_n` is the dry friction that cards put on the rim.

        Returns how far the rim went, in mm.
        """
        volts, amps_per_volt = self._source(mode, duty)
        friction_n = self._idle_n + load_n
        speed = self.speed
        push_n = self._newtons_per_amp * self._current(mode, volts, amps_per_volt)
        if speed == 0.0 and abs(push_n) <= friction_n:
            travel_mm = 0.0  # stalled, or at rest
        else:
            forward = push_n > 0.0 if speed == 0.0 else speed > 0.0
            drag_n = friction_n if forward else -friction_n
            speed, travel_mm = self._accelerate(mode, volts, amps_per_volt, push_n, drag_n, ms)
            if (speed > 0.0) != forward:  # friction stops it, and may hold it
                speed, travel_mm = 0.0, self.speed * ms / 2
            self.speed = speed
        self.current_a = abs(self._current(mode, volts, amps_per_volt))
        self.battery_a = duty * self.current_a if volts else 0.0
        if self.battery_a:
            self._battery.drain(self.battery_a, ms)
        return travel_mm

    def let_stand(self) -> None:
        """Nothing drives it any more."""
        self.current_a = self.battery_a = 0.0

    def _source(self, mode: str, duty: float) -> tuple[float, float]:
        """Voltage behind the motor's circuit and the circuit's conductance. Through a chopping
        driver a battery's resistance counts with the square of the duty."""
        ohms = self._p.motor_ohm + self._p.driver_ohm
        if mode == COAST:
            return 0.0, 0.0
        if mode == BRAKE:
            return 0.0, 1 / ohms
        volts = duty * self._battery.open_v
        ohms += duty * duty * self._battery.ohms
        return volts if mode == DRIVE else -volts, 1 / ohms

    def _current(self, mode: str, volts: float, amps_per_volt: float) -> float:
        current_a = (volts - self._volts_per_speed * self.speed) * amps_per_volt
        if mode == BRAKE:  # flows past the sense resistor
            return current_a
        limit_a = self._p.driver_limit_ma / 1000
        return max(-limit_a, min(current_a, limit_a))

    def _accelerate(
        self, mode: str, volts: float, amps_per_volt: float, push_n: float, drag_n: float, ms: float
    ) -> tuple[float, float]:
        """(speed, mm) after `ms`: an exponential, or a straight line where the current does not
        depend on the speed (no current, or limited)."""
        limited = abs(push_n) >= self._newtons_per_amp * self._p.driver_limit_ma / 1000
        if mode == COAST or (limited and mode != BRAKE):
            speed = self.speed + (push_n - drag_n) / self._p.rim_kg * ms / 1000
            return speed, (self.speed + speed) / 2 * ms
        newtons_per_volt = self._newtons_per_amp * amps_per_volt
        final = (volts - drag_n / newtons_per_volt) / self._volts_per_speed
        tau_ms = self._p.rim_kg / (newtons_per_volt * self._volts_per_speed) * 1000
        rest = exp(-ms / tau_ms)
        return (
            final + (self.speed - final) * rest,
            final * ms + (self.speed - final) * (1 - rest) * tau_ms,
        )
