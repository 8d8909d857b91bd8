"""The host's side of the wire: ports, session, and `Launcher`, the client to use."""

from cardslinger.bridge.errors import (
    Incompatible,
    LauncherError,
    Lost,
    NoAnswer,
    PortError,
    Refused,
    TooLong,
)
from cardslinger.bridge.launcher import Launcher
from cardslinger.bridge.messages import (
    Event,
    Fired,
    Firing,
    Hello,
    Life,
    LogEntry,
    Missed,
    Passage,
    Restarted,
    Setting,
    Status,
    Tested,
)

__all__ = [
    "Event",
    "Fired",
    "Firing",
    "Hello",
    "Incompatible",
    "Launcher",
    "LauncherError",
    "Life",
    "LogEntry",
    "Lost",
    "Missed",
    "NoAnswer",
    "Passage",
    "PortError",
    "Refused",
    "Restarted",
    "Setting",
    "Status",
    "Tested",
    "TooLong",
]
