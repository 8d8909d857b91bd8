"""Rule sets as data: a frozen record of flags and limits, three presets, and what they contradict.

The line of the rules behind a flag stands in its comment: "A 6" is line 6 of rule set `attack`,
"B" is `all-wild`, "C" is `attack-hk`.
"""

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, get_type_hints

from cardslinger.rules import cards
from cardslinger.rules.deck import ONE_LINE, Deck, is_one_line
from cardslinger.rules.errors import BadDeck, BadRuleSet, quoted, shown

PLAYERS_MIN, PLAYERS_MAX = 2, 10
PRESSES_MAX = 20
POINTS_MAX = 10_000


class ExtraCard(StrEnum):
    """A 6: who may play one more matching card at once after a Skip or Reverse."""

    ALWAYS = "always"
    TWO_PLAYERS = "two_players"
    NEVER = "never"


class DiscardAll(StrEnum):
    """A 7: how many cards of its colour a Discard All lays down."""

    ANY_NUMBER = "any_number"
    ALL = "all"


class TradeHands(StrEnum):
    """A 13: whether Trade Hands may or must swap."""

    MAY = "may"
    MUST = "must"


class Resumes(StrEnum):
    """A 12, C 6: whose turn it is after an All Hit."""

    NEXT = "next"
    PLAYER = "player"


class Draws(StrEnum):
    """How cards come: by presses of the launcher, or exactly counted (B 1)."""

    PRESSES = "presses"
    EXACT = "exact"


class UnoCall(StrEnum):
    """A 3, C 2: when the call must come."""

    ON_PLAYING = "on_playing"
    BEFORE_PLAYING = "before_playing"


class Scoring(StrEnum):
    """A 16, B 7: the winner scores the others' cards. C 8: each loser scores their own."""

    WINNER_TAKES = "winner_takes"
    EACH_THEIR_OWN = "each_their_own"


class MatchWinner(StrEnum):
    """Who wins when somebody reaches the match's points."""

    HIGHEST = "highest"
    LOWEST = "lowest"


class CustomEffect(StrEnum):
    """A 14: what a written Customizable card does besides choosing the colour."""

    NOTHING = "nothing"
    PRESS_NEXT = "press_next"
    PRESS_CHOSEN = "press_chosen"
    PRESS_ALL = "press_all"
    SWAP = "swap"
    SKIP = "skip"


