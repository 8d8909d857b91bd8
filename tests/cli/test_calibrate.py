"""`cardslinger calibrate`: ten cards in, two settings out, and only after a yes."""

import pytest

from tests.bridge.conftest import Play
from tests.bridge.device import Device
from tests.cli.terminal import Terminal
from tests.cli.test_cli import assert_refused, run

READY = "nobody in front? [y/n]"
WRITE = "Write these settings? [y/n]"


class Machine:
    """A played launcher whose cards take 55 ms with 2700 mV at the motor, in inverse proportion."""

    def __init__(self) -> None:
        self.settings = {"drive_percent": 60, "trail_ms": 240, "card_us": 0, "battery_percent": 100}
        self.passed = [(40_000, 2700, 0)] * 3  # earlier ones
        self.bursts = (0,)  # places in a fire at which the motor is started
        self.fires: list[tuple[int, int]] = []
        self.outcome = "ok"
        self.stretch = {}  # number of a card of ours, from 0 on: factor
        self.device = Device(self.obey)
        self.sets = 0
        self.refused: tuple[int, ...] = ()  # which `set`, counted from 1, is refused
        self.silent_after: tuple[int, ...] = ()  # ... is done and then all is silent
        self.deaf = False

    def __call__(self, message: dict) -> bytes:
        answer = self.device(message)
        return b"" if self.deaf else answer

    def obey(self, message: dict) -> dict:
        command = message["cmd"]
        if command == "get":
            name = message["name"]
            if name not in self.settings:
                return {"err": "unknown_setting", "name": name}
            return {"name": name, "value": self.settings[name], "count": 4, "min": 30, "max": 90}
        if command == "set":
            self.sets += 1
            if self.sets in self.refused:
                return {"err": "store", "errno": 28}
            self.settings[message["name"]] = message["value"]
            if self.sets in self.silent_after:
                self.deaf = True
            return {"settings": "0"}
        if command == "cards":
            some = self.passed[message["from"] - 1 :][:8]
            times_us, millivolts, firsts = zip(*some, strict=True) if some else ((), (), ())
            return {"from": message["from"], "us": times_us, "mv": millivolts, "first": firsts}
        return self.fire(message["cards"], message["percent"])

    def fire(self, cards: int, percent: int) -> dict:
        self.fires.append((cards, percent))
        for place in range(cards):
            first = place in self.bursts
            factor = self.stretch.get(len(self.passed) - 3, 1.3 if first else 1.0)
            us = round(55_000 * 60 / percent * factor)
            self.passed.append((us, 45 * percent, int(first)))
        number = self.device.tell("firing", by="host", wanted=cards)
        facts = {"fire": number, "by": "host", "wanted": cards, "cards": cards, "ms": 900}
        self.device.tell("fired", outcome=self.outcome, **facts)
        return {"fire": number}

    @property
    def written(self) -> dict:
        return {name: self.settings[name] for name in ("card_us", "battery_percent")}


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_the_figures_are_shown_and_written_after_a_yes(machine: Machine, play: Play) -> None:
    with Terminal("calibrate", "--port", play(machine.device)) as terminal:
        terminal.until(READY)
        assert machine.fires == [], "nothing moves before somebody says so"
        terminal.type("y")
        shown = terminal.until(WRITE)
        assert machine.fires == [(5, 60), (5, 48)]
        assert machine.written == {"card_us": 0, "battery_percent": 100}
        terminal.type("y")
        code, _ = terminal.end()
    assert code == 0
    assert machine.written == {"card_us": 55_000, "battery_percent": 100}
    lines = [line.split() for line in shown.splitlines()]
    assert ["card_us", "0", "55000"] in lines
    assert ["battery_percent", "100", "100"] in lines
    assert "55.0 ms, 1.65 m/s" in shown
    assert shown.count("speeding up: not used") == 2
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("keys", ["n", "yn"])
def test_without_a_yes_nothing_is_written(machine: Machine, play: Play, keys: str) -> None:
    with Terminal("calibrate", "--port", play(machine.device)) as terminal:
        for key, question in zip(keys, (READY, WRITE), strict=False):
            terminal.until(question)
            terminal.type(key)
        code, shown = terminal.end()
    assert code == 0
    assert shown.rstrip().endswith("nothing was written")
    assert machine.written == {"card_us": 0, "battery_percent": 100}
    assert len(machine.fires) == (2 if keys == "yn" else 0)


@pytest.mark.parametrize("typed", ["yyy", "ymaybe"])
def test_only_a_yes_to_this_very_question_writes(machine: Machine, play: Play, typed: str) -> None:
    with Terminal("calibrate", "--port", play(machine.device)) as terminal:
        terminal.until(READY)
        terminal.type(typed)
        terminal.until(WRITE)
        terminal.type("\n")
        code, shown = terminal.end()
    assert code == 0
    assert shown.rstrip().endswith("nothing was written")
    assert machine.written == {"card_us": 0, "battery_percent": 100}


