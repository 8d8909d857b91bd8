"""Starts a twin as a child process and knows its two sides."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from cardslinger.twin.bench import Bench
from cardslinger.twin.errors import CannotKeep, TwinBroken
from cardslinger.twin.image import find_image
from cardslinger.twin.kept_flash import is_kept
from cardslinger.twin.options import Options, parse

PATIENCE_S = 2.0  # for a child to end


class TwinProcess:
    """A running twin: `serial_url` for hosts, `bench` for hands. Use it as a context manager.

    The child ends when this object is closed or its process dies.
    """

    def __init__(self, url: str) -> None:
        """Raises BadOption, CannotKeep, NoImage, TwinBroken."""
        options = parse(url)
        self._url = url
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # open as long as the child
        self._child = subprocess.Popen(
            _command(options),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,  # Ctrl-C is for us, who then end the twin
        )
        try:
            assert self._child.stdout is not None
            sides = json.loads(self._child.stdout.readline())
            if "refused" in sides:
                self._end()
                self._errors.close()
                raise CannotKeep(f"{url}: {sides['refused']}")
            self.serial_url: str = sides["serial"]
            self.bench = Bench(sides["bench"])
        except (ValueError, OSError) as error:
            self._end()
            raise TwinBroken(self.ending()) from error

    def ending(self) -> str:
        """How the child ended, in a line; empty while it runs."""
        try:
            code = self._child.wait(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            return ""
        if self._errors.closed:
            return f"{self._url}: the twin was closed"
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return f"{self._url}: the twin has ended ({lines[-1] if lines else code}); start it again"

    def close(self) -> None:
        """End the child; safe to call twice."""
        self.bench.close()
        self._end()
        self._errors.close()

    def _end(self) -> None:
        self._child.terminate()
        try:
            self._child.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._child.kill()
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
    command += ["--size", options.size, "--fault", options.fault]
    if options.seed is not None:
        command += ["--seed", str(options.seed)]
    if options.kind == "emulated":
        kept = Path(options.keep) if options.keep else None
        if kept:
            command += ["--keep", str(kept)]
        if not kept or not is_kept(kept):
            command += ["--image", str(find_image(options.image))]
    return command
