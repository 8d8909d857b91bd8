"""Whatever text a device sends, it is shown letter by letter: it is no markup, and it steers no
terminal."""

import json
import subprocess

import pytest
from cardslinger.cli.streams import print_json
from cardslinger.words.printable import printable
from hypothesis import given
from hypothesis import strategies as st

from tests.bridge.conftest import Play
from tests.bridge.device import Device
from tests.cli.terminal import Terminal
from tests.cli.test_cli import run

STEERS = "\x1b[77m"
NASTY = f"[b]{STEERS}\x9b7m\n[/q]:key:[bold"
SHOWN = r"[b]\x1b[77m\x9b7m\n[/q]:key:[bold"
WIDE = {"COLUMNS": "200"}

LIFE = dict.fromkeys(("boots", "presses", "fires", "cards", "jams", "faults", "crashes"), 1)
STATUS = dict.fromkeys(
    ("cards", "strays", "fires", "presses", "waiting", "dropped", "resent"), 0
) | dict.fromkeys(("text", "damaged", "long", "free", "up_ms"), 0)


class Nasty:
    """Every text it says is NASTY, whatever it is asked."""

    def __init__(self) -> None:
        self.device = Device(self.obey, runtime=NASTY)
        self.device.tell("refused", by="press", why=NASTY)  # before anybody asked

    def obey(self, message: dict) -> dict:
        tell = self.device.tell
        match message["cmd"]:
            case "life":
                return {**LIFE, "motor_s": 1}
            case "log":
                return {"count": 1, "place": 0, "boot": 1, "s": 1, "what": NASTY, "text": NASTY}
            case "get":
                return {"name": NASTY, "value": NASTY, "count": 1, "choices": [NASTY]}
            case "set":
                return {"settings": NASTY}
            case "selftest":
                facts = {"what": NASTY, "ok": False, "value": 1, "unit": NASTY}
                tell("tested", **facts, last=True)
                return {"what": NASTY}
            case "fire":
                number = tell("firing", by=NASTY, wanted=1)
                facts = {"fire": number, "wanted": 1, "cards": 1, "ms": 1, "outcome": NASTY}
                tell("fired", by="host", **facts)
                return {"fire": number}
            case "status":
                for kind in ("refused", "menu", NASTY):
                    tell(kind, by=NASTY, why=NASTY, profile=NASTY, mute=True)
                return {"state": NASTY, **STATUS}
        return {"err": NASTY}


@pytest.fixture
def port(play: Play) -> str:
    return play(Nasty().device)


def assert_shown(done: subprocess.CompletedProcess[str]) -> None:
    assert "Traceback" not in done.stderr
    assert SHOWN in done.stdout + done.stderr
    assert "\x9b" not in done.stdout + done.stderr
    assert STEERS not in done.stdout + done.stderr
    assert len(done.stderr.splitlines()) <= 1


@pytest.mark.parametrize(
    "command",
    [
        ["health"],
        ["doctor"],
        ["settings", "get"],
        ["settings", "get", "mute"],
        ["settings", "set", "mute", "yes"],
        ["settings", "reset"],
        ["fire", "1"],
    ],
)
def test_a_command_shows_it_as_it_is(port: str, command: list[str]) -> None:
    assert_shown(run(*command, "--port", port, **WIDE))


def test_what_is_no_number_can_not_be_calibrated_with(port: str) -> None:
    done = run("calibrate", "--yes", "--port", port, **WIDE)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "is no number: update firmware and host" in done.stderr
    assert STEERS not in done.stderr


@pytest.mark.parametrize("command", ["selftest", "monitor"])
def test_a_terminal_is_not_steered_by_it(port: str, command: str) -> None:
    with Terminal(command, "--port", port, columns=200) as terminal:
        if command == "selftest":
            terminal.until("Then press a key.")
            terminal.type(" ")
        terminal.until(SHOWN)
        terminal.type("q")
        terminal.end()
    assert STEERS not in terminal.raw
    assert "\x9b" not in terminal.raw
    assert "Traceback" not in terminal.shown


def test_a_line_an_event_shows_it_as_it_is(port: str) -> None:
    with Terminal("monitor", "--port", port, columns=200, term="dumb") as terminal:
        terminal.until(f"press refused: {SHOWN}")
        assert f"  {SHOWN}  board b" in terminal.shown
    assert STEERS not in terminal.raw


def test_json_keeps_it_and_is_harmless(port: str) -> None:
    done = run("health", "--port", port, "--json")
    assert json.loads(done.stdout)["log"][0]["text"] == NASTY
    assert "\x9b" not in done.stdout


@given(st.text(st.characters(exclude_categories=())))
def test_what_is_printable_stays_and_the_rest_is_written_as_python_would(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable()
    if text.isprintable():
        assert shown == text


@pytest.mark.parametrize("text", ["Gelb é \N{CJK UNIFIED IDEOGRAPH-7259}", NASTY, "\u202e"])
def test_json_is_readable_where_it_can_be(capsys: pytest.CaptureFixture[str], text: str) -> None:
    print_json(text)
    shown = capsys.readouterr().out.rstrip("\n")
    assert json.loads(shown) == text
    assert shown.isprintable()
    assert (text in shown) == text.isprintable()