def test_yes_asks_nothing(machine: Machine, play: Play) -> None:
    done = run("calibrate", "--port", play(machine.device), "--yes")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert machine.written["card_us"] == 55_000


def test_without_a_terminal_there_is_nobody_to_ask(machine: Machine, play: Play) -> None:
    assert_refused(run("calibrate", "--port", play(machine.device)), 2, "no terminal to ask on")
    assert machine.fires == []


def test_a_duty_too_low_for_a_slower_one_is_compared_with_a_faster(
    machine: Machine, play: Play
) -> None:
    machine.settings["drive_percent"] = 32
    assert run("calibrate", "--port", play(machine.device), "--yes").returncode == 0
    assert [percent for _, percent in machine.fires] == [32, 40]
    assert machine.written["card_us"] == pytest.approx(55_000, rel=0.001)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"outcome": "no_card"}, "no card came: fill the hopper"),
        ({"outcome": "over"}, "a further card slipped through"),
        ({"stretch": {7: 2.0}}, "7 cards to go by, 8 are needed"),
        ({"stretch": {1: 1.3, 2: 0.8, 7: 1.3, 8: 0.8}}, "the cards' times scatter by"),
    ],
)
def test_cards_that_are_no_use_are_one_line_and_nothing_is_written(
    machine: Machine, play: Play, change: dict, reason: str
) -> None:
    vars(machine).update(change)
    done = run("calibrate", "--port", play(machine.device), "--yes")
    assert done.returncode == 1
    assert done.stderr.startswith("cardslinger: ")
    assert reason in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert machine.written == {"card_us": 0, "battery_percent": 100}


def test_after_a_retry_the_motor_speeds_up_again_and_the_card_is_not_used(
    machine: Machine, play: Play
) -> None:
    machine.bursts = (0, 2)
    done = run("calibrate", "--port", play(machine.device), "--yes")
    assert done.stdout.count("speeding up: not used") == 4
    assert "6 cards to go by, 8 are needed" in done.stderr
    assert machine.written == {"card_us": 0, "battery_percent": 100}


@pytest.mark.parametrize(
    ("refused", "silent_after", "said", "written"),
    [
        ((1,), (), "try again; nothing was written", (0, 100)),
        ((2,), (), "try again; nothing was written", (0, 100)),
        (
            (2, 3),
            (),
            "card_us is 55000 now (it was 0), battery_percent is 90 as before: run `calibrate` "
            "again, or `cardslinger settings set card_us 0`",
            (55_000, 90),
        ),
        ((), (1,), "card_us may be 55000 now (it was 0), battery_percent is 90 as", (55_000, 90)),
        (
            (),
            (2,),
            "card_us is 55000 now (it was 0), battery_percent may be 100 now",
            (55_000, 100),
        ),
    ],
)
def test_settings_that_could_not_both_be_written_are_as_before_or_it_is_said(
    machine: Machine,
    play: Play,
    refused: tuple[int, ...],
    silent_after: tuple[int, ...],
    said: str,
    written: tuple[int, int],
) -> None:
    machine.refused, machine.silent_after = refused, silent_after
    if written[1] != 100 or silent_after:
        machine.settings["battery_percent"] = 90
    done = run("calibrate", "--port", play(machine), "--yes")
    assert done.returncode == 1
    assert "\nwritten" not in done.stdout
    assert done.stderr.startswith("cardslinger: ")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert tuple(machine.written.values()) == written


def test_an_odd_card_is_marked_with_words(machine: Machine, play: Play) -> None:
    machine.stretch = {3: 1.9}
    done = run("calibrate", "--port", play(machine.device), "--yes")
    assert done.stdout.count("no single card: not used") == 1


def test_a_card_that_is_nearly_too_slow_is_said(machine: Machine, play: Play) -> None:
    machine.settings["trail_ms"] = 100
    done = run("calibrate", "--port", play(machine.device), "--yes")
    assert (
        "slow: a card took 89 ms, and after 100 ms (`trail_ms`) it counts as stuck" in done.stdout
    )


def test_older_firmware_is_named_before_anything_moves(machine: Machine, play: Play) -> None:
    del machine.settings["card_us"]
    assert_refused(run("calibrate", "--port", play(machine.device)), 2, "no terminal")
    done = run("calibrate", "--port", play(machine.device), "--yes")
    assert_refused(done, 1, "it has no setting 'card_us'")
    assert machine.fires == []


def test_a_launcher_in_software_learns_its_own_cards(kind: str) -> None:
    done = run("calibrate", "--port", f"{kind}://?speed=0&seed=1", "--yes")
    assert done.returncode == 0, done.stderr
    lines = {words[0]: words for line in done.stdout.splitlines() if (words := line.split())}
    assert 60_000 < int(lines["card_us"][2]) < 150_000
    assert 100 <= int(lines["battery_percent"][2]) <= 180
    assert lines["written"]
