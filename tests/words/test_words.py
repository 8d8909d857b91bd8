"""Words in three languages: nothing missing, nothing foreign, the same facts in each."""

import string
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from cardslinger import words
from cardslinger.rules.deck import DECKS
from cardslinger.rules.describe import describe
from cardslinger.rules.ruleset import ALL_WILD
from cardslinger.words import LANGUAGES, Words


def catalog(language: str) -> Catalog:
    with (Path(words.__file__).parent / f"{language}.po").open("rb") as file:
        return read_po(file)


def texts(language: str) -> dict[str, tuple[str, ...]]:
    """Every form of every code."""
    found = {}
    for message in catalog(language):
        if message.id:
            code = message.id[0] if isinstance(message.id, tuple) else message.id
            found[code] = message.string if isinstance(message.string, tuple) else (message.string,)
    return found


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_codes_and_none_is_empty(language: str) -> None:
    here = texts(language)
    assert here.keys() == texts("en").keys()
    assert all(form for forms in here.values() for form in forms)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_holds_the_same_facts(language: str) -> None:
    english = texts("en")
    for code, forms in texts(language).items():
        for form in forms:
            assert fields(form) == fields(english[code][0]), code


SAME_NAMES = {"card.Hit2", "host.state.bot", "page.table.bot", "seat.bot"}  # so in Malay, too


def test_no_language_repeats_another() -> None:
    english = texts("en")
    for language in ("ms", "zh-Hant"):
        same = {code for code, forms in texts(language).items() if forms[0] == english[code][0]}
        assert same <= SAME_NAMES, language


def test_one_is_not_many() -> None:
    english = Words("en")
    assert english.say("rule.table_talk", count=1).endswith("presses 1 time.")
    assert english.say("rule.table_talk", count=4).endswith("presses 4 times.")
    assert Words("ms").say("rule.table_talk", count=4).endswith("menekan 4 kali.")


def test_an_unknown_code_or_language_is_an_error() -> None:
    with pytest.raises(KeyError):
        Words("en").say("no.such.code")
    with pytest.raises(KeyError):
        Words("de")


def test_a_wild_is_plain_where_there_are_no_colours() -> None:
    codes = [rule.code for rule in describe(ALL_WILD, DECKS["all-wild"])]
    assert "rule.plain_wild" in codes
    assert "rule.wild" not in codes
