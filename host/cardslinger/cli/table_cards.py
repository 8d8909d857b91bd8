"""What the cards of a deck are called by whoever types them."""

import difflib
import unicodedata
from collections.abc import Iterator

from cardslinger.rules.cards import (
    COLOUR_LETTERS,
    COLOURS,
    KIND_NAMES,
    NONE,
    card,
    colour_of,
    format_card,
    is_number,
    kind_of,
)
from cardslinger.rules.deck import Deck
from cardslinger.words import COLOUR_CODES, Words

_LIKELY = 0.75  # how alike a card must be to what was typed to be taken for it
_USUAL = ("R7", "BSkip", "Wild", "DrawFour", "Reverse")  # good examples, where a deck has them
_HUE = "\N{CJK UNIFIED IDEOGRAPH-8272}"  # "colour", which may be left out after its name


class CardNames:
    """Cards by their notation, by name in English and in the table's language, however written:
    `BSkip`, `b skip`, `Blue Skip`. A name without its colour is all the cards of that name."""

    def __init__(self, words: Words, deck: Deck) -> None:
        self._say = words.say
        self._deck = deck
        self._spoken = [words, Words("en")]
        self._named: dict[str, list[int]] = {}
        for face in sorted(deck.counts):
            for name in {*self._names(face)}:
                self._named.setdefault(name, []).append(face)
        self._colours = {name: colour for colour in COLOURS for name in self._colour_names(colour)}
        found = [written for written in _USUAL if len(self.find(written)) == 1]
        self.examples = found or [format_card(min(deck.counts))]

    @property
    def has_colours(self) -> bool:
        """Whether any card of the deck has a colour."""
        return any(colour_of(face) != NONE for face in self._deck.counts)

    def of_colour(self, letter: str) -> str:
        """A card of this colour, in notation; empty if there is none."""
        return next((one for one in map(format_card, self._deck.counts) if one[0] == letter), "")

    def find(self, text: str) -> tuple[str, ...]:
        """The cards that this may mean, in notation; none if it names no card of the deck."""
        return tuple(map(format_card, self._named.get(_plain(text), ())))

    def alike(self, text: str) -> str:
        """A card that was maybe meant, in notation; empty if none is like it."""
        near = difflib.get_close_matches(_plain(text), self._named, 1, _LIKELY)
        return format_card(self._named[near[0]][0]) if near else ""

    def colour(self, text: str) -> str:
        """The letter of a colour; empty if it is none."""
        colour = self._colours.get(_plain(text), NONE)
        return COLOUR_LETTERS[colour].strip()

    def colours(self) -> Iterator[tuple[str, str]]:
        """The letter of each colour in the deck, with its name."""
        for colour in sorted({colour_of(face) for face in self._deck.counts} - {NONE}):
            yield COLOUR_LETTERS[colour], self._say(COLOUR_CODES[colour])

    def kinds(self) -> Iterator[tuple[str, str]]:
        """Of each kind in the deck a card in notation, with its name; all numbers are one."""
        seen = set()
        for face in sorted(self._deck.counts, key=kind_of):
            kind = 1 if is_number(face) else kind_of(face)
            if kind not in seen:
                seen.add(kind)
                yield format_card(face), self._name(face)

    def _name(self, face: int) -> str:
        if is_number(face):
            return self._say("help.numbers")
        return self._say(f"card.{KIND_NAMES[kind_of(face)]}")

    def _names(self, face: int) -> Iterator[str]:
        colour, kinds = colour_of(face), [*self._kind_names(kind_of(face))]
        yield from kinds
        if colour == NONE:
            yield from (f"wild{kind}" for kind in kinds)
        else:
            for kind in kinds:
                yield COLOUR_LETTERS[colour].lower() + kind
                for name in self._hues(colour):
                    yield from (name + kind, kind + name)

    def _kind_names(self, kind: int) -> set[str]:
        written = KIND_NAMES[kind]
        if is_number(card(NONE, kind)):
            return {written}
        spoken = {_plain(words.say(f"card.{written}")) for words in self._spoken}
        return {_plain(written), *spoken}

    def _colour_names(self, colour: int) -> set[str]:
        return {COLOUR_LETTERS[colour].lower(), *self._hues(colour)}

    def _hues(self, colour: int) -> set[str]:
        spoken = {_plain(words.say(COLOUR_CODES[colour])) for words in self._spoken}
        return spoken | {name.removesuffix(_HUE) for name in spoken}


def _plain(text: str) -> str:
    """Without capitals, spaces and punctuation."""
    letters = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in letters if letter.isalnum())
