"""Moves as small ints: what a seat may do, as `legal` lists it and as people write it.

A card's own int means "play it". The other moves lie above the cards.
"""

from cardslinger.rules.cards import COLOUR_LETTERS, COLOURS, UNKNOWN, format_card, parse_card
from cardslinger.rules.errors import BadNotation, quoted

SEATS_MAX = 10

CARDS_END = 256
PRESS = 256  # press the launcher; comes true as a `Fired` event, which tells how many came
DRAW = 257  # all-wild 3: draw one card and play it
PASS = 258  # nothing fits and no card is left to come
DONE = 259  # no (further) extra card, or no further card to lay down
KEEP = 260  # trade no hands
UNO = 261
COLOUR = 264  # + colour
TARGET = 272  # + seat
CATCH = 288  # + seat: "you have not called"
TALK = 304  # + seat: "you told somebody what to play"
CUT = 512  # + card: lay it out of turn
LAY = 768  # + card: lay it down under a Discard All


def is_talk(move: int) -> bool:
    """Whether the move accuses somebody of table talk: somebody's word, and no play."""
    return TALK <= move < CUT


_PLAIN = {PRESS: "press", DRAW: "draw", PASS: "pass", DONE: "done", KEEP: "keep", UNO: "uno"}
_WITH_SEAT = {TARGET: "target", CATCH: "catch", TALK: "talk"}
_WITH_CARD = {0: "play", CUT: "cut", LAY: "lay"}
_PLAIN_MOVES = {word: move for move, word in _PLAIN.items()}
_SEAT_MOVES = {word: move for move, word in _WITH_SEAT.items()}
_CARD_MOVES = {word: move for move, word in _WITH_CARD.items()}


def format_move(move: int) -> str:
    """`play R7`, `press`, `colour R`, `target 3`, `catch 1`, `cut B5`, `lay R5`, `uno`.

    Raises BadNotation for an int that is no move.
    """
    if move in _PLAIN:
        return _PLAIN[move]
    if move - COLOUR in COLOURS:
        return f"colour {COLOUR_LETTERS[move - COLOUR]}"
    for base, word in _WITH_SEAT.items():
        if base <= move < base + SEATS_MAX:
            return f"{word} {move - base}"
    card = move % CARDS_END
    if move - card in _WITH_CARD and (card != UNKNOWN or move == LAY):
        return f"{_WITH_CARD[move - card]} {format_card(card)}"
    raise BadNotation(f"{move} is no move")


def parse_move(text: str) -> int:
    """The move of a text that `format_move` could have written. Raises BadNotation quoting it."""
    word, _, operand = text.partition(" ")
    if word in _PLAIN_MOVES and not operand:
        return _PLAIN_MOVES[word]
    if word == "colour":
        colour = COLOUR_LETTERS.find(operand) if operand.strip() else -1
        if colour not in COLOURS:
            raise BadNotation(f"{quoted(text)}: the colour must be R, Y, G or B")
        return COLOUR + colour
    if word in _SEAT_MOVES:
        return _SEAT_MOVES[word] + parse_seat(operand)
    if word in _CARD_MOVES:
        card = parse_card(operand)
        if card == UNKNOWN and word != "lay":
            raise BadNotation(f"{quoted(text)}: a card that is played has a face")
        return _CARD_MOVES[word] + card
    raise BadNotation(f"{quoted(text)} is no move")


def parse_seat(text: str) -> int:
    """A seat, 0 to 9. Raises BadNotation quoting the text."""
    if len(text) != 1 or text not in "0123456789":
        raise BadNotation(f"{quoted(text)} is no seat: 0 to {SEATS_MAX - 1}")
    return int(text)
