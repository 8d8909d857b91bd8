"""`cardslinger health`, and the counters it shows."""

import json
import re
from pathlib import Path

import pytest
import slinger
from cardslinger.cli.health import FAULT_WORDS
from slinger.fires import FAULTS

from tests.bridge.conftest import Play
from tests.bridge.device import Device
from tests.cli.test_cli import run

LIFE = {"boots": 4, "presses": 1200, "fires": 410, "cards": 2100, "jams": 3, "faults": 1}
LIFE |= {"crashes": 0, "motor_s": 3620}
LOG = [
    {"boot": 4, "s": 71, "what": "jam", "text": "3 of 5 cards"},
    {"boot": 2, "s": 108_009, "what": "watchdog", "text": ""},
]


@pytest.fixture
def port(play: Play) -> str:
    def obey(message: dict) -> dict:
        if message["cmd"] == "life":
            return LIFE
        return {"count": len(LOG), "place": message["place"], **LOG[message["place"]]}

    return play(Device(obey))


def test_counters_and_faults_are_tables(port: str) -> None:
    lines = [line.split() for line in run("health", "--port", port).stdout.splitlines()]
    assert ["1,200", "presses", "of", "its", "button"] in lines
    assert ["1:00:20", "its", "motor", "ran", "(h:min:s)"] in lines
    assert lines[-3] == ["power-on", "after", "fault", "details"]
    assert lines[-2] == ["4", "0:01:11", "a", "card", "was", "stuck", "3", "of", "5", "cards"]
    assert lines[-1] == ["2", "30:00:09", "a", "task", "of", "its", "program", "hung"]


def test_every_kind_of_fault_that_the_firmware_notes_has_words() -> None:
    noted = {*FAULTS}
    for file in Path(slinger.__file__).parent.glob("*.py"):
        noted |= set(re.findall(r'(?:life\.note|_died)\("(\w+)"', file.read_text()))
    assert noted == {*FAULT_WORDS}


def test_json_has_both(port: str) -> None:
    assert json.loads(run("health", "--port", port, "--json").stdout) == {"life": LIFE, "log": LOG}


def test_a_fresh_launcher_has_an_empty_log(kind: str) -> None:
    done = run("health", "--port", f"{kind}://?speed=0")
    assert done.stdout.splitlines()[0].split() == ["1", "times", "it", "was", "switched", "on"]
    assert done.stdout.splitlines()[-1] == "no faults are remembered"
