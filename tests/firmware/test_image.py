"""The image build's decisions: which sources, which inputs, which refusals. It compiles nothing."""

import importlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import pytest

IMAGE = Path(__file__).resolve().parents[2] / "firmware" / "image"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
DEBIAN_12 = 'ID=debian\nVERSION_ID="12"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n'


@pytest.fixture(scope="module")
def scripts():
    """The scripts of firmware/image, which is a folder of scripts and no package."""
    names = ("steps", "debian_packages", "work_tree", "build")
    with mock.patch.dict(sys.modules), mock.patch.object(sys, "path", [str(IMAGE), *sys.path]):
        for name in names:  # there is a `build` on PyPI
            sys.modules.pop(name, None)
        return SimpleNamespace(**{name: importlib.import_module(name) for name in names})


@pytest.fixture
def etc_apt(tmp_path):
    """An /etc/apt without entries: write(name, text) adds a file."""
    folder = tmp_path / "apt"
    (folder / "sources.list.d").mkdir(parents=True)

    def write(name: str, text: str) -> Path:
        (folder / name).write_text(text)
        return folder

    return write


@pytest.fixture
def checkout(tmp_path):
    """A small firmware with the real build scripts."""
    firmware = tmp_path / "firmware"
    shutil.copytree(IMAGE, firmware / "image", ignore=shutil.ignore_patterns("__pycache__"))
    (firmware / "slinger").mkdir()
    for name in ("boot.py", "main.py", "slinger/__init__.py", "slinger/app.py"):
        (firmware / name).write_text(f'"""{name}"""\n')
    return firmware


def run_build(checkout: Path, *arguments: str, cache: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(checkout / "image/build.py"), *arguments]
    env = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    return subprocess.run(command, capture_output=True, text=True, env=env, check=False)


# Source lists


def test_deb822_entry_keeps_its_mirror_and_key_and_turns_to_trixie(scripts, etc_apt):
    folder = etc_apt(
        "sources.list.d/debian.sources",
        "# a comment\nTypes: deb\n# another\nURIs: http://mirror.example/debian\n"
        f"Suites: bookworm bookworm-updates\nComponents: main contrib\nSigned-By: {KEYRING}\n"
        "\nTypes: deb\nURIs: http://mirror.example/debian-security\n"
        f"Suites: bookworm-security\nComponents: main\nSigned-By: {KEYRING}\n",
    )
    (entry,) = scripts.debian_packages.source_lists("bookworm", folder)
    assert entry.name == "debian.sources"
    assert entry.text == (
        "Types: deb deb-src\nUris: http://mirror.example/debian\nSuites: trixie\n"
        f"Components: main\nSigned-By: {KEYRING}\n"
    )


def test_deb822_entry_keeps_a_key_written_out_over_several_lines(scripts, etc_apt):
    key = "Signed-By:\n -----BEGIN KEY-----\n .\n abc=\n -----END KEY-----\n"
    folder = etc_apt(
        "sources.list.d/debian.sources",
        f"Types: deb\nURIs: http://mirror.example/debian\nSuites: trixie\nComponents: main\n{key}",
    )
    (entry,) = scripts.debian_packages.source_lists("trixie", folder)
    assert entry.text.endswith(key.replace("Signed-By:\n ", "Signed-By: "))


def test_one_line_entry_keeps_its_options_and_turns_to_trixie(scripts, etc_apt):
    folder = etc_apt(
        "sources.list",
        "# deb http://old.example/debian bookworm main\n"
        f"deb [arch=amd64 signed-by={KEYRING}] http://mirror.example/debian bookworm main contrib\n"
        f"deb-src [arch=amd64 signed-by={KEYRING}] http://mirror.example/debian bookworm main # x\n"
        "deb http://mirror.example/debian bookworm-updates main\n",
    )
    (entry,) = scripts.debian_packages.source_lists("bookworm", folder)
    where = f"[arch=amd64 signed-by={KEYRING}] http://mirror.example/debian trixie main\n"
    assert entry.name == "debian.list"
    assert entry.text == f"deb {where}deb-src {where}"


