"""Build the MicroPython image with our firmware frozen in, and print its path.

With --stock it has MicroPython's own modules only. Such an image stands in for the official
release, depends on nothing but the recipe, and comes from the same tree.

An image is named by the hash of everything it is made of, so it is built once and never stale.
The tree it is compiled in is kept, which makes the next build one of seconds. Both live in the
user's cache folder, and nothing enters it but by renaming what is finished:

    lock          one build at a time
    build.log     what the tools said in the last build
    sources/      Debian's archives, by MicroPython version
    trees/        unpacked and compiled, by recipe and toolchain
    images/       finished images, by the hash of their inputs
    stock/        the same, without our firmware
    scratch-*/    work in progress
"""

import argparse
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import debian_packages as debian
from steps import BuildError, CommandError, say
from work_tree import WorkTree

FIRMWARE = Path(__file__).resolve().parents[1]
IMAGES_KEPT = 5
TREES_KEPT = 2
ROOM_FOR_TREE_MB = 500  # 265 stay; the rest is for downloading and unpacking


def cache_folder() -> Path:
    """The folder all builds of this user share."""
    configured = Path(os.environ.get("XDG_CACHE_HOME", ""))
    root = configured if configured.is_absolute() else Path.home() / ".cache"
    return root / "cardslinger" / "image"


def read_inputs(firmware: Path = FIRMWARE, *, stock: bool = False) -> dict[str, bytes]:
    """Everything the image depends on, by its path below `firmware`, read once.

    Hashing, checking and compiling use this one reading, so an edit in mid-build cannot give an
    image a wrong name.
    """
    paths = set((firmware / "image").glob("*.py"))
    if not stock:
        paths |= application(firmware)
    return {path.relative_to(firmware).as_posix(): path.read_bytes() for path in sorted(paths)}


def application(firmware: Path) -> set[Path]:
    """What the manifest freezes of ours, if it is there."""
    named = {firmware / name for name in ("boot.py", "main.py", "slinger/__init__.py")}
    for path in sorted(named):
        if not path.is_file():
            raise BuildError(f"{path} is missing: restore the checkout")
    return named | {p for p in (firmware / "slinger").rglob("*.py") if p.name[0] != "."}


def digest(parts: Mapping[str, bytes]) -> str:
    """A hash over names and contents."""
    total = hashlib.sha256()
    for name, content in sorted(parts.items()):
        total.update(f"{name}\0{len(content)}\0".encode() + content)
    return total.hexdigest()


def tree_name(inputs: Mapping[str, bytes], toolchain: Mapping[str, str]) -> str:
    """A tree belongs to one recipe and one toolchain; it may see any firmware."""
    recipe = {name: content for name, content in inputs.items() if name.startswith("image/")}
    return digest(recipe | {name: version.encode() for name, version in toolchain.items()})[:16]


def check_syntax(inputs: Mapping[str, bytes]) -> None:
    """Find a slip here, with its line, before it passes for a broken tree."""
    for name, content in inputs.items():
        try:
            compile(content, name, "exec", dont_inherit=True)
        except SyntaxError as error:
            raise BuildError(f"firmware/{name}:{error.lineno}: {error.msg}: correct it") from error


def build(inputs: Mapping[str, bytes], image: Path, cache: Path) -> None:
    """Make `image` from `inputs`, unless another build makes it meanwhile."""
    check_syntax(inputs)
    release = debian.codename()
    cache.mkdir(parents=True, exist_ok=True)
    with locked(cache / "lock") as lock:
        if image.exists():
            return
        log = cache / "build.log"
        log.write_bytes(b"")
        debian.ensure_toolchain(log, root=os.geteuid() == 0)
        for leftover in cache.glob("scratch-*"):
            shutil.rmtree(leftover)
        with tempfile.TemporaryDirectory(prefix="scratch-", dir=cache) as scratch_name:
            scratch = Path(scratch_name)
            name = tree_name(inputs, debian.toolchain_versions())
            tree = WorkTree(cache / "trees" / name, log, lock)
            if not tree.trusted:
                require_room(cache)
            archives = sources(release, cache, scratch, log)
            compile_in(tree, inputs, archives, scratch)
            image.parent.mkdir(exist_ok=True)
            (scratch / "firmware.uf2").rename(image)
            os.utime(tree.folder)
            keep_newest(image.parent, IMAGES_KEPT, scratch)
            keep_newest(tree.folder.parent, TREES_KEPT, scratch)


