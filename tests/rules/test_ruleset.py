"""Rule sets: the three presets line by line, a table's own flags, and what contradicts what."""

import pytest
from cardslinger.rules.deck import DECKS
from cardslinger.rules.errors import BadRuleSet
from cardslinger.rules.ruleset import (
    ALL_WILD,
    ATTACK,
    ATTACK_HK,
    FLAGS,
    PRESETS,
    DiscardAll,
    Draws,
    ExtraCard,
    MatchWinner,
    Resumes,
    RuleSet,
    Scoring,
    TradeHands,
    UnoCall,
)
from cardslinger.rules.state import new_match
from hypothesis import given
from hypothesis import strategies as st


def test_there_are_three_presets() -> None:
    assert list(PRESETS) == ["attack", "attack-hk", "all-wild"]


def test_attack_2_pressing_with_a_playable_card_is_allowed() -> None:
    assert ATTACK.may_press_anyway


def test_attack_3_a_missed_call_costs_two_presses_and_comes_with_the_card() -> None:
    assert (ATTACK.uno_penalty, ATTACK.uno_call) == (2, UnoCall.ON_PLAYING)


def test_attack_6_an_extra_card_always_follows_skip_and_reverse() -> None:
    assert ATTACK.extra_card is ExtraCard.ALWAYS


def test_attack_7_discard_all_lays_any_number_and_may_empty_the_hand() -> None:
    assert ATTACK.discard_all is DiscardAll.ANY_NUMBER
    assert ATTACK.discard_all_may_empty_hand


def test_attack_8_stacking_is_off() -> None:
    assert not any(rules.stacking for rules in PRESETS.values())


def test_attack_12_all_hit_includes_the_player_and_play_goes_on_with_the_next() -> None:
    assert ATTACK.all_hit_includes_player
    assert ATTACK.all_hit_resumes is Resumes.NEXT


def test_attack_13_trade_hands_may_swap() -> None:
    assert ATTACK.trade_hands is TradeHands.MAY


def test_attack_16_the_winner_scores_to_500() -> None:
    assert (ATTACK.scoring, ATTACK.match_points) == (Scoring.WINNER_TAKES, 500)
    assert ATTACK.match_winner is MatchWinner.HIGHEST


def test_all_wild_1_draws_are_exact_and_there_are_no_colours() -> None:
    assert ALL_WILD.draws is Draws.EXACT
    assert not ALL_WILD.colours


def test_all_wild_3_has_the_special_draw() -> None:
    assert [name for name, rules in PRESETS.items() if rules.special_draw] == ["all-wild"]


def test_hk_1_pressing_is_for_a_player_without_a_suitable_card() -> None:
    assert not ATTACK_HK.may_press_anyway


def test_hk_2_the_call_comes_before_the_card() -> None:
    assert (ATTACK_HK.uno_penalty, ATTACK_HK.uno_call) == (2, UnoCall.BEFORE_PLAYING)


def test_hk_3_the_last_card_is_a_number_and_discard_all_never_empties_the_hand() -> None:
    assert ATTACK_HK.last_card_must_be_number
    assert not ATTACK_HK.discard_all_may_empty_hand


def test_hk_4_table_talk_costs_four_presses() -> None:
    assert [rules.table_talk_penalty for rules in PRESETS.values()] == [0, 4, 0]


def test_hk_5_has_the_cut_in() -> None:
    assert [name for name, rules in PRESETS.items() if rules.cut_in] == ["attack-hk"]


def test_hk_6_all_hit_spares_the_player_who_takes_another_turn() -> None:
    assert not ATTACK_HK.all_hit_includes_player
    assert ATTACK_HK.all_hit_resumes is Resumes.PLAYER


def test_hk_8_everyone_scores_their_own_cards_and_the_lowest_wins() -> None:
    assert ATTACK_HK.scoring is Scoring.EACH_THEIR_OWN
    assert ATTACK_HK.match_winner is MatchWinner.LOWEST


def test_hk_trade_hands_must_swap() -> None:
    assert ATTACK_HK.trade_hands is TradeHands.MUST


def test_a_table_changes_flags_in_words() -> None:
    ours = ATTACK.with_flags(name="ours", extra_card="two_players", cut_in="on", match_points="300")
    assert ours.extra_card is ExtraCard.TWO_PLAYERS
    assert (ours.name, ours.cut_in, ours.match_points) == ("ours", True, 300)
    assert ATTACK.match_points == 500


