"""Decks as data: the three of the games, and a table's own in TOML.

A deck file names each kind once; a coloured kind counts for each of the four colours:

    name = "our deck"

    [each_colour]
    7 = 2
    Skip = 1

    [no_colour]
    Wild = 8

    [points]            # only where they differ from the usual ones
    Wild = 40
"""

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from cardslinger.rules import cards
from cardslinger.rules.cards import COLOURS, KIND_NAMES, NONE, card, kind_of, parse_kind
from cardslinger.rules.errors import BadDeck, BadNotation, quoted, shortened, shown

TABLES = ("each_colour", "no_colour", "points")  # of a deck that is written down
CARDS_MAX = 1000
TEXT_MAX = 80
ONE_LINE = f"one line of at most {TEXT_MAX} characters, without # and needless spaces"

# Points of the cards that stay in a hand (rules.md, "Cards and decks").
USUAL_POINTS = {
    **{number: number for number in cards.NUMBERS},
    cards.REVERSE: 20,
    cards.SKIP: 20,
    cards.HIT_2: 20,
    cards.DISCARD_ALL: 30,
    cards.TRADE_HANDS: 30,
    cards.WILD: 50,
    cards.ATTACK_ATTACK: 50,
    cards.CUSTOMIZABLE: 50,
    cards.HIT_4: 40,
    cards.ALL_HIT: 50,
    cards.HIT_FIRE: 50,
    cards.DRAW_TWO: 50,
    cards.DRAW_FOUR: 50,
    cards.TARGETED_DRAW_TWO: 50,
    cards.DOUBLE_SKIP: 50,
    cards.FORCED_SWAP: 50,
}


@dataclass(frozen=True, slots=True)
class Deck:
    """How many cards of a kind: `each_colour` four times over, `no_colour` in all."""

    name: str
    each_colour: dict[int, int]
    no_colour: dict[int, int]
    points: dict[int, int]
    counts: dict[int, int] = field(init=False, compare=False, repr=False)  # of each card

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", dict(Counter(self)))

    def __iter__(self) -> Iterator[int]:
        """Every card, in a fixed order."""
        for colour in COLOURS:
            for kind, count in self.each_colour.items():
                yield from (card(colour, kind),) * count
        for kind, count in self.no_colour.items():
            yield from (card(NONE, kind),) * count

    def __len__(self) -> int:
        return len(COLOURS) * sum(self.each_colour.values()) + sum(self.no_colour.values())

    @property
    def kinds(self) -> frozenset[int]:
        """Kinds of which there is at least one card."""
        return frozenset(kind_of(face) for face in self.counts)

    def points_of(self, face: int) -> int:
        """What the card costs its holder at the end of a round."""
        return self.points[kind_of(face)]


def is_one_line(text: str) -> bool:
    """Whether a name or a text can stand in a record."""
    short = len(text) <= TEXT_MAX and text.isprintable()
    return short and text == " ".join(text.split()) and "#" not in text


def make_deck(
    name: str,
    each_colour: dict[int, int],
    no_colour: dict[int, int],
    points: dict[int, int] | None = None,
) -> Deck:
    """A deck with the usual points, but for those given. Raises BadDeck naming the kind."""
    if not name or not is_one_line(name):
        raise BadDeck(f"deck {quoted(name)}: the name must be {ONE_LINE}")
    for table in (each_colour, no_colour, points or {}):
        for kind, count in table.items():
            if kind not in KIND_NAMES:
                raise BadDeck(f"deck {name}: {shown(kind)} is no kind of card")
            if not 0 <= count <= CARDS_MAX:
                what = f"{KIND_NAMES[kind]} = {shown(count)}"
                raise BadDeck(f"deck {name}: {what} must be 0 to {CARDS_MAX}")
    for kind in each_colour:
        if kind not in cards.COLOURED_KINDS:
            raise BadDeck(f"deck {name}: {KIND_NAMES[kind]} has no colour")
    for kind in no_colour:
        if kind in cards.COLOURED_KINDS and kind not in cards.ALL_WILD_KINDS:
            raise BadDeck(f"deck {name}: {KIND_NAMES[kind]} needs a colour")
    worth = {**USUAL_POINTS, **(points or {})}
    deck = Deck(name, _occurring(each_colour), _occurring(no_colour), dict(sorted(worth.items())))
    if not 0 < len(deck) <= CARDS_MAX:
        raise BadDeck(f"deck {name}: {len(deck)} cards; there must be 1 to {CARDS_MAX}")
    return deck


