"""`--trace FILE`, `cardslinger trace FILE` and `monitor --raw`: the wire for people."""

import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from cardslinger.bridge.trace import LOST, OPENED, Source, note, read_trace, recording, wire
from cardslinger.cli import cardslinger
from slinger.frame import encode
from slinger.limits import LINE_MAX_BYTES

from tests.bridge.conftest import Play
from tests.bridge.device import HELLO, Device
from tests.cli.terminal import Terminal
from tests.cli.test_cli import CARDSLINGER, assert_refused, run
from tests.cli.test_device_text import NASTY, STEERS

FULL = Path("/dev/full")
PORT = "/dev/ttyACM0"
needs_full = pytest.mark.skipif(not FULL.exists(), reason="/dev/full is Linux's")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "wire.trace"


def shown(path: Path) -> list[str]:
    """What `trace` prints of each line, without its times."""
    done = run("trace", str(path))
    assert done.returncode == 0, done.stderr
    lines, _, _ = done.stdout.partition("\n\n")
    return [line[10:] for line in lines.splitlines()]


def summary(path: Path) -> list[str]:
    table = run("trace", str(path)).stdout.rpartition("\n\n")[2]
    return [" ".join(line.split()) for line in table.splitlines()]


# -- recording ----------------------------------------------------------------------------------


def commands(command: click.Command, *names: str) -> Iterator[tuple[str, click.Command]]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner
            yield from commands(inner, *names, name)
    else:
        yield " ".join(names), command


def test_every_command_with_a_port_can_record() -> None:
    options = {
        name: {one.opts[0] for one in command.params} for name, command in commands(cardslinger)
    }
    with_port = {name for name, known in options.items() if "--port" in known}
    assert {"fire", "monitor", "settings set", "bench press"} <= with_port
    assert {name for name, known in options.items() if "--trace" in known} == with_port


