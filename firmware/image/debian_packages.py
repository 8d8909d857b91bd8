"""What the image build takes from Debian: a toolchain by package, sources by a private apt.

The toolchain comes from the machine's own release in the ordinary way. The sources come from
`SUITE` on every machine, through an apt that has its own source list, package lists and cache, so
that it needs no root and the system's apt never learns of that suite.
"""

import os
import re
import shlex
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from steps import OTHER_WAY, BuildError, CommandError, run, say

SUITE = "trixie"
MICROPYTHON = "1.25.0"
SOURCES = ("micropython", "mbedtls")
SOURCE_PACKAGES = ("pico-sdk-source", "tinyusb-source")
RELEASES = {"12": "bookworm", "13": "trixie"}
TOOLCHAIN = (
    "gcc-arm-none-eabi",
    "libnewlib-arm-none-eabi",
    "libstdc++-arm-none-eabi-newlib",
    "gcc",
    "libc6-dev",
    "make",
    "cmake",
    "ninja-build",
    "python3",
    "bzip2",
    "xz-utils",
)


@dataclass(frozen=True, slots=True)
class SourceList:
    """A source list of one entry. apt tells its two formats apart by the ending of `name`."""

    name: str
    text: str

    @property
    def is_debian(self) -> bool:
        """True if the entry is surely Debian's own archive, not one laid out like it."""
        uri_ends_in_debian = re.search(r"\S:\S*/debian/?(\s|$)", self.text)
        return "debian-archive-keyring" in self.text or uri_ends_in_debian is not None


def codename(os_release: Path = Path("/etc/os-release")) -> str:
    """The code name of the Debian release this machine runs."""
    text = os_release.read_text() if os_release.exists() else ""
    fields = dict(word.split("=", 1) for word in shlex.split(text, comments=True) if "=" in word)
    if fields.get("ID") != "debian" or fields.get("VERSION_ID") not in RELEASES:
        name = fields.get("PRETTY_NAME", "this system")
        raise BuildError(f"the image is built on Debian 12 or 13, not on {name}: {OTHER_WAY}")
    return RELEASES[fields["VERSION_ID"]]


def toolchain_versions(packages: tuple[str, ...] = TOOLCHAIN) -> dict[str, str]:
    """The versions of those of `packages` that are installed."""
    form = "${Package} ${db:Status-Status} ${Version}\n"
    query = ["dpkg-query", "--show", f"--showformat={form}", *packages]
    shown = subprocess.run(query, capture_output=True, text=True, check=False).stdout
    fields = (line.split() for line in shown.splitlines())
    return {entry[0]: entry[2] for entry in fields if entry[1:2] == ["installed"]}


def ensure_toolchain(log: Path, *, root: bool, packages: tuple[str, ...] = TOOLCHAIN) -> None:
    """Install what is missing, as root; for anyone else name the command that does."""
    present = toolchain_versions(packages)
    missing = [package for package in packages if package not in present]
    if not missing:
        return
    install = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
    if not root:
        raise BuildError(f'tools are missing: run "sudo {shlex.join(install)}", then this again')
    say(f"installing {' '.join(missing)}")
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    with suppress(CommandError):  # another archive's trouble need not be ours
        run(["apt-get", "update"], log, env=env)
    try:
        run(install, log, env=env)
    except CommandError as error:
        raise BuildError(f"cannot install {' '.join(missing)}: {_cause(error, log)}") from error


def source_lists(release: str, etc_apt: Path = Path("/etc/apt")) -> list[SourceList]:
    """The machine's own entries for Debian, turned to `SUITE`; the surest first.

    Others lay out their archive as Debian does (suite `bookworm`, component `main`), so there can
    be more than one.
    """
    suites = {release, "stable", "oldstable"}
    found: dict[SourceList, None] = {}
    for path in sorted([*etc_apt.glob("sources.list"), *etc_apt.glob("sources.list.d/*")]):
        if path.suffix == ".sources":
            found.update(dict.fromkeys(_deb822_entries(path.read_text(), suites)))
        elif path.suffix == ".list":
            found.update(dict.fromkeys(_one_line_entries(path.read_text(), suites)))
    return sorted(found, key=lambda entry: not entry.is_debian)


