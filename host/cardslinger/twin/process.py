"""Starts a twin as a child process and knows its two sides."""

import json
import subprocess
import sys
from types import TracebackType
from typing import Self

from cardslinger.twin.bench import Bench
from cardslinger.twin.errors import TwinBroken
from cardslinger.twin.image import find_image
from cardslinger.twin.options import Options, parse


class TwinProcess:
    """A running twin: `serial_url` for hosts, `bench` for hands. Use it as a context manager.

    The child ends when this object is closed or its process dies.
    """

    def __init__(self, url: str) -> None:
        """Raises BadOption, NoImage, TwinBroken."""
        options = parse(url)
        self._child = subprocess.Popen(
            _command(options), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert self._child.stdout is not None
        line = self._child.stdout.readline()
        if not line:
            raise TwinBroken(f"{url}: the twin did not start: {self._last_words()}")
        sides = json.loads(line)
        self.serial_url: str = sides["serial"]
        self.bench = Bench(sides["bench"])

    def _last_words(self) -> str:
        _, errors = self._child.communicate()
        lines = errors.decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else f"exit code {self._child.returncode}"

    def close(self) -> None:
        """End the child; safe to call twice."""
        self.bench.close()
        self._child.terminate()
        self._child.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _command(options: Options) -> list[str]:
    command = [sys.executable, "-m", "cardslinger.twin", options.kind]
    command += ["--cards", str(options.cards), "--speed", str(options.speed)]
    if options.seed is not None:
        command += ["--seed", str(options.seed)]
    if options.kind == "emulated":
        command += ["--image", str(find_image())]
    return command
