"""What can go wrong between host and launcher.

    LauncherError
    ├── PortError       the port can't be found or opened
    ├── NoAnswer        nothing that speaks the protocol answers (a TimeoutError too)
    ├── Incompatible    it answers, in another version of the protocol
    ├── Refused         it understood and declined; nothing was fired
    ├── TooLong         a command that does not fit a line of the wire; nothing was sent
    ├── Lost            the connection broke
    │   └── Unheard     before the launcher had heard a command: nothing was done
    └── TraceError      a trace of the wire can't be written, is not complete, or is none

Each message names the cause and the next step, in one line.
"""

from typing import Any


class LauncherError(Exception):
    """Root of the bridge's errors."""


class PortError(LauncherError):
    """The port can't be found or opened."""


class NoAnswer(LauncherError, TimeoutError):
    """Nothing that speaks the protocol answers; `said` is the text that came instead, if any."""

    def __init__(self, message: str, said: str = "") -> None:
        self.said = said
        super().__init__(message)


def silence(said: str) -> NoAnswer:
    """What it means that nothing, or only this text, answers a hello; the cure comes last."""
    if said:
        what = f"a board answers, but not as a launcher ({said[:60]!r})"
        return NoAnswer(f"{what}; `cardslinger flash` makes a Pico one", said)
    what = "no answer (is it a launcher, does its firmware run, is its button free?)"
    return NoAnswer(f"{what}; `cardslinger flash` writes its firmware anew", said)


class Incompatible(LauncherError):
    """The device speaks another version of the protocol."""


class Refused(LauncherError):
    """The device declined a command: `code` and `facts` say why. Nothing was fired."""

    def __init__(self, command: str, code: str, facts: dict[str, Any]) -> None:
        self.command, self.code, self.facts = command, code, facts
        super().__init__(f"the launcher refused `{command}`: {reason(command, code, facts)}")


class TooLong(LauncherError):
    """A command does not fit a line of the wire. Nothing was sent."""


class Lost(LauncherError):
    """The connection broke; what was under way may have happened."""


class Unheard(Lost):
    """The connection broke before the launcher had heard the command; it will never do it."""


class TraceError(LauncherError):
    """A trace of the wire can't be written or read, is not complete, or is none at all."""


def reason(command: str, code: str, facts: dict[str, Any]) -> str:
    """Why a command can't be done, in words, with the next step."""
    if code == "out_of_range":
        return f"{facts.get('name')} must be {facts.get('min')} to {facts.get('max')}"
    if code == "bad_value" and "choices" in facts:
        return f"{facts.get('name')} must be one of {', '.join(map(str, facts['choices']))}"
    if code == "bad_value" and "weights" in facts:
        most = facts["weights"]
        return f"{facts.get('name')} must be 1 to {most} weights of 0 to 1000, not all of them 0"
    if code == "lid_open":
        return "its lid is open; close it"
    if code == "unknown_setting":
        return f"it has no setting {facts.get('name')!r}; `cardslinger settings get` lists them"
    if code == "store":
        return "its flash could not be written; power it off and on, and try again"
    if code == "bad_value":
        name = facts.get("name")
        cure = f"; see `cardslinger settings get {name}`" if command == "set" else ""
        return f"{name} has the wrong type{cure}"
    if code == "busy":
        return "it is firing; wait until that is over"
    if code == "testing":
        return "it is testing itself; wait until that is over"
    if code == "menu":
        return "somebody is in its menu; wait until that is over"
    if code == "safe":
        return "it is in safe mode after one error upon another; see `cardslinger health`"
    if code == "restarting":
        return "it is starting anew; connect again"
    if code == "old_id":
        return "it came too late; try again"
    if code == "unknown_command":
        return "its firmware does not know this command; `cardslinger flash` updates it"
    return code
