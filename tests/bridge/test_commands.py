"""What the host says for each command, and what it makes of the answers. The device is played."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from cardslinger.bridge import Incompatible, Launcher, Passage, Refused, TooLong, messages
from cardslinger.bridge.messages import ButtonStuck, Firing, Menu, event_from
from slinger import orders
from slinger.frame import encode
from slinger.lengths import GIVEN_AT_ONCE as AT_ONCE
from slinger.lengths import Lengths
from slinger.limits import ID_MAX, LINE_MAX_BYTES
from slinger.settings import DEFAULTS

from tests.bridge.conftest import Play
from tests.bridge.device import Device

KEPT = 32


def keeping(cards: int) -> Callable[[dict], dict]:
    """Card k took k milliseconds; each fifth began a burst; the last 32 are kept, 8 fit an
    answer."""

    def obey(message: dict) -> dict:
        first = max(message["from"], cards - KEPT + 1)
        numbers = range(first, min(first + AT_ONCE, cards + 1))
        return {
            "from": first,
            "us": [1000 * n for n in numbers],
            "mv": [4500 - n for n in numbers],
            "first": [int(n % 5 == 0) for n in numbers],
        }

    return obey


@pytest.mark.parametrize(
    ("passed", "first", "expected"),
    [
        (0, 1, []),
        (3, 1, [1, 2, 3]),
        (30, 6, list(range(6, 31))),
        (50, 1, list(range(19, 51))),
        (5, 6, []),
    ],
)
async def test_cards_that_passed_are_read_in_as_many_answers_as_it_takes(
    play: Play, passed: int, first: int, expected: list[int]
) -> None:
    async with await Launcher.open(play(Device(keeping(passed)))) as launcher:
        found = await launcher.passed(first)
    assert found == [Passage(n, 1000 * n, 4500 - n, n % 5 == 0) for n in expected]


def test_the_longest_answer_about_cards_fits_a_line() -> None:
    lengths = Lengths(DEFAULTS)
    lengths.noted = ID_MAX - AT_ONCE
    for _ in range(AT_ONCE):
        lengths.note(9_999_999, 9999, True)
    answer = orders.obey(SimpleNamespace(fires=lengths), "cards", {"from": ID_MAX - AT_ONCE + 1})
    assert len(answer["us"]) == len(answer["mv"]) == len(answer["first"]) == AT_ONCE
    assert len(encode({"re": ID_MAX, **answer})) <= LINE_MAX_BYTES


async def test_an_answer_of_older_firmware_names_the_cure(play: Play) -> None:
    device = Device(lambda _: {"from": 1, "us": [5], "mv": [5]})
    async with await Launcher.open(play(device)) as launcher:
        with pytest.raises(Incompatible, match=r"`cards` makes no sense .*; `cardslinger flash`"):
            await launcher.passed()


async def test_the_log_is_read_from_the_newest_to_the_oldest(play: Play) -> None:
    def obey(message: dict) -> dict:
        entry = {"boot": 7, "s": 40 - message["place"], "what": "jam", "text": ""}
        return {"count": 3, "place": message["place"], **entry}

    async with await Launcher.open(play(Device(obey))) as launcher:
        log = await launcher.log()
    assert [entry.s for entry in log] == [40, 39, 38]


async def test_an_empty_log_is_no_error(play: Play) -> None:
    def obey(message: dict) -> dict:
        return {"err": "out_of_range", "name": "place", "min": 0, "max": -1}

    async with await Launcher.open(play(Device(obey))) as launcher:
        assert await launcher.log() == []


async def test_a_log_that_is_refused_says_why(play: Play) -> None:
    async with await Launcher.open(play(Device(lambda _: {"err": "unknown_command"}))) as launcher:
        with pytest.raises(Refused, match="does not know this command; `cardslinger flash`"):
            await launcher.log()


async def test_a_command_too_long_for_the_wire_is_not_sent_and_the_next_one_is(play: Play) -> None:
    device = Device(lambda _: {"t": 5})
    async with await Launcher.open(play(device)) as launcher:
        for command in (
            launcher.setting("x" * 300),
            launcher.set("profile", "x" * 300),
            launcher.fire(10**300),
            launcher.arm(1, profile="x" * 300),
            launcher.selftest("x" * 300),
        ):
            with pytest.raises(TooLong, match="at most 256 bytes: shorten what you typed"):
                await command
        assert await launcher.ping() == 5
    assert device.heard == [{"cmd": "ping"}]


async def test_optional_arguments_stay_off_the_wire(play: Play) -> None:
    device = Device(lambda message: {"err": "testing"})
    async with await Launcher.open(play(device)) as launcher:
        for fire in (launcher.fire(3), launcher.fire(3, percent=48)):
            with pytest.raises(Refused, match="testing itself; wait"):
                await fire
        for arm in (launcher.arm(2), launcher.arm(1, "gentle", "your_press", 4)):
            with pytest.raises(Refused, match="testing itself"):
                await arm
    assert device.heard == [
        {"cmd": "fire", "cards": 3},
        {"cmd": "fire", "cards": 3, "percent": 48},
        {"cmd": "arm", "presses": 2, "light": "armed"},
        {"cmd": "arm", "presses": 1, "light": "your_press", "profile": "gentle", "whose": 4},
    ]


async def test_arm_seed_life_selftest_and_restart_are_understood(play: Play) -> None:
    life = {"boots": 2, "presses": 9, "fires": 4, "cards": 17, "jams": 1, "faults": 3}
    answers = {
        "arm": {"presses": 2},
        "seed": {"seed": 5},
        "life": {**life, "crashes": 0, "motor_s": 12},
        "selftest": {"what": "lid"},
        "restart": {},
    }
    async with await Launcher.open(play(Device(lambda m: answers[m["cmd"]]))) as launcher:
        assert await launcher.arm(2) == 2
        await launcher.seed(5)
        assert (await launcher.life()).cards == 17
        await launcher.selftest("lid")
        await launcher.restart()


async def test_the_number_of_the_next_event_is_asked_in_the_same_session(play: Play) -> None:
    device = Device(lambda _: {"t": device.tell("lid", open=True)})
    async with await Launcher.open(play(device)) as launcher:
        assert await launcher.next_event() == 1
        await launcher.ping()
        await launcher.ping()
        assert await launcher.next_event() == 3
        await launcher.ping()


def test_new_kinds_of_events_are_typed() -> None:
    base = {"n": 1, "boot": "b", "t": 5}
    firing = event_from({"ev": "firing", "by": "press", "wanted": 2, "profile": "toy", **base})
    assert isinstance(firing, Firing)
    assert (firing.profile, firing.left) == ("toy", 0)
    assert isinstance(event_from({"ev": "button", "stuck": True, **base}), ButtonStuck)
    menu = event_from({"ev": "menu", "profile": "toy", "mute": True, **base})
    assert isinstance(menu, Menu)
    facts = {"what": "motor_sag", "ok": True, "value": 210, "unit": "mV", "min": 20, "max": None}
    tested = event_from({"ev": "tested", **facts, **base})
    assert isinstance(tested, messages.Tested)
    assert (tested.min, tested.max, tested.last) == (20, None, False)