@pytest.mark.parametrize("suite", ["trixie", "stable"])
def test_entry_of_a_trixie_machine_is_found_by_code_name_and_by_role(scripts, etc_apt, suite):
    folder = etc_apt("sources.list", f"deb http://mirror.example/debian {suite} main\n")
    (entry,) = scripts.debian_packages.source_lists("trixie", folder)
    assert entry.text.startswith("deb http://mirror.example/debian trixie main\n")


def test_entries_of_others_are_left_out_or_come_last(scripts, etc_apt):
    etc_apt(
        "sources.list.d/a.list",
        "deb [signed-by=/k.gpg] https://tools.example bookworm main\n"
        "deb https://containers.example/linux/debian bookworm stable\n"
        "deb https://database.example/apt bookworm-pgdg main\n",
    )
    etc_apt("sources.list.d/b.sources.disabled", "deb http://mirror.example/debian bookworm main\n")
    folder = etc_apt(
        "sources.list.d/z.sources",
        "Types: deb\nURIs: http://off.example/debian\nSuites: bookworm\nComponents: main\n"
        "Enabled: no\n\n"
        "Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm\nComponents: main\n",
    )
    first, second = scripts.debian_packages.source_lists("bookworm", folder)
    assert "Uris: http://mirror.example/debian\n" in first.text
    assert "https://tools.example trixie main" in second.text


def test_no_entry_for_debian_is_an_error_that_says_so(scripts, etc_apt):
    folder = etc_apt("sources.list", "deb https://tools.example focal main\n")
    assert scripts.debian_packages.source_lists("bookworm", folder) == []


# The machine


def test_debian_12_and_13_are_accepted_by_number(scripts, tmp_path):
    os_release = tmp_path / "os-release"
    os_release.write_text(DEBIAN_12)
    assert scripts.debian_packages.codename(os_release) == "bookworm"
    os_release.write_text(DEBIAN_12.replace("12", "13"))
    assert scripts.debian_packages.codename(os_release) == "trixie"


@pytest.mark.parametrize(
    "text", ['ID=ubuntu\nVERSION_ID="24.04"\n', DEBIAN_12.replace("12", "11"), "ID=debian\n", ""]
)
def test_another_system_is_refused_with_the_other_way(scripts, tmp_path, text):
    (tmp_path / "os-release").write_text(text)
    with pytest.raises(scripts.steps.BuildError, match="Debian 12 or 13") as refused:
        scripts.debian_packages.codename(tmp_path / "os-release")
    assert "CARDSLINGER_IMAGE=file.uf2" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_system_without_os_release_is_refused(scripts, tmp_path):
    with pytest.raises(scripts.steps.BuildError, match="this system"):
        scripts.debian_packages.codename(tmp_path / "os-release")


@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="no Debian")
def test_missing_tools_without_root_give_the_line_to_type(scripts, tmp_path):
    packages = ("dpkg", "no-such-tool-a", "no-such-tool-b")
    with pytest.raises(scripts.steps.BuildError) as refused:
        scripts.debian_packages.ensure_toolchain(tmp_path / "log", root=False, packages=packages)
    line = '"sudo apt-get install -y --no-install-recommends no-such-tool-a no-such-tool-b"'
    assert line in str(refused.value)
    assert "\n" not in str(refused.value)


def test_another_version_of_micropython_is_refused_by_name(scripts, tmp_path):
    (tmp_path / "micropython_1.26.1+ds.orig.tar.xz").touch()
    with pytest.raises(scripts.steps.BuildError, match=r"1\.25\.0, .* micropython_1\.26\.1"):
        scripts.debian_packages._check_version(tmp_path)


# Inputs


def test_every_frozen_file_and_the_recipe_count_by_content_and_name(scripts, checkout):
    def digest() -> str:
        return scripts.build.digest(scripts.build.read_inputs(checkout))

    seen = {digest()}
    for name in ("boot.py", "main.py", "slinger/app.py", "image/manifest.py", "image/build.py"):
        with (checkout / name).open("a") as file:
            file.write("# more\n")
        seen.add(digest())
    (checkout / "slinger/app.py").rename(checkout / "slinger/application.py")
    seen.add(digest())
    (checkout / "slinger/__init__.py").write_text("")
    seen.add(digest())
    assert len(seen) == 8


