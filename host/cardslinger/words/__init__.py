"""Codes with facts, put into words: English, Malay, Traditional Chinese.

Each language is a `.po` file here whose message ids are codes, so that translators can use their
usual tools; a code that counts something has its plural forms there too.
"""

import gettext
import io
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from cardslinger.rules.cards import BLUE, FACES, GREEN, NONE, RED, UNKNOWN, YELLOW, format_card

LANGUAGES = {"en": "English", "ms": "Bahasa Melayu", "zh-Hant": "繁體中文"}

_CARDS = ("card", "top")  # facts of the rules that are cards
COLOUR_CODES = {
    NONE: "colour.none",
    RED: "colour.red",
    YELLOW: "colour.yellow",
    GREEN: "colour.green",
    BLUE: "colour.blue",
}


class Words:
    """Says codes in one language. `Words("ms").say("rule.deal", count=7)`."""

    def __init__(self, language: str) -> None:
        """`language` is one of LANGUAGES. Raises KeyError for another."""
        if language not in LANGUAGES:
            raise KeyError(language)
        self._language = language
        self._catalog = _catalog(language)

    def say(self, code: str, **facts: object) -> str:
        """The words for a code; facts stand in them in braces, `count` chooses the plural form.

        The facts may be those that the rules give: a `card` or `top` is said in notation, a
        `colour`, a `phase` and a `way` to pay in words, a `seat` by its number, as in a record.
        Raises KeyError for a code that this language does not have.
        """
        count = facts.get("count")
        if isinstance(count, int):
            words = self._catalog.ngettext(code, code, count)
        else:
            words = self._catalog.gettext(code)
        if words == code:
            raise KeyError(code)
        return words.format(**{name: self._said(name, facts) for name in facts})

    def all(self) -> dict[str, list[str]]:
        """Every code with its words; of one that counts, its plural forms in order."""
        return _forms(self._language)

    def _said(self, name: str, facts: dict[str, object]) -> object:
        fact = facts[name]
        if name == "phase":
            return self.say(f"phase.{fact}")
        if name == "way":
            return self.say(f"way.{fact}", count=facts["amount"])
        if isinstance(fact, int):
            if name == "colour":
                return self.say(COLOUR_CODES[fact])
            if name in _CARDS and (fact in FACES or fact == UNKNOWN):
                return format_card(fact)
        return fact


@cache
def _forms(language: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in _read(language):
        code, words = one.id, one.string
        if isinstance(code, str):
            if code and isinstance(words, str):
                found[code] = [words]
        elif words is not None and not isinstance(words, str):
            found[code[0]] = list(words)
    return found


def _read(language: str) -> Catalog:
    path = Path(__file__).with_name(f"{language}.po")
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


@cache
def _catalog(language: str) -> gettext.GNUTranslations:
    compiled = io.BytesIO()
    write_mo(compiled, _read(language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
