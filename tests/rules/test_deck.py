"""Decks: the three of the games, a table's own, and what no game can play."""

import contextlib
from collections import Counter

import pytest
from cardslinger.rules import cards, deck, ruleset
from cardslinger.rules.cards import COLOURS, format_card, parse_card
from cardslinger.rules.deck import DECKS, Deck, format_deck, parse_deck
from cardslinger.rules.errors import BadDeck, BadNotation
from cardslinger.rules.state import new_match
from hypothesis import given
from hypothesis import strategies as st

LONG = "x" * 5000
EVERY_CARD = sorted(
    {cards.card(colour, kind) for colour in COLOURS for kind in cards.COLOURED_KINDS}
    | {cards.card(cards.NONE, kind) for kind in (*cards.WILD_KINDS, *cards.ALL_WILD_KINDS)}
)


@pytest.mark.parametrize("name", DECKS)
def test_every_deck_has_112_cards(name: str) -> None:
    assert len(DECKS[name]) == len(list(DECKS[name])) == 112


def test_the_cards_of_attack() -> None:
    counts = Counter(map(format_card, deck.ATTACK))
    assert counts["R1"] == counts["B9"] == 2
    assert counts["YReverse"] == 1
    assert (counts["GSkip"], counts["GHit2"], counts["GDiscardAll"]) == (2, 2, 2)
    assert (counts["Wild"], counts["AttackAttack"], counts["Customizable"]) == (4, 4, 3)
    assert counts["Hit4"] == 1
    assert "RTradeHands" not in counts


def test_the_cards_of_attack_hk() -> None:
    counts = Counter(map(format_card, deck.ATTACK_HK))
    assert (counts["RReverse"], counts["RSkip"], counts["RHit2"]) == (2, 2, 2)
    assert (counts["RDiscardAll"], counts["RTradeHands"]) == (1, 1)
    assert (counts["Wild"], counts["AllHit"], counts["HitFire"]) == (4, 2, 2)


def test_the_cards_of_all_wild() -> None:
    counts = Counter(map(format_card, deck.ALL_WILD))
    assert counts.pop("Wild") == 63
    assert set(counts.values()) == {7}
    assert len(counts) == 7


@pytest.mark.parametrize(
    ("name", "card", "points"),
    [
        ("attack", "R7", 7),
        ("attack", "RReverse", 20),
        ("attack", "BSkip", 20),
        ("attack", "YHit2", 20),
        ("attack", "GDiscardAll", 30),
        ("attack-hk", "RTradeHands", 30),
        ("attack", "Wild", 50),
        ("attack", "AttackAttack", 50),
        ("attack", "Customizable", 50),
        ("attack", "Hit4", 40),
        ("attack-hk", "AllHit", 50),
        ("attack-hk", "HitFire", 50),
        ("all-wild", "Wild", 20),
        ("all-wild", "Reverse", 50),
        ("all-wild", "DrawFour", 50),
    ],
)
def test_points(name: str, card: str, points: int) -> None:
    assert DECKS[name].points_of(parse_card(card)) == points


@pytest.mark.parametrize("card", EVERY_CARD, ids=format_card)
def test_every_card_reads_back(card: int) -> None:
    assert parse_card(format_card(card)) == card


@given(st.text(max_size=20))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    try:
        assert text == "?" or parse_card(text) in EVERY_CARD
    except BadNotation as error:
        assert repr(text) in str(error)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is no card"),
        ("7", "'7' lacks its colour"),
        ("Hit2", "'Hit2' lacks its colour"),
        ("R10", "'R10' is no card"),
        ("P7", "'P7' is no card"),
        (" 7", "' 7' is no card"),
        ("RWild", "'RWild': Wild has no colour"),
        ("r7", "'r7' is no card"),
        (LONG, r"'xxx.*\.\.\.' is no card"),
        (f"R{LONG}", r"'Rxxx.*\.\.\.' is no card"),
    ],
)
def test_a_bad_card_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason) as refused:
        parse_card(text)
    assert len(str(refused.value)) < 100


