"""`cardslinger rules`: the rule sets in words."""

import json

import pytest
from cardslinger.cli.table_flags import RANGES
from cardslinger.rules.errors import BadRuleSet
from cardslinger.rules.ruleset import ATTACK, PRESETS
from cardslinger.words import LANGUAGES, Words
from rich.cells import cell_len

from tests.cli.test_cli import assert_refused, run


def test_without_a_name_it_lists_the_rule_sets() -> None:
    lines = run("rules").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_told_in_every_language(name: str, language: str) -> None:
    report = json.loads(run("rules", name, "--language", language, "--json").stdout)
    assert len(report["rules"]) == len(report["codes"]) > 50
    assert report["codes"][0] == "rule.goal"
    assert report["flags"]["match_points"] == 500


def test_the_flags_are_written_as_one_would_change_them() -> None:
    words = run("rules", "attack-hk", COLUMNS="100").stdout
    assert "cut_in=*yes|no" in words
    assert "match_winner=highest|*lowest" in words
    assert "hand_size=7 (1-20)" in words
    assert "`cardslinger play --flag NAME=VALUE`" in words


def test_the_rules_of_ones_own_table_are_shown() -> None:
    own = ("--flag", "extra_card=never", "--flag", "custom_text=everybody sings")
    words = run("rules", "attack", *own, "--flag", "custom_effect=press_all", COLUMNS="100").stdout
    assert "The table has written on it: “everybody sings”" in words
    assert "extra_card=always|two_players|*never" in words
    assert 'custom_text="everybody sings"' in words
    assert "|*press_all|" in words
    assert (
        json.loads(run("rules", "attack", *own, "--json").stdout)["flags"]["extra_card"] == "never"
    )
    assert_refused(run("rules", "attack", "--flag", "extra_card"), 1, "write NAME=VALUE")
    assert_refused(run("rules", "attack", "--flag", "extra_card=maybe"), 1, "always, two_players")
    assert_refused(run("rules", "--flag", "extra_card=never"), 2, "rules attack")


@pytest.mark.parametrize("flag", RANGES)
def test_the_range_of_a_number_is_what_is_allowed(flag: str) -> None:
    low, high = RANGES[flag]
    for value in (low, high):
        ATTACK.with_flags(**{flag: value})
    for value in (low - 1, high + 1):
        with pytest.raises(BadRuleSet):
            ATTACK.with_flags(**{flag: value})


@pytest.mark.parametrize(
    ("name", "told", "untold"),
    [
        (
            "attack",
            [
                "stacking=yes|*no",
                "custom_effect=*nothing|",
                'custom_text=""',
                "custom_count=2 (1-20)",
            ],
            ["special_draw", "trade_hands"],
        ),
        ("attack-hk", ["trade_hands=may|*must", "cut_in=*yes|no"], ["special_draw", "custom"]),
        (
            "all-wild",
            ["special_draw=*yes|no", "hand_size=7"],
            ["discard_all", "all_hit", "trade_hands", "stacking", "cut_in", "custom", "press"],
        ),
    ],
)
def test_only_flags_that_mean_something_are_told(
    name: str, told: list[str], untold: list[str]
) -> None:
    words = run("rules", name).stdout.rpartition("\n\n")[2]
    assert [flag for flag in told if flag not in words] == []
    assert [flag for flag in untold if f"{flag}=" in words or f"{flag}_" in words] == []
    assert "custom_text" in json.loads(run("rules", name, "--json").stdout)["flags"]


@pytest.mark.parametrize("width", [60, 100, 200])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_too_wide_or_begins_with_punctuation(language: str, width: int) -> None:
    lines = run("rules", "attack-hk", "--language", language, COLUMNS=str(width)).stdout
    for line in lines.splitlines():
        assert cell_len(line) <= min(width, 100)
        assert not line.lstrip().startswith(tuple("\uff0c\u3002\uff1b\uff1a\u3001\u300d,.;"))
    assert f"\n\n{Words(language).say('group.turn')}\n" in lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_wrapping_loses_nothing(language: str) -> None:
    arguments = ("rules", "attack", "--language", language)
    printed = "".join(run(*arguments, COLUMNS="60").stdout.split())
    for line in json.loads(run(*arguments, "--json").stdout)["rules"]:
        assert "".join(line.split()) in printed


def test_an_unknown_rule_set_or_language_is_refused() -> None:
    assert_refused(run("rules", "poker"), 2, "'poker' is not one of 'attack'")
    assert_refused(run("rules", "attack", "--language", "de"), 2, "'de' is not one of 'en'")
