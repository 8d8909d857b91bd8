"""The host's side of the wire: ports, session, and `Launcher`, the client to use."""

from cardslinger.bridge.errors import (
    Incompatible,
    LauncherError,
    Lost,
    NoAnswer,
    PortError,
    Refused,
)
from cardslinger.bridge.launcher import Launcher
from cardslinger.bridge.messages import (
    Event,
    Fired,
    Firing,
    Hello,
    Missed,
    Restarted,
    Setting,
    Status,
)

__all__ = [
    "Event",
    "Fired",
    "Firing",
    "Hello",
    "Incompatible",
    "Launcher",
    "LauncherError",
    "Lost",
    "Missed",
    "NoAnswer",
    "PortError",
    "Refused",
    "Restarted",
    "Setting",
    "Status",
]