OURS = """
name = "ours"
[each_colour]
1 = 2
2 = 2
Skip = 1
TradeHands = 1
[no_colour]
HitFire = 4
[points]
HitFire = 60
"""


def test_a_table_can_bring_its_own_deck() -> None:
    ours = parse_deck(OURS)
    assert len(ours) == 28
    assert ours.points_of(parse_card("HitFire")) == 60
    assert ours.points_of(parse_card("RSkip")) == 20
    for name in ("attack", "attack-hk"):
        ruleset.PRESETS[name].check_deck(ours)


@pytest.mark.parametrize("deck", [*DECKS.values(), parse_deck(OURS)], ids=lambda deck: deck.name)
def test_a_deck_is_written_as_it_is_read(deck: Deck) -> None:
    assert parse_deck(format_deck(deck)) == deck


NAMES = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=80)
EACH = st.dictionaries(st.sampled_from(sorted(cards.COLOURED_KINDS)), st.integers(1, 9), min_size=1)


@given(NAMES.filter(deck.is_one_line), EACH, st.integers(0, 90))
def test_a_deck_of_any_name_is_written_as_it_is_read(
    name: str, each: dict[int, int], points: int
) -> None:
    ours = deck.make_deck(name, each, {cards.WILD: 4}, {cards.WILD: points})
    assert parse_deck(format_deck(ours)) == ours


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name = ", "not TOML"),
        ("", "lacks a name"),
        ('name = "x"', "0 cards"),
        ('name = "x"\n[each_colour]\nWild = 4', "Wild has no colour"),
        ('name = "x"\n[no_colour]\n7 = 4', "7 needs a colour"),
        ('name = "x"\n[no_colour]\nDance = 4', "no_colour: 'Dance' is no kind"),
        ('name = "x"\n[no_colour]\nWild = -1', "Wild = -1 must be 0 to 1000"),
        ('name = "x"\n[no_colour]\nWild = 1.5', "Wild = 1.5 must be"),
        ('name = "x"\n[no_colour]\nWild = true', "Wild = True must be"),
        ('name = "x"\n[no_colour]\nWild = 1001', "Wild = 1001 must be 0 to 1000"),
        (f'name = "x"\n[no_colour]\nWild = {"9" * 4000}', "Wild = 99999.* must be 0 to 1000"),
        (f'name = "x"\n[no_colour]\nWild = {"9" * 5000}', "not TOML"),
        (f'name = "x"\n[no_colour]\nWild = 0x{"f" * 5000}', "thousands of digits must be"),
        (f'name = "x"\n[no_colour]\nWild = {"[" * 5000}{"]" * 5000}', "not TOML"),
        (f'name = "x"\n[no_colour]\n{LONG} = 4', r"'xxx.*\.\.\.' is no kind"),
        (f'name = "x"\n{LONG} = 4', r"'xxx.*\.\.\.' is unknown"),
        (f'name = "{LONG}"\n[no_colour]\nWild = 4', "the name must be one line"),
        (f'name = "{LONG}"\nsize = 4', "'size' is unknown"),
        ('name = "x"\nno_colour = 3', "no_colour must be a table"),
        ('name = "x"\nsize = 3\n[no_colour]\nWild = 4', "'size' is unknown"),
    ],
)
def test_a_bad_deck_is_refused_with_the_place_in_a_short_line(text: str, reason: str) -> None:
    with pytest.raises(BadDeck, match=reason) as refused:
        parse_deck(text)
    assert len(str(refused.value)) < 200


def test_a_deck_file_may_begin_with_a_byte_order_mark() -> None:
    assert parse_deck("\ufeff" + OURS) == parse_deck(OURS)


