"""Every active rule is told: each line of the documents, each flag, only cards of the deck."""

import re

import pytest
from cardslinger.rules import cards
from cardslinger.rules.cards import KIND_NAMES
from cardslinger.rules.deck import DECKS, Deck, make_deck
from cardslinger.rules.describe import describe, describe_by_group
from cardslinger.rules.effects import COSTS, NO_FIRST_CARD
from cardslinger.rules.ruleset import ALL_WILD, ATTACK, ATTACK_HK, FLAGS, PRESETS, RuleSet
from cardslinger.rules.state import new_match
from cardslinger.words import LANGUAGES, Words

from tests.rules.positions import EVERY_KIND, deal_line, moves, owed, play, position, rule_set
from tests.words.rule_lines import COUNTS, LINES
from tests.words.test_words import texts


def codes(rules: RuleSet, deck: Deck | None = None) -> list[str]:
    return [rule.code for rule in describe(rules, deck or deck_with_everything(rules))]


def deck_with_everything(rules: RuleSet) -> Deck:
    return EVERY_KIND if rules.colours else DECKS["all-wild"]


@pytest.mark.parametrize("name", PRESETS)
def test_every_line_of_the_documents_is_told(name: str) -> None:
    letter, lines = COUNTS[name]
    numbered = {line for line in LINES[name] if line.startswith(f"{letter} ")}
    assert numbered == {f"{letter} {number}" for number in range(1, lines + 1)}
    rules = PRESETS[name]
    flags = {flag: getattr(rules, flag) for flag in FLAGS}
    told = set(codes(rules))
    for line, tellers in LINES[name].items():
        assert set(tellers.format(**flags).split()) <= told, line


@pytest.mark.parametrize("name", PRESETS)
def test_nothing_is_told_twice_and_the_groups_hold_it_all(name: str) -> None:
    told = codes(PRESETS[name])
    assert len(set(told)) == len(told)
    groups = describe_by_group(PRESETS[name], DECKS[name]).values()
    assert [rule for group in groups for rule in group] == describe(PRESETS[name], DECKS[name])


# Another value of every flag, on a rule set that can have it.
CHANGES: dict[str, tuple[RuleSet, dict[str, object]]] = {
    "colours": (ALL_WILD, {"colours": True, "draws": "presses", "special_draw": False}),
    "draws": (ALL_WILD, {"colours": True, "draws": "presses", "special_draw": False}),
    "may_press_anyway": (ATTACK, {"may_press_anyway": False}),
    "extra_card": (ATTACK, {"extra_card": "two_players"}),
    "discard_all": (ATTACK, {"discard_all": "all"}),
    "discard_all_may_empty_hand": (ATTACK, {"discard_all_may_empty_hand": False}),
    "stacking": (ATTACK, {"stacking": True}),
    "all_hit_includes_player": (ATTACK, {"all_hit_includes_player": False}),
    "all_hit_resumes": (ATTACK, {"all_hit_resumes": "player"}),
    "trade_hands": (ATTACK, {"trade_hands": "must"}),
    "special_draw": (ALL_WILD, {"special_draw": False}),
    "last_card_must_be_number": (ATTACK_HK, {"last_card_must_be_number": False}),
    "uno_call": (ATTACK, {"uno_call": "before_playing"}),
    "uno_penalty": (ATTACK, {"uno_penalty": 0}),
    "table_talk_penalty": (ATTACK_HK, {"table_talk_penalty": 0}),
    "cut_in": (ATTACK_HK, {"cut_in": False}),
    "scoring": (ATTACK, {"scoring": "each_their_own", "match_winner": "lowest"}),
    "match_points": (ATTACK, {"match_points": 1}),
    "match_winner": (ATTACK, {"scoring": "each_their_own", "match_winner": "lowest"}),
    "first_dealer": (ATTACK, {"first_dealer": "pick"}),
    "hand_size": (ATTACK, {"hand_size": 1}),
    "custom_effect": (ATTACK, {"custom_effect": "swap"}),
    "custom_count": (
        ATTACK.with_flags(custom_effect="press_all"),
        {"custom_count": 1},
    ),
    "custom_text": (ATTACK, {"custom_text": "Sing"}),
}
ONLY_A_FACT = ("match_points", "hand_size", "custom_count")


@pytest.mark.parametrize("flag", FLAGS)
def test_what_is_told_changes_with_every_flag(flag: str) -> None:
    rules, flags = CHANGES[flag]
    changed = rules.with_flags(**flags)
    before = describe(rules, deck_with_everything(rules))
    after = describe(changed, deck_with_everything(changed))
    assert before != after
    if flag not in ONLY_A_FACT:
        assert [rule.code for rule in before] != [rule.code for rule in after]


