"""Cards as small ints: `card = colour * 32 + kind`, and what they are called in text.

A card is its face: two equal cards are the same int. Colourless cards have colour NONE, also the
Reverse and Skip of `all-wild`. A physical card that nobody has seen yet is UNKNOWN.
"""

from cardslinger.rules.errors import BadNotation, quoted

NONE, RED, YELLOW, GREEN, BLUE = range(5)
COLOURS = (RED, YELLOW, GREEN, BLUE)
COLOUR_LETTERS = " RYGB"
UNKNOWN = 0

# Kinds 1 to 9 are the numbers.
NUMBERS = range(1, 10)
REVERSE, SKIP, HIT_2, DISCARD_ALL, TRADE_HANDS = range(10, 15)
WILD, ATTACK_ATTACK, CUSTOMIZABLE, HIT_4, ALL_HIT, HIT_FIRE = range(15, 21)
DRAW_TWO, DRAW_FOUR, TARGETED_DRAW_TWO, DOUBLE_SKIP, FORCED_SWAP = range(21, 26)

COLOURED_KINDS = (*NUMBERS, REVERSE, SKIP, HIT_2, DISCARD_ALL, TRADE_HANDS)
WILD_KINDS = (WILD, ATTACK_ATTACK, CUSTOMIZABLE, HIT_4, ALL_HIT, HIT_FIRE)
ALL_WILD_KINDS = (
    WILD,
    REVERSE,
    SKIP,
    DRAW_TWO,
    DRAW_FOUR,
    TARGETED_DRAW_TWO,
    DOUBLE_SKIP,
    FORCED_SWAP,
)

KIND_NAMES = {
    **{number: str(number) for number in NUMBERS},
    REVERSE: "Reverse",
    SKIP: "Skip",
    HIT_2: "Hit2",
    DISCARD_ALL: "DiscardAll",
    TRADE_HANDS: "TradeHands",
    WILD: "Wild",
    ATTACK_ATTACK: "AttackAttack",
    CUSTOMIZABLE: "Customizable",
    HIT_4: "Hit4",
    ALL_HIT: "AllHit",
    HIT_FIRE: "HitFire",
    DRAW_TWO: "DrawTwo",
    DRAW_FOUR: "DrawFour",
    TARGETED_DRAW_TWO: "TargetedDrawTwo",
    DOUBLE_SKIP: "DoubleSkip",
    FORCED_SWAP: "ForcedSwap",
}
_KINDS = {name: kind for kind, name in KIND_NAMES.items()}
COLOUR_SHIFT = 5  # `card >> COLOUR_SHIFT` is the colour where a call would cost too much
KIND_MASK = (1 << COLOUR_SHIFT) - 1


def card(colour: int, kind: int) -> int:
    """The card of this colour and kind."""
    return colour << COLOUR_SHIFT | kind


FACES = frozenset(
    [card(colour, kind) for colour in COLOURS for kind in COLOURED_KINDS]
    + [card(NONE, kind) for kind in (*WILD_KINDS, *ALL_WILD_KINDS)]
)


def colour_of(face: int) -> int:
    """NONE, RED, YELLOW, GREEN or BLUE."""
    return face >> COLOUR_SHIFT


def kind_of(face: int) -> int:
    """A number 1 to 9, or one of the named kinds."""
    return face & KIND_MASK


def is_number(face: int) -> bool:
    """True for 1 to 9; every other card is special."""
    return face & KIND_MASK < REVERSE


def format_card(face: int) -> str:
    """`R7`, `BSkip`, `Wild`; `?` for UNKNOWN. Raises BadNotation for an int that is no card."""
    if face == UNKNOWN:
        return "?"
    colour = colour_of(face)
    if face not in FACES:
        raise BadNotation(f"{face} is no card")
    letter = COLOUR_LETTERS[colour] if colour else ""
    return letter + KIND_NAMES[kind_of(face)]


def parse_kind(text: str) -> int:
    """The kind of a name such as `7`, `Skip`, `HitFire`. Raises BadNotation."""
    try:
        return _KINDS[text]
    except KeyError:
        raise BadNotation(f"{quoted(text)} is no kind of card") from None


def parse_card(text: str) -> int:
    """The card of `R7`, `BSkip`, `Wild`, `?`. Raises BadNotation quoting the text.

    Any colour goes with any kind that can have one; a deck says which cards there really are.
    """
    if text == "?":
        return UNKNOWN
    if text in _KINDS:
        kind = _KINDS[text]
        if kind in NUMBERS or kind in (HIT_2, DISCARD_ALL, TRADE_HANDS):
            raise BadNotation(f"{quoted(text)} lacks its colour: R, Y, G or B in front")
        return card(NONE, kind)
    colour = COLOUR_LETTERS.find(text[:1]) if text[:1].strip() else -1
    if colour < RED or text[1:] not in _KINDS:
        raise BadNotation(f"{quoted(text)} is no card")
    kind = _KINDS[text[1:]]
    if kind not in COLOURED_KINDS:
        raise BadNotation(f"{quoted(text)}: {KIND_NAMES[kind]} has no colour")
    return card(colour, kind)
