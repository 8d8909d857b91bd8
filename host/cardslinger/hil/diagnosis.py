"""What an examination of a launcher says, as findings. Pure."""

from slinger.settings import DEFAULTS

from cardslinger.bridge import (
    Incompatible,
    LauncherError,
    Lost,
    NoAnswer,
    Refused,
    Setting,
    Tested,
)
from cardslinger.bridge.skew import skew
from cardslinger.hil.doctor import Examination
from cardslinger.hil.doctor_cards import card_findings
from cardslinger.hil.findings import BROKEN, LOOK, NO_LAUNCHER, Finding, by_weight

LATE_P99_MS = 100.0  # USB takes a millisecond or two; a person notices more than this (assumed)
CRASHES = ("error", "watchdog")  # kinds of faults in the launcher's log
RECENT_BOOTS = 2  # power-ons whose crashes still matter: this and the one before

_PROMPT_SAYS = (">>>", "Error", "Traceback", "MicroPython", "cardslinger is not started")
_AGAIN = "then run this again"
_POWER_ON_AGAIN = (
    "free the button (held at power-on it keeps the launcher's program from starting), unplug the "
    "board and plug it in again; if that does not help, `cardslinger flash` "
    "writes its program anew"
)


def diagnose(found: Examination) -> list[Finding]:
    """All findings, the worst first."""
    if found.hello is None and found.error is not None:
        return [_no_launcher(found.error)]
    told = [
        *_ended(found),
        *_state(found),
        *_beam(found),
        *_motor(found),
        *_battery(found),
        *_button(found),
        *card_findings(found.trials),
        *_line(found),
        *_program(found),
    ]
    return by_weight(told)


def changed(settings: list[Setting]) -> dict[str, dict[str, object]]:
    """Settings that are not as the launcher was made, with both values."""
    return {
        one.name: {"value": one.value, "default": DEFAULTS[one.name]}
        for one in settings
        if one.name in DEFAULTS and one.value != DEFAULTS[one.name]
    }


# -- each part ----------------------------------------------------------------------------------


def _no_launcher(error: LauncherError) -> Finding:
    """Why there is none to examine; most errors have their next step behind a semicolon."""
    what, _, cure = str(error).rpartition("; ")
    if not what:
        what, cure = cure, "see `cardslinger ports`"
    code = "port"
    causes: tuple[str, ...] = ("port",)
    if isinstance(error, NoAnswer) and error.said and not _is_prompt(error.said):
        code, causes = "another_device", ("another_device", "firmware")
        cure = "name the launcher's port (`cardslinger ports`), or `cardslinger flash` makes it one"
    elif isinstance(error, NoAnswer):
        code, causes, cure = "no_answer", ("button_stuck", "firmware", "cable"), _POWER_ON_AGAIN
    elif isinstance(error, Incompatible):
        code, causes = "incompatible", ("firmware",)
    elif isinstance(error, Lost):
        code, causes = "lost", ("cable", "power")
    return Finding(code, NO_LAUNCHER, causes, what, cure)


def _is_prompt(said: str) -> bool:
    """Whether MicroPython's prompt says such things to a hello."""
    return any(sign in said for sign in _PROMPT_SAYS)


def _ended(found: Examination) -> list[Finding]:
    error = found.error
    if error is None:
        return []
    if isinstance(error, Refused):
        return [Finding("refused", BROKEN, (error.code,), str(error), f"wait for that, {_AGAIN}")]
    causes = ("cable", "power")
    cure = f"check cable and batteries, {_AGAIN}; `cardslinger health` tells of crashes"
    return [Finding("lost", BROKEN, causes, str(error), cure)]


def _state(found: Examination) -> list[Finding]:
    told = []
    if found.is_bad("lid") or "lid_open" in found.skipped.values():
        cure = f"close it, or look at the switch and its wires, {_AGAIN}"
        told.append(Finding("lid", BROKEN, ("lid_open", "lid_switch"), "the lid is open", cure))
    if "safe" in found.skipped.values() or (found.status and found.status.state == "safe"):
        cure = f"see `cardslinger health`, power it off and on, {_AGAIN}"
        what = "it is in safe mode after a row of crashes"
        told.append(Finding("safe_mode", BROKEN, ("firmware",), what, cure))
    return told


def _beam(found: Examination) -> list[Finding]:
    told = []
    clear = found.part("beam_clear")
    if clear is not None and not clear.ok:
        told.append(_beam_not_clear(clear, found.cleared))
    if found.is_bad("beam_motor"):
        told.append(
            Finding(
                "beam_noise",
                BROKEN,
                ("sensor_floating",),
                f"the beam's line has edges while the motor turns{_measured(found, 'beam_motor')}",
                "check the sensor's plug and ground, keep its wires away from the motor's, put "
                "100 nF across the motor",
            )
        )
    if found.is_bad("beam_blocked") and found.cleared is not False:
        told.append(
            Finding(
                "beam_free",
                BROKEN,
                ("sensor_free", "not_covered"),
                "the beam was not seen blocked while it was covered",
                f"look at the sensor's light and its wires, cover it with a card, {_AGAIN}",
            )
        )
    return told


