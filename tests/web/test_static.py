"""The pages' own files: what an old TV browser takes, what the policy of the pages allows."""

import re
from pathlib import Path

import pytest
from cardslinger import web

STATIC = Path(web.__file__).with_name("static")
SCRIPTS = sorted(STATIC.glob("*.js"))
STYLES = sorted(STATIC.glob("*.css"))
PAGES = sorted(STATIC.glob("*.html"))

# What Chromium 79 lacks, with a line that has it.
NEWER_SCRIPT = {
    r"\?\.(?!\d)": "a?.b",
    r"\?\?": "a ?? b",
    r"(\|\||&&)=": "a ||= b",
    r"\.at\(": "list.at(-1)",
    r"\.replaceAll\(": "text.replaceAll('a', 'b')",
    r"\.replaceChildren\(": "place.replaceChildren()",
    r"\bstatic\s*\{": "class A { static { } }",
    r"\bstructuredClone\b": "structuredClone(a)",
    r"\bObject\.(hasOwn|groupBy)\b": "Object.hasOwn(a, 'b')",
    r"\.(findLast|toSorted|toReversed|with)\(": "list.findLast(one)",
    r"\bcrypto\.randomUUID\b": "crypto.randomUUID()",
    r"^\s*await\b(?<!\s\sawait)": "await begin()",
    r"#[a-z]\w*\(": "this.#draw()",
    r"\bPromise\.any\b": "Promise.any(all)",
    r"\d_\d": "1_000",
}
NEWER_STYLE = {
    r"(?<!-)aspect-ratio\s*:": "aspect-ratio: 2 / 3;",
    r"\binset\s*:": "inset: 0;",
    r":(is|where|has)\(": ":is(h1, h2) {",
    r":focus-visible": "a:focus-visible {",
    r"\d(dvh|svh|lvh|dvw|cqw)\b": "height: 100dvh;",
    r"color-mix\(": "color: color-mix(in srgb, red, blue);",
    r"@(layer|container|property|scope)\b": "@layer base;",
    r"\baccent-color\s*:": "accent-color: red;",
    r"^\s+&": "  & a {",
    r"\bscrollbar-gutter\b": "scrollbar-gutter: stable;",
    r"translate\s*:\s": "translate: 1px 2px;",
}


def found(file: Path, newer: dict[str, str]) -> list[str]:
    """Lines of a file that have something newer; remarks left out."""
    text = re.sub(r"/\*.*?\*/", lambda one: "\n" * one[0].count("\n"), file.read_text(), flags=re.S)
    lines = [re.sub(r"(^|\s)//.*", "", line) for line in text.splitlines()]
    if file.suffix == ".css":
        lines = text.splitlines()
    return [
        f"{file.name}:{number}: {line.strip()}"
        for number, line in enumerate(lines, 1)
        if any(re.search(pattern, line) for pattern in newer)
    ]


def test_the_pages_are_there() -> None:
    assert {page.stem for page in PAGES} == {
        "index", "table", "seat", "host", "history", "launcher", "overlay",
    }  # fmt: skip


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_a_script_is_for_old_browsers_too(file: Path) -> None:
    assert found(file, NEWER_SCRIPT) == []


@pytest.mark.parametrize("file", STYLES, ids=lambda file: file.name)
def test_a_style_is_for_old_browsers_too(file: Path) -> None:
    assert found(file, NEWER_STYLE) == []


@pytest.mark.parametrize(
    ("newer", "suffix"), [(NEWER_SCRIPT, ".js"), (NEWER_STYLE, ".css")], ids=["script", "style"]
)
def test_something_newer_would_be_found(newer: dict[str, str], suffix: str, tmp_path: Path) -> None:
    for line in newer.values():
        file = tmp_path / f"newer{suffix}"
        file.write_text(f"{line}\n")
        assert found(file, newer), line


@pytest.mark.parametrize("file", STYLES, ids=lambda file: file.name)
def test_a_row_of_boxes_has_no_gap_that_an_old_browser_does_not_know(file: Path) -> None:
    """Chromium knows `gap` in a grid since 57, in a flex box since 84 only."""
    for block in re.findall(r"[^{}]*\{[^{}]*\}", file.read_text()):
        if re.search(r"(?<![-\w])gap\s*:", block):
            assert "grid" in block, block


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_a_page_has_nothing_inline_and_nothing_from_elsewhere(file: Path) -> None:
    text = file.read_text()
    assert "<style" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"\s(style|on\w+)=", text)
    assert not re.search(r"(src|href)=\"(?!/)", text)


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_a_script_writes_no_markup_and_asks_nobody_else(file: Path) -> None:
    text = file.read_text()
    for forbidden in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert forbidden not in text
    addresses = re.findall(r"https?://[^\"'`$\s]+", text)
    assert [one for one in addresses if "w3.org" not in one] == []


@pytest.mark.parametrize("file", [*SCRIPTS, *STYLES], ids=lambda file: file.name)
def test_a_file_stays_small(file: Path) -> None:
    assert len(file.read_text().splitlines()) <= 400