def every_description() -> list[tuple[RuleSet, Deck]]:
    """Rule sets and decks among which every code occurs."""
    rule_sets = [
        *PRESETS.values(),
        *(rules.with_flags(**flags) for rules, flags in CHANGES.values()),
        ATTACK_HK.with_flags(last_card_must_be_number=False, may_press_anyway=True),
        *(
            ATTACK.with_flags(
                custom_effect=effect, custom_text="Sing", all_hit_includes_player=all_
            )
            for effect in ("nothing", "press_next", "press_chosen", "press_all", "skip")
            for all_ in (True, False)
        ),
    ]
    odd = make_deck("odd", {1: 1, 7: 1}, {cards.WILD: 1}, {7: 50})
    decks = [(rules, deck_with_everything(rules)) for rules in rule_sets]
    return [*decks, (ATTACK, odd)]


def test_every_code_has_words_and_no_words_are_left_over() -> None:
    told = {rule.code for rules, deck in every_description() for rule in describe(rules, deck)}
    headings = {
        code for rules, deck in every_description() for code in describe_by_group(rules, deck)
    }
    assert told == {code for code in texts("en") if code.startswith("rule.")}
    assert headings | {"group.flags"} == {code for code in texts("en") if code.startswith("group.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_can_be_said_with_its_facts(language: str) -> None:
    words = Words(language)
    for rules, deck in every_description():
        said = [words.say(rule.code, **rule.facts) for rule in describe(rules, deck)]
        assert len(set(said)) == len(said)
        assert all("{" not in line and line == line.strip() for line in said)


def test_uno_names_the_call_or_whose_rules_a_set_follows_and_nothing_else() -> None:
    for language in LANGUAGES:
        naming = {code for code, forms in texts(language).items() if "UNO" in forms[0]}
        allowed = ("rule.uno.", "rule.cut_in.call", "group.calls", "owed.uno", "ruleset.",
                   "offer.uno", "happened.uno", "hint.uno", "help.uno")  # fmt: skip
        assert [code for code in naming if not code.startswith(allowed)] == []


def code_name(kind: int) -> str:
    """`hit_2` for Hit2, `attack_attack` for AttackAttack."""
    return re.sub(r"(?<!^)(?=[A-Z0-9])", "_", KIND_NAMES[kind]).lower()


@pytest.mark.parametrize("name", PRESETS)
def test_only_cards_of_the_deck_are_told(name: str) -> None:
    deck = DECKS[name]
    told = set(codes(PRESETS[name], deck))
    for kind in KIND_NAMES.keys() - set(cards.NUMBERS):
        there = kind in deck.kinds
        assert (f"rule.points.{code_name(kind)}" in told) == there
        goes_back = there and kind in NO_FIRST_CARD
        assert (f"rule.first.back.{code_name(kind)}" in told) == goes_back


def test_a_deck_tells_how_many_cards_of_a_kind_it_has_and_their_points() -> None:
    facts = {rule.code: rule.facts for rule in describe(ATTACK, DECKS["attack"])}
    assert facts["rule.points.numbers"] == {"cards": 72}
    assert facts["rule.points.reverse"] == {"cards": 4, "count": 20}
    assert facts["rule.points.hit_4"] == {"cards": 1, "count": 40}
    assert facts["rule.deck"] == {"count": 112}


def test_numbers_with_points_of_their_own_are_told_apart() -> None:
    deck = make_deck("odd", {1: 1, 2: 1, 7: 2}, {}, {7: 50})
    told = {rule.code: rule.facts for rule in describe(ATTACK, deck)}
    assert told["rule.points.numbers"] == {"cards": 8}
    assert told["rule.points.number"] == {"number": 7, "cards": 8, "count": 50}


def test_no_more_players_are_told_than_the_deck_can_deal_to() -> None:
    small = make_deck("small", dict.fromkeys(cards.NUMBERS, 1), {})
    told = {rule.code: rule.facts for rule in describe(ATTACK, small)}
    assert told["rule.players"] == {"low": 2, "high": 5}
    new_match(ATTACK, small, 5)


@pytest.mark.parametrize("kind", COSTS)
def test_what_a_card_costs_is_what_the_engine_makes_one_pay(kind: int) -> None:
    name = ("R" if kind == cards.HIT_2 else "") + KIND_NAMES[kind]
    preset, spare = ("all-wild", "Wild") if kind in cards.ALL_WILD_KINDS else ("attack", "R1")
    state = position(preset, [f"{name} {spare} Wild", "Wild", "Wild"])
    play(state, f"0 play {name}")
    if "colour R" in moves(state):
        play(state, "0 colour R")
    if "target 1" in moves(state):
        play(state, "0 target 1")
    assert [(seat, count) for seat, count, _ in owed(state)] == [(1, COSTS[kind])]


def test_the_last_card_may_do_nothing_where_it_must_be_a_number() -> None:
    told = codes(ATTACK_HK)
    assert "rule.last_card" in told
    assert [code for code in told if code.startswith("rule.last_card.")] == ["rule.last_card.stuck"]


# Facts that are told and that no other test of the engine pins down.
def test_whoever_laid_the_top_card_may_cut_in_on_it() -> None:
    state = play(position("attack-hk", ["R7 R7 B1", "G1 G2", "G3 G4"]), "0 play R7")
    assert "cut R7" in moves(state, 0)


def test_cards_from_presses_that_were_owed_may_be_played_at_once() -> None:
    state = position("attack", ["AttackAttack B1 B2", "G1", "G2"], next_cards="R9")
    play(state, "0 play AttackAttack", "0 colour R", "0 target 1", "1 fired 1", "1 fired 0")
    assert "play R9" in moves(state)


def test_nobody_cuts_in_on_the_first_card() -> None:
    state = new_match(
        rule_set("attack-hk", first_dealer="pick", hand_size=1), DECKS["attack-hk"], 3
    )
    play(state, "0 deals", deal_line("attack-hk", "G1", "R7", "R8", "R7"))
    assert all("cut R7" not in moves(state, seat) for seat in range(3))


def test_what_is_owed_stays_owed_after_a_cut() -> None:
    hands = ["RHit2 B1 B2", "G1 G2 G3", "RHit2 Y2 Y3", "Y4 Y5 Y6"]
    state = play(position("attack-hk", hands), "0 play RHit2", "2 cut RHit2")
    assert owed(state) == [(1, 2, "hit_2"), (3, 2, "hit_2")]


def test_only_the_next_players_press_ends_the_chance_to_catch() -> None:
    hands = ["AttackAttack R1", "G1 G2", "G3 G4", "Y1 Y2"]
    for target, caught in ((2, True), (1, False)):
        state = position("attack", hands)
        play(state, "0 play AttackAttack", "0 colour R", f"0 target {target}")
        play(state, f"{target} fired 1", f"{target} fired 0")
        assert ("catch 0" in moves(state, 3)) == caught


def test_a_press_that_fails_leaves_the_chance_to_catch() -> None:
    state = play(position("attack", ["R7 B1", "G1 G2"]), "0 play R7", "1 fired 0 jam")
    assert "catch 0" in moves(state, 1)


def test_whoever_gets_the_next_turn_too_ends_the_chance_by_a_press() -> None:
    state = play(position("attack", ["RSkip B1", "G1 G2"]), "0 play RSkip")
    assert "catch 0" in moves(state, 1)
    play(state, "0 fired 0")
    assert "catch 0" not in moves(state, 1)


def test_after_a_cut_nobody_is_caught_for_what_came_before() -> None:
    state = position("attack-hk", ["R7 B1", "G1 G2 G3", "R7 G4 G5"])
    play(state, "0 play R7")
    assert "catch 0" in moves(state, 1)
    play(state, "2 cut R7")
    assert "catch 0" not in moves(state, 1)


def test_handing_on_a_hit_with_the_second_to_last_card_needs_the_call() -> None:
    state = position("attack", ["RHit2 B1 B2", "GHit2 G1", "Y1 Y2"], stacking=True)
    play(state, "0 play RHit2")
    assert "uno" in moves(state, 1)
    play(state, "1 play GHit2")
    assert "catch 1" in moves(state, 0)


def test_a_leavers_colour_is_chosen_by_the_next_player_who_still_presses() -> None:
    state = position("attack", ["Hit4 R1 R2", "G1 G2", "G3 G4"])
    play(state, "0 play Hit4", "0 leaves", "1 colour B")
    assert owed(state) == [(1, 4, "hit_4")]


def test_a_leaver_who_had_a_player_to_choose_chooses_nobody() -> None:
    state = position("attack", ["AttackAttack R1 R2", "G1 G2", "G3 G4"])
    play(state, "0 play AttackAttack", "0 leaves", "1 colour B")
    assert owed(state) == []
    assert state.seat == 1


def test_whoever_leaves_a_won_round_leaves_the_points() -> None:
    state = position("attack", ["RHit2", "G1 G2", "G3 G4"])
    play(state, "0 play RHit2", "2 leaves", "1 fired 0", "1 fired 0")
    assert state.scores[0] == 1 + 2 + 3 + 4


def test_of_real_cards_only_points_that_were_told_stay_with_the_winner() -> None:
    state = position("attack", ["R7", "G1 G2", "G3 G4", "Y1"], physical=True)
    play(state, "0 play R7", "1 points 3", "1 leaves", "2 leaves", "3 points 1")
    assert state.scores[0] == 3 + 1


def test_whoever_holds_one_card_after_a_correction_must_call() -> None:
    state = position("attack", ["R7 B1", "G1 G2"], physical=True)
    play(state, "1 holds 1")
    assert "catch 1" in moves(state, 0)
    assert "uno" in moves(state, 1)