class FirstDealer(StrEnum):
    """Set-up: the first dealer draws the highest card, or the table picks."""

    HIGH_CARD = "high_card"
    PICK = "pick"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """How a table plays. Build one with a preset's `with_flags`, which checks it.

    Raises BadRuleSet when flags contradict each other.
    """

    name: str
    colours: bool  # cards match by colour, number or symbol; without, any card goes on any
    draws: Draws
    may_press_anyway: bool  # A 2
    extra_card: ExtraCard  # A 6
    discard_all: DiscardAll  # A 7
    discard_all_may_empty_hand: bool  # A 7, C 3
    stacking: bool  # A 8
    all_hit_includes_player: bool  # A 12, C 6
    all_hit_resumes: Resumes  # A 12, C 6
    trade_hands: TradeHands  # A 13, C 7
    special_draw: bool  # B 3
    last_card_must_be_number: bool  # C 3
    uno_call: UnoCall  # A 3, C 2
    uno_penalty: int  # presses or cards; A 3, B 2, C 2
    table_talk_penalty: int  # presses, 0 for none; C 4
    cut_in: bool  # C 5
    scoring: Scoring
    match_points: int
    match_winner: MatchWinner
    first_dealer: FirstDealer
    hand_size: int = 7
    custom_effect: CustomEffect = CustomEffect.NOTHING  # A 14
    custom_count: int = 2  # presses of a custom effect
    custom_text: str = ""  # what the table wrote on the card

    def __post_init__(self) -> None:
        for flag in ("name", *FLAGS):
            object.__setattr__(self, flag, _value(flag, getattr(self, flag)))
        _check_ranges(self)
        for contradictory, reason in _contradictions(self):
            if contradictory:
                raise BadRuleSet(f"rule set {self.name}: {reason}")

    def changed_flags(self) -> dict[str, object]:
        """Flags that are not those of the preset it goes back to (`preset`)."""
        preset = self.preset
        flags = {flag: getattr(self, flag) for flag in ("name", *FLAGS)}
        return {flag: value for flag, value in flags.items() if value != getattr(preset, flag)}

    @property
    def preset(self) -> "RuleSet":
        """The preset of this name; `attack` for a table's own name."""
        return PRESETS.get(self.name, ATTACK)

    def with_flags(self, /, **flags: object) -> "RuleSet":
        """The same rules but for these flags; words are turned into what the flag takes.

        Raises BadRuleSet naming an unknown flag, a wrong value, or a contradiction.
        """
        values: dict[str, Any] = flags
        for flag in flags:
            _value(flag, flags[flag])
        return replace(self, **values)

    def check_deck(self, deck: Deck) -> None:
        """Raises BadDeck naming a kind that these rules can't play, or one they lack."""
        if self.colours:
            playable = {*cards.COLOURED_KINDS, *cards.WILD_KINDS}
            colourless = deck.no_colour.keys() - set(cards.WILD_KINDS)
        else:
            playable = set(cards.ALL_WILD_KINDS)
            colourless = set()
            if any(deck.each_colour.values()):
                raise BadDeck(f"deck {deck.name}: {self.name} plays without colours")
        for kind in sorted(deck.kinds - playable | colourless):
            kind_name = cards.KIND_NAMES[kind]
            raise BadDeck(f"deck {deck.name}: {self.name} has no use for {kind_name}")
        numbers = deck.kinds & set(cards.NUMBERS)
        if self.colours and not numbers:
            raise BadDeck(f"deck {deck.name}: {self.name} needs cards with numbers")
        if self.first_dealer is FirstDealer.HIGH_CARD and len(numbers) < 2:
            raise BadDeck(f"deck {deck.name}: the draw for the deal needs two different numbers")


def _check_ranges(rules: RuleSet) -> None:
    ranges = {
        "uno_penalty": (0, PRESSES_MAX),
        "table_talk_penalty": (0, PRESSES_MAX),
        "match_points": (1, POINTS_MAX),
        "hand_size": (1, 20),
        "custom_count": (1, PRESSES_MAX),
    }
    for flag, (low, high) in ranges.items():
        if not low <= getattr(rules, flag) <= high:
            raise BadRuleSet(f"rule set {rules.name}: {flag} must be {low} to {high}")
    for flag in ("name", "custom_text"):
        if not is_one_line(getattr(rules, flag)):
            raise BadRuleSet(f"rule set {quoted(rules.name)}: {flag} must be {ONE_LINE}")
    if not rules.name:
        raise BadRuleSet("a rule set needs a name")


def _contradictions(rules: RuleSet) -> list[tuple[bool, str]]:
    """(does it hold?, what contradicts what) for every pair that can't go together."""
    no_colours = not rules.colours
    return [
        (no_colours and rules.cut_in, "cut_in needs colours"),
        (no_colours and rules.stacking, "stacking needs colours"),
        (
            no_colours and rules.table_talk_penalty > 0,
            "table_talk_penalty is paid in presses, and without colours draws are exact",
        ),
        (
            no_colours and rules.last_card_must_be_number,
            "last_card_must_be_number needs colours: without them no card has a number",
        ),
        (
            no_colours and rules.draws is Draws.PRESSES,
            "without colours nobody is ever stuck, so draws must be exact",
        ),
        (
            rules.colours and rules.draws is Draws.EXACT,
            "exact draws belong to play without colours",
        ),
        (rules.colours and rules.special_draw, "special_draw belongs to play without colours"),
        (no_colours and rules.may_press_anyway, "may_press_anyway needs colours"),
        (
            no_colours and rules.first_dealer is FirstDealer.HIGH_CARD,
            "first_dealer high_card needs colours: without them no card has a number",
        ),
        (
            rules.last_card_must_be_number and rules.discard_all_may_empty_hand,
            "last_card_must_be_number forbids discard_all_may_empty_hand",
        ),
        (
            rules.scoring is Scoring.WINNER_TAKES and rules.match_winner is MatchWinner.LOWEST,
            "winner_takes gives points for winning, so the lowest total can't win the match",
        ),
        (
            rules.scoring is Scoring.EACH_THEIR_OWN and rules.match_winner is MatchWinner.HIGHEST,
            "each_their_own gives points for losing, so the highest total can't win the match",
        ),
    ]