def require_room(cache: Path) -> None:
    """Refuse a disk too full for a tree: apt would not fail on it, but try for ever."""
    free_mb = shutil.disk_usage(cache).free // 1_000_000
    if free_mb < ROOM_FOR_TREE_MB:
        raise BuildError(
            f"{cache} needs {ROOM_FOR_TREE_MB} MB, the disk has {free_mb}: make room, "
            "or set XDG_CACHE_HOME to another folder"
        )


def sources(release: str, cache: Path, scratch: Path, log: Path) -> Path:
    """The folder of Debian's archives, downloaded if this is the first build."""
    folder = cache / "sources" / debian.MICROPYTHON
    if not folder.exists():
        say(f"downloading MicroPython {debian.MICROPYTHON} from Debian {debian.SUITE}")
        fetched = scratch / "sources"
        fetched.mkdir()
        debian.fetch_sources(release, fetched, log)
        folder.parent.mkdir(exist_ok=True)
        fetched.rename(folder)
    return folder


def compile_in(tree: WorkTree, inputs: Mapping[str, bytes], archives: Path, scratch: Path) -> None:
    """Compile to `scratch`/firmware.uf2, in the kept tree if it can be trusted and works."""
    uf2 = scratch / "firmware.uf2"
    if tree.trusted:
        try:
            tree.compile(inputs, uf2)
        except CommandError as error:
            if error.disk_full:
                raise
            say(f"{error}\nimage: that was in a kept tree; now once from a clean one")
        else:
            return
    tree.discard(scratch)
    tree.unpack(archives, scratch)
    tree.compile(inputs, uf2)


@contextmanager
def locked(path: Path) -> Iterator[int]:
    """Hold the cache alone; yields the descriptor that does."""
    import fcntl  # only where one can build: --path answers on every system

    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another build to end")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock.fileno()


def keep_newest(folder: Path, count: int, scratch: Path) -> None:
    """Throw all but the `count` last used entries of `folder` into `scratch`, whole."""
    entries = sorted(folder.iterdir(), key=lambda entry: entry.stat().st_mtime, reverse=True)
    for entry in entries[count:]:
        entry.rename(scratch / entry.name)


def image_path(*, stock: bool, only_look: bool) -> Path:
    """The image of the firmware as it is now, or a stock one, built unless we `only_look`."""
    cache, inputs = cache_folder(), read_inputs(stock=stock)
    image = cache / ("stock" if stock else "images") / f"{digest(inputs)}.uf2"
    if image.exists():
        with suppress(OSError):  # a cache that cannot be written can still be read
            os.utime(image)
    elif only_look:
        what, target, variable = (
            ("stock image", "stock", "CARDSLINGER_STOCK_IMAGE")
            if stock
            else ("image of this firmware", "image", "CARDSLINGER_IMAGE")
        )
        raise BuildError(
            f'no {what} is built: run "make {target}" (Debian), or set {variable}=file.uf2'
        )
    else:
        build(inputs, image, cache)
    return image


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--path", action="store_true", help="build nothing, only say where it is")
    parser.add_argument("--stock", action="store_true", help="without our firmware")
    options = parser.parse_args()
    try:
        print(image_path(stock=options.stock, only_look=options.path))
    except BuildError as error:
        say(str(error))
    except OSError as error:
        say(
            f"{error.filename or cache_folder()}: {error.strerror}: make room or allow writing "
            "there, or set XDG_CACHE_HOME to another folder"
        )
    except KeyboardInterrupt:
        say("interrupted; the next build starts clean")
        return 130
    else:
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
