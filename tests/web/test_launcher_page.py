"""The pages of the launcher and of the past have words for all that the launcher can say."""

import json
import re
from pathlib import Path

import cardslinger.web
import pytest
from cardslinger.cli.health import FAULT_WORDS
from cardslinger.words import LANGUAGES, Words
from slinger.draw import NAMES
from slinger.selftest import CHECKS

STATIC = Path(cardslinger.web.__file__).parent / "static"
PROTOCOL = Path(__file__).parents[2] / "firmware" / "PROTOCOL.md"
PAGES = sorted([*STATIC.glob("launcher*.js"), *STATIC.glob("history*.js")])
CODE = re.compile(r'"((?:page|past|launcher|stats|history|plot|table|host|happened)\.[a-z_.]+)"')


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_words_and_a_cure(language: str) -> None:
    words = Words(language).all()
    for what in FAULT_WORDS:
        assert {f"launcher.fault.{what}", f"launcher.fault.{what}.cure"} <= words.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_and_outcome_has_words(language: str) -> None:
    words = Words(language).all()
    text = PROTOCOL.read_text()
    states = re.search(r"`status`: `state` \(([^)]*)\)", text)
    outcomes = re.search(r"^Outcomes: (.*?)\n\n", text, re.DOTALL | re.MULTILINE)
    assert states
    assert outcomes
    for state in re.findall(r"`(\w+)`", states[1]):
        assert f"launcher.state.{state}" in words
    for outcome in re.findall(r"(?:^|; )`(\w+)`", outcomes[1].replace("\n", " ")):
        assert f"past.outcome.{outcome}" in words


def test_the_batteries_are_judged_as_the_launcher_judges_them() -> None:
    text = (STATIC / "launcher_words.js").read_text()
    limits = {name: [low, high] for name, _, low, high in CHECKS["battery"]}
    told = re.search(r"BATTERY_MV = (\{.*\});", text)
    assert told
    assert json.loads(re.sub(r"(\w+):", r'"\1":', told[1])) == limits


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_profile_can_be_chosen_by_a_name(language: str) -> None:
    told = re.search(r"PROFILES = (\[.*\]);", (STATIC / "launcher_tools.js").read_text())
    assert told
    assert tuple(json.loads(told[1])) == NAMES
    assert {f"host.profile.{name}" for name in NAMES} <= Words(language).all().keys()


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_there_are_words_for_what_a_page_says(file: Path) -> None:
    words = Words("en").all()
    codes = set(CODE.findall(file.read_text()))
    assert sorted(code for code in codes if code not in words and not is_prefix(code, words)) == []


def is_prefix(code: str, words: dict[str, list[str]]) -> bool:
    return any(one.startswith(f"{code}.") for one in words)