_TYPES: dict[str, Any] = get_type_hints(RuleSet)
FLAGS = tuple(field.name for field in fields(RuleSet) if field.name != "name")
_TRUTHS = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


def _value(flag: str, value: object) -> object:
    """`value` as the flag's type. Raises BadRuleSet."""
    if flag != "name" and flag not in FLAGS:
        raise BadRuleSet(f"there is no flag {quoted(flag)}; there are {', '.join(FLAGS)}")
    wanted = _TYPES[flag]
    if wanted is bool:
        truth = _TRUTHS.get(value.lower(), value) if isinstance(value, str) else value
        if isinstance(truth, bool):
            return truth
        raise BadRuleSet(f"{flag} must be yes or no, not {shown(value)}")
    if wanted is int:
        if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 6:
            return int(value)
        if type(value) is int:
            return value
        raise BadRuleSet(f"{flag} must be a whole number, not {shown(value)}")
    if wanted is str:
        if isinstance(value, str):
            return value
        raise BadRuleSet(f"{flag} must be a text, not {shown(value)}")
    try:
        return wanted(value)
    except ValueError:
        choices = ", ".join(wanted)
        raise BadRuleSet(f"{flag} must be one of {choices}, not {shown(value)}") from None


ATTACK = RuleSet(
    name="attack",
    colours=True,
    draws=Draws.PRESSES,
    may_press_anyway=True,
    extra_card=ExtraCard.ALWAYS,
    discard_all=DiscardAll.ANY_NUMBER,
    discard_all_may_empty_hand=True,
    stacking=False,
    all_hit_includes_player=True,
    all_hit_resumes=Resumes.NEXT,
    trade_hands=TradeHands.MAY,
    special_draw=False,
    last_card_must_be_number=False,
    uno_call=UnoCall.ON_PLAYING,
    uno_penalty=2,
    table_talk_penalty=0,
    cut_in=False,
    scoring=Scoring.WINNER_TAKES,
    match_points=500,
    match_winner=MatchWinner.HIGHEST,
    first_dealer=FirstDealer.HIGH_CARD,
)
ATTACK_HK = replace(
    ATTACK,
    name="attack-hk",
    may_press_anyway=False,
    discard_all_may_empty_hand=False,
    all_hit_includes_player=False,
    all_hit_resumes=Resumes.PLAYER,
    trade_hands=TradeHands.MUST,
    last_card_must_be_number=True,
    uno_call=UnoCall.BEFORE_PLAYING,
    table_talk_penalty=4,
    cut_in=True,
    scoring=Scoring.EACH_THEIR_OWN,
    match_winner=MatchWinner.LOWEST,
)
ALL_WILD = replace(
    ATTACK,
    name="all-wild",
    colours=False,
    draws=Draws.EXACT,
    may_press_anyway=False,
    extra_card=ExtraCard.NEVER,
    special_draw=True,
    first_dealer=FirstDealer.PICK,
)
PRESETS = {rules.name: rules for rules in (ATTACK, ATTACK_HK, ALL_WILD)}


def format_flag(value: object) -> str:
    """A flag's value as one would write it to change it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
