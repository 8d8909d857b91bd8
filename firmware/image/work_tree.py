"""The folder MicroPython is compiled in: unpacked once, then kept for the next build."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from debian_packages import MICROPYTHON
from steps import run, say

UF2_FAMILY_RP2040 = "0xe48bff56"
FLASH_START = "0x10000000"
PYTHON = "/usr/bin/python3"  # Debian's: a virtual environment's may be gone tomorrow
TOOL_LIMIT_S = 1800  # all take 40 on two cores; a failing preprocessor was seen to hang
# The whole environment of the tools: no flags, no paths and no clock of the caller get in.
TOOL_ENV = {
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "LC_ALL": "C.UTF-8",
    "PYTHONHASHSEED": "0",  # the module table is written from a set
    "SOURCE_DATE_EPOCH": "1744675200",  # 2025-04-15, the day MicroPython 1.25.0 came out
    "MICROPY_GIT_TAG": f"v{MICROPYTHON}",  # else a repository around the cache would be asked
}
# Where MicroPython looks for libraries, and where Debian's packages have them.
LIBRARIES = {
    "pico-sdk": "packages/usr/src/pico-sdk",
    "tinyusb": "packages/usr/src/tinyusb",
    "mbedtls": "mbedtls",
}


class WorkTree:
    """A tree in `folder`; what it runs writes to `log` and holds the descriptor `lock`."""

    def __init__(self, folder: Path, log: Path, lock: int) -> None:
        self.folder = folder
        self._log = log
        self._lock = lock
        self._unfinished = folder / "unfinished"

    @property
    def trusted(self) -> bool:
        """True if there is a tree and its last build ended well.

        One that was cut off may hold half-written files that look up to date.
        """
        return self.folder.exists() and not self._unfinished.exists()

    def discard(self, scratch: Path) -> None:
        """Remove the tree; what a cut-off removal leaves lies in `scratch`, no longer a tree."""
        if self.folder.exists():
            doomed = self.folder.rename(scratch / f"doomed-{self.folder.name}")
            shutil.rmtree(doomed)

    def unpack(self, archives: Path, scratch: Path) -> None:
        """Make the tree from Debian's `archives`, with each library where MicroPython seeks it."""
        say("unpacking the sources")
        new = scratch / "tree"
        for name in ("micropython", "mbedtls"):
            (new / name).mkdir(parents=True)
            archive = next(archives.glob(f"{name}_*.orig.tar.*"))
            self._run(
                "tar", "--no-same-owner", "-xf", archive, "-C", new / name, "--strip-components=1"
            )
        for package in sorted(archives.glob("*.deb")):
            self._run("dpkg-deb", "--extract", package, new / "packages")
        for name, place in LIBRARIES.items():
            link = new / "micropython/lib" / name
            shutil.rmtree(link, ignore_errors=True)
            link.symlink_to(Path("../..") / place)
        readme = new / "micropython/lib/micropython-lib/README.md"  # only asked whether it exists
        readme.parent.mkdir(exist_ok=True)
        readme.touch()
        self.folder.parent.mkdir(exist_ok=True)
        new.rename(self.folder)

    def stage(self, inputs: Mapping[str, bytes]) -> None:
        """Give the tree its copy of `inputs`, touching only what differs.

        A copy of its own lets several checkouts share the tree, each an edit away from the other.
        """
        staged = self.folder / "firmware"
        for path in [path for path in staged.rglob("*") if path.is_file()]:
            if path.relative_to(staged).as_posix() not in inputs:
                path.unlink()
        for name, content in inputs.items():
            path = staged / name
            if not path.exists() or path.read_bytes() != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)

    def compile(self, inputs: Mapping[str, bytes], uf2: Path) -> None:
        """Compile MicroPython with those of `inputs` that are ours frozen in, to `uf2`."""
        self._unfinished.touch()
        self.stage(inputs)
        micropython, made = self.folder / "micropython", self.folder / "build"
        if not (made / "build.ninja").exists():
            say("compiling the cross-compiler for Python")
            jobs = f"-j{os.cpu_count()}"
            self._run("make", "-C", micropython / "mpy-cross", jobs, f"PYTHON={PYTHON}")
            say("configuring MicroPython")
            self._run(*self._configure(micropython, made))
        # makemanifest sees files that changed, but not that one is gone.
        (made / "frozen_content.c").unlink(missing_ok=True)
        frozen = " with the firmware frozen in" if "main.py" in inputs else ""
        say(f"compiling MicroPython{frozen}")
        self._run("ninja", "-C", made)
        place = ("-f", UF2_FAMILY_RP2040, "-b", FLASH_START)
        uf2conv = micropython / "tools/uf2conv.py"
        self._run(PYTHON, uf2conv, *place, "-c", "-o", uf2, made / "firmware.bin")
        self._unfinished.unlink()

    def _configure(self, micropython: Path, made: Path) -> list[str | Path]:
        port = micropython / "ports/rp2"
        settings = {
            "MICROPY_BOARD": "RPI_PICO",
            "MICROPY_BOARD_DIR": port / "boards/RPI_PICO",
            "MICROPY_FROZEN_MANIFEST": self.folder / "firmware/image/manifest.py",
            "PICO_BUILD_DOCS": 0,
            "PICO_NO_PICOTOOL": 1,  # only it needs a host's C++ and libusb
            "Python3_EXECUTABLE": PYTHON,
        }
        defines = [f"-D{name}={value}" for name, value in settings.items()]
        return ["cmake", "-S", port, "-B", made, "-G", "Ninja", *defines]

    def _run(self, *command: str | Path) -> None:
        words = [str(word) for word in command]
        run(words, self._log, env=TOOL_ENV, limit_s=TOOL_LIMIT_S, lock=self._lock)