def test_caches_and_an_editors_files_do_not_count(scripts, checkout):
    before = scripts.build.read_inputs(checkout)
    cache = checkout / "slinger/__pycache__"
    cache.mkdir()
    (cache / "app.cpython-311.pyc").write_bytes(b"x")
    (checkout / "slinger/.#app.py").symlink_to("someone@somewhere")
    (checkout / "slinger/notes.md").write_text("x")
    assert scripts.build.read_inputs(checkout) == before


def test_a_stock_image_depends_on_the_recipe_and_not_on_our_firmware(scripts, checkout):
    def digest() -> str:
        return scripts.build.digest(scripts.build.read_inputs(checkout, stock=True))

    before = digest()
    assert before != scripts.build.digest(scripts.build.read_inputs(checkout))
    (checkout / "slinger/app.py").write_text("changed = True\n")
    (checkout / "main.py").write_text("changed = True\n")
    assert digest() == before
    (checkout / "image/manifest.py").write_text("changed = True\n")
    assert digest() != before


def test_a_stock_image_is_built_in_the_tree_of_the_others(scripts, checkout):
    ours, stock = (scripts.build.read_inputs(checkout, stock=stock) for stock in (False, True))
    assert scripts.build.tree_name(ours, {"gcc": "12"}) == scripts.build.tree_name(
        stock, {"gcc": "12"}
    )


def test_a_tree_is_shared_by_firmwares_but_not_by_recipes_or_toolchains(scripts, checkout):
    inputs = scripts.build.read_inputs(checkout)
    name = scripts.build.tree_name(inputs, {"gcc": "12"})
    assert scripts.build.tree_name(inputs | {"main.py": b"other"}, {"gcc": "12"}) == name
    assert scripts.build.tree_name(inputs | {"image/build.py": b"other"}, {"gcc": "12"}) != name
    assert scripts.build.tree_name(inputs, {"gcc": "13"}) != name


def test_staging_rewrites_only_what_differs_and_removes_what_is_gone(scripts, tmp_path):
    tree = scripts.work_tree.WorkTree(tmp_path / "tree", tmp_path / "log", lock=0)
    tree.stage({"main.py": b"1", "slinger/app.py": b"2", "slinger/old.py": b"3"})
    staged = tmp_path / "tree/firmware"
    untouched = (staged / "main.py").stat().st_mtime_ns
    tree.stage({"main.py": b"1", "slinger/app.py": b"4"})
    assert (staged / "main.py").stat().st_mtime_ns == untouched
    assert (staged / "slinger/app.py").read_bytes() == b"4"
    assert not (staged / "slinger/old.py").exists()


def test_a_tree_whose_build_was_cut_off_is_not_trusted(scripts, tmp_path):
    tree = scripts.work_tree.WorkTree(tmp_path / "tree", tmp_path / "none/log", lock=0)
    assert not tree.trusted
    tree.folder.mkdir()
    assert tree.trusted
    with pytest.raises(FileNotFoundError):  # as if cut off: there is no log to write to
        tree.compile({}, tmp_path / "firmware.uf2")
    assert not tree.trusted


def test_only_the_last_used_images_are_kept(scripts, tmp_path):
    images, scratch = tmp_path / "images", tmp_path / "scratch"
    images.mkdir()
    scratch.mkdir()
    for age in range(7):
        image = images / f"{age}.uf2"
        image.touch()
        os.utime(image, (1000 - age, 1000 - age))
    scripts.build.keep_newest(images, 5, scratch)
    assert sorted(path.name for path in images.iterdir()) == [f"{n}.uf2" for n in range(5)]


# The command


