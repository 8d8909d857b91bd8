"""Ports: found, opened, or refused in one line with the next step."""

import os
import pty
import socket
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
import serial
from cardslinger.bridge import PortError
from cardslinger.bridge.ports import _cause, find_ports, open_port, resolve
from serial.tools import list_ports


@pytest.fixture
def terminal() -> Iterator[str]:
    """A pseudo-terminal: a real serial device to open."""
    ours, theirs = pty.openpty()
    yield os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


def plugged_in(monkeypatch: pytest.MonkeyPatch, *serial_numbers: str) -> None:
    """Pretend that these Picos hang on USB: there is no other way to have them here."""
    boards = [
        SimpleNamespace(
            device=f"/dev/ttyACM{n}", serial_number=s, description="Board", vid=0x2E8A, pid=5
        )
        for n, s in enumerate(serial_numbers)
    ]
    other = SimpleNamespace(
        device="/dev/ttyS0", serial_number=None, description="n/a", vid=None, pid=None
    )
    monkeypatch.setattr(list_ports, "comports", lambda: [other, *boards])


def test_auto_takes_the_only_pico(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged_in(monkeypatch, "E661")
    assert resolve("auto") == "/dev/ttyACM0"


def test_auto_without_a_pico_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged_in(monkeypatch)
    with pytest.raises(
        PortError, match=r"plug it in, .*`cardslinger flash`, or try --port virtual://"
    ):
        resolve("auto")


def test_auto_with_two_picos_names_both(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged_in(monkeypatch, "E661", "E662")
    with pytest.raises(PortError, match=r"id:E661 \(/dev/ttyACM0\), id:E662 \(/dev/ttyACM1\)"):
        resolve("auto")


def test_a_board_is_found_by_its_serial_number(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged_in(monkeypatch, "E661", "E662")
    assert resolve("id:E662") == "/dev/ttyACM1"
    with pytest.raises(PortError, match="no board with serial number 'E669'"):
        resolve("id:E669")
    with pytest.raises(PortError, match="lacks the serial number"):
        resolve("id:")


def test_picos_are_listed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged_in(monkeypatch, "E661")
    assert [port.device for port in find_ports()] == ["/dev/ttyACM0", "/dev/ttyS0"]


@pytest.mark.parametrize(
    ("port", "reason"),
    [
        ("/dev/nosuchport", "no such port; see `cardslinger ports`"),
        ("nosuchport", "no such port"),
        ("nosuch://", "not a port; use auto"),
        ("virtual://?cards=many", "cards='many' is not a whole number"),
        ("", "no port was named; use auto"),
        ("/dev/null", r"^/dev/null: not a serial port \([^()]*\); see `cardslinger ports`$"),
        ("/tmp", r"^/tmp: not a serial port \(Is a directory\); see `cardslinger ports`$"),
        ("socket://127.0.0.1", "not an address; write socket://HOST:NUMBER"),
        ("socket://127.0.0.1:x", "not an address; write socket://HOST:NUMBER"),
    ],
)
def test_a_port_that_is_none_is_refused(port: str, reason: str) -> None:
    with pytest.raises(PortError, match=reason):
        open_port(port)


def test_a_closed_tcp_port_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
    with pytest.raises(PortError, match="nothing listens there; write socket://HOST:NUMBER"):
        open_port(f"socket://127.0.0.1:{number}")


def test_a_busy_port_is_refused(terminal: str) -> None:
    with (
        serial.Serial(terminal, exclusive=True),
        pytest.raises(PortError, match="busy; another program has it open"),
    ):
        open_port(terminal)


def test_permission_denied_names_the_group() -> None:
    assert "group `dialout`" in _cause("/dev/ttyACM0", PermissionError(13, "Permission denied"))
