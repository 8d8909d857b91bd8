"""Finding and opening the launcher's serial port.

A port is written as a pyserial URL: `auto`, `id:SERIAL`, a device name, `socket://HOST:PORT`,
`virtual://` or `emulated://`.
"""

import contextlib
import errno
import re
from dataclasses import dataclass

import serial
from serial.tools import list_ports

from cardslinger.bridge.errors import PortError

BAUD = 115200  # USB ignores it
READ_TIMEOUT_S = 0.25  # how soon a closing port is noticed
WRITE_TIMEOUT_S = 2.0
RASPBERRY_PI_VID = 0x2E8A
MICROPYTHON_PIDS = frozenset({0x0005})  # MicroPython's USB serial on RP2 boards

TWINS = ("virtual://", "emulated://")

_FORMS = "use auto, id:SERIAL, a device, socket://HOST:NUMBER, virtual:// or emulated://"
_HANDLERS = "cardslinger.twin.urls"


@dataclass(frozen=True, slots=True)
class Found:
    """A serial port of this computer; `pico` when MicroPython runs on a Pico there."""

    device: str
    serial_number: str
    description: str
    pico: bool


def find_ports() -> list[Found]:
    """Every serial port, boards that could be a launcher first."""
    try:
        ports = list_ports.comports()
    except Exception as error:  # pyserial trips over a port that goes meanwhile
        raise PortError(f"the ports can't be listed ({error}); try again") from error
    found = [
        Found(
            port.device,
            port.serial_number or "",
            port.description or "",
            port.vid == RASPBERRY_PI_VID and port.pid in MICROPYTHON_PIDS,
        )
        for port in ports
    ]
    return sorted(found, key=lambda port: (not port.pico, port.device))


def resolve(port: str) -> str:
    """The device or URL to open for `port`. Raises PortError when there is none, or several."""
    if port == "auto":
        return _only(
            [found for found in find_ports() if found.pico],
            "no Pico with MicroPython found; plug it in, give a new one its program with "
            "`cardslinger flash`, or try --port virtual://",
        )
    if port.startswith("id:"):
        wanted = port.removeprefix("id:")
        if not wanted:
            raise PortError("id: lacks the serial number; see `cardslinger ports`")
        return _only(
            [found for found in find_ports() if found.serial_number == wanted],
            f"no board with serial number {wanted!r}; see `cardslinger ports`",
        )
    return port


def _only(found: list[Found], none: str) -> str:
    if not found:
        raise PortError(none)
    if len(found) > 1:
        names = ", ".join(f"id:{port.serial_number} ({port.device})" for port in found)
        raise PortError(f"several boards: choose one with --port: {names}")
    return found[0].device


# From here on `virtual://` and `emulated://` are pyserial URLs like any other.
if _HANDLERS not in serial.protocol_handler_packages:
    serial.protocol_handler_packages.append(_HANDLERS)


def open_port(port: str) -> serial.Serial:
    """Open it for this process alone. Raises PortError with the cause and the next step."""
    url = resolve(port)
    try:
        opened: serial.Serial = serial.serial_for_url(
            url,
            BAUD,
            timeout=READ_TIMEOUT_S,
            write_timeout=WRITE_TIMEOUT_S,
            exclusive=True,
        )
    except Exception as error:  # pyserial lets out termios.error and more
        raise PortError(_cause(url, error)) from error
    return opened


def lasting_name(name: str, device: str | None) -> str:
    """What to open when the board at `device` is plugged in or starts anew, for the system may
    then give it another name: its serial number, if it has one, else `name`."""
    with contextlib.suppress(PortError):
        for found in find_ports():
            if found.device == device and found.serial_number:
                return f"id:{found.serial_number}"
    return name


def broken_port(port: serial.Serial, error: Exception) -> str:
    """Why an open port stopped working, and the next step."""
    ended: str = getattr(port, "ending", "")
    return ended or f"the port broke ({_reason(error)}); plug it in again"


def _cause(url: str, error: Exception) -> str:
    """Why a port can't be opened, and the next step."""
    code = getattr(error, "errno", None)
    if not url:
        return f"no port was named; {_FORMS}"
    if url.startswith(TWINS):
        return str(error)
    if url.startswith("socket://"):
        refused = "refused" in str(error)
        reason = "nothing listens there" if refused else "not an address"
        return f"{url}: {reason}; write socket://HOST:NUMBER"
    if code == errno.ENOENT:
        return f"{url}: no such port; see `cardslinger ports`"
    if code in (errno.EACCES, errno.EPERM):
        cure = "add yourself to the group `dialout` and log in again, or write a udev rule"
        return f"{url}: permission denied; {cure}"
    if code == errno.EBUSY or "exclusively lock" in str(error):
        return f"{url}: busy; another program has it open, close that first"
    if isinstance(error, ValueError | re.error):
        return f"{url}: not a port; {_FORMS}"
    return f"{url}: not a serial port ({_reason(error)}); see `cardslinger ports`"


def _reason(error: Exception) -> str:
    """The system's own words, where pyserial wraps some, else pyserial's without its guesses."""
    for cause in (error.__context__, error):
        match getattr(cause, "args", ()):
            case (int(), str() as words):
                return words
    return str(error).split("\n")[0].split(" (device disconnected")[0]
