"""The pages' words: every code that a page says is in all languages, and no word is left over."""

import re
from enum import StrEnum
from pathlib import Path
from typing import get_type_hints

import cardslinger
import pytest
from cardslinger.rules.bots import BOTS
from cardslinger.rules.cards import KIND_NAMES, NUMBERS
from cardslinger.rules.ruleset import FLAGS, PRESETS, RuleSet
from cardslinger.rules.state import Phase, Way, Why
from cardslinger.words import LANGUAGES, Words
from slinger.draw import NAMES as PROFILES

HOST = Path(cardslinger.__file__).parent
PAGES = sorted(
    file for file in (HOST / "web" / "static").iterdir() if file.suffix in (".js", ".html")
)
EVERYTHING = [*PAGES, *sorted(HOST.rglob("*.py"))]
CODES = Words("en").all().keys()
SECTIONS = {code.partition(".")[0] for code in CODES}
OWN = ("page", "join", "host", "flag", "seat")  # sections that are for pages alone

WHOLE = re.compile(r"""["'`]([a-z]\w*(?:\.[\w-]+)+)["'`]""")
BUILT = re.compile(r"`([a-z]\w*\.[^`\s]*\$\{[^`]*|\$\{\w+\}\.[^`\s]+)`")
HOLE = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
PAIRS = re.compile(r'Pairs\("([\w.]+)",\s*\[([^\]]*)\]', re.DOTALL)
OFFERS = re.compile(r'\boffer\("(\w+)", \{')

_TYPES = get_type_hints(RuleSet)
_CHOICES = {flag: list(_TYPES[flag]) for flag in FLAGS if issubclass(_TYPES[flag], StrEnum)}
_ON_OFF = ("on", "off")
_COLOURS = ("red", "yellow", "green", "blue")
_ACTING = ("turn", "drawn", "extra", "lay", "colour", "target")  # phases in which a seat acts
_JOINING = ("player", "screen", "host")


def all_of(prefix: str) -> list[str]:
    """The codes that there are: other tests know which there have to be."""
    return [code for code in CODES if code.startswith(prefix)]


def each(prefix: str, values: object, end: str = "") -> list[str]:
    return [f"{prefix}{value}{end}" for value in values]  # type: ignore[attr-defined]


# A code that a script builds, `*` where it puts something in: all that comes of it.
MADE = {
    "colour.*": each("colour.", _COLOURS),
    "card.*": each("card.", [name for kind, name in KIND_NAMES.items() if kind not in NUMBERS]),
    "direction.*": each("direction.", ("clockwise", "anticlockwise")),
    "phase.*": each("phase.", Phase),
    "way.*": each("way.", Way),
    "owed.*": each("owed.", Why),
    "ruleset.*": each("ruleset.", PRESETS),
    "offer.*": each("offer.", ("draw", "pass", "keep")),  # and those that OFFERS finds
    "flag.*": each("flag.", FLAGS),
    "flag.*.about": each("flag.", FLAGS, ".about"),
    "flag.*.*": [f"flag.{flag}.{one}" for flag, choices in _CHOICES.items() for one in choices],
    "host.*": each("host.", ("player", "player.is", "up", "down", "remove")),
    "host.rules.*": each("host.rules.", PRESETS),
    "host.cards.*": each("host.cards.", ("virtual", "physical")),
    "host.cards.*.about": each("host.cards.", ("virtual", "physical"), ".about"),
    "host.kind.*": each("host.kind.", ("person", *BOTS)),
    "host.port.*": each("host.port.", ("virtual", "emulated")),
    "host.profile.*": each("host.profile.", (*PROFILES, "own")),
    "join.pin.*": each("join.pin.", _JOINING),
    "join.where.*": each("join.where.", _JOINING),
    "page.*": each("page.", ("go_on", "load", "clear")),
    "page.theme.*": each("page.theme.", ("system", "light", "dark")),
    "page.cure.*": [code for code in all_of("page.cure.") if code[5:] in CODES],
    "seat.*": [code for code in all_of("seat.refusal.") if code[5:] in CODES],
    "seat.card.*": each("seat.card.", ("play", "lay", "cut", "no")),
    "seat.cue.*": each("seat.cue.", (*_ACTING, *Way, "swap")),
    "seat.uno.*": each("seat.uno.", ("now", "called", "none")),
    "*.about": each("host.port.", ("virtual", "emulated", "auto", "board"), ".about"),
    "*.*": [f"page.table.{what}.{state}" for what in ("sound", "voice") for state in _ON_OFF],
    "*.cure": all_of("launcher.fault."),
    "*.physical": all_of("pause."),
    **{
        f"{prefix}*": all_of(prefix)
        for prefix in (
            "cure.", "happened.", "pause.", "launcher.count.", "launcher.counts.",
            "launcher.fault.", "launcher.state.", "stats.group.", "stats.launcher.",
            "stats.player.",
        )
    },
}  # fmt: skip


