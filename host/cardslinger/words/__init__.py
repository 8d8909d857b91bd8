"""Codes with facts, put into words: English, Malay, Traditional Chinese.

Each language is a `.po` file here whose message ids are codes, so that translators can use their
usual tools; a code that counts something has its plural forms there too.
"""

import gettext
import io
from functools import cache
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = {"en": "English", "ms": "Bahasa Melayu", "zh-Hant": "繁體中文"}


class Words:
    """Says codes in one language. `Words("ms").say("rule.deal", count=7)`."""

    def __init__(self, language: str) -> None:
        """`language` is one of LANGUAGES. Raises KeyError for another."""
        if language not in LANGUAGES:
            raise KeyError(language)
        self._catalog = _catalog(language)

    def say(self, code: str, **facts: object) -> str:
        """The words for a code; facts stand in them in braces, `count` chooses the plural form.

        Raises KeyError for a code that this language does not have.
        """
        count = facts.get("count")
        if isinstance(count, int):
            words = self._catalog.ngettext(code, code, count)
        else:
            words = self._catalog.gettext(code)
        if words == code:
            raise KeyError(code)
        return words.format(**facts)


@cache
def _catalog(language: str) -> gettext.GNUTranslations:
    path = Path(__file__).with_name(f"{language}.po")
    with path.open("rb") as file:
        catalog = read_po(file, abort_invalid=True)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
