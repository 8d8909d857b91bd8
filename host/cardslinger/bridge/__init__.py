"""The host's side of the wire: ports, session, and `Launcher`, the client to use."""

from cardslinger.bridge.errors import (
    Incompatible,
    LauncherError,
    Lost,
    NoAnswer,
    PortError,
    Refused,
    TooLong,
    TraceError,
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
from cardslinger.bridge.trace import recording

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
    "TraceError",
    "recording",
]
