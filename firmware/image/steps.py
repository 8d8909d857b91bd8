"""The manners of the image build: a line a step, tools' output into a log, one kind of error."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

TAIL = 12
OTHER_WAY = "set CARDSLINGER_IMAGE=file.uf2 to use an image built elsewhere"


class BuildError(Exception):
    """The build cannot go on; the text names the cause and the next step."""


class CommandError(BuildError):
    """A tool ended with an error; its output is at the end of `log`."""

    def __init__(self, command: Sequence[str], ending: str, log: Path) -> None:
        self.output = log.read_text("utf-8", "replace").rpartition("\n$ ")[2].splitlines()[1:]
        self.disk_full = any("No space left on device" in line for line in self.output)
        tool = f"{Path(command[0]).name} failed ({ending})"
        if self.disk_full:
            super().__init__(f"{tool}, the disk is full: make room, then run this again ({log})")
        else:
            tail = "".join(f"\n    {line}" for line in self.output[-TAIL:])
            super().__init__(f"{tool}, the whole output is in {log}, the last lines are:{tail}")


def say(text: str) -> None:
    """Tell the person what happens now; stdout is kept for the result."""
    print(f"image: {text}", file=sys.stderr, flush=True)


def run(
    command: Sequence[str],
    log: Path,
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    limit_s: float | None = None,
    lock: int | None = None,
) -> None:
    """Run `command`, its output appended to `log`; end all it started if it ends badly.

    A child keeps the descriptor `lock` open: were this process killed, the next build still waits
    until the children it left behind are done with the folder.
    """
    with log.open("ab") as output:
        output.write(f"\n$ {shlex.join(command)}\n".encode())
        output.flush()
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env=env,
            pass_fds=() if lock is None else (lock,),
            process_group=0,
        ) as child:
            try:
                status = child.wait(limit_s)
                ending = f"exit {status}" if status else ""
            except subprocess.TimeoutExpired:
                ending = f"no end after {limit_s} s"
                os.killpg(child.pid, signal.SIGTERM)
            except KeyboardInterrupt:
                os.killpg(child.pid, signal.SIGTERM)
                raise
    if ending:
        raise CommandError(command, ending, log)
