"""Dependencies point downwards only, and only `slinger.pico` knows the chip."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOST = ROOT / "host" / "cardslinger"
FIRMWARE = ROOT / "firmware"

# What each room may import of ours. Nothing that stands in no row may exist. One tie is by name
# only and seen by no import: bridge.ports tells pyserial to look for URL handlers in twin.urls.
MAY_IMPORT = {
    "rules": {"rules"},
    "twin": {"twin", "slinger"},
    "bridge": {"bridge", "slinger"},
    "study": {"study", "twin", "bridge", "rules", "slinger"},
    "flash": {"flash", "twin", "bridge", "slinger"},
    "hil": {"hil", "twin", "bridge", "slinger"},
    "table": {"table", "bridge", "rules", "slinger"},
    "words": {"words", "rules"},
    "web": {"web", "table", "bridge", "twin", "rules", "study", "words", "slinger"},
    "cli": {"cli", "web", "table", "bridge", "twin", "rules", "study", "hil", "flash", "words"},
}
CHIP = {"machine", "rp2", "micropython"}


def imports(file: Path) -> set[str]:
    """Dotted names of all modules and names a file imports, lazily or not."""
    package = file.relative_to(ROOT).parts[1:-1]  # below host/ or firmware/
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            module = ".".join([*above, *filter(None, [node.module])])
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return found


def room(module: str) -> str | None:
    """The part of ours a module belongs to; None for other people's."""
    parts = module.split(".")
    if parts[0] == "slinger":
        return "slinger"
    if parts[0] == "cardslinger":
        return parts[1] if len(parts) > 1 else "cardslinger"
    return None


@pytest.mark.parametrize(
    "line",
    ["from cardslinger import twin", "from ..twin import bench", "from .. import twin",
     "import cardslinger.twin.bench", "from cardslinger.twin import bench"],
)  # fmt: skip
def test_no_way_of_importing_escapes_the_test(line: str, tmp_path: Path, monkeypatch) -> None:
    file = tmp_path / "host" / "cardslinger" / "bridge" / "sly.py"
    file.parent.mkdir(parents=True)
    file.write_text(line)
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    assert "twin" in {room(module) for module in imports(file)}


HOST_FILES = sorted(file for file in HOST.rglob("*.py") if file.parent != HOST)


@pytest.mark.parametrize("file", HOST_FILES, ids=lambda file: str(file.relative_to(HOST)))
def test_a_host_module_imports_only_what_lies_below_it(file: Path) -> None:
    allowed = MAY_IMPORT[file.relative_to(HOST).parts[0]] | {"__version__", None}
    assert {room(module) for module in imports(file)} <= allowed


PICO = FIRMWARE / "slinger" / "pico"
SLINGER_FILES = sorted((FIRMWARE / "slinger").rglob("*.py"))


@pytest.mark.parametrize("file", SLINGER_FILES, ids=lambda f: f.name)
def test_only_pico_knows_the_chip_and_the_firmware_knows_no_host(file: Path) -> None:
    names = {module.split(".")[0] for module in imports(file)}
    assert "cardslinger" not in names
    if file.parent != PICO:
        assert not names & CHIP


def test_the_device_logic_sleeps_nowhere_but_where_the_tasks_are() -> None:
    for file in SLINGER_FILES:
        if file.parent != PICO and file.name not in ("app.py", "host.py", "selftest.py"):
            assert not {"asyncio", "time"} & {name.split(".")[0] for name in imports(file)}


def test_no_file_of_ours_grows_past_400_lines() -> None:
    files = [*HOST.rglob("*.py"), *FIRMWARE.rglob("*.py"), *(ROOT / "hardware").rglob("*.py")]
    assert {file.name: n for file in files if (n := len(file.read_text().splitlines())) > 400} == {}
