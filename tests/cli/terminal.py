"""A command in a terminal of 80 columns, with somebody at its keys."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

from tests.cli.test_cli import CARDSLINGER

PATIENCE_S = 60.0
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\].*?\x07")


class Terminal:
    """Runs `cardslinger` with these arguments; use it as a context manager."""

    def __init__(self, *arguments: str, columns: int = 80, term: str = "xterm-256color") -> None:
        self._here, there = pty.openpty()
        fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        self._child = subprocess.Popen(
            [CARDSLINGER, *arguments],
            stdin=there,
            stdout=there,
            stderr=there,
            start_new_session=True,
            env={**os.environ, "TERM": term},
        )
        os.close(there)
        self._seen = ""

    def until(self, text: str) -> str:
        """Everything shown so far, without colours, once `text` is there."""
        give_up_s = time.monotonic() + PATIENCE_S
        while text not in self.shown:
            assert time.monotonic() < give_up_s, f"no {text!r} in {self.shown!r}"
            if not self.read():
                assert text in self.shown, f"ended without {text!r}: {self.shown!r}"
        return self.shown

    def type(self, keys: str) -> None:
        os.write(self._here, keys.encode())

    def end(self) -> tuple[int, str]:
        """Exit code, and everything that was shown."""
        while self.read():
            pass
        return self._child.wait(PATIENCE_S), self.shown

    @property
    def raw(self) -> str:
        """Everything shown so far, with what steers the terminal."""
        return self._seen

    @property
    def shown(self) -> str:
        return _CONTROL.sub("", self._seen).replace("\r\n", "\n")

    def read(self) -> bool:
        """Wait a moment for more; whether more may come."""
        if not select.select([self._here], [], [], 0.2)[0]:
            return self._child.poll() is None
        try:
            self._seen += os.read(self._here, 4096).decode(errors="replace")
        except OSError:  # the child has closed its end
            return False
        return True

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *error: object) -> None:
        self._child.kill()
        self._child.wait()
        os.close(self._here)