def _occurring(table: dict[int, int]) -> dict[int, int]:
    """Without kinds of which there is no card, and in one order: equal decks list equal cards."""
    return {kind: table[kind] for kind in sorted(table) if table[kind]}


_NUMBERS_TWICE = dict.fromkeys(cards.NUMBERS, 2)

# rules.md, "Cards and decks": 112 cards each.
ATTACK = make_deck(
    "attack",
    {**_NUMBERS_TWICE, cards.REVERSE: 1, cards.SKIP: 2, cards.HIT_2: 2, cards.DISCARD_ALL: 2},
    {cards.WILD: 4, cards.ATTACK_ATTACK: 4, cards.CUSTOMIZABLE: 3, cards.HIT_4: 1},
)
ATTACK_HK = make_deck(
    "attack-hk",
    {
        **_NUMBERS_TWICE,
        cards.REVERSE: 2,
        cards.SKIP: 2,
        cards.HIT_2: 2,
        cards.DISCARD_ALL: 1,
        cards.TRADE_HANDS: 1,
    },
    {cards.WILD: 4, cards.ALL_HIT: 2, cards.HIT_FIRE: 2},
)
_ALL_WILD_ACTIONS = [kind for kind in cards.ALL_WILD_KINDS if kind != cards.WILD]
ALL_WILD = make_deck(
    "all-wild",
    {},
    {cards.WILD: 63, **dict.fromkeys(_ALL_WILD_ACTIONS, 7)},
    {cards.WILD: 20, **dict.fromkeys(_ALL_WILD_ACTIONS, 50)},
)
DECKS = {deck.name: deck for deck in (ATTACK, ATTACK_HK, ALL_WILD)}


def parse_deck(text: str) -> Deck:
    """The deck in a TOML text. Raises BadDeck with the place and the reason."""
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise BadDeck(f"not TOML: {shortened(str(error), 200)}") from None
    name = data.pop("name", None)
    if not isinstance(name, str):
        raise BadDeck("the deck lacks a name")
    tables = [_counts(name, data, table) for table in TABLES]
    if data:
        raise BadDeck(f"deck {shortened(name)}: {quoted(next(iter(data)))} is unknown")
    return make_deck(name, *tables)


def tables_of(deck: Deck) -> dict[str, dict[int, int]]:
    """What a deck is written down as, by TABLES; of the points only those of its own."""
    points = {kind: n for kind, n in deck.points.items() if n != USUAL_POINTS[kind]}
    return dict(zip(TABLES, (deck.each_colour, deck.no_colour, points), strict=True))


def format_deck(deck: Deck) -> str:
    """The TOML text of a deck, each kind by its name; parses to an equal one."""
    lines = [f"name = {json.dumps(deck.name, ensure_ascii=False)}"]
    for table, counts in tables_of(deck).items():
        if counts:
            lines += ["", f"[{table}]"]
            lines += [f"{json.dumps(KIND_NAMES[kind])} = {n}" for kind, n in counts.items()]
    return "\n".join(lines) + "\n"


def _counts(name: str, data: dict[str, object], table: str) -> dict[int, int]:
    """A table of kinds and numbers, taken out of `data`."""
    rows = data.pop(table, {})
    if not isinstance(rows, dict):
        raise BadDeck(f"deck {shortened(name)}: {table} must be a table")
    counts = {}
    for kind_name, count in rows.items():
        try:
            kind = parse_kind(kind_name)
        except BadNotation as error:
            raise BadDeck(f"deck {shortened(name)}, {table}: {error}") from None
        if type(count) is not int or not 0 <= count <= CARDS_MAX:
            what = f"{kind_name} = {shown(count)}"
            where = f"deck {shortened(name)}, {table}"
            raise BadDeck(f"{where}: {what} must be 0 to {CARDS_MAX}")
        counts[kind] = count
    return counts
