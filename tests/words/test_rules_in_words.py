"""Whatever the rules can say has words: refusals, phases, debts, colours, the rules themselves."""

import random
from enum import StrEnum

import pytest
from cardslinger.rules import cards, events, moves
from cardslinger.rules.apply import apply
from cardslinger.rules.cards import COLOURS, FACES, NONE, UNKNOWN, card, format_card
from cardslinger.rules.decide import decide
from cardslinger.rules.deck import DECKS, make_deck
from cardslinger.rules.describe import describe
from cardslinger.rules.legal import claims, legal
from cardslinger.rules.ruleset import ATTACK, PRESETS, CustomEffect, RuleSet
from cardslinger.rules.state import Phase, State, Way, Why, new_match
from cardslinger.words import LANGUAGES, Words
from hypothesis import given
from hypothesis import strategies as st

from tests.words.sources import codes, refusals
from tests.words.test_words import fields, texts

FACTS: dict[str, object] = {
    "amount": 3,
    "bots": "greedy, random",
    "card": card(cards.RED, 7),
    "top": card(cards.BLUE, cards.SKIP),
    "colour": cards.BLUE,
    "count": 3,
    "event": "1 fired 2",
    "flag": "cut_in",
    "least": 2,
    "most": 100,
    "name": "North",
    "pause": "jam",
    "phase": "deal",
    "reason": "why",
    "seat": 4,
    "way": "presses",
}
EVERYTHING = make_deck(
    "everything", dict.fromkeys(cards.COLOURED_KINDS, 2), dict.fromkeys(cards.WILD_KINDS, 4)
)


def codes_in_words(prefix: str) -> set[str]:
    return {code for code in texts("en") if code.startswith(prefix)}


def test_the_scan_of_the_sources_finds_what_it_should() -> None:
    found = dict(refusals())
    assert found["refusal.not_your_turn"] == {"seat"}
    assert found["refusal.does_not_fit"] == {"card", "top", "colour"}


def test_every_refusal_has_words_and_no_words_are_left_over() -> None:
    assert {code for code, _ in refusals()} == codes("refusal.")
    assert codes_in_words("refusal.") == codes("refusal.")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("code", "names"), refusals())
def test_a_refusal_is_said_with_its_facts_alone(
    language: str, code: str, names: frozenset[str]
) -> None:
    for form in texts(language)[code]:
        assert fields(form) <= names
    said = Words(language).say(code, **{name: FACTS[name] for name in names})
    assert "{" not in said
    assert ("card" in fields(texts(language)[code][0])) == ("R7" in said)


def values(enum: type[StrEnum]) -> set[str]:
    return {str(value) for value in enum}


