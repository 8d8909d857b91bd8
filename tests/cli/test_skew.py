"""A launcher of another version than this host, here in software: each command says so, once."""

import json
from collections.abc import Iterator

import pytest
from cardslinger import __version__
from cardslinger.twin import process
from cardslinger.twin.process import TwinProcess

from tests.cli.test_cli import run

SAID = (
    f"cardslinger: the launcher's firmware is 0.0.9, older than this host ({__version__}); "
    "`cardslinger flash` updates it"
)
_OLD_TWIN = (
    "import runpy, slinger; slinger.VERSION = '0.0.9'; "
    "runpy.run_module('cardslinger.twin', run_name='__main__')"
)


def old_launcher() -> TwinProcess:
    """A virtual board that says it is of version 0.0.9."""
    of_this_version = process._command

    def of_an_old_one(*options: object) -> list[str]:
        command = of_this_version(*options)
        place = command.index("-m")
        return [*command[:place], "-c", _OLD_TWIN, *command[place + 2 :]]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "_command", of_an_old_one)
        return TwinProcess("virtual://?speed=0&seed=1&cards=1000")


@pytest.fixture(scope="module")
def port() -> Iterator[str]:
    with old_launcher() as twin:
        yield twin.serial_url


@pytest.mark.parametrize(
    "command",
    [
        ["fire", "2"],
        ["settings", "get", "mute"],
        ["health"],
        ["play", "--text", "--seats", "bot,bot", "--seed", "4"],
    ],
    ids=lambda command: command[0],
)
def test_a_command_says_so_and_works(command: list[str], port: str) -> None:
    done = run(*command, "--json", "--port", port)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines() == [SAID]
    json.loads(done.stdout)


def test_the_doctor_has_a_finding_for_it(port: str) -> None:
    done = run("doctor", "--json", "--pings", "1", "--port", port)
    (told,) = [one for one in json.loads(done.stdout)["findings"] if one["code"] == "versions"]
    assert told["next"] == "`cardslinger flash` updates it"