def test_path_of_a_built_image_is_the_only_output(checkout, scripts, tmp_path):
    digest = scripts.build.digest(scripts.build.read_inputs(checkout))
    image = tmp_path / f"cache/cardslinger/image/images/{digest}.uf2"
    image.parent.mkdir(parents=True)
    image.touch()
    for arguments in (["--path"], []):
        done = run_build(checkout, *arguments, cache=tmp_path / "cache")
        assert (done.returncode, done.stdout, done.stderr) == (0, f"{image}\n", "")


def test_stock_and_frozen_image_lie_apart(checkout, scripts, tmp_path):
    digest = scripts.build.digest(scripts.build.read_inputs(checkout, stock=True))
    stock = tmp_path / f"cache/cardslinger/image/stock/{digest}.uf2"
    stock.parent.mkdir(parents=True)
    stock.touch()
    for arguments in (["--stock", "--path"], ["--stock"]):
        done = run_build(checkout, *arguments, cache=tmp_path / "cache")
        assert (done.returncode, done.stdout, done.stderr) == (0, f"{stock}\n", "")
    assert run_build(checkout, "--path", cache=tmp_path / "cache").returncode == 1


def test_path_of_a_stock_image_not_built_is_one_line_and_makes_nothing(checkout, tmp_path):
    done = run_build(checkout, "--stock", "--path", cache=tmp_path / "cache")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        'image: no stock image is built: run "make stock" (Debian), '
        "or set CARDSLINGER_STOCK_IMAGE=file.uf2\n"
    )
    assert not (tmp_path / "cache").exists()


def test_path_of_an_image_not_built_is_one_line_and_makes_nothing(checkout, tmp_path):
    done = run_build(checkout, "--path", cache=tmp_path / "cache")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        'image: no image of this firmware is built: run "make image" (Debian), '
        "or set CARDSLINGER_IMAGE=file.uf2\n"
    )
    assert not (tmp_path / "cache").exists()


def test_a_slip_in_the_firmware_is_named_with_its_line(checkout, tmp_path):
    (checkout / "slinger/app.py").write_text("ok = 1\nif True\n")
    done = run_build(checkout, cache=tmp_path / "cache")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "image: firmware/slinger/app.py:2: expected ':': correct it\n"


def test_an_incomplete_checkout_is_one_line(checkout, tmp_path):
    (checkout / "boot.py").unlink()
    done = run_build(checkout, "--path", cache=tmp_path / "cache")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("boot.py is missing: restore the checkout\n")
    assert done.stderr.count("\n") == 1


def test_a_cache_that_cannot_be_made_is_one_line(checkout, scripts, tmp_path):
    try:
        scripts.debian_packages.codename()
    except scripts.steps.BuildError:
        pytest.skip("refused before it comes to the cache")
    (tmp_path / "cache").write_text("a file where the folder should be")
    done = run_build(checkout, cache=tmp_path / "cache")
    assert (done.returncode, done.stdout) == (1, "")
    assert "XDG_CACHE_HOME" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_unknown_option_is_a_usage_error(checkout, tmp_path):
    assert run_build(checkout, "--nonsense", cache=tmp_path / "cache").returncode == 2


def test_a_failing_tool_is_named_with_its_log_and_last_lines(scripts, tmp_path):
    log = tmp_path / "log"
    scripts.steps.run(["sh", "-c", "echo earlier"], log)
    with pytest.raises(scripts.steps.CommandError) as failed:
        scripts.steps.run(["sh", "-c", "echo cause >&2; exit 3"], log)
    assert f"sh failed (exit 3), the whole output is in {log}" in str(failed.value)
    assert str(failed.value).endswith("\n    cause")
    assert "earlier" in log.read_text()
    assert not failed.value.disk_full


def test_a_tool_that_never_ends_is_ended_with_all_it_started(scripts, tmp_path):
    began = time.monotonic()
    with pytest.raises(scripts.steps.CommandError, match=r"no end after 0\.2 s"):
        scripts.steps.run(["sh", "-c", "sleep 60 & sleep 60"], tmp_path / "log", limit_s=0.2)
    assert time.monotonic() - began < 5