@pytest.mark.parametrize(
    ("prefix", "endings"),
    [
        ("phase.", values(Phase)),
        ("owed.", values(Why)),
        ("way.", values(Way)),
        ("ruleset.", set(PRESETS)),
    ],
)
def test_every_phase_way_and_debt_has_words_and_no_words_are_left_over(
    prefix: str, endings: set[str]
) -> None:
    assert codes_in_words(prefix) == {prefix + ending for ending in endings}
    for language in LANGUAGES:
        for ending in endings:
            facts = {"count": 2} if prefix == "way." else {}
            assert Words(language).say(prefix + ending, **facts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_colour_is_said_by_its_name(language: str) -> None:
    said = {
        Words(language).say("refusal.does_not_fit", card=UNKNOWN, top=UNKNOWN, colour=colour)
        for colour in (NONE, *COLOURS)
    }
    assert len(said) == 5


@given(st.sampled_from(sorted(FACES)), st.sampled_from(list(LANGUAGES)))
def test_a_card_is_said_as_in_a_record(face: int, language: str) -> None:
    assert format_card(face) in Words(language).say("refusal.not_in_hand", card=face)


@pytest.mark.parametrize("card_of_nobody", [-1, 31, 9999])
def test_what_is_no_card_is_said_as_its_number(card_of_nobody: int) -> None:
    assert str(card_of_nobody) in Words("en").say("refusal.not_in_hand", card=card_of_nobody)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("includes_player", ["yes", "no"])
@pytest.mark.parametrize("text", ["", "Sing {a} song"])
@pytest.mark.parametrize("effect", CustomEffect)
def test_a_written_card_is_told_with_its_effect_and_its_text(
    language: str, effect: CustomEffect, text: str, includes_player: str
) -> None:
    rules = ATTACK.with_flags(
        custom_effect=effect,
        custom_count=3,
        custom_text=text,
        all_hit_includes_player=includes_player,
    )
    lines = [Words(language).say(r.code, **r.facts) for r in describe(rules, DECKS["attack"])]
    plain = [Words(language).say(r.code, **r.facts) for r in describe(ATTACK, DECKS["attack"])]
    new = [line for line in lines if line not in plain]
    assert any("3" in line for line in new) == effect.startswith("press_")
    assert [line for line in new if text in line] or not text
    if effect is CustomEffect.NOTHING and not text:
        assert Words(language).say("rule.customizable") in lines
    else:
        assert Words(language).say("rule.customizable") not in lines


def test_a_custom_press_of_all_says_whether_the_player_presses_too() -> None:
    flags = {"custom_effect": "press_all"}
    with_player = describe(ATTACK.with_flags(**flags), DECKS["attack"])
    without = describe(ATTACK.with_flags(**flags, all_hit_includes_player="no"), DECKS["attack"])
    assert "rule.customizable.press_all" in [rule.code for rule in with_player]
    assert "rule.customizable.press_all.others" in [rule.code for rule in without]


# Whatever one asks for at a table in play, the answer can be said in every language.
SEATS = range(moves.SEATS_MAX)
SOME_MOVES = [
    *FACES,
    *range(moves.PRESS, moves.UNO + 1),
    *(moves.COLOUR + colour for colour in COLOURS),
    *(base + seat for base in (moves.TARGET, moves.CATCH, moves.TALK) for seat in SEATS),
    *(base + face for base in (moves.CUT, moves.LAY) for face in FACES),
]


def any_wish(chance: random.Random, state: State) -> events.Event:
    seat, count = chance.choice(SEATS), chance.choice([-1, 0, 1, 2, 200])
    face = chance.choice([UNKNOWN, *sorted(FACES)])
    return chance.choice(
        [
            events.Moved(chance.choice([seat, state.seat]), chance.choice(SOME_MOVES)),
            events.Fired(seat, count),
            events.Waived(seat),
            events.Returned(seat, count),
            events.DealerDrew(seat, face),
            events.DealerPicked(seat),
            events.Dealt((face,) * chance.choice([0, 1])),
            events.Turned(face),
            events.Reloaded((face,) * chance.choice([0, 1])),
            events.PointsCounted(seat, count),
            events.CountCorrected(chance.choice([seat, None]), count),
            events.Undone(),
            events.Joined(seat),
            events.Left(seat),
        ]
    )


def next_event(chance: random.Random, state: State) -> events.Event:
    """Something that lets the match go on."""
    if state.phase is Phase.DEALER:
        return events.DealerPicked(state.seated[0])
    if state.phase is Phase.DEAL:
        if state.physical:
            return events.Dealt(by_launcher=chance.random() < 0.5)
        return events.Dealt(tuple(chance.sample(list(state.deck), len(state.deck))))
    if state.phase is Phase.FIRST_CARD:
        return events.Turned(card(cards.RED, 7) if state.rules.colours else cards.SKIP)
    if state.phase is Phase.RELOAD:
        discards = [] if state.physical else state.discards[:-1]
        return events.Reloaded(tuple(chance.sample(discards, len(discards))))
    if state.phase is Phase.COUNT:
        seats = [seat for seat in state.seated if seat not in state.counted]
        return events.PointsCounted(chance.choice(seats), 5)
    calls = [(seat, move) for seat in state.seated for move in claims(state, seat)]
    if calls and chance.random() < 0.2:
        return events.Moved(*chance.choice(calls))
    move = chance.choice(legal(state))
    if move == moves.PRESS:
        return events.Fired(state.seat, chance.choice([0, 1, 3]))
    return events.Moved(state.seat, move)


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_every_answer_at_a_table_in_play_can_be_said(preset: RuleSet, physical: bool) -> None:
    chance = random.Random(preset.name)
    rules = preset.with_flags(first_dealer="pick")
    deck = EVERYTHING if rules.colours else DECKS[rules.name]
    state = new_match(rules, deck, 4, physical=physical)
    heard = set()
    for _ in range(1000):
        for wish in (any_wish(chance, state) for _ in range(5)):
            answer = decide(state, wish)
            if isinstance(answer, events.Refusal):
                heard.add(answer.code)
                for language in LANGUAGES:
                    assert Words(language).say(answer.code, **answer.facts)
        if state.phase is Phase.OVER:
            state = new_match(rules, deck, 4, physical=physical)
        decision = decide(state, next_event(chance, state))
        if not isinstance(decision, events.Refusal):
            for event in decision:
                apply(state, event)
    assert len(heard) >= 8