def _beam_not_clear(clear: Tested, cleared: bool | None) -> Finding:
    if clear.value > 1:
        causes: tuple[str, ...] = ("sensor_floating", "sensor_bounce")
        what, cure = "the beam's line chatters at rest", "check the sensor's plug and wires"
        return Finding("beam_chatters", BROKEN, causes, what, f"{cure}, {_AGAIN}")
    what = "the beam was blocked before anything moved"
    if cleared:
        cure = "nothing more: it is free now; look there first when presses fire nothing"
        return Finding("beam_covered", LOOK, ("blocked",), what, cure)
    if cleared is None:
        cure = f"take out what lies in the beam, {_AGAIN}; if nothing does, check its wires"
        return Finding("beam_covered", BROKEN, ("blocked", "sensor_blocked"), what, cure)
    cure = f"clean the sensor, check its alignment and its wires, {_AGAIN}"
    what = "the beam says blocked with nothing in it"
    return Finding("beam_covered", BROKEN, ("sensor_blocked",), what, cure)


def _motor(found: Examination) -> list[Finding]:
    if found.is_bad("driver"):
        what = "the motor's driver reports a fault as soon as it drives"
        cure = "look for a short in the motor and its wires; let the driver cool, or replace it"
        return [Finding("driver", BROKEN, ("driver_fault",), what, cure)]
    sag = found.part("motor_sag")
    if sag is None or sag.ok:
        return []
    if sag.value < (sag.min or 0):
        what, causes = "the motor draws nothing", ("motor_wires", "driver_fault")
        cure = f"check the wires of motor and driver, {_AGAIN}"
    else:
        what, causes = "the batteries give way under the motor", ("weak_battery", "contacts")
        cure = "put in fresh batteries, clean their contacts"
    return [Finding("motor", BROKEN, causes, what + _measured(found, "motor_sag"), cure)]


def _battery(found: Examination) -> list[Finding]:
    """One finding for both voltages."""
    bad = [one for one in map(found.part, ("battery_off", "battery_on")) if one and not one.ok]
    if not bad:
        return []
    causes: tuple[str, ...] = ("weak_battery",)
    what, cure = "the batteries are nearly spent", "put in fresh batteries"
    if bad[0].value >= (bad[0].min or 0):
        what, causes = "the batteries have too much voltage", ("battery_divider", "batteries")
        cure = "take three cells, or four that can be charged; check the divider's resistors"
    return [Finding("battery", LOOK, causes, what + _measured(found, bad[0].what), cure)]


def _button(found: Examination) -> list[Finding]:
    if found.is_bad("button"):
        cure = f"free the button, check its wires, press it when asked, {_AGAIN}"
        causes = ("button_dead", "button_stuck", "not_pressed")
        return [Finding("button", BROKEN, causes, "no press of the button was seen", cure)]
    if found.is_bad("button_bounces"):
        what = f"the button bounces{_measured(found, 'button_bounces')}"
        cure = "nothing now, it is filtered; replace the button when presses get lost or double"
        return [Finding("button", LOOK, ("button_bounce",), what, cure)]
    return []


def _line(found: Examination) -> list[Finding]:
    line = found.line
    if line is None:
        return []
    told = []
    if line.spoiled or line.dropped:
        what = f"{line.spoiled} lines came damaged, {line.dropped} events were lost in a few pings"
        cure = f"try another cable and another USB port, {_AGAIN}"
        told.append(Finding("line_damaged", LOOK, ("cable", "usb_port"), what, cure))
    if not found.twin and (line.asked_again or line.p99_ms > LATE_P99_MS):
        what = f"answers are slow: {line.p99_ms:.0f} ms for the slowest of a hundred"
        cure = f"plug it in without a hub, end what keeps this computer busy, {_AGAIN}"
        told.append(Finding("line_slow", LOOK, ("usb_hub", "busy_computer"), what, cure))
    return told


def _program(found: Examination) -> list[Finding]:
    told = []
    if found.hello is not None and (words := skew(found.hello.firmware)):
        what, _, cure = words.rpartition("; ")
        told.append(Finding("versions", LOOK, ("firmware",), what, cure))
    boots = found.life.boots if found.life else 0
    crashes = [one for one in found.log if one.what in CRASHES and one.boot > boots - RECENT_BOOTS]
    if crashes:
        what = f"its program has crashed lately: {crashes[0].what} {crashes[0].text}".rstrip()
        cure = "report it with what --bundle writes"
        told.append(Finding("crashes", LOOK, ("firmware",), what, cure))
    return told


def _measured(found: Examination, what: str) -> str:
    one = found.part(what)
    if one is None:
        return ""
    if one.unit == "mV":
        low, high, value = ((v or 0) / 1000 for v in (one.min, one.max, one.value))
        return f" ({value:.2f} V; {low:.2f} to {high:.2f} would be right)"
    return f" ({one.value} edges; up to {one.max} are normal)"