def _deb822_entries(text: str, suites: set[str]) -> list[SourceList]:
    entries = []
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for stanza in re.split(r"\n\s*\n", lines):
        fields = {
            name.lower(): value.strip()
            for name, value in re.findall(r"^([\w-]+):(.*(?:\n[ \t].*)*)", stanza, re.MULTILINE)
        }
        if (
            suites.isdisjoint(fields.get("suites", "").split())
            or "main" not in fields.get("components", "").split()
            or fields.get("enabled", "yes").lower() in ("no", "false", "off", "0")
        ):
            continue
        fields |= {"types": "deb deb-src", "suites": SUITE, "components": "main"}
        entry = "".join(f"{name.title()}: {value}\n" for name, value in fields.items())
        entries.append(SourceList("debian.sources", entry))
    return entries


def _one_line_entries(text: str, suites: set[str]) -> list[SourceList]:
    entries = []
    for line in text.splitlines():
        entry = re.match(r"\s*deb(?:-src)?\s+(\[[^]]*\]\s+)?(\S+)\s+(\S+)\s+([^#]+)", line)
        if entry and entry[3] in suites and "main" in entry[4].split():
            where = f"{entry[1] or ''}{entry[2]} {SUITE} main\n"
            entries.append(SourceList("debian.list", f"deb {where}deb-src {where}"))
    return entries


def fetch_sources(release: str, folder: Path, log: Path) -> None:
    """Download all sources into the empty `folder`, from the first entry that has them."""
    failure = "no entry for Debian (component main) in the source lists of apt: add one"
    for number, entry in enumerate(source_lists(release)):
        apt = folder.with_name(f"apt{number}")
        try:
            _fetch_from(entry, apt, folder, log)
        except CommandError as error:
            if error.disk_full:
                raise
            failure = failure if number else _cause(error, log)
        else:
            _check_version(folder)
            return
    raise BuildError(f"cannot fetch the sources from Debian {SUITE}: {failure}")


def _fetch_from(entry: SourceList, apt: Path, folder: Path, log: Path) -> None:
    """Let an apt whose whole world is the folder `apt` download into `folder`, checked by it."""
    for name in ("lists/partial", "cache/archives/partial"):
        (apt / name).mkdir(parents=True)
    (apt / entry.name).write_text(entry.text)
    (apt / "apt.conf").write_text(_apt_conf(apt, entry))
    # Read last (-c), so that the system's own settings, a proxy for one, hold but for these.
    apt_get = ["apt-get", "-q", "-c", str(apt / "apt.conf")]
    env = {**os.environ, "LC_ALL": "C"}
    run([*apt_get, "update"], log, cwd=folder, env=env)
    run([*apt_get, "source", "--download-only", *SOURCES], log, cwd=folder, env=env)
    run([*apt_get, "download", *SOURCE_PACKAGES], log, cwd=folder, env=env)


def _apt_conf(apt: Path, entry: SourceList) -> str:
    settings = {
        "Dir::Etc::SourceList": apt / entry.name,
        "Dir::Etc::SourceParts": "/dev/null",
        "Dir::Etc::Preferences": "/dev/null",
        "Dir::Etc::PreferencesParts": "/dev/null",
        "Dir::State::Lists": apt / "lists",
        "Dir::Cache": apt / "cache",
        "APT::Default-Release": SUITE,
        "APT::Sandbox::User": "root",  # apt's own user could not enter a home folder
        "APT::Update::Error-Mode": "any",  # else no network counts as success
        "Acquire::Languages": "none",
    }
    # The machine's hooks tidy its own cache, which is not ours to touch.
    hooks = ("Pre-Invoke", "Post-Invoke", "Post-Invoke-Success")
    lines = [f'{name} "{value}";' for name, value in settings.items()]
    return "\n".join([*lines, *(f"#clear APT::Update::{hook};" for hook in hooks), ""])


def _check_version(folder: Path) -> None:
    """A newer MicroPython would build into something nobody has tried."""
    archive = next(folder.glob("micropython_*.orig.tar.*"), Path("nothing"))
    if not re.match(rf"micropython_{re.escape(MICROPYTHON)}(\+|\.orig)", archive.name):
        raise BuildError(
            f"this firmware is built on MicroPython {MICROPYTHON}, but Debian {SUITE} "
            f"has {archive.name} now: {OTHER_WAY}"
        )


def _cause(error: CommandError, log: Path) -> str:
    """What apt gives as the reason, in one line."""
    reasons = [line for line in error.output if line.startswith("E: ")]
    reason = reasons[0].removeprefix("E: ") if reasons else "apt-get failed"
    return f"{reason}; check the network and the disk, then run this again (all of it: {log})"
