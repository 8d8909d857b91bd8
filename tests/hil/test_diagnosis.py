"""What measurements of a launcher come to: findings, their level, the verdict. No twin here."""

import pytest
from cardslinger.bridge import (
    Hello,
    Incompatible,
    LauncherError,
    Life,
    LogEntry,
    Lost,
    NoAnswer,
    PortError,
    Refused,
    Setting,
)
from cardslinger.bridge import (
    Tested as Measurement,
)
from cardslinger.bridge.errors import silence
from cardslinger.bridge.skew import UPDATE_HOST, protocol_skew
from cardslinger.hil.diagnosis import LATE_P99_MS, changed, diagnose
from cardslinger.hil.doctor import Examination, hinders_cards
from cardslinger.hil.doctor_cards import ENOUGH, Trial
from cardslinger.hil.findings import BROKEN, LOOK, NO_LAUNCHER, OK, verdict
from cardslinger.hil.pings import Line
from slinger import VERSION
from slinger.selftest import CHECKS

HELLO = Hello(1, VERSION, "played", "b", "boot", 1, "crc", {}, [], 1, 1)
QUIET = Line(500, 1.0, 2.0, 3.0, asked_again=0, resent=0, dropped=0, damaged=0, long=0, text=0)
LIFE = Life(boots=9, presses=0, fires=0, cards=0, jams=0, faults=0, crashes=0, motor_s=0)
UNITS = {one[0]: one[1:] for check in CHECKS.values() for one in check}


def part(what: str, value: int) -> Measurement:
    """A measurement as the firmware tells it, by its own limits."""
    unit, low, high = UNITS[what]
    ok = low <= value <= high
    facts = {"what": what, "ok": ok, "value": value, "unit": unit, "min": low, "max": high}
    return Measurement(ev="tested", n=1, boot="boot", t=1, **facts)  # type: ignore[arg-type]


GOOD = dict.fromkeys(UNITS, 0) | {"battery_off": 4500, "battery_on": 4400, "motor_sag": 100}


def examined(**values: int) -> Examination:
    """A good launcher, but for these measurements."""
    parts = [part(what, value) for what, value in (GOOD | values).items()]
    return Examination(hello=HELLO, line=QUIET, life=LIFE, parts=parts)


def test_a_good_launcher_has_no_findings() -> None:
    assert diagnose(examined()) == []
    assert verdict([]) == OK
    assert not hinders_cards(examined())


@pytest.mark.parametrize(
    ("values", "cleared", "code", "likeliest", "level", "hinders"),
    [
        ({"lid": 1}, None, "lid", "lid_open", BROKEN, True),
        ({"beam_clear": 1}, True, "beam_covered", "blocked", LOOK, False),
        ({"beam_clear": 1}, False, "beam_covered", "sensor_blocked", BROKEN, True),
        ({"beam_clear": 1}, None, "beam_covered", "blocked", BROKEN, False),
        ({"beam_clear": 5}, False, "beam_chatters", "sensor_floating", BROKEN, True),
        ({"beam_motor": 3}, None, "beam_noise", "sensor_floating", BROKEN, True),
        ({"beam_blocked": 15_001}, None, "beam_free", "sensor_free", BROKEN, True),
        ({"motor_sag": 0, "driver": 1}, None, "driver", "driver_fault", BROKEN, True),
        ({"motor_sag": 0}, None, "motor", "motor_wires", BROKEN, True),
        ({"motor_sag": 1201}, None, "motor", "weak_battery", BROKEN, True),
        ({"battery_off": 3749}, None, "battery", "weak_battery", LOOK, False),
        ({"battery_on": 3449}, None, "battery", "weak_battery", LOOK, False),
        ({"battery_off": 5601}, None, "battery", "battery_divider", LOOK, False),
        ({"button": 15_001}, None, "button", "button_dead", BROKEN, False),
        ({"button_bounces": 7}, None, "button", "button_bounce", LOOK, False),
    ],
)
def test_a_measurement_out_of_limits_is_one_finding_with_a_next_step(
    values: dict[str, int],
    cleared: bool | None,
    code: str,
    likeliest: str,
    level: str,
    hinders: bool,
) -> None:
    found = examined(**values)
    found.cleared = cleared
    (told,) = diagnose(found)
    assert (told.code, told.causes[0], told.level) == (code, likeliest, level)
    assert told.what
    assert told.next
    assert hinders_cards(found) == hinders


def test_every_measurement_of_the_firmware_that_is_out_of_limits_is_found() -> None:
    for what, (_, low, high) in UNITS.items():
        for value in {low - 1, high + 1} - {-1}:
            assert diagnose(examined(**{what: value})), what