def whole(text: str) -> set[str]:
    """Codes that stand there as they are."""
    return {
        code
        for code in WHOLE.findall(text)
        if code.partition(".")[0] in SECTIONS and not code.endswith((".js", ".json"))
    }


def patterns(text: str) -> set[str]:
    """Codes that are built there, with `*` for what is put in."""
    found = {HOLE.sub("*", one) for one in BUILT.findall(text)}
    return {one for one in found if one.partition(".")[0] in (*SECTIONS, "*")}


def said(file: Path) -> set[str]:
    """Every code that the file can say."""
    text = file.read_text()
    if file.suffix == ".html":
        return set(re.findall(r'data-say(?:-label)?="([^"]+)"', text))
    made = {code for pattern in patterns(text) for code in MADE[pattern]}
    beginnings = {one for one in whole(text) if one not in CODES and all_of(f"{one}.")}
    listed = {
        f"{prefix}.{name}"
        for prefix, names in PAIRS.findall(text)
        for name in re.findall(r'"(\w+)"', names)
    }
    offered = set(each("offer.", OFFERS.findall(text)))
    return (whole(text) - beginnings) | made | listed | offered


def test_it_is_known_what_comes_of_the_codes_that_are_built() -> None:
    assert {pattern for file in PAGES for pattern in patterns(file.read_text())} == MADE.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_all_that_a_page_says_has_words(file: Path, language: str) -> None:
    assert said(file) - Words(language).all().keys() == set()


def test_no_word_of_the_pages_is_left_over() -> None:
    used = {code for file in PAGES for code in said(file)}
    used |= {code for file in EVERYTHING for code in whole(file.read_text())}
    assert [code for code in CODES if code.partition(".")[0] in OWN and code not in used] == []


# -- words that are in no catalog ------------------------------------------------------------------

# What puts text on a page, and from which of its arguments on.
PUTS = {r"\belement\(": 2, r"\.(?:append|prepend)\(": 0, r"\bsetText\(": 1, r"\.textContent = ": 0}
NAMES = ("cardslinger",)  # in every language
LETTERS = re.compile(r"[^\W\d_]{2,}")
REMARK = re.compile(r"/\*[\s\S]*?\*/|(?<=\s)//.*")
STRING = re.compile(r""""[^"\n]*"|'[^'\n]*'|`[^`]*`""")


def arguments(text: str) -> list[str]:
    """What stands there, up to the end of the call or of the line's statement, comma by comma."""
    found, depth, start, place = [], 0, 0, 0
    while place < len(text):
        if string := STRING.match(text, place):
            place = string.end()
            continue
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if depth < 0 or (depth == 0 and text[place] in ",;"):
            found.append(text[start:place].strip())
            start = place + 1
            if text[place] != ",":
                break
        place += 1
    return found


def literals(text: str) -> list[str]:
    """Strings with words in them that are put on the page as they are."""
    found = []
    for put, first in PUTS.items():
        for call in re.finditer(put, text):
            for given in arguments(text[call.end() :])[first:]:
                if STRING.fullmatch(given) and LETTERS.search(HOLE.sub("", given)):
                    found.append(given)
    return [one for one in found if one[1:-1] not in NAMES]


@pytest.mark.parametrize(
    "line",
    [
        'element("p", {}, "Hello");',
        'element("p", { class: "dim" }, element("b", {}), `PIN ${pin}`);',
        'place.append(card, "und");',
        'place.textContent = "牌槽";',
        'setText(place, "cards");',
    ],
)
def test_a_word_that_is_in_no_catalog_would_be_found(line: str) -> None:
    assert len(literals(line)) == 1


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_a_page_puts_no_words_of_its_own(file: Path) -> None:
    assert literals(REMARK.sub("", file.read_text())) == []