@pytest.mark.parametrize(
    ("each_colour", "no_colour", "points", "reason"),
    [
        ({7: -1}, {}, {}, "7 = -1 must be 0 to 1000"),
        ({7: 1001}, {}, {}, "7 = 1001 must be 0 to 1000"),
        ({7: 10**5000}, {}, {}, "7 = a number of thousands of digits must be"),
        ({7: 1}, {cards.WILD: -4}, {}, "Wild = -4 must be"),
        ({7: 1}, {}, {cards.WILD: -50}, "Wild = -50 must be"),
        ({99: 1}, {}, {}, "99 is no kind of card"),
        ({7: 1}, {0: 1}, {}, "0 is no kind of card"),
        ({7: 1}, {}, {26: 1}, "26 is no kind of card"),
        ({7: 0}, {}, {}, "0 cards; there must be 1 to 1000"),
        ({7: 251}, {}, {}, "1004 cards; there must be 1 to 1000"),
    ],
)
def test_a_deck_of_counts_that_cant_be_is_refused_by_its_kind(
    each_colour: dict[int, int], no_colour: dict[int, int], points: dict[int, int], reason: str
) -> None:
    with pytest.raises(BadDeck, match=reason):
        deck.make_deck("x", each_colour, no_colour, points)


def test_equal_decks_that_were_built_in_another_order_make_equal_matches() -> None:
    one = deck.make_deck("x", {1: 30, 2: 2, 3: 0}, {15: 4, 20: 1}, {15: 33, 20: 44})
    other = deck.make_deck("x", {2: 2, 1: 30}, {20: 1, 16: 0, 15: 4}, {20: 44, 15: 33})
    assert one == other
    assert list(one) == list(other)
    states = [new_match(ruleset.ATTACK, built, 2) for built in (one, other)]
    assert states[0].digest() == states[1].digest()


@pytest.mark.parametrize(
    "other",
    [
        deck.make_deck("x", {1: 30, 2: 3}, {15: 4}),
        deck.make_deck("x", {1: 30, 2: 2}, {15: 4}, {15: 33}),
        deck.make_deck("y", {1: 30, 2: 2}, {15: 4}),
    ],
)
def test_matches_with_different_decks_have_different_digests(other: deck.Deck) -> None:
    one = deck.make_deck("x", {1: 30, 2: 2}, {15: 4})
    states = [new_match(ruleset.ATTACK, built, 2) for built in (one, other)]
    assert states[0].digest() != states[1].digest()


@given(st.text(max_size=200))
def test_any_text_is_a_deck_or_refused(text: str) -> None:
    with contextlib.suppress(BadDeck):
        parse_deck(text)


@pytest.mark.parametrize("name", DECKS)
def test_each_deck_fits_its_rules(name: str) -> None:
    ruleset.PRESETS[name].check_deck(DECKS[name])


def test_a_deck_that_the_rules_cannot_play_is_refused_by_its_kind() -> None:
    with pytest.raises(BadDeck, match="attack has no use for Reverse"):
        ruleset.ATTACK.check_deck(deck.ALL_WILD)
    with pytest.raises(BadDeck, match="all-wild plays without colours"):
        ruleset.ALL_WILD.check_deck(deck.ATTACK)
    with pytest.raises(BadDeck, match="attack needs cards with numbers"):
        ruleset.ATTACK.check_deck(deck.make_deck("wilds", {}, {cards.WILD: 112}))
    with pytest.raises(BadDeck, match="attack has no use for ForcedSwap"):
        odd = deck.make_deck("odd", {1: 2}, {cards.FORCED_SWAP: 1})
        ruleset.ATTACK.check_deck(odd)


def test_every_kind_is_playable_in_every_rule_set_with_colours() -> None:
    everything = deck.make_deck(
        "everything",
        dict.fromkeys(cards.COLOURED_KINDS, 1),
        dict.fromkeys(cards.WILD_KINDS, 1),
    )
    ruleset.ATTACK.check_deck(everything)
    ruleset.ATTACK_HK.check_deck(everything)
