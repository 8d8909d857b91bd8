"""The launcher's battery: three C cells that run down and sag."""

from cardslinger.twin.parameters import Parameters

MS_PER_HOUR = 3_600_000.0


class Battery:
    """Open-circuit voltage and resistance by the state of charge, both linear.

    It knows no recovery after a pause and no temperature. The Pico's own 30 mA are left out: the
    board runs for days on what a match takes.
    """

    def __init__(self, parameters: Parameters) -> None:
        self._p = parameters
        self.charge = parameters.charge  # 1 full, 0 empty
        self.weak = False  # the fault: no more charge than `weak_charge`

    @property
    def open_v(self) -> float:
        """Volts with no current."""
        p = self._p
        cell_mv = p.cell_empty_mv + (p.cell_full_mv - p.cell_empty_mv) * self._charge
        return p.cells * cell_mv / 1000

    @property
    def ohms(self) -> float:
        """Resistance of cells and holder."""
        p = self._p
        spent = 1.0 + (p.cell_spent_factor - 1.0) * (1.0 - self._charge)
        return p.cells * p.cell_fresh_ohm * spent + p.holder_ohm

    def millivolts(self, current_a: float) -> float:
        """Voltage at the terminals while `current_a` flows."""
        return max(self.open_v - self.ohms * current_a, 0.0) * 1000

    def drain(self, current_a: float, ms: float) -> None:
        """Take charge out of it."""
        used = current_a * 1000 * ms / MS_PER_HOUR / self._p.cell_mah
        self.charge = max(self.charge - used, 0.0)

    @property
    def _charge(self) -> float:
        return min(self.charge, self._p.weak_charge) if self.weak else self.charge