@pytest.mark.parametrize(
    ("rules", "flags", "reason"),
    [
        (ATTACK, {"dance": "yes"}, "there is no flag 'dance'; there are colours, draws"),
        (ATTACK, {"extra_card": "often"}, "extra_card must be one of always, two_players, never"),
        (ATTACK, {"cut_in": "perhaps"}, "cut_in must be yes or no, not 'perhaps'"),
        (ATTACK, {"cut_in": 1}, "cut_in must be yes or no, not 1"),
        (ATTACK, {"match_points": "many"}, "match_points must be a whole number"),
        (ATTACK, {"match_points": 0}, "match_points must be 1 to 10000"),
        (ATTACK, {"uno_penalty": True}, "uno_penalty must be a whole number"),
        (ATTACK, {"uno_penalty": -1}, "uno_penalty must be 0 to 20"),
        (ATTACK, {"last_card_must_be_number": True}, "forbids discard_all_may_empty_hand"),
        (ATTACK, {"match_winner": "lowest"}, "the lowest total can't win"),
        (ATTACK_HK, {"match_winner": "highest"}, "the highest total can't win"),
        (ATTACK, {"draws": "exact"}, "exact draws belong to play without colours"),
        (ATTACK, {"special_draw": True}, "special_draw belongs to play without colours"),
        (ALL_WILD, {"cut_in": True}, "cut_in needs colours"),
        (ALL_WILD, {"stacking": True}, "stacking needs colours"),
        (ALL_WILD, {"draws": "presses"}, "draws must be exact"),
        (ALL_WILD, {"may_press_anyway": True}, "may_press_anyway needs colours"),
        (ALL_WILD, {"last_card_must_be_number": True}, "without them no card has a number"),
        (ATTACK, {"x" * 5000: 1}, r"there is no flag 'xxx.*\.\.\.'"),
        (ATTACK, {"cut_in": "x" * 5000}, r"must be yes or no, not 'xxx.*\.\.\.'"),
        (ATTACK, {"extra_card": "x" * 5000}, r"two_players, never, not 'xxx.*\.\.\.'"),
        (ATTACK, {"match_points": "9" * 5000}, r"must be a whole number, not '999.*\.\.\.'"),
        (ATTACK, {"cut_in": 10**5000}, "not a number of thousands of digits"),
        (ATTACK, {"match_points": 10**5000}, "match_points must be 1 to 10000"),
        (ATTACK, {"name": "x" * 5000}, "name must be one line of at most 80"),
        (ATTACK, {"custom_text": "x" * 81}, "custom_text must be one line of at most 80"),
    ],
)
def test_bad_flags_are_refused_by_name_in_a_short_line(
    rules: RuleSet, flags: dict, reason: str
) -> None:
    with pytest.raises(BadRuleSet, match=reason) as refused:
        rules.with_flags(**flags)
    assert len(str(refused.value)) < 500  # all the flags there are fit in


@pytest.mark.parametrize("flags", [{"stacking": True}, {"uno_penalty": 3}, {"name": "ours"}])
def test_matches_with_different_rules_have_different_digests(flags: dict) -> None:
    states = [
        new_match(rules, DECKS["attack"], 2) for rules in (ATTACK, ATTACK.with_flags(**flags))
    ]
    assert states[0].digest() != states[1].digest()


@given(
    st.sampled_from(list(PRESETS.values())),
    st.dictionaries(
        st.sampled_from(FLAGS) | st.text(max_size=5),
        st.text(max_size=8) | st.integers() | st.booleans() | st.none() | st.floats(),
        max_size=4,
    ),
)
def test_any_flags_give_a_rule_set_or_a_named_refusal(rules: RuleSet, flags: dict) -> None:
    try:
        assert isinstance(rules.with_flags(**flags), RuleSet)
    except BadRuleSet as error:
        assert str(error)


@pytest.mark.parametrize("flag", ["self", "flags", "name_"])
def test_any_word_that_is_no_flag_is_refused_as_one(flag: str) -> None:
    with pytest.raises(BadRuleSet, match="there is no flag"):
        ATTACK.with_flags(**{flag: 1})
