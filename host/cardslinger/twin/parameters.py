"""Every physical number of the twin, with its source or "assumed".

"Assumed" is a guess that fits such machines and waits for one to be measured. Nothing here was
measured on a built launcher.
"""

from dataclasses import dataclass

GRAVITY = 9.81  # N/kg


@dataclass(frozen=True, slots=True)
class CardSize:
    """A card; it is fed lengthwise."""

    width_mm: float
    length_mm: float
    mass_g: float


CARD_SIZES = {
    # 1.5 g: between the 1.4 and 1.6 g weighed of such cards; the larger one is the same board.
    "63x88": CardSize(63.0, 88.0, 1.7),
    "56x87": CardSize(56.0, 87.0, 1.5),
}


@dataclass(frozen=True, slots=True)
class Parameters:
    """One launcher. Positions are mm along the card path from the roller's line of contact;
    forces and speeds are those at the roller's rim (m/s is mm/ms)."""

    card: CardSize = CARD_SIZES["63x88"]

    # Battery: three alkaline C cells (LR14) in series.
    cells: int = 3
    cell_full_mv: float = 1580.0  # open circuit, unused: the upper end of what makers state
    cell_empty_mv: float = 1000.0  # open circuit, nearly spent; assumed
    cell_fresh_ohm: float = 0.15  # impedance of an LR14 at 1 kHz (Duracell MN1400 data sheet)
    cell_spent_factor: float = 4.0  # resistance of a spent cell over that of a fresh one; assumed
    cell_mah: float = 8000.0  # at small currents, data sheets of several makers
    holder_ohm: float = 0.15  # springs, switch and wires; assumed
    charge: float = 0.9  # of a full battery at power-on: no longer quite new
    weak_charge: float = 0.35  # the fault `weak_battery`: just above the driver's lockout; assumed

    # Motor, gears and roller: a 130-size motor wound for 4.5 V, 20 mm wheel.
    free_speed: float = 2.1  # m/s unloaded at `free_mv`: 2000 rpm of a 20 mm wheel
    free_mv: float = 4500.0
    free_ma: float = 150.0  # motor and gears unloaded; assumed
    motor_ohm: float = 1.2  # winding and brushes; assumed
    gear_efficiency: float = 0.75  # assumed
    rim_kg: float = 0.020  # all that turns, as if it sat on the rim: a rotor of 0.5 g cm2
    # through gears of 5:1 makes 12 g at 10 mm radius, a wheel of 12 g another 6 g; assumed

    # Driver: DRV8833 (TI SLVSAR1).
    driver_ohm: float = 0.36  # both switches of a bridge, data sheet
    driver_limit_ma: float = 1500.0  # chopping limit by the sense resistor, 200 mV / 0.13 ohm
    driver_wake_ms: float = 1.0  # from nSLEEP to working outputs, data sheet: up to 1 ms
    driver_uvlo_mv: float = 2600.0  # supply too low: outputs off, nFAULT low; data sheet
    driver_uvlo_ms: float = 5.0  # until the bulk capacitor has recovered; assumed
    driver_hot_ma: float = 900.0  # more than this heats the chip beyond what it can shed; assumed
    driver_hot_ms: float = 800.0  # for so long: thermal shutdown, nFAULT low; assumed
    driver_cooling: float = 0.25  # ms of heat lost per ms below that current; assumed

    # Stack and roller.
    rest_mm: float = 2.0  # the bottom card's leading edge before it is fed; assumed
    stack_cards: int = 120  # the most that press: what is above stands for a hand that refills
    pad_n: float = 0.3  # the lid's spring pad presses the stack down; assumed
    roller_share: float = 0.6  # of the stack's weight, the floor bears the rest; assumed
    rubber_friction: float = 0.9  # roller on card; assumed, soft rubber
    worn_rubber: float = 0.5  # times that: the fault `worn_rubber`, glazed or dusty; assumed
    card_friction: float = 0.18  # card on card and card on floor; assumed, coated board
    friction_low: float = 0.8  # per card and start, times the above; assumed
    friction_high: float = 1.25
    creep: float = 0.06  # speed the rubber loses when it gives all its grip; assumed
    engage_low_ms: float = 22.0  # a card drops 0.3 mm (8 ms of free fall), settles, is gripped
    engage_high_ms: float = 30.0  # drawn per card; assumed

    # Path beyond the roller.
    beam_mm: float = 20.0  # centre of the beam; assumed, until the parts are drawn
    beam_width_mm: float = 3.0
    exit_mm: float = 30.0  # lip of the exit: a card whose tail is past it has left; assumed
    flight_drag: float = 1.8  # m/s2 on a card that slides by itself: `card_friction`, level floor

    # Sensor and button.
    beam_response_ms: float = 1.0  # both edges; break-beam modules state less than 2 ms
    beam_bounce_ms: float = 1.5  # the fault `sensor_bounce`; assumed
    button_bounce_ms: float = 5.0  # the fault `button_bounce`; arcade switches are said to need 5
    float_edges_per_ms: float = 3.0  # the fault `sensor_floating` beside a turning motor; assumed

    # What goes wrong with cards. Which cards: see `faults`.
    lag_low: float = 0.15  # double: the second card lags by this share of a card's length; assumed
    lag_high: float = 0.95
    overlap_mm: float = 0.5  # overlapped: it lags by no more than this; assumed
    tail_gap_mm: float = 12.0  # nose to tail: from touching up to this beyond the beam's width
    held_low_ms: float = 100.0  # sticky: so long, or until it is shaken off; assumed
    held_high_ms: float = 900.0
    held_for_ever: float = 0.5  # share of sticky cards; assumed
    wedge_n: float = 4.0  # a crumpled card holds the roller with more than the motor has; assumed
    jam_entry_mm: float = 10.0  # leading edge of a card that jams before the beam; assumed
    jam_beam_mm: float = 30.0  # ... in the beam; assumed
    jam_exit_tail_mm: float = 26.0  # trailing edge of one that jams in the exit; assumed
    half_out_tail_mm: float = 27.0  # trailing edge of one that stays loosely in the exit; assumed
    half_out_in_beam: float = 0.5  # share of those whose tail stays in the beam instead; assumed
    restart_frees: float = 0.5  # a start from rest shakes a sticky card off; assumed
    reverse_frees: float = 0.7  # a reverse frees a sticky or jammed card under the roller; assumed
    reverse_frees_ms: float = 60.0  # of driving backwards, before that is decided; assumed