def test_the_worst_finding_comes_first_and_makes_the_verdict() -> None:
    found = examined(battery_off=3000)
    found.trials = [Trial(4, 2, "jam", taken=1)] * ENOUGH
    told = diagnose(found)
    assert [one.level for one in told] == [BROKEN, LOOK]
    assert verdict(told) == BROKEN
    assert verdict(told[1:]) == LOOK


@pytest.mark.parametrize(("code", "finding"), [("lid_open", "lid"), ("safe", "safe_mode")])
def test_a_check_that_was_refused_is_a_finding(code: str, finding: str) -> None:
    found = Examination(hello=HELLO, skipped={"motor": code, "battery": code})
    assert [one.code for one in diagnose(found)] == [finding]


@pytest.mark.parametrize(
    ("error", "code", "what", "cure"),
    [
        (
            PortError("/dev/x: permission denied; add yourself to the group `dialout`"),
            "port", "/dev/x: permission denied", "add yourself to the group `dialout`",
        ),
        (PortError("several boards: id:A, id:B"), "port", "several boards: id:A, id:B", "ports"),
        (silence(""), "no_answer", "no answer", "free the button"),
        (Incompatible(protocol_skew(9)), "incompatible", "protocol 9", "pip install -U"),
        (Lost("the port broke (x); plug it in"), "lost", "the port broke (x)", "plug it in"),
    ],
)  # fmt: skip
def test_no_launcher_says_why_and_what_to_do(
    error: LauncherError, code: str, what: str, cure: str
) -> None:
    (told,) = diagnose(Examination(error=error))
    assert told.code == code
    assert what in told.what
    assert cure in told.next
    assert verdict([told]) == NO_LAUNCHER


def test_a_launcher_that_does_not_answer_may_have_a_stuck_button() -> None:
    (told,) = diagnose(Examination(error=NoAnswer("no answer")))
    assert told.causes[0] == "button_stuck"


@pytest.mark.parametrize("error", [Lost("the port broke"), Refused("fire", "busy", {})])
def test_what_ends_an_examination_is_a_finding(error: LauncherError) -> None:
    found = examined()
    found.error = error
    (told,) = diagnose(found)
    assert told.level == BROKEN
    assert str(error) == told.what


@pytest.mark.parametrize("spoilt", ["damaged", "long", "text", "dropped"])
def test_a_line_that_spoils_messages_is_found(spoilt: str) -> None:
    found = examined()
    found.line = Line(500, 1, 2, 3, asked_again=0, resent=0, **{
        **dict.fromkeys(("damaged", "long", "text", "dropped"), 0), spoilt: 1
    })  # fmt: skip
    assert [one.code for one in diagnose(found)] == ["line_damaged"]


def test_a_slow_line_is_found_unless_time_is_a_twins() -> None:
    found = examined()
    for slow in (
        Line(500, 1, LATE_P99_MS + 1, 300, 0, 0, 0, 0, 0, 0),
        Line(500, 1, 2, 600, 1, 0, 0, 0, 0, 0),
    ):
        found.line, found.twin = slow, False
        assert [one.code for one in diagnose(found)] == ["line_slow"]
        found.twin = True
        assert diagnose(found) == []


@pytest.mark.parametrize(("boot", "codes"), [(9, ["crashes"]), (8, ["crashes"]), (7, [])])
def test_crashes_are_found_while_they_are_recent(boot: int, codes: list[str]) -> None:
    found = examined()
    found.log = [LogEntry(count=2, place=0, boot=9, s=1, what="jam")]
    found.log += [LogEntry(count=2, place=1, boot=boot, s=1, what="error", text="ValueError")]
    assert [one.code for one in diagnose(found)] == codes


def test_another_firmware_than_the_hosts_is_found() -> None:
    found = examined()
    found.hello = Hello(1, "9.9", "played", "b", "boot", 1, "crc", {}, [], 1, 1)
    (told,) = diagnose(found)
    assert (told.code, told.next) == ("versions", UPDATE_HOST)


def test_settings_other_than_the_launcher_was_made_with_are_told_with_both_values() -> None:
    settings = [Setting("mute", False, 2), Setting("retries", 3, 2), Setting("of later", 1, 2)]
    assert changed(settings) == {"retries": {"value": 3, "default": 2}}


@pytest.mark.parametrize(
    ("said", "cause"),
    [("temp 21.5", "another_device"), (">>> ", "button_stuck"), ("", "button_stuck")],
)
def test_a_port_that_says_something_else_is_another_device_unless_it_is_our_prompt(
    said: str, cause: str
) -> None:
    error = NoAnswer("no answer: is it a launcher?", said)
    [finding] = diagnose(Examination(error=error))
    assert finding.causes[0] == cause
