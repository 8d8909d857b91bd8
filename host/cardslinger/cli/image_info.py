"""`cardslinger image info`: what is inside a UF2 file."""

from pathlib import Path

import click

from cardslinger.cli.options import json_option
from cardslinger.cli.streams import print_json
from cardslinger.flash.about import FILES, FROZEN, NONE, About, about
from cardslinger.flash.errors import BadImage
from cardslinger.flash.uf2 import read_file
from cardslinger.words.printable import printable

_LAYOUTS = {
    FROZEN: "frozen into MicroPython",
    FILES: "as files beside MicroPython",
    NONE: "none",
}


@click.command("info")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def image_info(file: Path, as_json: bool) -> None:
    """Say what the UF2 file FILE holds, and whether it is whole."""
    try:
        found = about(read_file(file))
    except BadImage as error:
        raise BadImage(f"{file}: {error}") from None
    show_image(file, found, as_json)


def show_image(path: Path, found: About, as_json: bool) -> None:
    """Print what is in the image at `path`."""
    if as_json:
        print_json(_facts(path, found))
        return
    for name, value in _lines(path, found):
        click.echo(f"{name:<12} {printable(value)}")


def _facts(path: Path, found: About) -> dict[str, object]:
    return {
        "path": str(path),
        "bytes": found.bytes,
        "sha256": found.sha256,
        "family": f"{found.family:#010x}",
        "board": found.boards[0].name if len(found.boards) == 1 else None,
        "micropython": found.micropython,
        "launcher": found.launcher,
        "layout": found.layout,
        "digest": found.digest,
        "flash_bytes": found.flash_bytes,
        "sealed": found.sealed,
    }


def _lines(path: Path, found: About) -> list[tuple[str, str]]:
    launcher = _LAYOUTS[found.layout]
    if found.launcher:
        launcher = f"{found.launcher}, {launcher}"
    checked = "a SHA-256 in the file says so" if found.sealed else "as far as UF2 tells"
    return [
        ("file", f"{path}, {found.bytes} bytes, writes {found.flash_bytes}"),
        ("SHA-256", found.sha256),
        ("whole", f"yes, {checked}"),
        ("board", f"{' or '.join(b.name for b in found.boards)} (family {found.family:#010x})"),
        ("MicroPython", found.micropython or "none"),
        ("launcher", launcher),
        *([("its files", found.digest)] if found.digest else []),
    ]