def test_a_fire_is_recorded_and_can_be_read(kind: str, path: Path) -> None:
    done = run("fire", "3", "--port", f"{kind}://?speed=0", "--trace", str(path), "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    lines = shown(path)
    [asked] = [line for line in lines if line.startswith("→") and line.endswith("fire cards=3")]
    number = asked.split()[1]
    [answered] = [line for line in lines if line.startswith(f"← {number} fire after ")]
    assert answered.endswith("ms fire=1")
    [fired] = [line for line in lines if " fired " in line]
    assert f"cards={report['fired']}" in fired
    assert f"ms={report['ms']}" in fired
    assert "[" not in fired, "nothing is wrong with it"


def test_a_trace_is_begun_anew_but_not_by_wrong_usage(path: Path) -> None:
    path.write_text("precious")
    assert run("fire", "x", "--trace", str(path)).returncode == 2
    assert path.read_text() == "precious"
    assert run("health", "--port", "virtual://?speed=0", "--trace", str(path)).returncode == 0
    assert len([*read_trace(path)]) > 4


def test_a_trace_that_can_not_be_written_is_refused_before_the_port_is_opened(
    tmp_path: Path,
) -> None:
    done = run("fire", "1", "--port", "nosuch://", "--trace", str(tmp_path))
    assert_refused(done, 1, f"can't record the wire to {tmp_path} (Is a directory): name a file")


@needs_full
def test_a_full_disk_lets_the_command_finish_and_is_said_at_the_end() -> None:
    done = run("fire", "2", "--port", "virtual://?speed=0", "--trace", str(FULL))
    assert done.stdout.startswith("fired 2 of 2 cards")
    assert done.returncode == 1
    assert done.stderr == (
        "cardslinger: the trace /dev/full is not complete (No space left on device): "
        "make room, or name another file, and record again\n"
    )


@needs_full
@pytest.mark.parametrize(
    ("cards", "reason"), [("9999", "cards must be 0 to 112"), ("2", "fired 1 of 2 cards")]
)
def test_a_full_disk_hides_no_other_complaint(cards: str, reason: str) -> None:
    done = run("fire", cards, "--port", "virtual://?speed=0&cards=1", "--trace", str(FULL))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 2
    assert "is not complete" in done.stderr
    assert reason in done.stderr


# -- reading ------------------------------------------------------------------------------------


def event(number: int, boot: object = HELLO["boot"]) -> bytes:
    return encode({"ev": "lid", "n": number, "boot": boot, "t": 5, "open": True})


def troubled(path: Path) -> None:
    """A trace in which all that can be wrong is wrong once."""
    said = [
        (Source.HOST, b"\n" + encode({"id": 1, "cmd": "hello", "protocol": 1})),
        (Source.LAUNCHER, b"MPY: soft reboot\r\n"),
        (Source.LAUNCHER, encode({"re": 1, **HELLO})),
        (Source.HOST, encode({"id": 2, "cmd": "fire", "cards": 3})),
        (Source.HOST, encode({"id": 2, "cmd": "fire", "cards": 3})),
        (Source.LAUNCHER, encode({"re": 2, "err": "lid_open"})),
        (Source.LAUNCHER, encode({"re": 2, "err": "lid_open"})),
        (Source.LAUNCHER, encode({"re": 9, "t": 1})),
        (Source.LAUNCHER, event(1)),
        (Source.HOST, encode({"ack": 1})),
        (Source.LAUNCHER, event(1)),
        (Source.LAUNCHER, event(4)),
        (Source.LAUNCHER, event(6)),
        (Source.LAUNCHER, event(1, boot="older")),
        (Source.LAUNCHER, event(7)[:-3] + b"zz\n"),
        (Source.LAUNCHER, b"y" * LINE_MAX_BYTES + b"\n"),
        (Source.LAUNCHER, encode({"what": 1})),
        (Source.LAUNCHER, b'!{"ev'),
    ]
    with recording(path):
        note(PORT, OPENED)
        for source, data in said:
            wire(PORT, source, data)
        note(PORT, f"{LOST}: the port broke")
        note(PORT, OPENED)
        wire(PORT, Source.LAUNCHER, encode({"hello": "boot2", "protocol": 1}))


def without_trip(line: str) -> str:
    before, after, rest = line.partition(" after ")
    return before + after + rest[rest.index("ms") :] if after else line


def test_all_that_is_wrong_is_marked(path: Path) -> None:
    troubled(path)
    lines = list(map(without_trip, shown(path)))
    assert lines[0] == "  port /dev/ttyACM0"
    assert lines[1:4] == ["· opened", "→ 1 hello protocol=1", "← text: MPY: soft reboot"]
    assert lines[4].startswith('← 1 hello after ms protocol=1 firmware="0.1.0"')
    assert lines[5:] == [
        "→ 2 fire cards=3",
        "→ 2 fire [sent again] cards=3",
        '← 2 fire after ms err="lid_open"',
        '← 2 fire [sent again] err="lid_open"',
        "← 9 [answers nothing] t=1",
        "← event 1 lid t=5 open=true",
        "→ ack 1",
        "← event 1 lid [sent again] t=5 open=true",
        "← event 4 lid [events 2 to 3 are missing] t=5 open=true",
        "← event 6 lid [event 5 is missing] t=5 open=true",
        '← event 1 lid [of another boot] boot="older" t=5 open=true',
        f"← damaged: {event(7)[:-3].decode()}zz",
        f"← too long: {'y' * 48}...",
        f"← makes no sense: {encode({'what': 1}).decode().strip()}",
        '← cut off: !{"ev',
        "· lost: the port broke",
        "· opened",
        "← power-on boot2 protocol=1",
    ]


def test_the_summary_counts_it(path: Path) -> None:
    troubled(path)
    figures = summary(path)
    assert figures[0].endswith(" seconds")
    assert figures[1:3] == [
        "2 commands; 1 sent again",
        "2 answers; 1 sent again, 1 to nothing",
    ]
    assert [figure.split(" ", 1)[1] for figure in figures[3:5]] == [
        "ms to an answer, in the median",
        "ms to an answer, 99 % of them within",
    ]
    assert figures[5:] == [
        "4 events; 1 sent again, 3 missing",
        "4 lines skipped; 1 damaged, 1 too long, 1 text, 1 cut off",
        "1 reconnects",
    ]


def test_json_has_the_summary_and_every_line(path: Path) -> None:
    troubled(path)
    done = run("trace", str(path), "--json")
    assert len(done.stdout.splitlines()) == 1
    report = json.loads(done.stdout)
    assert report["summary"]["resent_commands"] == 1
    assert report["summary"]["missing_events"] == 3
    assert report["summary"]["round_trip_ms_p99"] > 0
    entries = report["entries"]
    assert len(entries) == len(shown(path)) - 1, "all but the port's"
    [answer] = [one for one in entries if one.get("command") == "hello" and "round_trip_ms" in one]
    assert answer["message"]["re"] == 1
    assert (answer["from"], answer["kind"], answer["port"]) == ("launcher", "answer", PORT)
    assert [one["text"] for one in entries if one["kind"] == "text"] == ["MPY: soft reboot\r"]
    assert [one["missing"] for one in entries if "missing" in one] == [[2, 3], [5, 5]]
    assert [one["kind"] for one in entries if one.get("again")] == ["command", "answer", "event"]


def test_a_terminal_of_80_columns_shows_it_in_columns(path: Path) -> None:
    troubled(path)
    with Terminal("trace", str(path)) as terminal:
        code, text = terminal.end()
    lines = text.splitlines()
    assert code == 0
    assert max(map(len, lines)) <= 80
    at = next(number for number, line in enumerate(lines) if '"0.1.0"' in line)
    assert lines[at + 1].startswith(" " * 12), "what does not fit goes on below itself"
    assert lines[at + 1][12] != " "


def test_two_ports_are_told_apart(path: Path) -> None:
    with recording(path):
        for port in ("COM5", "COM5", "COM6", "COM5"):
            wire(port, Source.HOST, encode({"ack": 1}))
    assert shown(path) == [
        "  port COM5",
        "→ ack 1",
        "→ ack 1",
        "  port COM6",
        "→ ack 1",
        "  port COM5",
        "→ ack 1",
    ]


def test_no_terminal_is_steered_by_what_was_said(path: Path) -> None:
    nasty = NASTY.replace("\n", "")
    with recording(path):
        note(nasty, nasty)
        wire(nasty, Source.LAUNCHER, nasty.encode("latin-1") + b"\n")
        wire(nasty, Source.LAUNCHER, encode({nasty: nasty}))
        wire(nasty, Source.LAUNCHER, encode({"ev": nasty, "n": 1, "boot": nasty, nasty: nasty}))
        wire(nasty, Source.LAUNCHER, encode({"hello": nasty}))
        wire(nasty, Source.HOST, encode({"id": 1, "cmd": nasty}) + encode({"ack": nasty}))
        wire(nasty, Source.LAUNCHER, encode({"re": 1, "err": [nasty]}))
    done = run("trace", str(path))
    assert done.stdout.count("[b]") > 9
    assert STEERS not in done.stdout
    assert "\x9b" not in done.stdout
    assert "\x9b" not in run("trace", str(path), "--json").stdout
    assert STEERS not in path.read_text()


def test_an_empty_trace_is_one_in_which_nothing_was_said(path: Path) -> None:
    assert run("fire", "1", "--port", "/dev/nosuchport", "--trace", str(path)).returncode == 1
    assert summary(path)[:2] == ["0.000 seconds", "0 commands"]
    assert "nothing was recorded: the port was never opened" in run("trace", str(path)).stdout


def test_signs_have_lookalikes(path: Path) -> None:
    troubled(path)
    lines = run("trace", str(path), PYTHONIOENCODING="ascii").stdout.splitlines()
    assert [line[10:11] for line in lines[1:4]] == ["-", ">", "<"]


@pytest.mark.parametrize("option", [[], ["--json"]])
def test_what_is_no_trace_is_one_line(path: Path, option: list[str]) -> None:
    assert_refused(run("trace", str(path), *option), 1, "No such file or directory): name a file")
    troubled(path)
    with path.open("a") as file:
        file.write("cardslinger match 1\n")
    reason = f"{path}, line {len(path.read_text().splitlines())}: this is no trace"
    assert_refused(run("trace", str(path), *option), 1, reason)


# -- live ---------------------------------------------------------------------------------------


def start_raw(port: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [CARDSLINGER, "monitor", "--raw", "--port", port, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_the_raw_monitor_shows_each_line_at_once_until_ctrl_c(play: Play, path: Path) -> None:
    device = Device(lambda message: {})
    device.tell("lid", open=True)
    with start_raw(play(device), "--trace", str(path)) as watching:
        assert watching.stdout is not None
        lines = [watching.stdout.readline() for _ in range(6)]
        watching.send_signal(signal.SIGINT)
        rest, errors = watching.communicate(timeout=60)
    assert (watching.returncode, errors.strip(), rest) == (130, "", "")
    words = [line[10:].strip() for line in lines]
    assert words[0].startswith("port /dev/")
    assert words[1] == "· opened"
    assert " hello protocol=1 session=" in words[2]
    assert " hello after " in words[3]
    assert words[4:] == ["← event 1 lid t=0 open=true", "→ ack 1"], "it acknowledges as usual"
    recorded = [line.strip() for line in shown(path)]
    assert recorded[-3:] == [*words[4:], "· closed"], "the trace has the same words"


def test_the_raw_monitor_shows_why_a_board_is_no_launcher(play: Play) -> None:
    done = run("monitor", "--raw", "--port", play(lambda message: f">>> {STEERS}\r\n".encode()))
    assert done.returncode == 1
    assert "`cardslinger flash`" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert r"← text: >>> \x1b[77m" in done.stdout
    assert STEERS not in done.stdout


def test_the_raw_monitor_scrolls_on_a_terminal(kind: str) -> None:
    with Terminal("monitor", "--raw", "--port", f"{kind}://?speed=0") as terminal:
        text = terminal.until('caps=["fire"]')
        assert " hello after " in text
        assert max(map(len, text.splitlines())) <= 80
        assert "\x1b[?1049h" not in terminal.raw, "no full screen"


def test_output_that_nobody_takes_ends_the_raw_monitor(play: Play) -> None:
    with start_raw(play(Device(lambda message: {}))) as watching:
        assert watching.stdout is not None
        watching.stdout.close()
        assert watching.wait(60) == 1


@needs_full
def test_output_on_a_full_disk_ends_the_raw_monitor_with_a_line(play: Play) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [CARDSLINGER, "monitor", "--raw", "--port", play(Device(lambda message: {}))],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == ("cardslinger: could not write the output: No space left on device\n")
